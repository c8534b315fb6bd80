// Lanes by service over a zoomable time axis. Only what is in sight is in the page, so thousands of events stay quick.
import { el, words } from "./shell.js";
import { mark } from "./marks.js";
import { axis, gridlines, ticks } from "./axis.js";
import { edges, pack, reach, ROW } from "./pack.js";
import { axisZone, naive, spanText } from "./zones.js";

const AXIS = 40;
const EDGE = 14;
const WIDEST = 8e6; // pixels; browsers stop placing things truly some way beyond
const LONGEST = 380; // pixels of a label; the whole of it is in the title and the panel
const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

export class Lanes {
  constructor(place, onChoose, nameOf) {
    Object.assign(this, { place, onChoose, nameOf, zone: "UTC", events: [], rows: null, chosen: null, drawn: new Map(), round: 0 });
    this.canvas = el("div", { class: "canvas" });
    this.frame = el("div", { class: "frame", "aria-hidden": "true" });
    this.canvas.append(this.frame);
    place.append(this.canvas);
    place.addEventListener("scroll", () => this.queue(), { passive: true });
    place.addEventListener("keydown", (press) => this.key(press));
    place.addEventListener("wheel", (turn) => { if (turn.ctrlKey) { turn.preventDefault(); this.zoom(turn.deltaY < 0 ? 1.25 : 0.8, turn.clientX - place.getBoundingClientRect().left); } }, { passive: false });
    new ResizeObserver(() => this.queue()).observe(place);
  }

  // Shows these events. The zoom stays what it is unless there was none.
  show(events) {
    const placed = events.map((event) => ({ event, edge: edges(event) }));
    this.events = placed.filter((row) => row.edge);
    this.bare = placed.filter((row) => !row.edge).map((row) => row.event);
    const { low, high, focus } = reach(this.events);
    const before = [this.low, this.high];
    Object.assign(this, { low, high, focus, axisIn: axisZone(this.zone, events.map((event) => event.time)) });
    pen.font = `12.5px ${getComputedStyle(document.body).fontFamily}`;
    if (this.perMs && before[0] === low && before[1] === high) this.layout(); else this.fit();
  }

  fit() {
    const whole = Math.max(this.place.clientWidth - 2 * EDGE, 280);
    const last = this.events.reduce((found, row) => (row.edge.fine && (!found || row.edge.low > found.edge.low) ? row : found), null);
    const room = whole - (last && last.edge.low <= this.focus[1] ? Math.min(this.wide(last.event), whole / 4) : 0); // the last label wants its place too
    this.perMs = Math.min(room / (this.focus[1] - this.focus[0]), WIDEST / (this.high - this.low));
    this.layout();
    this.place.scrollLeft = this.x(this.focus[0]) - EDGE;
  }

  zoom(factor, at = this.place.clientWidth / 2) {
    const middle = this.low + (this.place.scrollLeft + at - EDGE) / this.perMs;
    const least = Math.max(this.place.clientWidth - 2 * EDGE, 280) / (this.high - this.low);
    this.perMs = Math.min(Math.max(this.perMs * factor, Math.min(least, this.perMs)), WIDEST / (this.high - this.low), 0.01);
    this.layout();
    this.place.scrollLeft = this.x(middle) - at;
  }

  x = (ms) => EDGE + (Math.min(Math.max(ms, this.low), this.high) - this.low) * this.perMs;

  wide = (event) => {
    const text = this.caption(event);
    if (!widths.has(text)) widths.set(text, Math.min(pen.measureText(text).width * 1.03, LONGEST));
    return widths.get(text) + 26 + (event.conflicts.length ? 18 : 0);
  };

  caption(event) {
    const open = !event.time.start ? ` (${words.undated})` : naive(event.time.start) ? ` (${words.zone_unknown})` : "";
    return `${event.label}${open}`;
  }

  layout() {
    Object.assign(this, pack(this.events, this.x, this.wide, AXIS));
    this.width = Math.max(this.x(this.high), ...this.rows.map((row) => row.left + row.taken)) + EDGE;
    this.order = [...this.rows].sort((a, b) => a.edge.low - b.edge.low || a.top - b.top);
    this.round += 1;
    this.draw();
  }

  queue() {
    this.waiting ||= requestAnimationFrame(() => { this.waiting = null; this.draw(); });
  }

  draw() {
    if (!this.rows || this.place.offsetParent === null) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.place;
    const [x1, x2, y1, y2] = this.printing ? [-1, Infinity, -1, Infinity] : [scrollLeft - 400, scrollLeft + clientWidth + 400, scrollTop - 300, scrollTop + clientHeight + 300];
    this.canvas.style.width = `${Math.max(this.width, clientWidth - 2)}px`;
    this.canvas.style.height = `${this.height}px`;
    this.backdrop(x1, x2, y1, y2, scrollLeft);
    const sight = this.rows.filter((row) => row.event.id === this.holds() || (row.top + ROW >= y1 && row.top <= y2 && row.left + row.taken >= x1 && row.left <= x2));
    this.keep(sight);
  }

