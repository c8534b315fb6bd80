// The words of a search marked in a text, as the index finds them: case and accents do not count.
import { el } from "./shell.js";

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export function highlighted(text, query) {
  const wanted = [...query.matchAll(/"([^"]+)"|(\S+)/g)].map((found) => fold(found[1] || found[2])).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const points = Array.from(text);
  const from = []; // for every folded character the point it came from
  let folded = "";
  points.forEach((point, i) => { const plain = fold(point); folded += plain; for (let k = 0; k < plain.length; k += 1) from.push(i); });
  const hit = new Set();
  for (const word of wanted) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) for (let k = at; k < at + word.length; k += 1) hit.add(from[k]);
  }
  const out = [];
  for (let i = 0, start = 0; i <= points.length; i += 1) {
    if (i < points.length && hit.has(i) === hit.has(start)) continue;
    const part = points.slice(start, i).join("");
    out.push(hit.has(start) ? el("mark", {}, part) : part);
    start = i;
  }
  return out;
}
