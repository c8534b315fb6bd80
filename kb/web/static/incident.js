// The incident page: one list of events, shown as lanes, table and cascade; filters and zone act on all of them.
import { $, el, api, all, words, counted, failed } from "./shell.js";
import { choices, locale, spanText } from "./zones.js";
import { KINDS, kindTag } from "./marks.js";
import { Lanes } from "./lanes.js";
import { showEvidence } from "./evidence.js";
import { conflictCard, documentOf, languageName } from "./sources.js";
import { exportMenu } from "./exports.js";
import { Cascade } from "./cascade.js";
import { tabs } from "./tabs.js";

const slug = document.querySelector("main").dataset.incident;
const base = `incidents/${encodeURIComponent(slug)}`;
const names = new Map();
const nameOf = (service) => names.get(service) || service;
const state = { events: [], labels: new Map(), conflicts: new Map(), zone: localStorage.getItem("pmkb-zone") || "UTC", kinds: new Set(KINDS), nameOf };
const lanes = new Lanes($("lanes"), open, nameOf);
let cascade = null;
let opened = null;

function open(id, focus = false) {
  opened = id;
  history.replaceState(null, "", `#${id}`);
  lanes.mark(id);
  const narrow = matchMedia("(max-width:56rem)").matches;
  showEvidence($("evidence"), id, { zone: state.zone, labels: state.labels, nameOf, open, close, changed, conflicts: state.conflicts, focus: focus || narrow })
    .then(() => { if (narrow) $("evidence").scrollIntoView({ block: "start" }); });
}

function close() {
  if ($("evidence").hidden) return;
  $("evidence").hidden = true;
  if (!$("view-lanes").hidden) lanes.reveal(opened);
  history.replaceState(null, "", location.pathname);
  opened = null;
}

async function changed() {
  const id = opened;
  await load();
  if (!id) return;
  // A merge or split gives the claim another event; a rejected one has none any more.
  const event = state.events.find((one) => one.claims.includes(id));
  if (event) open(event.id); else close();
}

function shown() {
  const [service, language] = [$("service").value, $("lang").value];
  const find = $("words-filter").value.trim().toLowerCase();
  const flagged = $("only-conflicts").checked;
  return state.events.filter((event) => state.kinds.has(event.kind) && (!service || event.services.includes(service)) &&
    (!language || (event.languages || []).includes(language)) && (!flagged || event.conflicts.length) &&
    (!find || `${event.label} ${event.services.join(" ")} ${event.quote || ""}`.toLowerCase().includes(find)));
}

function draw() {
  const events = shown();
  $("count").textContent = counted("shown", events.length);
  lanes.zone = state.zone;
  lanes.show(events);
  $("bare").replaceChildren(...(lanes.bare.length ? [el("h3", {}, words.no_time), ...lanes.bare.map((event) => el("button", { class: "chip", type: "button", onclick: () => open(event.id) }, kindTag(event.kind), ` ${event.label}`))] : []));
  state.tableFresh = false;
  if (!$("view-table").hidden || lanes.printing) table(events);
}

// Made when it is first looked at: thousands of rows are not free.
function table(events) {
  if (state.tableFresh) return;
  state.tableFresh = true;
  const body = el("tbody", {});
  for (const event of events) {
    body.append(el("tr", { class: event.time.start ? "" : "undated" }, el("td", { class: "time" }, spanText(event.time, state.zone)), el("td", {}, kindTag(event.kind)),
      el("td", {}, event.services.map(nameOf).join(", ")), el("td", {}, el("button", { class: "link", type: "button", "data-event": event.id, onclick: (click) => open(event.id, click.detail === 0) }, event.label)),
      el("td", { class: "warn" }, event.conflicts.length ? `⚠ ${event.conflicts.length}` : "")));
  }
  const head = el("thead", {}, el("tr", {}, ...[words.time, words.kind, words.services, words.what, words.conflicts].map((name) => el("th", { scope: "col" }, name))));
  $("table").replaceChildren(events.length ? el("table", {}, head, body) : el("p", {}, words.nothing));
}

function options(place, values, name) {
  const before = place.value;
  place.replaceChildren(place.options[0], ...values.map((value) => el("option", { value, selected: value === before }, name(value))));
}

function fill() {
  $("zone").replaceChildren(...choices().map(([value, name]) => el("option", { value, selected: value === state.zone }, name)));
  options($("service"), [...new Set(state.events.flatMap((event) => event.services))].sort((a, b) => nameOf(a).localeCompare(nameOf(b))), nameOf);
  options($("lang"), [...new Set(state.events.flatMap((event) => event.languages || []))].sort(), languageName);
  $("kinds").replaceChildren(...KINDS.map((kind) => el("label", { class: "check" }, el("input", { type: "checkbox", value: kind, checked: state.kinds.has(kind), onchange: (change) => { state.kinds[change.target.checked ? "add" : "delete"](kind); draw(); } }), kindTag(kind))));
}

