// The plain pages: incidents, documents, conflicts, corrections, quality, search.
import { $, el, api, all, words, failed, notice } from "./shell.js";
import { spanText } from "./zones.js";

const place = $("list");
const short = (id) => id.slice(0, 10);

const table = (heads, rows) => (rows.length ? el("div", { class: "scroll", tabindex: "0" }, el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...rows))) : el("p", {}, words.nothing));
const row = (...cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, cell ?? "")));

const SHOW = {
  async incidents() {
    const { items } = await all("incidents");
    if (!items.length) return el("p", {}, words.nothing);
    return items.map((item) => el("article", { class: "card" }, el("h2", {}, el("a", { href: `/incidents/${encodeURIComponent(item.slug)}` }, item.title)),
      el("p", { class: "hint" }, item.start ? spanText({ start: item.start, end: item.end, zone: {}, precision: "minute" }, "UTC") : words.no_time),
      el("p", {}, `${item.documents.length} × ${words.source} · ${item.events} × ${words.what}`)));
  },
  async documents() {
    const { items } = await all("documents");
    return table([words.language, words.source, words.findings], items.map((item) => row(item.language, el("a", { href: `/documents/${item.id}` }, item.title || short(item.id)), String(item.findings.length))));
  },
  async conflicts() {
    const { items } = await all("conflicts");
    return items.length ? items.map((item) => el("article", { class: "claim" }, el("p", {}, el("strong", {}, item.code), " ", el("a", { href: `/incidents/${encodeURIComponent(item.incident)}` }, item.incident)),
      el("ul", {}, ...item.values.map((value) => el("li", {}, el("strong", {}, value.value ? spanText({ start: value.value, zone: {} }, "UTC") : "—"), ` “${value.quote}” `, el("a", { href: `/documents/${value.document}` }, short(value.document))))))) : el("p", {}, words.none);
  },
  async decisions() {
    const { items } = await all("decisions");
    const undo = (id) => el("button", { onclick: async () => { try { await api(`decisions/${id}`, { method: "DELETE" }); notice(words.undone); run(); } catch (error) { notice(error.message); } } }, words.delete);
    return table([words.what, "", words.baseline, words.what_if, "", "", ""], items.map((item) => row(short(item.target), item.field, item.machine ?? "—", item.value, item.who, item.when, item.undone ? words.undone : undo(item.id))));
  },
  async quality() {
    const figures = await api("quality");
    const blocks = [el("p", { class: "hint" }, `${figures.measured_on || ""} · ${figures.data || ""}`)];
    for (const [name, rows] of Object.entries(figures.tables || {})) {
      const heads = [...new Set(rows.flatMap(Object.keys))];
      blocks.push(el("h2", {}, name), table(heads, rows.map((item) => row(...heads.map((head) => String(item[head] ?? ""))))));
    }
    return blocks;
  },
  async search() {
    const q = place.dataset.q.trim();
    if (!q) return [];
    const { items } = await api(`search?q=${encodeURIComponent(q)}&limit=100`);
    return items.length ? items.map((item) => el("article", { class: "claim" }, el("p", { class: "meta" }, el("a", { href: `/documents/${item.document}#${item.claim || ""}` }, item.title || short(item.document)), ` · ${item.language || ""}`),
      el("blockquote", { lang: item.language }, item.quote || item.text))) : el("p", {}, words.nothing);
  },
};

async function run() {
  try {
    const shown = await SHOW[place.dataset.list]();
    place.replaceChildren(...[shown].flat());
    document.body.dataset.ready = "true";
  } catch (error) { failed(place, error); }
}
run();
