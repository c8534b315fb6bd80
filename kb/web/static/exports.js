// The export menu: every format, and what each cannot carry of this timeline, as the server says in a header.
import { $, el, all, words } from "./shell.js";
import { own } from "./zones.js";

const FORMATS = [["csv", "csv", "CSV (Timesketch)"], ["json", "json", "JSON"], ["markdown", "md", "Markdown"], ["ics", "ics", "iCalendar"], ["mermaid", "mmd", "Mermaid"], ["svg", "svg", "SVG"], ["html", "html", "HTML"], ["table", "txt", "Text"]];
const GRAPHS = [["dot", "dot", "Graphviz"], ["mermaid", "graph.mmd", "Mermaid"]];

// `filters` gives the page's own filters as [name, value] pairs, so that what is shown is what is carried away.
export function exportMenu(base, slug, filters) {
  const address = (format) => {
    const query = new URLSearchParams([...filters().map(([name, value]) => [name, name === "zone" && value === "own" ? own : value]), ["format", format], ["locale", document.documentElement.lang]]);
    return `/api/v1/${base}/timeline?${query}`;
  };
  const rows = FORMATS.map(([format, ending, name]) => {
    const note = el("p", { class: "hint" });
    const link = el("a", { href: address(format), download: `${slug}.${ending}` }, name);
    if (format === "json") link.addEventListener("click", (click) => { click.preventDefault(); saveJson(address("json"), link.download); });
    return { format, link, note, row: el("li", {}, link, note) };
  });
  const graphs = GRAPHS.map(([format, ending, name]) => el("li", {}, el("a", { href: `/api/v1/${base}/graph?format=${format}`, download: `${slug}.${ending}` }, `${words.graph}: ${name}`)));
  $("exports").replaceChildren(...rows.map(({ row }) => row), ...graphs);
  return async () => { // called when the menu opens: the answers depend on the filters of the moment
    await Promise.all(rows.map(async ({ format, link, note }) => {
      link.href = address(format);
      if (format === "json") return;
      const lost = (await fetch(link.href, { method: "HEAD" })).headers.get("X-Pmkb-Not-Carried");
      note.textContent = lost ? `${words.not_carried} ${lost}` : "";
    }));
    $("exports").dataset.ready = "true";
  };
}

// The JSON timeline comes in pages; the file has them all.
async function saveJson(path, name) {
  const body = await all(path);
  const link = el("a", { href: URL.createObjectURL(new Blob([JSON.stringify(body, null, 1)], { type: "application/json" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
