// The contract: a button and a digit for each; and what the play so far says about it.

import { suitSign } from "../cards.js";
import { byId, el, keyed } from "../dom.js";
import { contractName, lang, t } from "../lang.js";
import { isRunning } from "../look.js";
import { percent } from "./attention.js";
import { choose } from "./choose.js";
import { desk, seatName, send } from "./desk.js";

const LIKELY_FROM = 0.2; // a contract less likely than this is not worth a figure, nor are all when nothing is known

export function drawContract() {
  const { rules, deal, nextDeal, pack } = desk.look;
  const named = isRunning(deal) ? deal : null;
  const now = named ?? { ...nextDeal, given: true, posterior: [] };
  byId("contract-title").textContent = nextDeal.number ? `${t("contract")} · ${t("deal.n", { n: nextDeal.number })}` : t("contract");
  keyed(byId("contract"), [rules.contracts, rules.push, now, named?.tricks.length, pack, desk.look.seats, lang()], () =>
    el("div", { class: "contracts", role: "group", "aria-labelledby": "contract-title" },
      rules.contracts.map((contract, i) => drawButton(contract, i, now)),
      rules.push ? el("button", { type: "button", class: now.pushed ? "button contract-button on" : "button contract-button",
        "aria-pressed": String(now.pushed), "data-do": "push", on: { click: pushContract } },
      el("span", { class: "word" }, t("do.push")), el("kbd", {}, "p")) : null));
  drawNote(named, now);
}

function drawButton(contract, i, now) {
  const on = now.contract === contract && !now.unsure;
  const p = now.given ? 0 : now.posterior.find((one) => one.contract === contract)?.p ?? 0;
  return el("button", { type: "button", class: on ? "button contract-button on" : "button contract-button", "aria-pressed": String(on),
    "data-contract": contract, on: { click: () => nameContract(i) } },
  suitSign(contract), p >= LIKELY_FROM ? el("span", { class: "likely-part" }, percent(p)) : null,
  el("span", { class: "word" }, contractName(contract)), i < 9 ? el("kbd", {}, i + 1) : null);
}

function drawNote(deal, now) {
  const note = byId("contract-note");
  const asks = now.pushed ? partner(deal?.forehand) : deal?.forehand;
  const open = !now.contract || Boolean(deal?.unsure);
  note.classList.toggle("ask", open);
  const parts = open ? [asks ? t("to.name", { name: seatName(asks) }) : t("contract.none")]
    : [!now.given && t("contract.guess"), now.factor > 1 && t("factor", { n: now.factor }), now.pushed && t("contract.pushed")];
  note.textContent = parts.filter(Boolean).join(" · ");
}

/** Who sits opposite. */
function partner(seat) {
  const { seats } = desk.look;
  const at = seats.findIndex((one) => one.seat === seat);
  return at < 0 ? null : seats[(at + seats.length / 2) % seats.length].seat;
}

/** Name the contract at this place among the buttons, of the deal that is played or comes next. */
export function nameContract(place) {
  const contract = desk.look.rules.contracts[place];
  if (contract) send({ action: "contract", contract });
}

/** Choose the contract of the deal that is shown, even when it is over. */
export function chooseContract() {
  const { rules, deal } = desk.look;
  if (!deal) return;
  choose(`${t("contract")} · ${t("deal.n", { n: deal.number })}`, rules.contracts.map((contract) => ({
    content: [el("span", { class: "row" }, suitSign(contract), contractName(contract))], run: () => send({ action: "contract", contract, deal: deal.number }),
  })));
}

export function pushContract() {
  const { rules, deal, nextDeal } = desk.look;
  if (rules.push) send({ action: "push", pushed: !(isRunning(deal) ? deal : nextDeal).pushed });
}
