// The cascade: dependency graph, its services' states driven by the replay's frames, what-ifs beside it.
import { $, el, svg, api, all, words, failed } from "./shell.js";
import { stamp } from "./zones.js";

const W = 150;
const H = 46;
const MITIGATIONS = ["dwfm-depth-limit", "dwfm-lifo", "dwfm-drop-expired", "dwfm-jitter", "network-depth-limit", "nlb-velocity-control", "nlb-grace", "nlb-failover-off-at-detection", "warm-pool", "negative-ttl", "positive-ttl", "regional-isolation"];

// Layers by longest path from a root (cycles broken by first visit), order within a layer by the mean of the neighbours.
export function layered(nodes, edges) {
  const into = new Map(nodes.map((node) => [node.id, []]));
  for (const edge of edges) if (into.has(edge.target) && into.has(edge.source)) into.get(edge.source).push(edge.target);
  const depth = new Map();
  const visit = (id, path) => {
    if (depth.has(id)) return depth.get(id);
    if (path.has(id)) return 0;
    path.add(id);
    const deepest = Math.max(-1, ...into.get(id).map((next) => visit(next, path)));
    path.delete(id);
    depth.set(id, deepest + 1);
    return deepest + 1;
  };
  nodes.forEach((node) => visit(node.id, new Set()));
  const layers = [];
  for (const node of nodes) (layers[depth.get(node.id)] ??= []).push(node);
  const place = new Map();
  layers.forEach((layer, x) => {
    const mean = (node) => { const known = into.get(node.id).map((id) => place.get(id)?.y).filter((y) => y !== undefined); return known.length ? known.reduce((a, b) => a + b) / known.length : 1e9; };
    layer.sort((a, b) => mean(a) - mean(b) || (a.id < b.id ? -1 : 1)).forEach((node, y) => place.set(node.id, { x, y: y + (x % 2) * 0.5 }));
  });
  return place;
}

export class Cascade {
  constructor(slug, state) {
    this.slug = slug;
    this.state = state;
    this.at = 0;
    $("play").addEventListener("click", () => this.toggle());
    $("step").addEventListener("click", () => this.seek(this.at + 1));
    $("step-back").addEventListener("click", () => this.seek(this.at - 1));
    $("seek").addEventListener("input", () => this.seek(Number($("seek").value)));
    $("simulate").addEventListener("click", () => this.ask());
    $("mitigations").replaceChildren(...MITIGATIONS.map((name) => el("label", { class: "check" }, el("input", { type: "checkbox", value: name }), name)));
  }

