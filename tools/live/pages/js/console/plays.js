// The list of plays: a row for each trick, a column for each seat, and the illegal plays with their proof.

import { cardChip, suitSign } from "../cards.js";
import { byId, el, fill, keyed } from "../dom.js";
import { cardName, contractName, lang, t } from "../lang.js";
import { proofText, ruleText } from "../verdicts.js";
import { isCard } from "../words.js";
import { desk, seatName, select } from "./desk.js";
import { enterCorrection } from "./entry.js";
import { enterRuling } from "./referee.js";

const MOST_LEGAL = 9; // a longer list of cards that might have been legal says nothing

export function drawPlays() {
  const look = desk.look;
  const deal = look.deal;
  const drawn = keyed(byId("plays"), [deal?.tricks, deal?.illegal, desk.selected, look.seats, look.pack, lang()], () => {
    if (!deal || deal.tricks.length === 0) return el("p", { class: "muted" }, t("plays.none"));
    return el("table", { class: "plays-grid" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span", { class: "off-screen" }, t("trick"))),
        look.seats.map((seat) => el("th", { scope: "col", "data-side": seat.side, title: seat.name }, seat.name)),
        el("th", { scope: "col" }, el("span", { class: "off-screen" }, t("points"))))),
      el("tbody", {}, deal.tricks.map((trick) => drawRow(trick))));
  });
  if (!drawn) return;
  const list = byId("plays");
  list.style.setProperty("--rows", look.rules.tricks); // room for all of them from the first card on: nothing jumps
  const selected = list.querySelector(".selected");
  if (selected) selected.scrollIntoView({ block: "nearest" });
  else list.scrollTop = list.scrollHeight; // the newest tricks are what people look for
}

function drawRow(trick) {
  return el("tr", { class: trick.closed ? "" : "open" },
    el("td", { class: "n" }, trick.number),
    desk.look.seats.map((seat) => el("td", {}, trick.plays.filter((play) => play.seat === seat.seat).map((play) => drawPlay(play, trick)))),
    el("td", { class: "points" }, trick.closed && trick.points !== null ? trick.points : ""));
}

function drawPlay(play, trick) {
  const marks = [
    play.seat === trick.leader && "leads", play.seat === trick.winner && "wins", play.id === desk.selected && "selected",
    play.unsure && "unsure", (play.source === "operator" || play.certain) && "by-hand",
  ];
  const said = [seatName(play.seat), cardName(play.card), play.unsure && t("card.unsure"), play.illegal && t("card.illegal")].filter(Boolean).join(", ");
  return el("button", {
    type: "button", class: ["play-button", ...marks].filter(Boolean).join(" "), "data-play": play.id, "data-card": play.card ?? "?",
    "data-side": desk.look.seat[play.seat].side, "aria-label": said, "aria-pressed": String(play.id === desk.selected),
    on: { click: () => (desk.selected === play.id ? enterCorrection(play) : select(play.id)) },
  }, cardChip(play.card, play));
}

/** The certain ones as they are; the possible ones, which nearly every discard against hidden hands is, folded away. */
export function drawIllegal() {
  const look = desk.look;
  const all = look.deal?.illegal ?? [];
  const certain = all.filter((verdict) => verdict.certainty === "certain");
  const possible = all.filter((verdict) => verdict.certainty !== "certain");
  const told = possible.filter(isSettled);
  const drawnFrom = [look.seats, look.pack, lang()];
  const none = possible.length > 0 ? "illegal.none_certain" : "illegal.none";
  keyed(byId("illegal"), [certain.length > 0 ? certain : none, ...drawnFrom], () =>
    (certain.length > 0 ? certain.map(drawVerdict) : el("p", { class: "muted" }, t(none))));
  byId("illegal-possible").hidden = possible.length === 0;
  fill(byId("illegal-possible-count"), t("illegal.possible_n", { n: possible.length }));
  keyed(byId("illegal-possible-list"), [possible, ...drawnFrom], () => [
    told.map(drawVerdict),
    told.length < possible.length ? el("p", { class: "muted" }, t("illegal.open", { n: possible.length - told.length })) : null,
  ]);
}

function drawVerdict(verdict) {
  const legal = verdict.legal ?? [];
  return el("div", { class: `entry verdict is-${verdict.certainty}` },
    el("div", { class: "who" }, el("b", { "data-side": desk.look.seat[verdict.seat].side }, seatName(verdict.seat)),
      cardChip(verdict.card, { illegal: verdict.certainty === "certain" }), el("span", { class: "muted" }, t("trick.n", { n: verdict.trick }))),
    el("span", { class: "rule" }, t(`illegal.${verdict.certainty}`)),
    el("p", {}, el("span", { class: "rule" }, t("illegal.rule", { rule: verdict.rule })), ` ${ruleText(verdict)}`),
    legal.length > 0 && legal.length <= MOST_LEGAL ? el("p", { class: "legal-chips" }, t("illegal.legal"), legal.map((card) => cardChip(card))) : null,
    verdict.proof ? el("p", {}, `${t("illegal.proof")} ${proofText(verdict.proof)}`) : null,
    el("div", { class: "row" },
      verdict.ruling ? el("span", { class: "ruled" }, t(`ruled.${verdict.ruling}`)) : null,
      verdict.certainty === "certain" ? el("button", { type: "button", class: verdict.ruling ? "button" : "button good", "data-do": "ruling", on: { click: () => enterRuling(verdict) } },
        t(verdict.ruling ? "do.ruling.again" : "do.ruling"), el("kbd", {}, "R")) : null));
}

/** Whether a possible illegal play says something: not when it only hangs on cards that nobody has read yet. */
const isSettled = (verdict) => isCard(verdict.card) && verdict.rule !== "" && !verdict.proof.startsWith("too many cards");

export function drawTrickTitle() {
  const look = desk.look;
  const trick = look.trick ?? look.lastTrick;
  keyed(byId("trick-title"), [look.deal?.number, trick?.number, look.deal?.named, look.pack, lang()], () => [
    look.deal ? t("deal.n", { n: look.deal.number }) : "", trick ? ` · ${t("trick.n", { n: trick.number })}` : "",
    look.deal?.named ? [" ", suitSign(look.deal.named), contractName(look.deal.named)] : "",
  ]);
}

export function markSelected() {
  for (const node of byId("trick").querySelectorAll("[data-play]")) node.classList.toggle("is-selected", node.dataset.play === desk.selected);
}

