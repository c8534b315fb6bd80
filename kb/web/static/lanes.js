// Lanes by service over a zoomable time axis. Only what is in sight is in the page, so thousands of events stay quick.
import { el, $, words } from "./shell.js";
import { mark } from "./marks.js";
import { clockIn, dayIn, dayKey, parse, spanText, zoneOf, naive } from "./zones.js";

const ROW = 24;
const LABEL = 150; // pixels a label may need; rows are packed so that labels do not cover one another
const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080, 43200].map((minutes) => minutes * 60000);

// Start and end of an event in milliseconds: its own clock, or its window when it has none.
export function edges(event) {
  const { start, end, window: open } = event.time;
  if (start && !naive(start)) return { low: parse(start), high: end ? parse(end) : parse(start), dated: true };
  const low = open && parse(open.earliest);
  const high = open && parse(open.latest);
  if (low === null && high === null || low === undefined) return null;
  return { low: low ?? high, high: high ?? low, dated: false };
}

export class Lanes {
  constructor(place, onChoose) {
    this.place = place;
    this.onChoose = onChoose;
    this.zone = "UTC";
    this.events = [];
    this.chosen = null;
    place.addEventListener("scroll", () => this.queue(), { passive: true });
    place.addEventListener("keydown", (press) => this.key(press));
    place.addEventListener("wheel", (turn) => { if (turn.ctrlKey) { turn.preventDefault(); this.zoom(turn.deltaY < 0 ? 1.25 : 0.8, turn.offsetX); } }, { passive: false });
    new ResizeObserver(() => this.queue()).observe(place);
  }

  show(events) {
    this.events = events.map((event) => ({ event, edge: edges(event) })).filter((row) => row.edge);
    this.bare = events.length - this.events.length;
    const dated = this.events.filter((row) => row.edge.dated);
    const reach = dated.length ? dated : this.events;
    this.low = Math.min(...reach.map((row) => row.edge.low));
    this.high = Math.max(...reach.map((row) => row.edge.high), this.low + 60000);
    if (!this.perMs) this.fit(false);
    this.layout();
  }

  fit(draw = true) {
    const room = Math.max(this.place.clientWidth - LABEL - 40, 300);
    this.perMs = room / Math.max(this.high - this.low, 60000);
    if (draw) this.layout();
  }

  zoom(factor, at = this.place.clientWidth / 2) {
    const x = this.place.scrollLeft + at;
    this.perMs *= factor;
    this.layout();
    this.place.scrollLeft = x * factor - at;
  }

  x(ms) { return 16 + (Math.min(Math.max(ms, this.low), this.high) - this.low) * this.perMs; }

  layout() {
    const lanes = new Map();
    for (const row of this.events) {
      const name = row.event.services[0] || "—";
      if (!lanes.has(name)) lanes.set(name, []);
      lanes.get(name).push(row);
    }
    let top = 40;
    this.rows = [];
    this.lanes = [];
    for (const [name, rows] of lanes) {
      const ends = [];
      rows.sort((a, b) => a.edge.low - b.edge.low || (a.event.id < b.event.id ? -1 : 1));
      for (const row of rows) {
        const left = this.x(row.edge.low);
        const width = Math.max(this.x(row.edge.high) - left, 0);
        let level = ends.findIndex((end) => end <= left);
        if (level < 0) level = ends.push(0) - 1;
        ends[level] = left + Math.max(width + 24, LABEL);
        this.rows.push({ ...row, left, width, top: top + 22 + level * ROW });
      }
      const height = 26 + ends.length * ROW;
      this.lanes.push({ name, top, height });
      top += height;
    }
    this.height = top + 8;
    this.width = this.x(this.high) + LABEL + 60;
    this.order = [...this.rows].sort((a, b) => a.edge.low - b.edge.low || a.top - b.top);
    this.draw();
  }

