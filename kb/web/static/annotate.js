// A document's text with its claims marked. Spans are code points, so the text is cut as an array of them.
import { el } from "./shell.js";

export function annotated(text, claims, onChoose) {
  const points = Array.from(text);
  const spans = claims.map((claim) => ({ claim, start: claim.span[0], end: claim.span[1] })).sort((a, b) => a.start - b.start || b.end - a.end);
  const out = [];
  let at = 0;
  for (const { claim, start, end } of spans) {
    if (end <= at) continue; // a second claim of the same sentence: the sentence is marked once
    const from = Math.max(start, at);
    out.push(points.slice(at, from).join(""));
    const same = spans.filter((other) => other.start < end && start < other.end).map((other) => other.claim);
    out.push(el("button", { class: claim.stance === "report" ? "" : "opinion", type: "button", "data-claim": claim.id, onclick: () => onChoose(same) }, points.slice(from, end).join("")));
    at = end;
  }
  out.push(points.slice(at).join(""));
  return out;
}
