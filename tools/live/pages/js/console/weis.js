// Weis and Stöck: what the hands known so far propose, what counts, and entering what was announced.

import { cardChip, cardPicture } from "../cards.js";
import { byId, el, keyed } from "../dom.js";
import { closeDialog, openDialog } from "../dialogs.js";
import { cardName, lang, t } from "../lang.js";
import { meantWeis } from "../typing.js";
import { choose, chooseSeat } from "./choose.js";
import { desk, seatName, send } from "./desk.js";

export function drawWeis() {
  const look = desk.look;
  keyed(byId("weis"), [look.proposals, look.deal?.entries, look.weisMode, look.seats, look.pack, lang()], () => {
    const rows = [
      ...look.proposals.weis.map(drawProposal),
      ...entered(look).map(drawEntered),
      look.proposals.stoeck ? drawStoeck(look.proposals.stoeck) : null,
    ].filter(Boolean);
    return rows.length === 0 ? el("p", { class: "muted" }, t("weis.none")) : el("div", { class: "entry-list" }, rows);
  });
}

/** Entries that no proposal stands for: points that were announced without cards. */
function entered(look) {
  const proposed = new Set(look.proposals.weis.map((one) => `${one.seat} ${[...one.cards].sort()}`));
  return (look.deal?.entries ?? []).filter((entry) => entry.kind === "weis" && !proposed.has(`${entry.seat} ${[...entry.cards].sort()}`) ||
    (entry.kind === "stoeck" && !look.proposals.stoeck));
}

function drawEntered(entry) {
  return el("div", { class: "entry", "data-side": entry.side }, who(entry.seat, entry.cards, t(entry.kind)),
    el("span", { class: "worth" }, entry.points * (entry.factor ?? 1)));
}

function drawProposal(weis) {
  const decided = weis.status === "rejected" || weis.status === "accepted";
  const answer = (action, text, kind) => el("button", { type: "button", class: `button ${kind}`, "data-do": action, on: { click: () => send({ action, id: weis.id }) } }, t(text));
  return el("div", { class: `entry ${weis.status}`, "data-side": desk.look.seat[weis.seat].side }, who(weis.seat, weis.cards, t(`weis.${weis.status}`)),
    el("span", { class: "worth" }, weis.points),
    el("div", { class: "row" },
      weis.status !== "accepted" && weis.status !== "counted" ? answer("weis_accept", "weis.accept", decided ? "" : "good") : null,
      weis.status !== "rejected" ? answer("weis_reject", "weis.reject", "") : null));
}

function drawStoeck(stoeck) {
  const counts = stoeck.status === "counted" || stoeck.status === "accepted";
  return el("div", { class: `entry ${stoeck.status}`, "data-side": desk.look.seat[stoeck.seat].side },
    who(stoeck.seat, stoeck.cards, t("stoeck")), el("span", { class: "worth" }, 20),
    el("div", { class: "row" },
      counts ? el("button", { type: "button", class: "button", on: { click: () => send({ action: "stoeck_reject" }) } }, t("weis.reject"))
        : el("button", { type: "button", class: "button good", on: { click: () => send({ action: "stoeck", seat: stoeck.seat }) } }, t("weis.accept"))));
}

function who(seat, cards, word) {
  return el("div", { class: "who" }, el("b", {}, seat ? seatName(seat) : ""), (cards ?? []).map((card) => cardChip(card)), el("span", { class: "muted" }, word));
}

