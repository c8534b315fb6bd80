// Where events go: lanes by service, rows within a lane packed so that no label covers another. Pure; no page is touched.
import { coarse, naive, parse } from "./zones.js";

export const ROW = 24;
const DAY = 86400000;

// Start and end of an event in milliseconds: its own clock, or its window when it has none. Null where nothing bounds it.
export function edges(event) {
  const { start, end, window: open } = event.time;
  if (start && !naive(start)) {
    const low = parse(start);
    const latest = coarse(event.time) && open?.latest ? parse(open.latest) : low;
    return { low, high: Math.max(end ? parse(end) : low, coarse(event.time) ? latest : low), dated: true, fine: !coarse(event.time) };
  }
  const low = parse(open?.earliest);
  const high = parse(open?.latest);
  if (low === null && high === null) return null;
  return { low: low ?? high, high: high ?? low, dated: false, fine: false, openLow: low === null, openHigh: high === null };
}

// The stretch of time all finely dated events lie in. Coarse and undated ones do not stretch it: they are cut at its ends.
export function reach(rows) {
  const fine = rows.filter((row) => row.edge.fine);
  const counted = fine.length ? fine : rows;
  if (!counted.length) return { low: 0, high: DAY, focus: [0, DAY] };
  let low = Infinity;
  let high = -Infinity;
  for (const { edge } of counted) { low = Math.min(low, edge.low); high = Math.max(high, edge.high); }
  const margin = Math.max((high - low) * 0.02, 300000);
  return { low: low - margin, high: high + margin, focus: crowd(counted) };
}

// Where most of it happened: one clock time of another year must not squeeze an outage into a pixel.
function crowd(rows) {
  const groups = [];
  for (const { edge } of [...rows].sort((a, b) => a.edge.low - b.edge.low)) {
    const last = groups.at(-1);
    if (last && edge.low - last.high < 2 * DAY) { last.high = Math.max(last.high, edge.high); last.size += 1; } else groups.push({ low: edge.low, high: edge.high, size: 1 });
  }
  const most = groups.reduce((best, group) => (group.size > best.size ? group : best));
  const margin = Math.max((most.high - most.low) * 0.02, 300000);
  return [most.low - margin, most.high + margin];
}

// Rows with left, width, top, and lanes with top and height. `x` places an instant, `wide` measures a label.
export function pack(events, x, wide, first) {
  const byName = new Map();
  for (const row of events) {
    const name = row.event.services[0] || "";
    if (!byName.has(name)) byName.set(name, []);
    byName.get(name).push(row);
  }
  const rows = [];
  const lanes = [];
  let top = first;
  for (const [name, members] of byName) {
    const ends = [];
    members.sort((a, b) => a.edge.low - b.edge.low || (a.event.id < b.event.id ? -1 : 1));
    for (const row of members) {
      const left = x(row.edge.low);
      const width = Math.max(x(row.edge.high) - left, 0);
      const taken = Math.max(width, wide(row.event)) + 10;
      let level = ends.findIndex((end) => end <= left);
      if (level < 0) level = ends.push(0) - 1;
      ends[level] = left + taken;
      rows.push({ ...row, left, width, taken, top: top + 24 + level * ROW });
    }
    const height = 30 + ends.length * ROW;
    lanes.push({ name, top, height });
    top += height;
  }
  return { rows, lanes, height: top + 8 };
}
