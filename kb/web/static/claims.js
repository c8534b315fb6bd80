// A claim as a card.
import { el, words } from "./shell.js";
import { timeFacts } from "./evidence.js";
import { kindTag } from "./marks.js";

export function claimCard(claim) {
  return el("article", { class: "claim" }, el("p", {}, kindTag(claim.kind), ` ${claim.services.join(", ")} `, claim.stance === "report" ? "" : el("span", { class: "badge" }, words.stances[claim.stance] || claim.stance)),
    el("p", {}, el("strong", {}, claim.label)), timeFacts(claim.time, "UTC"), el("p", { class: "hint" }, `${claim.happening} · ${claim.rule}`));
}
