// Instants in zones: labels and day borders move, instants never do. All formatting is the browser's own (Intl).
import { words } from "./shell.js";

const ALIAS = { PT: "America/Los_Angeles", ET: "America/New_York" };
const locale = document.documentElement.lang || "en";
const cache = new Map();

export const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const choices = () => [["PT", "PT"], ["ET", "ET"], ["UTC", "UTC"], ["own", own], ["reported", words.reported]];

// The zone an event is shown in: the chosen one, or with `reported` the one its own claim was written in.
export function zoneOf(choice, time) {
  if (choice === "own") return own;
  if (choice !== "reported") return ALIAS[choice] || choice;
  return (time && time.zone && (time.zone.name || time.zone.offset)) || "UTC";
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

const OPTIONS = {
  second: { dateStyle: "medium", timeStyle: "medium" }, day: { dateStyle: "medium" }, month: { month: "long", year: "numeric" }, year: { year: "numeric" },
};

function offset(date, zone) {
  const part = formatter(zone, { timeZoneName: "longOffset" }).formatToParts(date).find((p) => p.type === "timeZoneName");
  return part ? part.value.replace("GMT", "") || "+00:00" : "";
}

export function stamp(text, choice, time) {
  const date = new Date(parse(text));
  const options = OPTIONS[time && time.precision] || { dateStyle: "medium", timeStyle: "short" };
  if (naive(text)) return `${formatter("UTC", options).format(date)} (${words.zone_unknown})`;
  const zone = zoneOf(choice, time);
  return `${formatter(zone, options).format(date)} ${offset(date, zone)}`;
}

export function spanText(time, choice) {
  if (!time.start) {
    const { earliest, latest } = time.window || {};
    if (!earliest && !latest) return words.no_time;
    return `${words.window}: ${earliest ? stamp(earliest, choice, time) : "…"} – ${latest ? stamp(latest, choice, time) : "…"}`;
  }
  const bound = time.bound && time.bound !== "at" ? `${words[time.bound]} ` : "";
  const about = time.approximate ? "~" : "";
  return `${bound}${about}${stamp(time.start, choice, time)}${time.end ? ` – ${stamp(time.end, choice, time)}` : ""}`;
}

export function clockIn(ms, zone) { return formatter(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(ms); }
export function dayIn(ms, zone) { return formatter(zone, { month: "short", day: "numeric" }).format(ms); }
export function dayKey(ms, zone) { return formatter(zone, { year: "numeric", month: "numeric", day: "numeric" }).format(ms); }
