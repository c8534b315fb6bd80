// Kinds by colour AND shape, so that they can be told apart without colour.
import { svg, el, words } from "./shell.js";

export const KINDS = ["trigger", "impact", "detection", "diagnosis", "mitigation", "recovery", "communication", "state"];
const SHAPES = {
  trigger: "M0-7L7 6H-7Z", impact: "M-6-6H6V6H-6Z", detection: "M0-7L7 0L0 7L-7 0Z", diagnosis: "M-7-2H-2V-7H2V-2H7V2H2V7H-2V2H-7Z",
  mitigation: "M-7-6H7L0 7Z", recovery: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6Z", communication: "M-7-5H7V3H1L-3 7V3H-7Z", state: "M-7-3H7V3H-7Z",
};

export function mark(kind) {
  return svg("svg", { class: `mark k-${kind}`, viewBox: "-8 -8 16 16", "aria-hidden": "true" }, svg("path", { d: SHAPES[kind] || SHAPES.state }));
}

export const kindTag = (kind) => el("span", { class: "kind" }, mark(kind), words[kind] || kind);
