// Dialogs: modal, closed by Escape, and nothing else on the page hears the keyboard while one is open.

import { byId, el, fill } from "./dom.js";
import { t } from "./lang.js";

let onKey = null;

/** Whether a dialog is open. */
export const isOpen = () => byId("dialog").open;

/** Open the dialog with a title and content. keys(event): true when it has used a key. */
export function openDialog(title, content, { keys = null, wide = false, kind = "" } = {}) {
  const dialog = byId("dialog");
  if (dialog.open) dialog.close();
  dialog.className = ["dialog", wide && "dialog-wide", kind].filter(Boolean).join(" ");
  dialog.setAttribute("aria-labelledby", "dialog-title");
  fill(dialog,
    el("header", { class: "dialog-head" },
      el("h2", { id: "dialog-title" }, title),
      el("button", { type: "button", class: "key-button", "aria-label": t("close"), on: { click: closeDialog } },
        el("kbd", {}, "Esc"))),
    el("div", { class: "dialog-body" }, content));
  onKey = keys;
  dialog.showModal();
  const first = dialog.querySelector("[data-first]");
  if (first) first.focus();
}

export function closeDialog() {
  const dialog = byId("dialog");
  onKey = null;
  if (dialog.open) dialog.close();
}

/** Give the key to the open dialog; true when it was used. */
export function dialogKey(event) {
  return Boolean(onKey && onKey(event));
}

/** Ask before something that cannot simply be undone. */
export function confirmDialog(question, word, act) {
  const yes = () => { closeDialog(); act(); };
  openDialog(question,
    el("div", { class: "row" },
      el("button", { type: "button", class: "button danger", "data-first": true, on: { click: yes } }, word, el("kbd", {}, "Enter")),
      el("button", { type: "button", class: "button", on: { click: closeDialog } }, t("cancel"), el("kbd", {}, "Esc"))),
    { keys: (event) => {
      if (event.key !== "Enter" || event.target.closest?.("button")) return false;
      yes();
      return true;
    } });
}
