// Instants in zones: labels and day borders move, instants never do. All formatting is the browser's own (Intl).
import { words } from "./shell.js";

const ALIAS = { PT: "America/Los_Angeles", ET: "America/New_York" };
export const locale = document.documentElement.lang || "en";
const cache = new Map();

export const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const choices = () => [["PT", "PT"], ["ET", "ET"], ["UTC", "UTC"], ["own", own], ["reported", words.reported]];

// The zone an event is shown in: the chosen one, or with `reported` the one its own claim was written in.
export function zoneOf(choice, time) {
  if (choice === "own") return own;
  if (choice !== "reported") return ALIAS[choice] || choice;
  return (time && time.zone && (time.zone.name || time.zone.offset)) || "UTC";
}

// One zone for an axis: with `reported`, the one most of the events were written in.
export function axisZone(choice, times) {
  if (choice !== "reported") return zoneOf(choice, null);
  const counts = new Map();
  for (const time of times) if (time.zone?.name) counts.set(time.zone.name, (counts.get(time.zone.name) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] || "UTC";
}

function formatter(zone, options) {
  const key = `${zone}|${JSON.stringify(options)}`;
  if (!cache.has(key)) {
    try {
      cache.set(key, new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }));
    } catch { // an offset an older browser does not know as a zone
      cache.set(key, new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }));
    }
  }
  return cache.get(key);
}

export const naive = (text) => Boolean(text) && !/(Z|[+-]\d\d:\d\d)$/.test(text);
export const parse = (text) => (text ? Date.parse(naive(text) ? `${text}Z` : text) : null);

// What is coarser than an hour is shown without a clock time: nobody said one.
const OPTIONS = {
  second: { dateStyle: "medium", timeStyle: "medium" }, "part-of-day": { dateStyle: "medium" }, day: { dateStyle: "medium" },
  month: { month: "long", year: "numeric" }, year: { year: "numeric" },
};
const COARSE = new Set(["part-of-day", "day", "month", "year"]);
export const coarse = (time) => COARSE.has(time.precision);

const OFFSET = { timeZone: "UTC", timeZoneName: "longOffset", year: "numeric" };
const offsets = new Map();
function offset(date, zone) {
  const key = `${zone}|${Math.floor(date / 900000)}`; // zones change on quarter hours
  if (!offsets.has(key)) {
    const name = new Intl.DateTimeFormat("en", { ...OFFSET, timeZone: known(zone) }).formatToParts(date).find((part) => part.type === "timeZoneName");
    offsets.set(key, name ? name.value.replace("GMT", "") || "+00:00" : "");
  }
  return offsets.get(key);
}

function known(zone) {
  return formatter(zone, {}).resolvedOptions().timeZone;
}

export function offsetMs(ms, zone) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset(ms, zone)) || [0, "+", 0, 0];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60000;
}

// The instant of a wall clock ("2025-10-20T09:25") in a zone; the offset is looked up twice because it depends on the answer.
export function fromWall(text, zone) {
  const wall = Date.parse(`${text}Z`);
  const first = wall - offsetMs(wall, zone);
  return new Date(wall - offsetMs(first, zone)).toISOString().replace(".000", "");
}
export const toWall = (text, zone) => new Date(parse(text) + (naive(text) ? 0 : offsetMs(parse(text), zone))).toISOString().slice(0, 19);

// A day, month or year is shown where it was written: carried to another zone it could become another day.
const shownIn = (choice, time) => (time && coarse(time) && time.zone?.name ? zoneOf("reported", time) : zoneOf(choice, time));

export function stamp(text, choice, time) {
  const date = new Date(parse(text));
  const options = OPTIONS[time?.precision] || { dateStyle: "medium", timeStyle: "short" };
  const part = time?.precision === "part-of-day" ? ` (${words.part_of_day})` : "";
  if (naive(text)) return `${formatter("UTC", options).format(date)}${part} (${words.zone_unknown})`;
  const zone = shownIn(choice, time);
  return `${formatter(zone, options).format(date)}${part} ${offset(date, zone)}`;
}

function range(time, choice) {
  const zone = shownIn(choice, time);
  const [start, end] = [new Date(parse(time.start)), new Date(parse(time.end))];
  if (naive(time.start) || coarse(time) || end < start || offset(start, zone) !== offset(end, zone)) return `${stamp(time.start, choice, time)} – ${stamp(time.end, choice, time)}`;
  return `${formatter(zone, OPTIONS[time.precision] || { dateStyle: "medium", timeStyle: "short" }).formatRange(start, end)} ${offset(start, zone)}`;
}

export function spanText(time, choice) {
  if (!time.start) {
    const { earliest, latest } = time.window || {};
    if (!earliest && !latest) return words.no_time;
    const clock = { zone: time.zone };
    return `${words.undated}; ${words.window}: ${earliest ? stamp(earliest, choice, clock) : "…"} – ${latest ? stamp(latest, choice, clock) : "…"}`;
  }
  const bound = time.bound && time.bound !== "at" ? `${words[time.bound]} ` : "";
  const about = time.approximate ? "~" : "";
  return `${bound}${about}${time.end && !oneUnit(time) ? range(time, choice) : stamp(time.start, choice, time)}`;
}

// A day has its own end as range end: "19 Oct" says it already.
function oneUnit(time) {
  return time.precision === "day" && parse(time.end) - parse(time.start) <= 25 * 3600000;
}

export function clockIn(ms, zone) { return formatter(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(ms); }
export function dayIn(ms, zone) { return formatter(zone, { month: "short", day: "numeric" }).format(ms); }
