// Earlier matches of the record: choose one and look at its deals; nothing can be changed there.

import { cardChip, suitSign } from "../cards.js";
import { el } from "../dom.js";
import { openDialog } from "../dialogs.js";
import { cardName, contractName, seatWord, t } from "../lang.js";
import { choose } from "./choose.js";
import { desk, say } from "./desk.js";

/** The matches of the record; one that is chosen is shown. */
export function showMatches() {
  const earlier = desk.look.earlier;
  if (earlier.length === 0) { say(t("matches.none")); return; }
  choose(t("matches.title"), earlier.map((match) => ({
    content: [el("span", { class: "match-choice" }, el("b", {}, totals(match)), el("span", { class: "muted" }, `${t("match.n", { n: match.number })} · ${result(match)}`))],
    run: () => showMatch(match.number),
  })).reverse());
}

const totals = (match) => Object.entries(match.totals).map(([side, points]) => `${nameOf(side, match.names)} ${points}`).join("  :  ");

const result = (match) => (match.winners.length ? t("winner", { name: match.winners.map((side) => nameOf(side, match.names)).join(", ") }) : t("match.left"));

/** The players of a side by their names of that match. */
function nameOf(side, names) {
  return side.split("_").map((seat) => names[seat] || seatWord(seat)).join(" & ");
}

async function showMatch(number) {
  let match;
  try {
    const answer = await fetch(`/api/v1/matches/${number}`, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    match = await answer.json();
  } catch {
    say(t("error.net"));
    return;
  }
  const names = Object.fromEntries(match.seats.map((seat) => [seat.seat, seat.name || seatWord(seat.seat)]));
  const keys = match.sides.map((side) => side.side);
  const sideName = (side) => side.name || match.seats.filter((seat) => seat.side === side.side).map((seat) => names[seat.seat]).join(" & ");
  const dealOf = (deal) => match.played.find((one) => one.number === deal.number);
  openDialog(`${t("match.n", { n: number })} · ${t("matches.only")}`, [
    el("div", { class: "match-deals" },
      el("div", { class: "match-row label" }, el("span", {}, t("deal")), el("span", {}, t("contract")),
        match.sides.map((side) => el("span", { class: "n", "data-side": keys.indexOf(side.side) }, sideName(side)))),
      match.match.deals.map((deal) => el("details", { class: deal.void ? "is-void" : "" },
        el("summary", { class: "match-row" }, el("span", { class: "n-deal" }, deal.number),
          el("span", { class: "row" }, deal.contract ? [suitSign(deal.contract), contractName(deal.contract)] : "–",
            deal.illegal ? el("span", { class: "rule" }, t("matches.illegal", { n: deal.illegal })) : null),
          keys.map((key) => el("span", { class: "n" }, deal.void ? "–" : deal.score[key]))),
        tricks(dealOf(deal), names))),
      el("div", { class: "match-row match-sum" }, el("span", { class: "match-end" }, ended(match)), match.sides.map((side) => el("span", { class: "n" }, side.score)))),
  ], { wide: true });
}

function ended(match) {
  const end = match.match.end;
  return end ? t("winner", { name: end.winners.map((key) => match.sides.find((side) => side.side === key)?.name || nameOf(key, {})).join(", ") }) : t("match.left");
}

function tricks(deal, names) {
  if (!deal) return null;
  const illegal = new Set(deal.illegal.filter((verdict) => verdict.certainty === "certain").map((verdict) => verdict.play));
  return el("ol", { class: "match-tricks" }, deal.tricks.map((trick) => el("li", {},
    el("span", { class: "muted" }, `${names[trick.leader]}:`), trick.plays.map((play) => el("span", { class: "match-play", title: `${names[play.seat]}: ${cardName(play.card === "??" ? null : play.card)}` },
      cardChip(play.card === "??" ? null : play.card, { illegal: illegal.has(play.id) }))),
    trick.winner ? el("span", { class: "muted" }, `${t("trick.to", { name: names[trick.winner] })} · ${trick.points}`) : null)));
}
