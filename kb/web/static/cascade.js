// The cascade: the dependency graph, its services' states driven by the replay's frames.
import { $, el, svg, api, all, post, words, counted, failed } from "./shell.js";
import { BOX, layered } from "./graph.js";
import { documentLink, documentOf } from "./sources.js";
import { WhatIf } from "./whatif.js";
import { stamp } from "./zones.js";

const pen = document.createElement("canvas").getContext("2d");
const PACE = 450; // milliseconds a frame

// A name on at most two lines, as much of it as fits.
function lines(text, room) {
  pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  const fits = (part) => pen.measureText(part).width <= room;
  const parts = text.split(" ");
  let first = parts.shift();
  while (parts.length && fits(`${first} ${parts[0]}`)) first += ` ${parts.shift()}`;
  return [first, parts.join(" ")].filter(Boolean).map((line) => {
    const points = Array.from(line);
    while (points.length && !fits(points.join("") + (points.length < line.length ? "…" : ""))) points.pop();
    return points.join("") === line ? line : `${points.join("")}…`;
  });
}

export class Cascade {
  constructor(slug, state) {
    Object.assign(this, { slug, state, at: 0, frames: null, boxes: new Map() });
    $("play").addEventListener("click", () => this.toggle());
    $("step").addEventListener("click", () => this.seek(this.at + 1));
    $("step-back").addEventListener("click", () => this.seek(this.at - 1));
    $("seek").addEventListener("input", () => this.seek(Number($("seek").value)));
    $("legend").replaceChildren(...["up", "degraded", "down", "recovering", "unknown"].map((name) => el("span", { class: `state ${name}` }, words.states[name])));
    this.whatIf = new WhatIf(state.nameOf, (gaps) => this.mark(gaps));
  }

  async start() {
    if (this.frames) return;
    this.frames = [];
    try {
      const graph = await api(`incidents/${encodeURIComponent(this.slug)}/graph`);
      const replay = await post("replays", { incident: this.slug });
      this.frames = (await all(`replays/${replay.id}/frames`)).items;
      this.draw(graph.services);
      $("seek").max = Math.max(this.frames.length - 1, 0);
      this.seek(0);
      document.body.dataset.cascade = "true";
    } catch (error) { this.frames = null; failed($("graph"), error); }
  }

  draw({ nodes, edges }) {
    if (!nodes.length) { $("graph").replaceChildren(el("p", {}, words.none)); return; }
    const { boxes, ways, width, height } = layered(nodes, edges);
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` },
      svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" }, svg("path", { d: "M0 0L8 4L0 8Z", class: "arrow" }))));
    for (const { edge, path } of ways) picture.append(this.line(edge, path));
    for (const { node, x, y } of boxes) picture.append(this.box(node, x, y));
    $("graph").replaceChildren(picture);
  }

  // A wide unseen line takes the clicks; a thin one is hard to hit.
  line(edge, path) {
    const [from, to] = [this.state.nameOf(edge.target), this.state.nameOf(edge.source)];
    const open = () => this.edge(edge, made);
    const made = svg("g", { class: `link ${edge.polarity}`, tabindex: "0", role: "button", "aria-label": `${from} → ${to}. ${counted("sentences", edge.quotes.length)}`, "data-edge": `${edge.source}>${edge.target}`, onclick: open,
      onkeydown: (press) => { if (press.key === "Enter" || press.key === " ") { press.preventDefault(); open(); } } },
    svg("path", { class: "hit-area", d: path }), svg("path", { class: "line", d: path, "marker-end": "url(#arrow)" }));
    return made;
  }

  box(node, x, y) {
    const [name, status] = [svg("text", { class: "name" }), svg("text", { class: "st", x: 8, y: 50 })];
    lines(this.state.nameOf(node.id), BOX.width - 16).forEach((line, i) => {
      const row = svg("tspan", { x: 8, y: 17 + i * 16 });
      row.textContent = line;
      name.append(row);
    });
    const title = svg("title", {});
    title.textContent = `${this.state.nameOf(node.id)} (${node.id})`;
    const made = svg("g", { class: "node", transform: `translate(${x} ${y})`, "data-service": node.id }, title, svg("rect", { width: BOX.width, height: BOX.height, rx: 6 }), name, status);
    const gap = svg("text", { class: "gap", x: BOX.width - 8, y: 50, "text-anchor": "end" });
    made.append(gap);
    this.boxes.set(node.id, { made, status, gap });
    return made;
  }

  // What a what-if changes, on the services themselves.
  mark(gaps) {
    for (const [id, { gap }] of this.boxes) {
      gap.textContent = gaps.get(id) || "";
      gap.setAttribute("class", `gap ${gap.textContent.startsWith("−") ? "better" : "worse"}`);
    }
  }

  async edge(edge, made) {
    $("graph").querySelectorAll(".link.chosen").forEach((old) => old.classList.remove("chosen"));
    made.classList.add("chosen");
    const head = el("p", {}, el("strong", {}, words.needs.replace("{one}", this.state.nameOf(edge.source)).replace("{other}", this.state.nameOf(edge.target))), edge.polarity === "stated" ? "" : ` (${words[edge.polarity]})`);
    const rows = await Promise.all(edge.evidence.map(async (said) => {
      const source = await documentOf(said.document);
      return el("div", {}, el("blockquote", { lang: source.language || null }, said.quote, said.polarity === "stated" ? "" : el("span", { class: "badge" }, words[said.polarity])), el("p", { class: "meta" }, await documentLink(said.document, said.span)));
    }));
    $("edge").replaceChildren(head, ...rows);
  }

  seek(index) {
    this.at = Math.min(Math.max(index, 0), Math.max((this.frames?.length || 1) - 1, 0));
    $("seek").value = this.at;
    this.frame();
  }

  frame() {
    const frame = this.frames?.[this.at];
    if (!frame) return;
    $("clock").textContent = frame.time ? stamp(frame.time, this.state.zone === "reported" ? "UTC" : this.state.zone, {}) : "";
    $("seek").setAttribute("aria-valuetext", $("clock").textContent);
    const event = this.state.labels.get(frame.event);
    $("frame").textContent = `${this.at + 1}/${this.frames.length} · ${event ? event.label : frame.label || ""}`;
    for (const [id, { made, status }] of this.boxes) {
      const now = frame.state[id] || "unknown";
      made.setAttribute("class", `node ${now}${event?.services.includes(id) ? " now" : ""}`);
      status.textContent = words.states[now] || now;
    }
  }

  toggle() {
    if (this.timer) { clearInterval(this.timer); this.timer = null; $("play").textContent = words.play; return; }
    if (this.at >= this.frames.length - 1) this.seek(0);
    $("play").textContent = words.pause;
    this.timer = setInterval(() => { if (this.at >= this.frames.length - 1) this.toggle(); else this.seek(this.at + 1); }, PACE);
  }
}