  async start() {
    if (this.frames) return;
    this.frames = [];
    try {
      const graph = await api(`incidents/${encodeURIComponent(this.slug)}/graph`);
      const replay = await api("replays", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ incident: this.slug }) });
      this.frames = (await all(`replays/${replay.id}/frames`)).items;
      this.draw(graph.services);
      $("seek").max = Math.max(this.frames.length - 1, 0);
      this.seek(0);
    } catch (error) { failed($("graph"), error); }
  }

  draw({ nodes, edges }) {
    const place = layered(nodes, edges);
    const at = (id) => ({ x: 20 + place.get(id).x * (W + 70), y: 20 + place.get(id).y * (H + 18) });
    const width = Math.max(...nodes.map((node) => at(node.id).x), 0) + W + 40;
    const height = Math.max(...nodes.map((node) => at(node.id).y), 0) + H + 30;
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` },
      svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, svg("path", { d: "M0 0L8 4L0 8Z", fill: "#6b7782" }))));
    for (const edge of edges) {
      const [from, to] = [at(edge.target), at(edge.source)]; // failure flows from what is needed to what needs it
      const path = svg("path", { class: `link ${edge.polarity}`, tabindex: "0", role: "button", "aria-label": `${edge.source} → ${edge.target}`, "marker-end": "url(#arrow)",
        d: `M${from.x + W} ${from.y + H / 2}C${from.x + W + 40} ${from.y + H / 2} ${to.x - 40} ${to.y + H / 2} ${to.x} ${to.y + H / 2}`,
        onclick: () => this.edge(edge), onkeydown: (press) => { if (press.key === "Enter" || press.key === " ") { press.preventDefault(); this.edge(edge); } } });
      picture.append(path);
    }
    this.boxes = new Map();
    for (const node of nodes) {
      const { x, y } = at(node.id);
      const status = svg("text", { class: "st", x: 8, y: 36 });
      const box = svg("g", { class: "node", transform: `translate(${x} ${y})` }, svg("rect", { width: W, height: H, rx: 6 }), svg("text", { x: 8, y: 18 }), status);
      box.querySelector("text").textContent = (node.label || node.id).slice(0, 22);
      box.append(svg("title", {}, node.id));
      this.boxes.set(node.id, { box, status });
      picture.append(box);
    }
    $("graph").replaceChildren(picture);
  }

  edge(edge) {
    $("edge").replaceChildren(el("p", {}, el("strong", {}, `${edge.source} → ${edge.target}`), edge.polarity === "stated" ? "" : ` (${words[edge.polarity]})`), ...edge.quotes.map((quote) => el("blockquote", {}, quote)));
  }

  seek(index) {
    this.at = Math.min(Math.max(index, 0), Math.max(this.frames.length - 1, 0));
    $("seek").value = this.at;
    this.frame();
  }

  frame() {
    const frame = this.frames?.[this.at];
    if (!frame) return;
    $("clock").textContent = frame.time ? stamp(frame.time, this.state.zone, {}) : "";
    $("seek").setAttribute("aria-valuetext", $("clock").textContent);
    const event = this.state.labels.get(frame.event);
    $("frame").textContent = `${this.at + 1}/${this.frames.length} ${event ? event.label : frame.label || ""}`;
    for (const [id, { box, status }] of this.boxes || []) {
      const now = frame.state[id] || "unknown";
      box.setAttribute("class", `node ${now}`);
      status.textContent = words[now] || now;
    }
  }

  toggle() {
    if (this.timer) { clearInterval(this.timer); this.timer = null; $("play").textContent = words.play; return; }
    if (this.at >= this.frames.length - 1) this.seek(0);
    $("play").textContent = words.pause;
    this.timer = setInterval(() => { if (this.at >= this.frames.length - 1) this.toggle(); else this.seek(this.at + 1); }, 450);
  }

  async ask() {
    const mitigations = [...$("mitigations").querySelectorAll(":checked")].map((box) => box.value);
    const post = (body) => api("simulations", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    $("answer").replaceChildren(el("p", {}, words.loading));
    try {
      this.plain ??= await post({ mitigations: [] });
      const changed = await post({ mitigations });
      const names = [...new Set([...Object.keys(this.plain.service_error_minutes), ...Object.keys(changed.service_error_minutes)])].sort();
      const rows = names.map((name) => {
        const [before, after] = [this.plain.service_error_minutes[name] ?? 0, changed.service_error_minutes[name] ?? 0];
        const gap = Math.round(after - before);
        return el("tr", {}, el("td", {}, name), el("td", {}, Math.round(before)), el("td", {}, Math.round(after)), el("td", { class: gap < 0 ? "better" : gap > 0 ? "worse" : "" }, gap > 0 ? `+${gap}` : gap));
      });
      const head = el("tr", {}, ...["", `${words.baseline} (${words.minutes})`, `${words.what_if} (${words.minutes})`, words.difference].map((name) => el("th", { scope: "col" }, name)));
      $("answer").replaceChildren(el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)), el("p", { class: "hint" }, words.model_says),
        el("ul", {}, ...(changed.assumptions || []).map((row) => el("li", {}, `${row.id || row.name}: ${row.value} ${row.unit || ""} (${row.low}–${row.high})`))));
    } catch (error) { failed($("answer"), error); }
  }
}
