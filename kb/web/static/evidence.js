// The evidence of an event: every claim with its sentence in its own text, language, zone as written and how it was known.
import { $, el, api, words, decide, notice, failed } from "./shell.js";
import { kindTag, KINDS } from "./marks.js";
import { spanText } from "./zones.js";

const texts = new Map();
const textOf = (id) => texts.get(id) || texts.set(id, api(`documents/${id}/text`)).get(id);

// Spans count code points; JavaScript strings count UTF-16 units.
export function cut(text, start, end) {
  const points = texts.points?.get(text) || Array.from(text);
  (texts.points ??= new Map()).set(text, points);
  return [points.slice(Math.max(0, start - 160), start).join(""), points.slice(start, end).join(""), points.slice(end, end + 160).join("")];
}

function facts(pairs) {
  const list = el("dl", { class: "facts" });
  for (const [name, value] of pairs) if (value) list.append(el("dt", {}, name), el("dd", {}, value));
  return list;
}

export function timeFacts(time, zone) {
  const written = time.zone && (time.zone.as_written || time.zone.name || time.zone.offset);
  return facts([
    [words.as_written, time.as_written], [words.zone, written ? `${written}${time.zone.offset ? ` (${time.zone.offset})` : ""}` : words.unknown],
    [words.resolved, time.zone && words[time.zone.basis]], ["UTC", time.start && spanText(time, "UTC")], [words.approximate, time.approximate ? "~" : ""],
  ]);
}

async function claimView(claim, zone) {
  const body = await textOf(claim.document);
  const text = typeof body === "string" ? body : body.text;
  const [before, sentence, after] = cut(text, ...claim.span);
  return el("article", { class: "claim", "data-claim": claim.id },
    el("p", { class: "meta" }, el("a", { href: `/documents/${claim.document}` }, claim.document_title || claim.document.slice(0, 12)), ` · ${claim.language} · `, kindTag(claim.kind)),
    el("blockquote", { lang: claim.language }, `…${before}`, el("mark", {}, sentence), `${after}…`), timeFacts(claim.time, zone));
}

function conflictView(conflict, event) {
  const list = el("ul", {});
  for (const value of conflict.values) list.append(el("li", {}, el("strong", {}, value.value ? spanText({ start: value.value, zone: {} }, "UTC") : "—"), ` — “${value.quote}” `, el("a", { href: `/documents/${value.document}` }, value.document.slice(0, 8))));
  return el("div", { class: "warn" }, el("p", {}, `⚠ ${conflict.code}`), list);
}

function links(name, ids, labels, open) {
  if (!ids.length) return null;
  const list = el("ul", {});
  for (const id of ids) list.append(el("li", {}, el("button", { onclick: () => open(id) }, labels.get(id)?.label || id)));
  return el("div", {}, el("h3", {}, name), list);
}

function corrections(event, changed) {
  const kind = el("select", { "aria-label": words.kind }, ...KINDS.map((name) => el("option", { value: name, selected: name === event.kind }, words[name])));
  const services = el("input", { value: event.services.join(" "), "aria-label": words.services, size: "18" });
  const send = async (field, value) => {
    try { if (await decide(event.id, field, value)) { notice(words.saved); changed(); } } catch (error) { notice(`${words.failed} ${error.message}`); }
  };
  return el("div", { class: "correct" }, kind, el("button", { onclick: () => send("kind", kind.value) }, words.kind),
    services, el("button", { onclick: () => send("services", services.value) }, words.services), el("button", { onclick: () => send("reject", "true") }, words.reject));
}

export async function showEvidence(place, id, { zone, labels, open, changed, conflicts }) {
  place.hidden = false;
  place.replaceChildren(el("p", {}, words.loading));
  try {
    const event = await api(`events/${id}`);
    const claims = event.claim_rows || [];
    const views = await Promise.all(claims.map((claim) => claimView(claim, zone)));
    const flags = event.conflicts.map((key) => conflicts.get(key)).filter(Boolean).map((conflict) => conflictView(conflict, event));
    place.replaceChildren(
      el("div", { class: "row" }, el("h2", { tabindex: "-1" }, event.label), el("button", { "aria-label": "×", onclick: () => { place.hidden = true; } }, "×")),
      el("p", {}, kindTag(event.kind), ` ${event.services.join(", ")}`), el("p", {}, el("strong", {}, spanText(event.time, zone))), ...flags,
      el("h3", {}, `${claims.length} ${words.claims}`), ...views,
      ...[links(words.causes, event.causes, labels, open), links(words.effects, event.effects, labels, open)].filter(Boolean), corrections(event, changed));
  } catch (error) { failed(place, error); }
}
