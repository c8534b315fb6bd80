// What every page shares: words in the reader's language, the API, small DOM makers. No framework, no build step.
export const words = JSON.parse(document.getElementById("words").textContent);
export const API = "/api/v1";

const ui = document.getElementById("ui");
ui.addEventListener("change", () => {
  const here = new URL(location.href);
  here.searchParams.set("ui", ui.value);
  location.assign(here);
});

export const $ = (id) => document.getElementById(id);

// An element; text is always text, never markup, whatever a document said.
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function notice(text) {
  const place = $("notice");
  place.textContent = text;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => { place.textContent = ""; }, 6000);
}

// JSON of a route of the public API; a problem becomes an Error with its detail.
export async function api(path, options = {}) {
  const response = await fetch(path.startsWith("/") ? path : `${API}/${path}`, options);
  const type = response.headers.get("content-type") || "";
  const body = type.includes("json") ? await response.json() : await response.text();
  if (!response.ok) throw new Error(body.detail || response.statusText);
  return body;
}

// Every page of a collection.
export async function all(path) {
  const items = [];
  const undated = [];
  let cursor = null;
  let first = null;
  do {
    const join = path.includes("?") ? "&" : "?";
    const page = await api(`${path}${join}limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    first = first || page;
    items.push(...page.items);
    undated.push(...(page.undated || [])); // undated events come on the last pages only
    cursor = page.next;
  } while (cursor);
  return { ...first, items, undated, next: null };
}

export function failed(place, error) {
  place.replaceChildren(el("p", { class: "warn", role: "alert" }, `${words.failed} ${error.message}`));
}

// "5 documents", "1 event": the forms come from the catalogue, which of them from the language's own rule.
const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
const numbers = new Intl.NumberFormat(document.documentElement.lang || "en");
export function counted(what, number) {
  const forms = words.counted[what];
  return (plurals.select(number) === "one" ? forms.one : forms.other).replace("{n}", numbers.format(number));
}

// Ask before something that cannot be taken back. Resolves to whether the reader agreed.
export function ask(question, yes) {
  return new Promise((answer) => {
    const dialog = el("dialog", { "aria-labelledby": "ask-question" }, el("p", { id: "ask-question" }, question),
      el("form", { method: "dialog", class: "row" }, el("button", { value: "yes", class: "danger" }, yes), el("button", { value: "no", autofocus: true }, words.cancel)));
    dialog.addEventListener("close", () => { answer(dialog.returnValue === "yes"); dialog.remove(); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const post = (path, body) => api(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
