// A document's text with its claims marked, and one place pointed out. Spans are code points, so the text is cut as an array of them.
import { el } from "./shell.js";

export function annotated(text, claims, onChoose, place = null) {
  const points = Array.from(text);
  const out = [];
  let at = 0;
  for (const block of blocks(claims)) {
    out.push(...plain(points, at, block.start, place));
    const hit = place && block.start < place[1] && place[0] < block.end;
    out.push(el("button", { class: [block.claims.some((claim) => claim.stance === "report") ? "" : "opinion", hit ? "hit" : ""].join(" ").trim(), type: "button", "data-claim": block.claims[0].id, onclick: () => onChoose(block.claims) }, points.slice(block.start, block.end).join("")));
    at = block.end;
  }
  out.push(...plain(points, at, points.length, place));
  return out;
}

// Sentences that claims share or that overlap are marked once, with all their claims.
function blocks(claims) {
  const found = [];
  for (const claim of [...claims].sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1])) {
    const last = found.at(-1);
    if (last && claim.span[0] < last.end) { last.end = Math.max(last.end, claim.span[1]); last.claims.push(claim); } else found.push({ start: claim.span[0], end: claim.span[1], claims: [claim] });
  }
  return found;
}

function plain(points, from, to, place) {
  const cut = (a, b) => points.slice(a, b).join("");
  if (!place || place[1] <= from || place[0] >= to) return [cut(from, to)];
  const [a, b] = [Math.max(from, place[0]), Math.min(to, place[1])];
  return [cut(from, a), el("mark", { class: "hit" }, cut(a, b)), cut(b, to)];
}
