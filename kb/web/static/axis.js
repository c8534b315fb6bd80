// The time axis: ticks on round clock times of the chosen zone, and borders of its days.
import { el } from "./shell.js";
import { clockIn, dayIn, offsetMs } from "./zones.js";

const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080, 43200, 525600].map((minutes) => minutes * 60000);

// Instants of round wall-clock times between two instants; the offset is looked up for each, because it changes within a year.
export function ticks(low, high, perMs, zone) {
  const step = STEPS.find((candidate) => candidate * perMs >= 84) || STEPS.at(-1);
  const found = [];
  for (let wall = Math.ceil((low + offsetMs(low, zone)) / step) * step; ; wall += step) {
    const at = wall - offsetMs(wall - offsetMs(wall, zone), zone);
    if (at > high || found.length > 400) return found;
    if (at >= low) found.push({ at, day: wall % 86400000 === 0 || step >= 86400000 });
  }
}

export function axis(found, x, zone, left) {
  const bar = el("div", { class: "axis", "aria-hidden": "true" });
  found.forEach(({ at, day }, i) => {
    const tick = el("span", { class: `tick${day ? " day" : ""}` }, el("b", {}, day || i === 0 ? dayIn(at, zone) : ""), clockIn(at, zone));
    tick.style.left = `${x(at)}px`;
    bar.append(tick);
  });
  const name = el("span", { class: "axis-zone" }, zone);
  name.style.left = `${left}px`;
  bar.append(name);
  return bar;
}

export function gridlines(found, x) {
  return found.map(({ at, day }) => {
    const line = el("div", { class: `gridline${day ? " day" : ""}`, "data-at": new Date(at).toISOString() });
    line.style.left = `${x(at)}px`;
    return line;
  });
}
