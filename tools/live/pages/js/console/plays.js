// The list of plays: a row for each trick, a column for each seat, and the illegal plays with their proof.

import { cardChip, suitSign } from "../cards.js";
import { byId, el, keyed } from "../dom.js";
import { cardName, contractName, lang, t } from "../lang.js";
import { proofText, ruleText } from "../verdicts.js";
import { desk, seatName, select } from "./desk.js";
import { enterCorrection } from "./entry.js";

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
  const panel = byId("plays").parentElement;
  const selected = byId("plays").querySelector(".selected");
  if (selected) selected.scrollIntoView({ block: "nearest" });
  else panel.scrollTop = panel.scrollHeight; // the newest tricks are what people look for
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

export function drawIllegal() {
  const look = desk.look;
  keyed(byId("illegal"), [look.deal?.illegal, look.seats, look.pack, lang()], () => {
    const illegal = look.deal?.illegal ?? [];
    if (illegal.length === 0) return el("p", { class: "muted" }, t("illegal.none"));
    return el("div", { class: "entry-list" }, illegal.map((verdict) =>
      el("div", { class: `entry verdict is-${verdict.certainty}` },
        el("div", { class: "who" }, el("b", { "data-side": look.seat[verdict.seat].side }, seatName(verdict.seat)),
          cardChip(verdict.card, { illegal: verdict.certainty === "certain" }), el("span", { class: "muted" }, t("trick.n", { n: verdict.trick }))),
        el("span", { class: "rule" }, t(`illegal.${verdict.certainty}`)),
        el("p", {}, el("span", { class: "rule" }, t("illegal.rule", { rule: verdict.rule })), ` ${ruleText(verdict)}`),
        verdict.legal?.length ? el("p", { class: "legal-chips" }, t("illegal.legal"), verdict.legal.map((card) => cardChip(card))) : null,
        verdict.proof ? el("p", {}, `${t("illegal.proof")} ${proofText(verdict.proof)}`) : null)));
  });
}

export function drawTrickTitle() {
  const look = desk.look;
  const trick = look.trick ?? look.lastTrick;
  keyed(byId("trick-title"), [look.deal?.number, trick?.number, look.deal?.contract, look.pack, lang()], () => [
    look.deal ? t("deal.n", { n: look.deal.number }) : "", trick ? ` · ${t("trick.n", { n: trick.number })}` : "",
    look.deal?.contract ? [" ", suitSign(look.deal.contract), contractName(look.deal.contract)] : "",
  ]);
}

export function markSelected() {
  for (const node of byId("trick").querySelectorAll("[data-play]")) node.classList.toggle("is-selected", node.dataset.play === desk.selected);
}

