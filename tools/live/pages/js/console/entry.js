// Entering a card by keyboard: the likeliest first, then the whole pack; typed letters narrow it down.

import { cardPicture } from "../cards.js";
import { el } from "../dom.js";
import { closeDialog, openDialog } from "../dialogs.js";
import { cardName, t } from "../lang.js";
import { playsOf } from "../look.js";
import { meant } from "../typing.js";
import { chooseSeat } from "./choose.js";
import { desk, seatName, select, send } from "./desk.js";

const MOST_LIKELY = 5; // digits 1 to 5 choose one: 6 and up begin a rank

/** Say what card a play was. */
export function enterCorrection(play) {
  if (!play) return;
  select(play.id);
  const { look } = desk;
  const likely = play.likely.map((one) => one.card).filter((card) => look.cards.includes(card));
  ask(t("entry.correct", { name: seatName(play.seat), n: play.trick }), likely, play.card,
    (card) => send({ action: "card", play: play.id, card }));
}

/** Insert a card before a play, or as the next one on the table when there is none. */
export function enterInsert(before) {
  const look = desk.look;
  const next = look.deal?.toAct;
  const title = before ? t("entry.insert", { card: `${seatName(before.seat)}: ${cardName(before.card)}` })
    : next ? t("entry.add", { name: seatName(next) }) : t("do.add");
  const known = next && !before ? look.deal.known[next] ?? [] : [];
  ask(title, known, null, async (card) => {
    const put = { action: "insert", card, ...(before ? { before: before.id } : {}) };
    const said = await send(put);
    if (said.code === "no_seat") chooseSeat(t("seat.played"), (seat) => send({ ...put, seat }));
  });
}

function ask(title, likely, now, take) {
  const played = new Set(playsOf(desk.look.deal).map((play) => play.card).filter((card) => card && card !== now));
  const first = [...new Set(likely)].slice(0, MOST_LIKELY);
  const pack = desk.look.cards;
  const width = pack.length / 4;
  const cards = [...first, ...pack];
  let chosen = 0;
  let wanted = new Set(pack);

  const field = el("input", { class: "field", type: "text", autocomplete: "off", spellcheck: "false", maxlength: 40,
    placeholder: t("entry.type"), "aria-label": t("entry.type"), "data-first": true, on: { input: narrow } });
  const none = el("p", { class: "hint", role: "status" });
  const button = (card, key) => el("button", { type: "button", tabindex: -1, class: played.has(card) ? "card-button played" : "card-button",
    title: played.has(card) ? `${cardName(card)}: ${t("entry.played")}` : cardName(card), "data-code": card, on: { click: () => done(card) } },
  cardPicture(card), key ? el("kbd", {}, key) : null);
  const likelyRow = first.map((card, i) => button(card, i + 1));
  const deck = pack.map((card) => button(card, null));
  const buttons = [...likelyRow, ...deck];

  function done(card) { closeDialog(); take(card); }
  function fits(i) { return wanted.has(cards[i]); }
  function mark() {
    buttons.forEach((node, i) => { node.classList.toggle("chosen", i === chosen); node.classList.toggle("out", !fits(i)); });
    buttons[chosen]?.scrollIntoView({ block: "nearest" });
  }
  function narrow() {
    wanted = meant(field.value, pack);
    const found = cards.findIndex((_, i) => fits(i));
    chosen = found;
    none.textContent = found < 0 ? t("entry.none") : t("entry.hint");
    mark();
  }
  function move(step) {
    for (let i = chosen + step; i >= 0 && i < cards.length; i += step) if (fits(i)) { chosen = i; mark(); return; }
  }
  function keys(event) {
    const digit = Number(event.key);
    if (field.value === "" && digit >= 1 && digit <= first.length) { done(first[digit - 1]); return true; }
    const deckStep = chosen >= first.length ? width : 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: chosen < first.length ? first.length - chosen : deckStep, ArrowUp: -deckStep }[event.key];
    if (step !== undefined) {
      const target = chosen + step;
      if (Math.abs(step) > 1 && target >= 0 && target < cards.length && fits(target)) { chosen = target; mark(); } else move(Math.sign(step));
      return true;
    }
    if (event.key !== "Enter") return false;
    if (chosen >= 0 && fits(chosen)) done(cards[chosen]);
    return true;
  }

  openDialog(title, [
    field,
    none,
    el("div", { class: "entry-cards" },
      first.length > 0 ? el("div", { class: "entry-likely" }, el("span", { class: "label" }, t("entry.likely")), el("div", { class: "likely" }, likelyRow)) : null,
      el("div", { class: "entry-deck" }, el("span", { class: "label" }, t("entry.all")), el("div", { class: "deck" }, deck))),
  ], { keys, wide: true });
  narrow();
}
