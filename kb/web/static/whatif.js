// What-ifs: the mechanism models with and without chosen mitigations, the difference, and what the answer hangs on.
import { $, el, post, words, failed } from "./shell.js";

const MITIGATIONS = ["dwfm-depth-limit", "dwfm-lifo", "dwfm-drop-expired", "dwfm-jitter", "network-depth-limit", "nlb-velocity-control", "nlb-grace", "nlb-failover-off-at-detection", "warm-pool", "negative-ttl", "positive-ttl", "regional-isolation"];
const signed = (gap) => (gap > 0 ? `+${gap}` : gap < 0 ? `−${-gap}` : "0");

export class WhatIf {
  constructor(nameOf, mark) {
    Object.assign(this, { nameOf, mark });
    $("mitigations").replaceChildren(...MITIGATIONS.map((name) => el("label", { class: "check" }, el("input", { type: "checkbox", value: name }), name)));
    $("simulate").addEventListener("click", () => this.ask());
  }

  async ask() {
    const mitigations = [...$("mitigations").querySelectorAll(":checked")].map((box) => box.value);
    $("answer").replaceChildren(el("p", {}, words.loading));
    try {
      this.plain ??= await post("simulations", { mitigations: [] });
      const changed = await post("simulations", { mitigations });
      const gaps = Object.entries(changed.service_error_minutes).map(([name, after]) => [name, Math.round(after - (this.plain.service_error_minutes[name] ?? 0))]);
      this.mark(new Map(gaps.filter(([, gap]) => gap).map(([name, gap]) => [name, `${signed(gap)} ${words.minutes_short}`])));
      $("answer").replaceChildren(el("p", { class: "hint" }, words.model_says), this.table(this.plain.service_error_minutes, changed.service_error_minutes), el("h3", {}, words.assumptions), assumptions(changed.assumptions || []));
    } catch (error) { failed($("answer"), error); }
  }

  table(before, after) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort((a, b) => ((after[a] ?? 0) - (before[a] ?? 0)) - ((after[b] ?? 0) - (before[b] ?? 0)) || (a < b ? -1 : 1));
    const rows = names.map((name) => {
      const gap = Math.round((after[name] ?? 0) - (before[name] ?? 0));
      return el("tr", {}, el("th", { scope: "row" }, this.nameOf(name)), el("td", { class: "number" }, Math.round(before[name] ?? 0)), el("td", { class: "number" }, Math.round(after[name] ?? 0)),
        el("td", { class: `number ${gap < 0 ? "better" : gap > 0 ? "worse" : ""}` }, signed(gap)));
    });
    const head = [words.services, words.baseline, words.what_if, words.difference].map((name) => el("th", { scope: "col" }, name));
    return el("table", { id: "difference", class: "narrow" }, el("caption", {}, words.error_minutes), el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
  }
}

function assumptions(rows) {
  return el("ul", { id: "assumptions", class: "hint" }, ...rows.map((row) => el("li", {}, el("strong", {}, row.name), `: ${row.value} ${row.unit || ""} (${row.low}–${row.high}; ${row.origin}) ${row.why || ""}`)));
}
