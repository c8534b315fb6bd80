// The evidence of an event: every claim with its sentence in its own text, language, zone as written and how it was known.
import { el, api, words, counted, failed } from "./shell.js";
import { kindTag } from "./marks.js";
import { conflictCard, documentOf, languageName, placeIn, pointsOf } from "./sources.js";
import { corrections } from "./correct.js";
import { spanText } from "./zones.js";

const AROUND = 160; // code points of text shown beside the sentence

function facts(pairs) {
  const list = el("dl", { class: "facts" });
  for (const [name, value] of pairs) if (value) list.append(el("dt", {}, name), el("dd", {}, value));
  return list;
}

export function timeFacts(time, zone) {
  const written = time.zone && (time.zone.as_written || time.zone.name || time.zone.offset);
  return facts([
    [words.as_written, time.as_written], [words.time, time.start ? spanText(time, zone) : words.undated],
    [words.zone, written ? `${written}${time.zone.name && time.zone.name !== written ? ` = ${time.zone.name}` : ""}${time.zone.offset ? ` (${time.zone.offset})` : ""}` : time.start && words.zone_unknown],
    [words.resolved, time.zone && time.start && words[time.zone.basis]], [words.approximate, time.approximate ? "~" : ""],
    [words.other_readings, (time.alternatives || []).join(", ")],
  ]);
}

async function claimView(claim, zone) {
  const [points, source] = await Promise.all([pointsOf(claim.document), documentOf(claim.document)]);
  const [start, end] = claim.span;
  const cut = (from, to) => points.slice(from, to).join("");
  return el("article", { class: "claim", "data-claim": claim.id },
    el("p", { class: "meta" }, el("a", { href: placeIn(claim.document, claim.span) }, source.title || claim.document.slice(0, 12)), ` · ${languageName(claim.language)} · `, kindTag(claim.kind)),
    el("blockquote", { lang: claim.language }, start > 0 ? "…" : "", cut(Math.max(0, start - AROUND), start), el("mark", {}, cut(start, end)), cut(end, end + AROUND), end < points.length ? "…" : ""),
    timeFacts(claim.time, zone));
}

function links(name, ids, labels, open) {
  if (!ids.length) return null;
  return el("div", {}, el("h3", {}, name), el("ul", {}, ...ids.map((id) => el("li", {}, el("button", { class: "link", type: "button", onclick: () => open(id, true) }, labels.get(id)?.label || id)))));
}

// Fills the panel. `close` hides it; `open` shows another event; `changed` is called after a correction.
export async function showEvidence(place, id, { zone, labels, nameOf, open, close, changed, conflicts, focus }) {
  place.hidden = false;
  place.dataset.event = id;
  try {
    const event = await api(`events/${id}`);
    const label = labels.get(event.id)?.label || event.label;
    const views = await Promise.all(event.claim_rows.map((claim) => claimView(claim, zone)));
    const flags = await Promise.all(event.conflicts.map((key) => conflicts.get(key)).filter(Boolean).map((conflict) => conflictCard(conflict, zone)));
    if (place.dataset.event !== id) return; // another event was chosen meanwhile
    const title = el("h2", { tabindex: "-1" }, label);
    place.replaceChildren(
      el("div", { class: "panel-head" }, title, el("button", { type: "button", class: "close", "aria-label": words.close, onclick: close }, "×")),
      el("p", {}, kindTag(event.kind), event.services.length ? ` · ${event.services.map(nameOf).join(", ")}` : ""), el("p", {}, el("strong", {}, spanText(event.time, zone))), ...flags,
      el("h3", {}, counted("claims", event.claim_rows.length)), ...views,
      ...[links(words.causes, event.causes, labels, open), links(words.effects, event.effects, labels, open)].filter(Boolean),
      await corrections(event, { zone, labels, nameOf, changed }));
    place.scrollTop = 0;
    if (focus) title.focus();
  } catch (error) { failed(place, error); }
}
