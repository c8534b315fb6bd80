// One document: givens, findings, its text with every claim marked. `#at=start-end` points at a place.
import { $, el, api, all, words, counted, failed } from "./shell.js";
import { annotated } from "./annotate.js";
import { claimCard } from "./claims.js";
import { languageName } from "./sources.js";

const id = $("text").dataset.document;
let shown = null;

function facts(doc, claims) {
  const incident = doc.incident ? el("a", { href: `/incidents/${encodeURIComponent(doc.incident)}` }, doc.incident) : null;
  const rows = [[words.language, languageName(doc.language)], [words.incident, incident], [words.source, doc.source_url], [words.claims, String(claims.length)], ["SHA-256", doc.sha256]];
  $("facts").replaceChildren(...rows.flatMap(([name, value]) => (value ? [el("dt", {}, name), el("dd", {}, value)] : [])));
}

function place() {
  const found = /^#at=(\d+)-(\d+)$/.exec(location.hash);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

function draw() {
  $("text").replaceChildren(...annotated(shown.text, shown.claims, (chosen) => $("evidence").replaceChildren(...chosen.map(claimCard)), place()));
  const hit = $("text").querySelector(".hit");
  if (hit) hit.scrollIntoView({ block: "center" });
}

async function load() {
  try {
    const [doc, body, claims] = await Promise.all([api(`documents/${id}`), api(`documents/${id}/text`), all(`documents/${id}/claims`)]);
    $("title").textContent = doc.title || doc.id;
    document.title = `${doc.title || doc.id} · Postmortem KB`;
    facts(doc, claims.items);
    $("findings").replaceChildren(doc.findings.length ? el("details", {}, el("summary", {}, counted("findings", doc.findings.length)), el("ul", {}, ...doc.findings.map((found) => el("li", {}, `${found.code}: ${found.message}`)))) : el("p", {}, words.no_findings));
    $("text").lang = doc.language;
    shown = { text: body.text, claims: claims.items };
    draw();
    document.body.dataset.ready = "true";
  } catch (error) { failed($("text"), error); }
}
addEventListener("hashchange", draw);
load();
