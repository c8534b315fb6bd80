// The plain pages: incidents, documents, conflicts, corrections, quality, search.
import { $, el, api, all, words, counted, ask, failed, notice } from "./shell.js";
import { conflictCard, languageName, placeIn } from "./sources.js";
import { highlighted } from "./highlight.js";
import { spanText, stamp } from "./zones.js";

const place = $("list");
const short = (id) => id.slice(0, 12);

const cells = (...values) => values.map((value) => el("td", {}, value ?? ""));
function table(heads, rows, caption) {
  if (!rows.length) return el("p", {}, words.nothing);
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption || document.querySelector("h1").textContent },
    el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...rows)));
}

async function remove(item) {
  if (!await ask(words.really_delete.replace("{title}", item.title || short(item.id)), words.delete_document)) return;
  try {
    await api(`documents/${item.id}`, { method: "DELETE" });
    notice(words.deleted);
    run();
  } catch (error) { notice(`${words.failed} ${error.message}`); }
}

// Where an event is shown; what a correction was about may be gone.
const asked = new Map();
async function eventLink(id) {
  if (!asked.has(id)) asked.set(id, api(`events/${id}`).catch(() => null));
  const event = await asked.get(id);
  return event ? el("a", { class: "side-link", href: `/incidents/${encodeURIComponent(event.incident)}#${event.id}` }, event.label) : el("span", {}, id);
}

const SHOW = {
  async incidents() {
    const { items } = await all("incidents");
    if (!items.length) return el("p", {}, words.nothing);
    return items.map((item) => el("article", { class: "card" }, el("h2", {}, el("a", { href: `/incidents/${encodeURIComponent(item.slug)}` }, item.title)),
      el("p", { class: "hint" }, item.start ? spanText({ start: item.start, end: item.end, zone: {}, precision: "minute" }, "UTC") : words.no_time),
      el("p", {}, [counted("documents", item.documents.length), counted("events", item.events)].join(" · "))));
  },

  async documents() {
    const { items } = await all("documents");
    return table([words.document, words.language, words.incident, words.findings, ""], items.map((item) => el("tr", {}, ...cells(
      el("span", {}, el("a", { href: `/documents/${item.id}`, lang: item.language }, item.title || short(item.id)), item.current ? "" : el("span", { class: "badge" }, words.older)),
      languageName(item.language), item.incident && el("a", { href: `/incidents/${encodeURIComponent(item.incident)}` }, item.incident), String(item.findings.length || ""),
      el("button", { type: "button", "data-delete": item.id, "aria-label": `${words.delete_document}: ${item.title || item.id}`, onclick: () => remove(item) }, words.delete_document)))));
  },

  async conflicts() {
    const [{ items }, incidents] = await Promise.all([all("conflicts"), all("incidents")]);
    if (!items.length) return el("p", {}, words.none);
    const titles = new Map(incidents.items.map((item) => [item.slug, item.title]));
    const groups = new Map();
    for (const item of items) groups.set(item.incident, [...(groups.get(item.incident) || []), item]);
    return Promise.all([...groups].map(async ([slug, rows]) => el("section", {}, el("h2", {}, el("a", { href: `/incidents/${encodeURIComponent(slug)}` }, titles.get(slug) || slug), ` (${rows.length})`),
      ...await Promise.all(rows.map(async (row) => conflictCard(row, "UTC", await Promise.all(row.events.map(eventLink))))))));
  },

  async decisions() {
    const { items } = await all("decisions");
    const undo = (id) => el("button", { type: "button", "data-undo": id, onclick: async () => { try { await api(`decisions/${id}`, { method: "DELETE" }); notice(words.undone); run(); } catch (error) { notice(`${words.failed} ${error.message}`); } } }, words.undo);
    const rows = await Promise.all(items.map(async (item) => el("tr", { class: item.undone ? "gone" : "" }, ...cells(item.field === "reject" && !item.undone ? item.target : await eventLink(item.target), words[item.field] || item.field, words[item.machine] || (item.machine ?? "—"), words[item.value] || item.value, item.who, stamp(item.when, "own", {}), item.undone ? words.undone : undo(item.id)))));
    return table([words.what, words.field, words.machine, words.corrected, words.who, words.when, ""], rows);
  },

  async quality() {
    const figures = await api("quality");
    const blocks = [el("p", { class: "hint" }, [figures.measured_on, figures.data].filter(Boolean).join(" · "))];
    for (const [name, rows] of Object.entries(figures.tables || {})) {
      const heads = [...new Set(rows.flatMap(Object.keys))];
      const spoken = (head) => head.replaceAll("_", " ");
      blocks.push(el("h2", {}, spoken(name)), figures.notes?.[name] ? el("p", { class: "hint" }, figures.notes[name]) : "", table(heads.map(spoken), rows.map((item) => el("tr", {}, ...heads.map((head) => el("td", { class: typeof item[head] === "number" ? "number" : "" }, figure(item[head]))))), spoken(name)));
    }
    return blocks;
  },

  async search() {
    const q = place.dataset.q.trim();
    if (!q) return [];
    const { items } = await api(`search?q=${encodeURIComponent(q)}&limit=100`);
    return items.length ? items.map((item) => el("article", { class: "claim" },
      el("p", { class: "meta" }, el("a", { href: placeIn(item.document, item.span) }, item.title || short(item.document)), ` · ${languageName(item.language)}`, item.stance === "report" ? "" : el("span", { class: "badge" }, words.stances[item.stance] || item.stance)),
      el("blockquote", { lang: item.language }, ...highlighted(item.text, q)))) : el("p", {}, words.nothing);
  },
};

function figure(value) {
  if (typeof value === "number") return new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 3 }).format(value);
  return value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function run() {
  try {
    const shown = await SHOW[place.dataset.list]();
    place.replaceChildren(...[shown].flat());
    document.body.dataset.ready = "true";
  } catch (error) { failed(place, error); }
}
run();