const filters = () => [["zone", state.zone], ...($("service").value ? [["service", $("service").value]] : []), ...($("lang").value ? [["language", $("lang").value]] : []),
  ...(state.kinds.size < KINDS.length ? [...state.kinds].map((kind) => ["kind", kind]) : [])];

async function load() {
  try {
    const [incident, timeline, conflicts, services] = await Promise.all([api(base), all(`${base}/timeline?locale=${locale}`), all(`${base}/conflicts`), all("services")]);
    services.items.forEach((row) => names.set(row.slug, row.name));
    state.events = [...timeline.items, ...timeline.undated];
    state.labels = new Map(state.events.map((event) => [event.id, event]));
    state.conflicts = new Map(conflicts.items.map((row) => [row.id, row]));
    $("title").textContent = incident.title;
    document.title = `${incident.title} · Postmortem KB`;
    $("summary").textContent = [counted("documents", incident.documents.length), counted("events", state.events.length), counted("conflicts", conflicts.items.length)].join(" · ");
    fill();
    draw();
    document.body.dataset.ready = "true";
    const first = location.hash.slice(1);
    if (!opened && state.labels.has(first)) { lanes.reveal(first); open(first); }
    await Promise.all([sources(incident), actions(), conflictList(conflicts.items)]);
    document.body.dataset.complete = "true";
  } catch (error) { failed($("summary"), error); }
}

async function conflictList(rows) {
  const cards = await Promise.all(rows.map((row) => conflictCard(row, state.zone, row.events.map((id) => el("button", { class: "link", type: "button", onclick: () => open(id, true) }, state.labels.get(id)?.label || id)))));
  $("conflicts").replaceChildren(...(cards.length ? cards : [el("p", {}, words.none)]));
}

async function sources(incident) {
  const rows = await Promise.all(incident.documents.map(documentOf));
  $("sources").replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, words.language), el("th", { scope: "col" }, words.document))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, el("td", {}, languageName(row.language)), el("td", { lang: row.language }, el("a", { href: `/documents/${row.id}` }, row.title || row.id)))))));
}

async function actions() {
  const { items } = await all(`${base}/actions`);
  const rows = await Promise.all(items.map(async (row) => {
    const source = await documentOf(row.document);
    const done = row.done === null ? "" : row.done ? words.done : words.open;
    return el("tr", {}, el("td", { lang: source.language || null }, row.text), el("td", {}, row.owner || ""), el("td", {}, row.due || ""), el("td", {}, done), el("td", {}, el("a", { href: `/documents/${row.document}#at=${row.span[0]}-${row.span[1]}` }, source.title || row.document.slice(0, 12))));
  }));
  const head = el("tr", {}, ...[words.what, words.owner, words.due, words.state_of, words.document].map((name) => el("th", { scope: "col" }, name)));
  $("actions").replaceChildren(rows.length ? el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))) : el("p", {}, words.none));
}

function setZone() {
  state.zone = $("zone").value;
  localStorage.setItem("pmkb-zone", state.zone);
  draw();
  cascade?.frame();
  conflictList([...state.conflicts.values()]);
  if (opened) open(opened);
}

for (const id of ["service", "lang", "only-conflicts"]) $(id).addEventListener("change", draw);
$("words-filter").addEventListener("input", draw);
$("zone").addEventListener("change", setZone);
document.querySelector(".zoom").addEventListener("click", (click) => {
  const how = click.target.dataset?.zoom;
  if (how === "fit") lanes.fit(); else if (how) lanes.zoom(how === "in" ? 1.5 : 1 / 1.5);
});
const notes = exportMenu(base, slug, filters);
$("export-menu").addEventListener("toggle", () => { if ($("export-menu").open) notes(); });
for (const menu of document.querySelectorAll(".menu")) { // a menu in the right half opens to the left
  menu.addEventListener("toggle", () => menu.classList.toggle("leftward", menu.getBoundingClientRect().left > innerWidth / 2));
}
addEventListener("beforeprint", () => { lanes.printing = true; draw(); });
addEventListener("afterprint", () => { lanes.printing = false; draw(); });
addEventListener("keydown", (press) => {
  if (press.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); } else close();
});
tabs((id) => {
  if (id === "lanes") lanes.draw();
  if (id === "table") table(shown());
  if (id === "cascade") (cascade ??= new Cascade(slug, state)).start();
});
load();
