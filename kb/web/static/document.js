// One document: givens, findings, its text with every claim marked.
import { $, el, api, all, words, failed } from "./shell.js";
import { annotated } from "./annotate.js";
import { claimCard } from "./claims.js";

const id = $("text").dataset.document;

async function load() {
  try {
    const [doc, body, claims] = await Promise.all([api(`documents/${id}`), api(`documents/${id}/text`), all(`documents/${id}/claims`)]);
    const text = typeof body === "string" ? body : body.text;
    $("title").textContent = doc.title || doc.id;
    $("facts").replaceChildren(...[["id", doc.id], [words.language, doc.language], [words.source, doc.source_url], ["sha256", doc.sha256], [words.claims, String(claims.items.length)]].flatMap(([name, value]) => (value ? [el("dt", {}, name), el("dd", {}, value)] : [])));
    $("findings").replaceChildren(doc.findings.length ? el("ul", {}, ...doc.findings.map((found) => el("li", {}, `${found.code}: ${found.message}`))) : el("p", {}, words.no_findings));
    $("text").lang = doc.language;
    $("text").replaceChildren(...annotated(text, claims.items, (chosen) => $("evidence").replaceChildren(...chosen.map(claimCard))));
    document.body.dataset.ready = "true";
  } catch (error) { failed($("text"), error); }
}
load();
