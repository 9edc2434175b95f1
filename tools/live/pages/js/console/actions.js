// Everything the operator can do, each with its keys: buttons, keyboard and the list of keys are made from this table.

import { closeDialog, confirmDialog, openDialog } from "../dialogs.js";
import { el } from "../dom.js";
import { hasText, nextLang, t } from "../lang.js";
import { playsOf } from "../look.js";
import { chooseSeat } from "./choose.js";
import { chooseContract, nameContract, pushContract } from "./contract.js";
import { desk, meantPlay, moveSelection, select, selectedPlay, send } from "./desk.js";
import { enterCorrection, enterInsert } from "./entry.js";
import { showMatches } from "./matches.js";
import { enterNames } from "./people.js";
import { enterClaim, enterRuling, meantVerdict } from "./referee.js";
import { enterStoeck, enterWeis } from "./weis.js";

const BOARD_MODES = ["live", "after_trick", "after_deal"];
const WEIS_MODES = ["auto", "announced", "none"];
const SHOWN_MS = 1000; // the page shows by then what a command has changed

/** What comes after one of some things, round and round. */
const after = (things, one) => things[(things.indexOf(one) + 1) % things.length];

/** What is done by name; ways out of a lost state use the same names. */
export const act = {
  contract: (place) => nameContract(place),
  recontract: chooseContract,
  unname: () => send({ action: "contract", contract: null }),
  push: pushContract,
  undo: () => desk.look.undo && send({ action: "undo" }),
  redo: () => desk.look.redo && send({ action: "redo" }),
  correct: () => enterCorrection(meantPlay()),
  accept: () => { const play = meantPlay(); if (play?.card) send({ action: "accept", play: play.id }); },
  seat: () => { const play = meantPlay(); if (play) chooseSeat(t("seat.who", { n: play.trick }), (seat) => send({ action: "seat", play: play.id, seat })); },
  insert: () => enterInsert(selectedPlay()),
  remove: removePlay,
  end_trick: () => send({ action: "end_trick" }),
  winner: () => {
    const tricks = desk.look.deal?.tricks ?? [];
    const trick = tricks.find((one) => one.number === selectedPlay()?.trick) ?? tricks.at(-1);
    if (trick) chooseSeat(t("winner.who", { n: trick.number }), (seat) => send({ action: "winner", trick: trick.number, winner: seat }));
  },
  rest: () => chooseSeat(t("rest.who"), (seat) => send({ action: "rest", seat })),
  weis: enterWeis,
  stoeck: enterStoeck,
  dealer: () => chooseSeat(t("dealer.who"), (seat) => send({ action: "dealer", seat })),
  end_deal: () => confirmDialog(t("ask.end_deal"), t("do.end_deal"), () => send({ action: "end_deal" })),
  redeal: () => confirmDialog(t("ask.redeal"), t("do.redeal"), () => send({ action: "redeal" })),
  new_match: () => enterNames(true),
  names: () => enterNames(false),
  hold: () => send({ action: desk.look.held ? "resume" : "hold" }),
  accept_table: () => send({ action: "accept_table" }),
  ignore_table: () => send({ action: "ignore_table" }),
  look_again: () => send({ action: "look_again" }),
  ruling: () => enterRuling(meantVerdict()),
  claim: enterClaim,
  matches: showMatches,
  board: () => send({ action: "board", mode: after(BOARD_MODES, desk.look.boardMode) }),
  weis_mode: () => desk.look.rules.weis && send({ action: "weis_mode", mode: after(WEIS_MODES, desk.look.weisMode) }),
  lang: nextLang,
  help: showHelp,
};