/** Enter a Weis: who, then one that the known cards propose, or the cards as they were shown. */
export function enterWeis() {
  if (!desk.look.rules.weis) return;
  chooseSeat(t("weis.who"), (seat) => {
    const found = desk.look.proposals.weis.filter((one) => one.seat === seat);
    if (found.length === 0) { enterWeisCards(seat); return; }
    choose(t("weis.what", { name: seatName(seat) }), [
      ...found.map((one) => {
        const counts = one.status === "counted" || one.status === "accepted";
        return {
          content: [el("span", { class: "row" }, one.cards.map((card) => cardChip(card))), `${one.points}  ${t(counts ? "weis.reject" : "weis.accept")}`],
          run: () => send({ action: counts ? "weis_reject" : "weis_accept", id: one.id }),
        };
      }),
      { content: [t("weis.other")], run: () => enterWeisCards(seat) },
    ]);
  });
}

const WORTH = [20, 50, 100, 150, 200];
const LEAST_WORTH = 20; // a smaller number is the rank of a card

/** A Weis by its cards, typed or tapped, or by its points alone. */
function enterWeisCards(seat) {
  const pack = desk.look.cards;
  let cards = [];
  let points = null;
  const field = el("input", { class: "field", type: "text", autocomplete: "off", spellcheck: "false", maxlength: 60, placeholder: t("weis.type"),
    "aria-label": t("weis.type"), "data-first": true, on: { input: () => {
      points = meantPoints(field.value);
      const typed = points === null ? meantWeis(field.value, pack) : [];
      cards = typed ?? [];
      mark(typed === null);
    } } });
  const note = el("p", { class: "hint", role: "status" }, t("weis.hint"));
  const buttons = pack.map((card) => el("button", { type: "button", tabindex: -1, class: "card-button", "data-code": card, title: cardName(card), on: { click: () => {
    points = null;
    cards = cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card];
    field.value = cards.map((one) => one.toLowerCase()).join(" ");
    mark(false);
  } } }, cardPicture(card)));
  const take = () => {
    if (cards.length === 0 && points === null) return;
    closeDialog();
    send(points === null ? { action: "weis", seat, cards } : { action: "weis", seat, points });
  };
  const worth = WORTH.map((value) => el("button", { type: "button", class: "button worth-button", "data-points": value,
    on: { click: () => { points = value; take(); } } }, value));
  function mark(unclear) {
    buttons.forEach((node) => node.classList.toggle("chosen", cards.includes(node.dataset.code)));
    worth.forEach((node) => node.classList.toggle("on", Number(node.dataset.points) === points));
    note.textContent = points !== null ? t("weis.points.hint", { points }) : unclear ? t("weis.unclear") : t("weis.hint");
  }
  openDialog(t("weis.what", { name: seatName(seat) }), [field, note,
    el("div", { class: "row worths", role: "group", "aria-label": t("weis.points") }, el("span", { class: "label" }, t("weis.points")), worth),
    el("div", { class: "deck" }, buttons),
    el("div", { class: "row" }, el("button", { type: "button", class: "button good", on: { click: take } }, t("save"), el("kbd", {}, "Enter")))],
  { wide: true, keys: (event) => {
    if (event.key !== "Enter") return false;
    take();
    return true;
  } });
}

/** Points that were typed instead of cards: whole tens; null for anything else. */
function meantPoints(typed) {
  const value = /^\s*\d{2,4}\s*$/.test(typed) ? Number(typed) : 0;
  return value >= LEAST_WORTH && value % 10 === 0 ? value : null;
}

/** Stöck: whose it is; or, when it counts already, that it does not. */
export function enterStoeck() {
  const { look } = desk;
  if (!look.rules.stoeck) return;
  const found = look.proposals.stoeck;
  if (found && found.status !== "counted" && found.status !== "accepted") send({ action: "stoeck", seat: found.seat });
  else if (!found) chooseSeat(t("stoeck.who"), (seat) => send({ action: "stoeck", seat }));
  else {
    choose(t("stoeck.of", { name: seatName(found.seat) }), [
      { content: [t("weis.reject")], run: () => send({ action: "stoeck_reject" }) },
      { content: [t("stoeck.other")], run: () => chooseSeat(t("stoeck.who"), (seat) => send({ action: "stoeck", seat })) },
    ]);
  }
}
