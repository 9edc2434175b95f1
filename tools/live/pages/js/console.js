// The console: draws every state the server sends, and hears the keyboard.

import { drawAttention } from "./console/attention.js";
import { act, consoleKey, keyOf, keyWord, undoWords } from "./console/actions.js";
import { drawContract } from "./console/contract.js";
import { desk, seatName, select } from "./console/desk.js";
import { drawFoot, startPicture } from "./console/picture.js";
import { drawIllegal, drawPlays, drawTrickTitle, markSelected } from "./console/plays.js";
import { drawWeis } from "./console/weis.js";
import { fetchFaces } from "./cards.js";
import { dialogKey, isOpen } from "./dialogs.js";
import { byId, el, fill, keyed } from "./dom.js";
import { lang, onLang, setPack, t, translatePage } from "./lang.js";
import { watch } from "./link.js";
import { playsOf, stateText } from "./look.js";
import { chalkFilter, drawSlate } from "./slate.js";
import { trickTable } from "./trick.js";

/** Buttons by the panel in which they are; one for a ruling stands beside each illegal play. */
const BUTTONS = {
  "actions": ["undo", "redo", "correct", "accept", "insert", "remove", "end_trick", "rest", "seat", "dealer", "end_deal", "redeal",
    "names", "new_match", "matches", "board", "claim"],
  "weis-actions": ["weis", "stoeck", "weis_mode"],
};
const shownSlates = [];
const table = trickTable(byId("trick"));

function draw() {
  const look = desk.look;
  if (!look) return;
  setPack(look.pack);
  fetchFaces(look.cards);
  if (!playsOf(look.deal).some((play) => play.id === desk.selected)) desk.selected = null;
  drawTop(look);
  drawAttention(act);
  drawTable(look);
  drawContract();
  drawButtons(look);
  keyed(byId("slate"), [look.sides, look.rules.slate ? null : look.deals, lang()], () => drawSlate(look, shownSlates));
  drawPlays();
  drawWeis();
  drawIllegal();
  drawFoot();
  document.title = `${look.sides.map((side) => side.score).join(" : ")} · jassvision`;
}

function drawTop(look) {
  keyed(byId("top-score"), [look.sides.map((side) => [side.name, side.score, side.gained, side.won]), lang()], () =>
    look.sides.flatMap((side, i) => [
      i > 0 ? el("span", { class: "top-colon", "aria-hidden": "true" }, ":") : null,
      el("div", { class: "top-side", "data-side": i, "data-key": side.side },
        el("span", { class: "points" }, side.score), el("span", { class: "plus" }, side.gained ? `+${side.gained}` : ""),
        el("span", { class: "name" }, side.won ? t("winner", { name: side.name }) : side.name)),
    ]));
  const state = byId("state");
  state.dataset.state = look.state;
  state.textContent = t(stateText(look));
  document.body.dataset.state = look.state;
  keyed(byId("hold"), [look.held, lang()], () => [t(look.held ? "do.resume" : "do.hold"), el("kbd", {}, t("key.space"))]);
  byId("lang").textContent = lang().toUpperCase();
}

function drawTable(look) {
  const trick = look.trick ?? look.lastTrick;
  drawTrickTitle();
  table.show({
    seats: look.seats, dealer: look.deal?.dealer ?? null, toAct: look.deal?.toAct ?? null, deal: look.deal?.id ?? 0,
    number: trick?.number ?? 0, winner: trick?.winner ?? null, plays: trick?.plays ?? [],
  });
  markSelected();
  byId("next").textContent = look.over ? t("match.over") : look.deal?.isVoid ? t("deal.void") : look.deal?.toAct ? t("to.play", { name: seatName(look.deal.toAct) }) : "";
}

function drawButtons(look) {
  const plays = playsOf(look.deal);
  const selected = plays.find((play) => play.id === desk.selected);
  const { weis, stoeck } = look.rules;
  const possible = {
    undo: look.undo, redo: look.redo, correct: plays.length, accept: plays.length, remove: plays.length, seat: plays.length,
    end_trick: look.trick?.plays.length, rest: look.deal, weis, weis_mode: weis, stoeck, redeal: look.deal, end_deal: look.deal,
    claim: look.deal, matches: look.earlier.length,
  };
  const can = (name) => !(name in possible) || Boolean(possible[name]);
  for (const [panel, names] of Object.entries(BUTTONS)) {
    const shown = names.filter((name) => name !== "claim" || look.rules.claim === "bedanken");
    keyed(byId(panel), [shown.map(can), look.undo?.event, selected?.id, look.boardMode, look.weisMode, lang()], () =>
      el("div", { class: "actions-grid" }, shown.map((name) => drawButton(name, can(name), selected))));
  }
}

function drawButton(name, can, selected) {
  const { look } = desk;
  const one = keyOf(name);
  const words = name === "undo" && look.undo ? t("undo.of", { what: undoWords(look.undo) })
    : name === "insert" && !selected ? t("do.add")
      : name === "board" ? t("board.mode", { mode: t(`board.${look.boardMode}`) })
        : name === "weis_mode" ? t("weis.mode", { mode: t(`weis.mode.${look.weisMode}`) }) : t(one.text);
  return el("button", { type: "button", class: "button", disabled: !can, "data-do": name, title: words, on: { click: () => act[name]() } },
    el("span", { class: "word" }, words), el("kbd", {}, keyWord(one.shown[0])));
}

addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const used = isOpen() ? dialogKey(event) : !inControl(event) && consoleKey(event);
  if (used) event.preventDefault();
});

const CONTROLS = "button, summary";

/** Keys that belong to the button that has the focus: Space and Enter press it. */
const inControl = (event) => (event.key === " " || event.key === "Enter") && event.target instanceof Element && event.target.closest(CONTROLS);

// A button pressed by mouse or finger gives the focus back, so that Space holds the game and does not press it again.
addEventListener("click", (event) => { if (event.detail > 0 && !isOpen()) event.target.closest?.(CONTROLS)?.blur(); });

byId("hold").addEventListener("click", () => act.hold());
byId("lang").addEventListener("click", () => act.lang());
byId("help").addEventListener("click", () => act.help());
byId("trick").addEventListener("click", (event) => {
  const id = event.target.closest("[data-play]")?.dataset.play;
  if (id) { if (desk.selected === id) act.correct(); else select(id); }
});

document.body.append(chalkFilter());
desk.redraw = draw;
translatePage();
onLang(() => translatePage());
startPicture();
watch("console", {}, (look) => { desk.look = look; draw(); });
fill(byId("state"), t("state.offline"));
byId("state").dataset.state = "offline";
