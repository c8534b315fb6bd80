// Tabs as the ARIA practices have them: one stop for Tab, arrows between them.
import { $ } from "./shell.js";

export function tabs(chosen) {
  const list = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const each of list) {
      const on = each === tab;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      $(each.getAttribute("aria-controls")).hidden = !on;
    }
    chosen(tab.id.replace("tab-", ""));
  };
  list.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (press) => {
      const next = { ArrowRight: list[(i + 1) % list.length], ArrowLeft: list[(i - 1 + list.length) % list.length], Home: list[0], End: list.at(-1) }[press.key];
      if (next) { press.preventDefault(); next.focus(); choose(next); }
    });
  });
}
