// A claim as a card.
import { el } from "./shell.js";
import { timeFacts } from "./evidence.js";
import { kindTag } from "./marks.js";

export function claimCard(claim) {
  return el("article", { class: "claim" }, el("p", {}, kindTag(claim.kind), ` ${claim.services.join(", ")} `, claim.stance === "report" ? "" : el("span", { class: "badge" }, claim.stance)),
    el("p", {}, claim.event ? el("strong", {}, claim.label) : claim.label), timeFacts(claim.time, "UTC"), el("p", { class: "hint" }, `${claim.happening} · ${claim.rule}`));
}