  queue() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => { this.waiting = null; this.draw(); });
  }

  draw() {
    if (!this.rows || this.place.offsetParent === null) return;
    const printing = this.printing;
    const [x1, x2] = printing ? [-1, Infinity] : [this.place.scrollLeft - 400, this.place.scrollLeft + this.place.clientWidth + 400];
    const [y1, y2] = printing ? [-1, Infinity] : [this.place.scrollTop - 300, this.place.scrollTop + this.place.clientHeight + 300];
    const focused = document.activeElement?.dataset?.event;
    const canvas = el("div", { class: "canvas" });
    canvas.style.width = `${Math.max(this.width, this.place.clientWidth - 4)}px`;
    canvas.style.height = `${this.height}px`;
    canvas.append(this.axis(x1, x2));
    for (const lane of this.lanes) {
      if (lane.top + lane.height < y1 || lane.top > y2) continue;
      const band = el("div", { class: "lane" }, el("span", { class: "name", title: lane.name }, lane.name));
      Object.assign(band.style, { position: "absolute", top: `${lane.top}px`, height: `${lane.height}px`, left: "0", right: "0" });
      canvas.append(band);
    }
    for (const row of this.rows) {
      if (row.top + ROW < y1 || row.top > y2 || row.left + row.width + LABEL < x1 || row.left > x2) continue;
      canvas.append(this.button(row));
    }
    const at = [this.place.scrollLeft, this.place.scrollTop];
    this.place.replaceChildren(canvas);
    [this.place.scrollLeft, this.place.scrollTop] = at;
    if (focused) this.place.querySelector(`[data-event="${focused}"]`)?.focus({ preventScroll: true });
  }

  button(row) {
    const { event, edge } = row;
    const when = spanText(event.time, this.zone);
    const name = `${when}. ${words[event.kind] || event.kind}. ${event.services.join(", ")}. ${event.label}${event.conflicts.length ? `. ${event.conflicts.length} ${words.conflicts}` : ""}`;
    const made = el("button", {
      class: `ev k-${event.kind}${edge.dated ? "" : " window"}`, "data-event": event.id, title: name, "aria-label": name,
      "aria-pressed": String(this.chosen === event.id), tabindex: this.tabStop() === event.id ? "0" : "-1", onclick: () => this.choose(event.id),
    }, mark(event.kind));
    if (row.width > 2) { const bar = el("span", { class: "bar" }); bar.style.width = `${row.width}px`; made.prepend(bar); }
    made.append(el("span", { class: "label" }, event.label));
    if (event.conflicts.length) made.append(el("span", { class: "flag", "aria-hidden": "true" }, "⚠"));
    Object.assign(made.style, { left: `${row.left}px`, top: `${row.top}px` });
    return made;
  }

  tabStop() { return this.chosen || this.order[0]?.event.id; }

  choose(id) {
    this.chosen = id;
    this.place.querySelectorAll("[aria-pressed=true]").forEach((old) => old.setAttribute("aria-pressed", "false"));
    this.place.querySelector(`[data-event="${id}"]`)?.setAttribute("aria-pressed", "true");
    this.onChoose(id);
  }

  key(press) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -1e9, End: 1e9 }[press.key];
    if (press.key === "+" || press.key === "-") { this.zoom(press.key === "+" ? 1.4 : 0.7); press.preventDefault(); return; }
    if (!step) return;
    press.preventDefault();
    const here = this.order.findIndex((row) => row.event.id === document.activeElement?.dataset?.event);
    const next = this.order[Math.min(Math.max(here + step, 0), this.order.length - 1)];
    if (!next) return;
    this.place.scrollTo({ left: Math.max(next.left - 200, 0), top: Math.max(next.top - this.place.clientHeight / 2, 0) });
    this.draw();
    this.place.querySelector(`[data-event="${next.event.id}"]`)?.focus({ preventScroll: true });
  }

  axis(x1, x2) {
    const axis = el("div", { class: "axis", "aria-hidden": "true" });
    const zone = zoneOf(this.zone === "reported" ? "UTC" : this.zone, null);
    const step = STEPS.find((candidate) => candidate * this.perMs >= 70) || STEPS.at(-1);
    let day = null;
    for (let at = Math.ceil(this.low / step) * step; at <= this.high; at += step) {
      const x = this.x(at);
      const today = dayKey(at, zone);
      const fresh = today !== day;
      day = today;
      if (x < x1 || x > x2) continue;
      const tick = el("span", { class: `tick${fresh ? " day" : ""}` }, fresh ? `${dayIn(at, zone)} ` : "", fresh ? el("br") : "", clockIn(at, zone));
      tick.style.left = `${x}px`;
      axis.append(tick);
    }
    return axis;
  }
}