  holds() { return document.activeElement?.dataset?.event; }

  backdrop(x1, x2, y1, y2, left) {
    const from = Math.max(this.low, this.low + (x1 - EDGE) / this.perMs);
    const to = Math.min(this.high, this.low + (x2 - EDGE) / this.perMs);
    const found = ticks(from, to, this.perMs, this.axisIn);
    const bands = this.lanes.filter((lane) => lane.top + lane.height >= y1 && lane.top <= y2).map((lane) => {
      const name = lane.name ? this.nameOf(lane.name) : words.no_service;
      const band = el("div", { class: "lane" }, el("span", { class: "name", title: lane.name }, name));
      Object.assign(band.style, { top: `${lane.top}px`, height: `${lane.height}px` });
      return band;
    });
    this.frame.replaceChildren(...gridlines(found, this.x), ...bands, axis(found, this.x, this.axisIn, left));
  }

  // Elements stay while their event stays in sight: focus and hover survive scrolling and zooming.
  keep(sight) {
    const wanted = new Set(sight.map((row) => row.event));
    for (const [event, made] of this.drawn) if (!wanted.has(event)) { made.remove(); this.drawn.delete(event); }
    const fresh = document.createDocumentFragment();
    for (const row of sight) {
      let made = this.drawn.get(row.event);
      if (!made) { made = this.button(row.event); this.drawn.set(row.event, made); fresh.append(made); }
      if (made.round !== this.round) this.put(made, row);
    }
    this.canvas.append(fresh);
  }

  button(event) {
    const made = el("button", { class: `ev k-${event.kind}`, type: "button", "data-event": event.id, onclick: (click) => this.choose(event.id, click.detail === 0) },
      el("span", { class: "content" }, mark(event.kind), el("span", { class: "label" }, this.caption(event)),
        event.conflicts.length ? el("span", { class: "flag", "aria-hidden": "true" }, "⚠") : null));
    return made;
  }

  put(made, { event, edge, left, width, top, taken }) {
    made.round = this.round;
    const name = [spanText(event.time, this.zone), words[event.kind] || event.kind, event.services.map(this.nameOf).join(", "), event.label,
      event.conflicts.length ? `${words.conflicts}: ${event.conflicts.length}` : ""].filter(Boolean).join(". ");
    made.title = name;
    made.setAttribute("aria-label", name);
    made.setAttribute("aria-pressed", String(this.chosen === event.id));
    made.tabIndex = this.tabStop() === event.id ? 0 : -1;
    made.classList.toggle("window", !edge.dated);
    made.classList.toggle("coarse", edge.dated && !edge.fine);
    made.classList.toggle("range", width > 3);
    made.classList.toggle("cut-low", edge.low < this.low || Boolean(edge.openLow));
    made.classList.toggle("cut-high", edge.high > this.high || Boolean(edge.openHigh));
    // The bar is the button's own ground, as long as the event took; the label may reach beyond it.
    Object.assign(made.style, { left: `${left}px`, top: `${top}px`, width: `${Math.max(width, taken - 10)}px` });
    made.style.setProperty("--bar", `${width}px`);
  }

  tabStop() { return this.chosen && this.rows.some((row) => row.event.id === this.chosen) ? this.chosen : this.order[0]?.event.id; }

  choose(id, byKey) {
    this.mark(id);
    this.onChoose(id, byKey);
  }

  mark(id) {
    this.chosen = id;
    for (const [event, made] of this.drawn) {
      made.setAttribute("aria-pressed", String(event.id === id));
      made.tabIndex = event.id === id ? 0 : -1;
    }
  }

  key(press) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1e9, End: 1e9 }[press.key];
    if (press.key === "+" || press.key === "-") { this.zoom(press.key === "+" ? 1.4 : 0.7); press.preventDefault(); return; }
    if (!step || !this.order?.length) return;
    press.preventDefault();
    const here = this.order.findIndex((row) => row.event.id === this.holds());
    this.reveal(this.order[Math.min(Math.max(here + step, 0), this.order.length - 1)].event.id);
  }

  // Bring an event into sight and give it the focus.
  reveal(id) {
    const next = this.rows?.find((row) => row.event.id === id);
    if (!next) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.place;
    const inside = next.left >= scrollLeft && next.left < scrollLeft + clientWidth - 60 && next.top > scrollTop + AXIS && next.top + ROW < scrollTop + clientHeight;
    if (!inside) this.place.scrollTo({ left: Math.max(next.left - 120, 0), top: Math.max(next.top - clientHeight / 2, 0) });
    this.draw();
    const made = this.drawn.get(next.event);
    for (const other of this.drawn.values()) other.tabIndex = other === made ? 0 : -1;
    made?.focus({ preventScroll: true });
  }
}
