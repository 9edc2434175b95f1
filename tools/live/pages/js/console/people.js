// Names at the table, and a new match.

import { el } from "../dom.js";
import { closeDialog, openDialog } from "../dialogs.js";
import { seatWord, t } from "../lang.js";
import { desk, send } from "./desk.js";

/** Change the names; with `fresh` a new match begins with them. */
export function enterNames(fresh = false) {
  const fields = desk.look.seats.map((seat, i) => el("input", {
    class: "field", id: `name-${seat.seat}`, name: seat.seat, value: seat.given, placeholder: seatWord(seat.seat), maxlength: 40, autocomplete: "off", "data-first": i === 0,
  }));
  const take = () => {
    const names = Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]).filter(([, name]) => name !== ""));
    closeDialog();
    send(fresh ? { action: "new_match", names } : { action: "names", names });
  };
  openDialog(t(fresh ? "ask.new_match" : "names.title"), [
    el("div", { class: "names" }, fields.map((field) => [el("label", { for: field.id, class: "label" }, seatWord(field.name)), field])),
    el("div", { class: "row" },
      el("button", { type: "button", class: fresh ? "button danger" : "button good", on: { click: take } }, t(fresh ? "do.new_match" : "save"), el("kbd", {}, "Enter")),
      el("button", { type: "button", class: "button", on: { click: closeDialog } }, t("cancel"), el("kbd", {}, "Esc"))),
  ], { keys: (event) => {
    if (event.key !== "Enter" || event.target.tagName === "BUTTON") return false;
    take();
    return true;
  } });
}