/** keys: as `event.key` says them ("C-z" with Ctrl or Cmd); shown: on buttons and in the list. */
export const KEYS = [
  { group: "help.game", name: "contract", shown: ["1", "…", "9"], keys: [], text: "do.contract" },
  { group: "help.game", name: "recontract", shown: ["t"], keys: ["t"], text: "do.contract.last" },
  { group: "help.game", name: "unname", shown: ["0"], keys: ["0"], text: "do.unname" },
  { group: "help.game", name: "push", shown: ["p"], keys: ["p"], text: "do.push" },
  { group: "help.game", name: "end_trick", shown: ["e"], keys: ["e"], text: "do.end_trick" },
  { group: "help.game", name: "winner", shown: ["v"], keys: ["v"], text: "do.winner" },
  { group: "help.game", name: "rest", shown: ["r"], keys: ["r"], text: "do.rest" },
  { group: "help.game", name: "weis", shown: ["w"], keys: ["w"], text: "do.weis" },
  { group: "help.game", name: "stoeck", shown: ["s"], keys: ["s"], text: "do.stoeck" },
  { group: "help.game", name: "weis_mode", shown: ["W"], keys: ["W"], text: "do.weis_mode" },
  { group: "help.game", name: "ruling", shown: ["R"], keys: ["R"], text: "do.ruling" },
  { group: "help.game", name: "claim", shown: ["B"], keys: ["B"], text: "do.claim" },
  { group: "help.cards", name: "select", shown: ["↑", "↓"], keys: [], text: "do.select" },
  { group: "help.cards", name: "correct", shown: ["c"], keys: ["c", "Enter"], text: "do.correct" },
  { group: "help.cards", name: "accept", shown: ["a"], keys: ["a"], text: "do.accept" },
  { group: "help.cards", name: "insert", shown: ["i"], keys: ["i", "Insert"], text: "do.insert" },
  { group: "help.cards", name: "remove", shown: ["x", "key.delete"], keys: ["Delete", "Backspace", "x"], text: "do.delete" },
  { group: "help.cards", name: "seat", shown: ["f"], keys: ["f"], text: "do.seat" },
  { group: "help.cards", name: "undo", shown: ["u"], keys: ["u", "C-z"], text: "do.undo" },
  { group: "help.cards", name: "redo", shown: ["U"], keys: ["U", "C-y", "C-Z"], text: "do.redo" },
  { group: "help.match", name: "hold", shown: ["key.space"], keys: [" "], text: "do.hold.resume" },
  { group: "help.match", name: "accept_table", shown: ["+"], keys: ["+"], text: "way.accept_table" },
  { group: "help.match", name: "ignore_table", shown: ["-"], keys: ["-"], text: "way.ignore_table" },
  { group: "help.match", name: "look_again", shown: ["k"], keys: ["k"], text: "way.look_again" },
  { group: "help.match", name: "dealer", shown: ["d"], keys: ["d"], text: "do.dealer" },
  { group: "help.match", name: "end_deal", shown: ["E"], keys: ["E"], text: "do.end_deal" },
  { group: "help.match", name: "redeal", shown: ["g"], keys: ["g"], text: "do.redeal" },
  { group: "help.match", name: "names", shown: ["N"], keys: ["N"], text: "do.names" },
  { group: "help.match", name: "new_match", shown: ["n"], keys: ["n"], text: "do.new_match" },
  { group: "help.match", name: "matches", shown: ["M"], keys: ["M"], text: "do.matches" },
  { group: "help.page", name: "board", shown: ["b"], keys: ["b"], text: "do.board" },
  { group: "help.page", name: "lang", shown: ["l"], keys: ["l"], text: "do.lang" },
  { group: "help.page", name: "help", shown: ["?"], keys: ["?"], text: "do.help" },
];

export const keyWord = (shown) => (shown.startsWith("key.") ? t(shown) : shown);
export const keyOf = (name) => KEYS.find((one) => one.name === name);

/** Do what a key means on the console itself; true when it means something. */
export function consoleKey(event) {
  if (event.altKey || !desk.look) return false;
  const key = event.ctrlKey || event.metaKey ? `C-${event.key}` : event.key;
  if (/^[1-9]$/.test(key)) { act.contract(Number(key) - 1); return true; }
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (step) { moveSelection(step); return true; }
  if (key === "Escape") { select(null); return true; }
  const found = KEYS.find((one) => one.keys.includes(key));
  if (!found) return false;
  act[found.name]();
  return true;
}

const leaving = new Set(); // plays whose deletion is on its way: the next key means the one before

function removePlay() {
  const play = selectedPlay() ?? playsOf(desk.look.deal).filter((one) => !leaving.has(one.id)).at(-1);
  if (!play) return;
  if (play.id === desk.selected) select(null);
  leaving.add(play.id);
  send({ action: "delete", play: play.id }).then(() => setTimeout(() => leaving.delete(play.id), SHOWN_MS));
}

/** The list of keys. */
export function showHelp() {
  const groups = [...new Set(KEYS.map((one) => one.group))];
  openDialog(t("help.title"), [
    el("div", { class: "help-columns" }, groups.map((group) => el("section", { class: "help-group" },
      el("h3", { class: "label" }, t(group)),
      el("dl", {}, KEYS.filter((one) => one.group === group).map((one) => [
        el("dt", {}, one.shown.map((key) => (key === "…" ? "…" : el("kbd", {}, keyWord(key))))), el("dd", {}, t(one.text)),
      ]))))),
    el("p", { class: "hint" }, t("help.entry")),
    el("p", { class: "hint" }, t("help.more")),
  ], { wide: true, keys: (event) => {
    if (event.key !== "?") return false;
    closeDialog();
    return true;
  } });
}

/** What an undo would take back, in words. */
export function undoWords(undo) {
  const key = `what.${undo.what}`;
  return hasText(key) ? t(key) : undo.what ?? "";
}
