// Add a post-mortem: what was understood is shown before anything is kept; language, zone and date can be corrected.
import { $, el, api, all, words, counted, failed, notice } from "./shell.js";
import { annotated } from "./annotate.js";
import { claimCard } from "./claims.js";
import { languageName } from "./sources.js";

const form = $("add");
const body = $("body");
let file = null;

function query(dry) {
  const wish = new URLSearchParams();
  for (const name of ["title", "source_url", "language", "zone", "date", "incident"]) if (form.elements[name].value.trim()) wish.set(name, form.elements[name].value.trim());
  if (form.elements.force_zone.checked) wish.set("force_zone", "true");
  if (file) wish.set("name", file.name);
  if (dry) wish.set("dry_run", "true");
  return wish;
}

function post(dry) {
  const type = file ? { html: "text/html", htm: "text/html", md: "text/markdown", json: "application/json" }[file.name.split(".").pop().toLowerCase()] || file.type || "text/plain" : "text/plain";
  return api(`documents?${query(dry)}`, { method: "POST", headers: { "Content-Type": type }, body: file || body.value });
}

async function take(dropped) {
  file = dropped;
  if (/^text|json|markdown/.test(dropped.type) || /\.(txt|md|html?|json|csv)$/i.test(dropped.name)) body.value = await dropped.text();
  else body.value = dropped.name;
}

body.addEventListener("dragover", (drag) => { drag.preventDefault(); body.classList.add("drop"); });
body.addEventListener("dragleave", () => body.classList.remove("drop"));
body.addEventListener("drop", (drop) => { drop.preventDefault(); body.classList.remove("drop"); if (drop.dataTransfer.files[0]) take(drop.dataTransfer.files[0]); });
body.addEventListener("input", () => { file = null; $("save").disabled = true; });
$("file").addEventListener("change", () => { if ($("file").files[0]) take($("file").files[0]); });

form.addEventListener("submit", async (submit) => {
  submit.preventDefault();
  $("understood").hidden = false;
  delete $("understood").dataset.ready;
  $("summary").textContent = words.loading;
  try {
    const seen = await post(true);
    const doc = seen.document;
    $("summary").replaceChildren(`${words.language}: ${languageName(doc.language)} · ${counted("claims", seen.claims.length)} · `, seen.incident ? el("span", {}, `${words.would_join} `, el("strong", {}, seen.incident)) : words.new_incident);
    $("findings").replaceChildren(doc.findings.length ? el("ul", {}, ...doc.findings.map((found) => el("li", {}, `${found.code}: ${found.message}`))) : el("p", {}, words.no_findings));
    $("text").lang = doc.language;
    $("text").replaceChildren(...annotated(seen.text, seen.claims, (chosen) => $("claims").replaceChildren(...chosen.map(claimCard))));
    $("claims").replaceChildren(...seen.claims.slice(0, 200).map(claimCard));
    $("save").disabled = false;
    $("understood").dataset.ready = "true";
  } catch (error) { $("save").disabled = true; failed($("summary"), error); }
});

$("save").addEventListener("click", async () => {
  $("save").disabled = true;
  try {
    const kept = await post(false);
    notice(kept.status === "unchanged" ? words.already : words.saved);
    location.assign(kept.incident ? `/incidents/${encodeURIComponent(kept.incident)}` : `/documents/${kept.document.id}`);
  } catch (error) { $("save").disabled = false; failed($("summary"), error); }
});

$("zones").replaceChildren(...["UTC", "PT", "ET", ...Intl.supportedValuesOf("timeZone")].map((value) => el("option", { value })));
all("incidents").then(({ items }) => $("known-incidents").replaceChildren(...items.map((item) => el("option", { value: item.slug })))).catch(() => {});
