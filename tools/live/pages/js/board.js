// The board: score, slate, contract and trick for a screen in the room.
// ?mode=live shows everything at once, after_trick only whole tricks, after_deal only what whole deals brought.

import { fetchFaces, suitSign } from "./cards.js";
import { byId, calm, el, keyed } from "./dom.js";
import { contractName, lang, onLang, setPack, t, translatePage } from "./lang.js";
import { watch } from "./link.js";
import { stateText } from "./look.js";
import { chalkFilter, drawSlate, slateOf } from "./slate.js";
import { wearTheme } from "./theme.js";
import { trickTable } from "./trick.js";

const MODES = ["live", "after_trick", "after_deal"];
const word = (new URLSearchParams(location.search).get("mode") ?? "live").replace(/[ -]/g, "_");
const asked = MODES.includes(word) ? word : "live";
const TICK_MS = 700;

const shownSlates = [];
const shownScores = new Map();
let stage = null;
let look = null;
let title = "";
let mode = asked;

function draw() {
  if (!look) return;
  setPack(look.pack);
  fetchFaces(look.cards);
  drawTop();
  drawScores();
  drawContract();
  keyed(byId("slate"), [look.sides, look.rules.slate ? null : look.deals, lang()], () => drawSlate(look, shownSlates));
  drawTable();
}

/** The state as this screen may show it: by the stricter of what the operator and what the address says. */
function cut(next) {
  mode = MODES[Math.max(MODES.indexOf(asked), MODES.indexOf(next.boardMode))];
  if (mode === "after_trick") return { ...next, trick: null, deal: next.deal && { ...next.deal, toAct: null } };
  if (mode !== "after_deal" || next.over) return next;
  const deals = next.deals.filter((deal) => deal.complete || deal.void);
  const running = next.deals.length > deals.length;
  const total = (i) => deals.at(-1)?.total[i] ?? 0;
  const sides = next.sides.map((side, i) => ({ ...side, score: total(i), gained: 0, slate: side.slate && (running ? slateOf(total(i)) : side.slate) }));
  return { ...next, deals, sides, trick: null, lastTrick: null, contractHidden: true };
}

function drawTop() {
  const parts = [title, look.deal && t("deal.n", { n: look.deal.number })].filter(Boolean);
  byId("deal").textContent = parts.join("  ·  ");
  byId("target").textContent = look.target ? t("target", { points: look.target }) : "";
  const state = byId("state");
  // what waits for the operator is marked on its card; the room need not worry
  const shown = look.state === "unsure" ? "live" : look.state;
  state.dataset.state = shown;
  state.textContent = shown === "lost" ? t("paused") : t(stateText({ ...look, state: shown }));
}

function drawScores() {
  const scores = look.sides.map((side) => side.score);
  const best = look.rules.wins === "highest" ? Math.max(...scores) : Math.min(...scores);
  const many = look.sides.length > 2;
  byId("scores").classList.toggle("many", many);
  keyed(byId("scores"), [look.sides.map((side) => [side.name, side.score, side.won, side.gained, side.mountain]), mode, lang()], () =>
    look.sides.map((side, i) => {
      const points = el("span", { class: "board-points" });
      tick(points, i, side.score);
      return el("div", { class: ["board-side", side.score === best && Math.max(...scores) > Math.min(...scores) && "leads", side.won && "won"].filter(Boolean).join(" "), "data-side": i },
        el("span", { class: "board-name" }, side.name, side.mountain ? el("span", { class: "board-mountain" }, t("bergpreis")) : null),
        points,
        el("span", { class: "board-plus" }, side.won ? t("winner", { name: side.name }) : side.gained ? `+${side.gained} ${t("points.deal")}` : ""));
    }));
}

/** Let the points run from what was shown to what is true; corrections go there at once. */
function tick(node, side, score) {
  const from = shownScores.get(side) ?? score;
  shownScores.set(side, score);
  node.setAttribute("aria-label", String(score));
  if (calm() || score <= from || score - from > 400) { node.textContent = String(score); return; }
  const start = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - start) / TICK_MS);
    node.textContent = String(Math.round(from + (score - from) * (1 - (1 - part) ** 3)));
    if (part < 1 && node.isConnected) requestAnimationFrame(step);
  };
  step(start);
}

function drawContract() {
  const deal = look.deal;
  keyed(byId("contract"), [deal?.named, deal?.factor, deal?.pushed, look.pack, look.contractHidden, look.over, lang()], () => {
    if (!deal || look.over) return [];
    if (look.contractHidden) return [el("span", { class: "board-contract-more" }, t("contract.hidden"))];
    if (!deal.named) return [el("span", { class: "board-contract-more" }, t("contract.none"))];
    const more = [deal.factor > 1 && t("factor", { n: deal.factor }), deal.pushed && t("contract.pushed")].filter(Boolean);
    return [suitSign(deal.named, true), el("span", { class: "board-contract-name" }, contractName(deal.named)),
      el("span", { class: "board-contract-more" }, more.join(" · "))];
  });
}

function drawTable() {
  const parent = byId("table");
  const kind = look.over ? "over" : mode === "after_deal" ? "deals" : "trick";
  if (parent.dataset.kind !== kind) {
    parent.dataset.kind = kind;
    delete parent.dataset.key;
    parent.replaceChildren();
    stage = null;
  }
  if (kind === "over") {
    keyed(parent, [look.sides, lang()], () => el("div", { class: "board-end" },
      el("p", {}, t("match.over")),
      look.sides.filter((side) => side.won).map((side) => el("p", {}, t("winner", { name: side.name })))));
  } else if (kind === "deals") drawDeals(parent);
  else drawTrick(parent);
}

function drawDeals(parent) {
  keyed(parent, [look.deals, look.sides.map((side) => side.name), lang()], () => el("div", { class: "board-end" },
    look.deals.length === 0 ? el("p", {}, t("waiting")) : el("div", { class: "board-deals" },
      look.deals.slice(-8).map((deal) => [
        el("span", {}, `${t("deal.n", { n: deal.number })}  ${deal.contract ? contractName(deal.contract) : ""}`),
        ...deal.score.slice(0, 2).map((points) => el("span", {}, String(points))),
      ]))));
}

function drawTrick(parent) {
  if (!stage) {
    const title = el("p", { class: "board-table-title" });
    const table = el("div", { class: "board-table-stage" });
    parent.replaceChildren(table, title);
    stage = { title, table: trickTable(table) };
  }
  const trick = mode === "after_trick" ? look.lastTrick : look.trick ?? look.lastTrick;
  const done = trick && trick.winner !== null;
  keyed(stage.title, [trick?.number, trick?.winner, look.seats.map((seat) => seat.name), lang()], () => {
    if (!trick) return t("waiting");
    if (!done) return t("trick.n", { n: trick.number });
    const winner = look.seat[trick.winner];
    return [`${t("trick.n", { n: trick.number })} `, el("b", { "data-side": winner.side }, t("trick.to", { name: winner.name })),
      trick.points === null ? "" : `  ${trick.points}`];
  });
  stage.table.show({
    seats: look.seats, dealer: look.deal?.dealer ?? null, toAct: mode === "live" ? look.deal?.toAct ?? null : null,
    deal: look.deal?.number ?? 0, number: trick?.number ?? 0, winner: trick?.winner ?? null, plays: trick?.plays ?? [],
  });
}

document.body.append(chalkFilter());
translatePage();
onLang(() => translatePage());
watch("board", {}, (next) => { look = cut(next); draw(); });
wearTheme((theme) => { title = theme.title; draw(); });
