// A trick as it lies on the table: every card before its seat, names round it, new cards laid, the trick swept away.

import { cardPicture } from "./cards.js";
import { calm, el } from "./dom.js";
import { currentPack, lang, t } from "./lang.js";

const SWEEP_MS = 430;

/** Where seats are, as parts of the table from its middle (x right, y down). */
const PLACES = {
  north: [0, -1], northeast: [0.86, -0.6], east: [1, 0], southeast: [0.86, 0.6],
  south: [0, 1], southwest: [-0.86, 0.6], west: [-1, 0], northwest: [-0.86, -0.6],
};
/** Where their cards lie, in the steps below: in two rows where more than four play, so that none lies on another. */
const CARDS = {
  ...PLACES, northeast: [1, -1], southeast: [1, 1], southwest: [-1, 1], northwest: [-1, -1],
};
const CARDS_OF_FIVE = { ...CARDS, east: [1, -1], west: [-1, -1], southeast: [0.52, 1], southwest: [-0.52, 1] };
// In widths of a card, which is 1.56 high: two cards that are turned by MOST_TURN stay apart, and .trick in cards.css
// makes them as large as there is room for 3.6 by 3.4 of them.
const STEP_X = 1.21;
const STEP_Y = 0.87;
const MOST_TURN = 6; // degrees

/** A table that shows tricks. show({seats, toAct, plays, number, winner}) brings it up to date. */
export function trickTable(parent) {
  parent.classList.add("trick");
  const cards = new Map();
  let names = "";
  let shown = null;
  let first = true;

  function show(trick) {
    showNames(trick);
    const fresh = trick.deal !== shown?.deal || trick.number !== shown?.number;
    if (fresh) sweep(shown, trick.keep !== false);
    const wanted = new Set(trick.plays.map((play) => key(trick, play)));
    for (const [id, card] of cards) if (!wanted.has(id)) { card.node.remove(); cards.delete(id); }
    trick.plays.forEach((play, order) => lay(trick, play, order, !first));
    shown = { ...trick };
    first = false;
  }

  function key(trick, play) { return `${trick.deal}/${trick.number}/${play.id}`; }

  function lay(trick, play, order, animated) {
    const id = key(trick, play);
    const facts = JSON.stringify([play.card, play.unsure, play.illegal, play.seat, currentPack(), lang()]);
    let card = cards.get(id);
    if (!card || card.facts !== facts) {
      const place = (trick.seats.length === 5 ? CARDS_OF_FIVE : CARDS)[play.seat];
      const node = el("div", { class: "trick-card", "data-play": play.id }, cardPicture(play.card, play));
      node.style.left = `calc(50% + var(--card) * ${place[0] * STEP_X})`;
      node.style.top = `calc(50% + var(--card) * ${place[1] * STEP_Y})`;
      node.style.setProperty("--turn", `${turn(place, play.id)}deg`);
      node.style.setProperty("--dx", place[0] * 140);
      node.style.setProperty("--dy", place[1] * 140);
      if (card) card.node.replaceWith(node); // a correction takes the card's place at once, it is not laid again
      else {
        parent.append(node);
        if (animated) node.classList.add("laid");
      }
      card = { node, facts };
      cards.set(id, card);
    }
    card.node.style.zIndex = order + 1;
    card.node.classList.toggle("wins", trick.winner !== null && trick.winner === play.seat);
  }

  function sweep(old, wanted) {
    if (old?.winner !== null && old?.winner !== undefined && wanted && !calm()) {
      const place = PLACES[old.winner];
      for (const { node } of cards.values()) {
        node.classList.remove("laid");
        node.classList.add("swept");
        node.style.left = `${50 + place[0] * 60}%`;
        node.style.top = `${50 + place[1] * 60}%`;
        setTimeout(() => node.remove(), SWEEP_MS);
      }
    } else {
      for (const { node } of cards.values()) node.remove();
    }
    cards.clear();
  }

  function showNames(trick) {
    const facts = JSON.stringify([trick.seats, trick.toAct, trick.dealer, lang()]);
    if (facts === names) return;
    names = facts;
    parent.querySelectorAll(".trick-seat").forEach((node) => node.remove());
    for (const seat of trick.seats) {
      const place = PLACES[seat.seat];
      const acts = seat.seat === trick.toAct;
      const node = el("div", { class: acts ? "trick-seat to-act" : "trick-seat", "data-side": seat.side, "data-seat": seat.seat },
        el("span", { class: "trick-name" },
          el("b", {}, seat.name),
          seat.seat === trick.dealer ? el("span", { class: "badge-dealer", title: t("dealer") }, t("dealer.short")) : null,
          acts ? el("span", { class: "off-screen" }, t("to.act")) : null));
      node.style.top = `calc(50% + (50% - var(--name) / 2) * ${place[1]})`;
      if (place[0] === 0) node.style.left = "50%";
      else { // at the edge, however long the name
        node.style[place[0] < 0 ? "left" : "right"] = "2cqw";
        node.style.transform = "translateY(-50%)";
      }
      parent.prepend(node);
    }
  }

  return { show };
}

/** Each card is turned a little, as hands lay them; never so far that it reads badly on a screen. */
function turn(place, id) {
  const text = String(id);
  const digit = (text.charCodeAt(text.length - 1) * 7 + text.length * 3) % 9;
  return Math.max(-MOST_TURN, Math.min(MOST_TURN, Math.round(place[0]) * 3 + digit - 4));
}
