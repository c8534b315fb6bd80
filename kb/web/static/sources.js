// What several pages say of documents and conflicts. Each document is asked for once.
import { el, api, words } from "./shell.js";
import { spanText } from "./zones.js";

const known = new Map();
export function documentOf(id) {
  if (!known.has(id)) known.set(id, api(`documents/${id}`).catch(() => ({ id, title: null, language: "" })));
  return known.get(id);
}

const texts = new Map();
// A document's text as code points: spans count those, JavaScript strings count UTF-16 units.
export function pointsOf(id) {
  if (!texts.has(id)) texts.set(id, api(`documents/${id}/text`).then((body) => Array.from(body.text)));
  return texts.get(id);
}

export const placeIn = (id, span) => `/documents/${id}${span ? `#at=${span[0]}-${span[1]}` : ""}`;

// The name of a language in the reader's own.
const names = new Intl.DisplayNames([document.documentElement.lang || "en"], { type: "language" });
export function languageName(code) {
  try { return code ? names.of(code) : ""; } catch { return code; }
}

export async function documentLink(id, span) {
  const row = await documentOf(id);
  return el("span", {}, el("a", { href: placeIn(id, span) }, row.title || id.slice(0, 12)), row.language ? ` · ${languageName(row.language)}` : "");
}

// Both sides of a conflict: sides of one value stand together, each with its sentence, language and document.
export async function sides(conflict, zone) {
  const byValue = new Map();
  for (const value of conflict.values) byValue.set(value.value, [...(byValue.get(value.value) || []), value]);
  const list = el("ul", { class: "sides" });
  for (const [value, rows] of byValue) {
    const side = el("li", {}, el("strong", {}, value ? shownValue(value, zone) : words.no_time));
    for (const row of rows) {
      const source = await documentOf(row.document);
      side.append(el("blockquote", { lang: source.language || null }, row.quote), el("p", { class: "meta" }, await documentLink(row.document, row.span)));
    }
    list.append(side);
  }
  return list;
}

function shownValue(value, zone) {
  return /^\d{4}-\d\d-\d\dT/.test(value) ? spanText({ start: value, zone: {} }, zone === "reported" ? "UTC" : zone) : value;
}

export async function conflictCard(conflict, zone, links) {
  return el("article", { class: "claim conflict" }, el("h3", { class: "warn" }, `⚠ ${words.conflict_names[conflict.code] || conflict.code}`),
    links?.length ? el("p", {}, ...links) : null, await sides(conflict, zone));
}

