// Choosing one of a few things, such as a seat.

import { closeDialog, openDialog } from "../dialogs.js";
import { el } from "../dom.js";
import { seatWord } from "../lang.js";
import { desk } from "./desk.js";

/** Choose a seat: digits in the order of the seats, or the first letter of the seat. */
export function chooseSeat(title, take) {
  choose(title, desk.look.seats.map((seat) => ({
    side: seat.side, letter: seatWord(seat.seat)[0].toLowerCase(), content: seat.given ? [seat.name, seatWord(seat.seat)] : [seat.name], run: () => take(seat.seat),
  })));
}

/** Choose one of some things by digit, by Tab and Enter, or by touch. */
export function choose(title, choices) {
  const act = (choice) => { closeDialog(); choice.run(); };
  openDialog(title, el("div", { class: "choices" }, choices.map((choice, i) =>
    el("button", { type: "button", class: "button choice", "data-first": i === 0, "data-side": choice.side ?? null, on: { click: () => act(choice) } },
      el("kbd", {}, i + 1), choice.content.map((part) => (typeof part === "string" ? el("span", {}, part) : part))))), {
    keys: (event) => {
      const choice = choices[Number(event.key) - 1] ?? choices.find((one) => one.letter && one.letter === event.key.toLowerCase());
      if (choice) { act(choice); return true; }
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return false;
      const buttons = [...document.querySelectorAll(".choices .choice")];
      const at = buttons.indexOf(document.activeElement);
      buttons[(at + (event.key === "ArrowDown" ? 1 : buttons.length - 1)) % buttons.length]?.focus();
      return true;
    },
  });
}
