// Corrections by people: small forms that send decisions. The machine's value is kept; every correction can be undone.
import { el, all, api, post, words, notice } from "./shell.js";
import { KINDS } from "./marks.js";
import { fromWall, toWall, zoneOf } from "./zones.js";

const WHO = "pmkb-who"; // remembered in this browser, so that a review asks once

export async function corrections(event, { zone, labels, nameOf, changed }) {
  const who = el("input", { name: "who", required: true, maxlength: "200", autocomplete: "name", value: localStorage.getItem(WHO) || "" });
  const send = async (field, value, target = event.id, only_claim = false) => {
    if (!who.value.trim()) { who.focus(); who.reportValidity(); return; }
    localStorage.setItem(WHO, who.value.trim());
    try {
      await post("decisions", { target, field, value, who: who.value.trim(), only_claim });
      notice(words.saved);
      await changed();
    } catch (error) { notice(`${words.failed} ${error.message}`); }
  };
  return el("details", { class: "correct" }, el("summary", {}, words.correct), el("label", {}, words.your_name, who),
    form("kind", words.kind, [el("select", { "aria-label": words.kind }, ...KINDS.map((name) => el("option", { value: name, selected: name === event.kind }, words[name])))], ([kind]) => send("kind", kind.value)),
    timeForm(event, zone, send),
    form("services", words.services, [el("input", { value: event.services.join(", "), "aria-label": words.services, title: event.services.map(nameOf).join(", ") })], ([names]) => send("services", names.value)),
    form("merge", words.merge, [others(event, labels)], ([other]) => other.value && send("merge", other.value)),
    claimForm(event, send),
    form("reject", words.reject_event, [], () => send("reject", "true"), words.reject), await made(event, changed));
}

function form(name, title, fields, act, verb = words.apply) {
  return el("form", { class: "row", "data-field": name, onsubmit: (submit) => { submit.preventDefault(); act(fields); } }, el("span", { class: "field" }, title), ...fields, el("button", {}, verb));
}

// Wall clock in the zone the page shows; both empty says that no time is known.
function timeForm(event, choice, send) {
  const zone = zoneOf(choice, event.time);
  const field = (name, value) => el("input", { type: "datetime-local", step: "1", "aria-label": name, value: value ? toWall(value, zone) : "" });
  return form("time", `${words.time} (${zone})`, [field(words.start, event.time.start), field(words.end, event.time.end)],
    ([start, end]) => send("time", [start.value, end.value].filter(Boolean).map((wall) => fromWall(wall, zone)).join("/")));
}

function others(event, labels) {
  return el("select", { "aria-label": words.merge }, el("option", { value: "" }, "—"), ...[...labels.values()].filter((other) => other.id !== event.id)
    .map((other) => el("option", { value: other.id }, `${other.time.start ? other.time.start.slice(0, 16).replace("T", " ") : words.undated} · ${other.label}`)));
}

// One claim of several: told apart from the event, or rejected alone.
function claimForm(event, send) {
  if (event.claim_rows.length < 2) return null;
  const which = el("select", { "aria-label": words.one_claim }, ...event.claim_rows.map((claim) => el("option", { value: claim.id }, `${claim.language} · ${claim.quote.slice(0, 60)}`)));
  const made = form("split", words.one_claim, [which], () => send("split", which.value, which.value), words.split);
  made.append(el("button", { type: "button", onclick: () => send("reject", "true", which.value, true) }, words.reject));
  return made;
}

// Corrections in force on this event's claims, each with who, when and a way back.
async function made(event, changed) {
  const { items } = await all("decisions");
  const mine = items.filter((one) => !one.undone && event.claims.includes(one.target));
  if (!mine.length) return null;
  return el("ul", { class: "made" }, ...mine.map((one) => el("li", {}, `${words[one.field] || one.field}: ${one.machine ?? "—"} → ${one.value} · ${one.who} · ${one.when.slice(0, 16).replace("T", " ")} UTC `,
    el("button", { type: "button", onclick: async () => { await api(`decisions/${one.id}`, { method: "DELETE" }); notice(words.undone); await changed(); } }, words.undo))));
}
