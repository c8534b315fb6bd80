// The incident page: one list of events, shown as lanes, table and cascade; filters and zone act on all three.
import { $, el, api, all, words, failed } from "./shell.js";
import { choices, spanText } from "./zones.js";
import { KINDS, kindTag } from "./marks.js";
import { Lanes } from "./lanes.js";
import { showEvidence } from "./evidence.js";
import { Cascade } from "./cascade.js";

const slug = document.querySelector("main").dataset.incident;
const base = `incidents/${encodeURIComponent(slug)}`;
const state = { events: [], labels: new Map(), conflicts: new Map(), zone: localStorage.getItem("pmkb-zone") || "UTC", kinds: new Set(KINDS) };
const lanes = new Lanes($("lanes"), open);
let cascade = null;

function open(id) {
  history.replaceState(null, "", `#${id}`);
  showEvidence($("evidence"), id, { zone: state.zone, labels: state.labels, open, changed: load, conflicts: state.conflicts });
}

function shown() {
  const service = $("service").value;
  const language = $("lang").value;
  const find = $("words-filter").value.trim().toLowerCase();
  const flagged = $("only-conflicts").checked;
  return state.events.filter((event) => state.kinds.has(event.kind) && (!service || event.services.includes(service)) &&
    (!language || (event.languages || []).includes(language)) && (!flagged || event.conflicts.length) &&
    (!find || `${event.label} ${event.services.join(" ")}`.toLowerCase().includes(find)));
}

function draw() {
  const events = shown();
  $("count").textContent = `${events.length} ${words.shown}`;
  lanes.zone = state.zone;
  lanes.show(events);
  table(events);
}

function table(events) {
  const body = el("tbody", {});
  for (const event of events) {
    body.append(el("tr", { class: `k-${event.kind}` }, el("td", { class: "time" }, spanText(event.time, state.zone)), el("td", {}, kindTag(event.kind)),
      el("td", {}, event.services.join(", ")), el("td", {}, el("button", { onclick: () => open(event.id) }, event.label)), el("td", { class: "warn" }, event.conflicts.length ? `⚠ ${event.conflicts.length}` : "")));
  }
  const head = el("thead", {}, el("tr", {}, ...[words.start, words.kind, words.services, words.what, words.conflicts].map((name) => el("th", { scope: "col" }, name))));
  $("table").replaceChildren(events.length ? el("table", {}, head, body) : el("p", {}, words.nothing));
}

function fill() {
  $("zone").replaceChildren(...choices().map(([value, name]) => el("option", { value, selected: value === state.zone }, name)));
  const services = [...new Set(state.events.flatMap((event) => event.services))].sort();
  $("service").replaceChildren($("service").options[0], ...services.map((name) => el("option", { value: name }, name)));
  const languages = [...new Set(state.events.flatMap((event) => event.languages || []))].sort();
  $("lang").replaceChildren($("lang").options[0], ...languages.map((name) => el("option", { value: name }, name)));
  $("kinds").replaceChildren(...KINDS.map((kind) => el("label", { class: "check" }, el("input", { type: "checkbox", checked: state.kinds.has(kind), onchange: (change) => { state.kinds[change.target.checked ? "add" : "delete"](kind); draw(); } }), kindTag(kind))));
  const zone = { own: Intl.DateTimeFormat().resolvedOptions().timeZone }[state.zone] || state.zone;
  $("exports").replaceChildren(...["csv", "json", "markdown", "ics", "mermaid", "svg", "html"].map((format) => el("li", {}, el("a", { href: `/api/v1/${base}/timeline?format=${format}&zone=${encodeURIComponent(zone)}&limit=200`, download: `${slug}.${{ markdown: "md", mermaid: "mmd" }[format] || format}` }, format))));
}

async function load() {
  try {
    const [incident, timeline, conflicts] = await Promise.all([api(base), all(`${base}/timeline`), all(`${base}/conflicts`)]);
    state.events = [...timeline.items, ...(timeline.undated || [])];
    state.labels = new Map(state.events.map((event) => [event.id, event]));
    state.conflicts = new Map(conflicts.items.map((row) => [row.id, row]));
    $("title").textContent = incident.title;
    $("summary").textContent = `${incident.documents.length} × ${words.source}, ${state.events.length} × ${words.what}, ${conflicts.items.length} ${words.conflicts}`;
    fill();
    draw();
    document.body.dataset.ready = "true";
    sources(incident);
    conflictList(conflicts.items);
    if (location.hash.length > 1 && state.labels.has(location.hash.slice(1))) lanes.choose(location.hash.slice(1));
  } catch (error) { failed($("lanes"), error); }
}

function conflictList(rows) {
  $("conflicts").replaceChildren(...(rows.length ? rows.map((row) => el("article", { class: "claim" }, el("p", {}, el("strong", {}, row.code), " ", ...row.events.map((id) => el("button", { onclick: () => open(id) }, state.labels.get(id)?.label || id))),
    el("ul", {}, ...row.values.map((value) => el("li", {}, el("strong", {}, value.value ? spanText({ start: value.value, zone: {} }, state.zone === "reported" ? "UTC" : state.zone) : "—"), ` “${value.quote}” `, el("a", { href: `/documents/${value.document}` }, value.document.slice(0, 8))))))) : [el("p", {}, words.none)]));
}

async function sources(incident) {
  const rows = await Promise.all(incident.documents.map((id) => api(`documents/${id}`)));
  $("sources").replaceChildren(el("table", {}, el("tbody", {}, ...rows.map((row) => el("tr", {}, el("td", {}, row.language), el("td", {}, el("a", { href: `/documents/${row.id}` }, row.title || row.id)))))));
  const actions = (await all(`${base}/actions`)).items;
  $("actions").replaceChildren(actions.length ? el("table", {}, el("tbody", {}, ...actions.map((row) => el("tr", {}, el("td", {}, row.done ? "✓" : row.done === false ? "☐" : ""), el("td", {}, row.text), el("td", {}, row.owner || ""), el("td", {}, row.due || ""))))) : el("p", {}, words.none));
}

function tabs() {
  const list = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const each of list) {
      const on = each === tab;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      $(each.getAttribute("aria-controls")).hidden = !on;
    }
    if (tab.id === "tab-lanes") lanes.draw();
    if (tab.id === "tab-cascade") (cascade ??= new Cascade(slug, state)).start();
  };
  list.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (press) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[press.key];
      if (step) { const next = list[(i + step + list.length) % list.length]; next.focus(); choose(next); }
    });
  });
}

for (const id of ["service", "lang", "only-conflicts"]) $(id).addEventListener("change", draw);
$("words-filter").addEventListener("input", draw);
$("zone").addEventListener("change", () => { state.zone = $("zone").value; localStorage.setItem("pmkb-zone", state.zone); fill(); draw(); cascade?.frame(); });
document.querySelector(".zoom").addEventListener("click", (click) => {
  const how = click.target.dataset?.zoom;
  if (how === "fit") lanes.fit(); else if (how) lanes.zoom(how === "in" ? 1.5 : 1 / 1.5);
});
addEventListener("beforeprint", () => { lanes.printing = true; lanes.draw(); });
addEventListener("afterprint", () => { lanes.printing = false; lanes.draw(); });
addEventListener("keydown", (press) => { if (press.key === "Escape") $("evidence").hidden = true; });
tabs();
load();
