// What waits for a person, and the ways out: every state says in words why it is there.

import { cardChip } from "../cards.js";
import { byId, el, keyed } from "../dom.js";
import { cardName, contractName, hasText, lang, t } from "../lang.js";
import { playsOf } from "../look.js";
import { cameraText, desk, seatName, send } from "./desk.js";
import { enterCorrection, enterInsert } from "./entry.js";

const MOST_SHOWN = 2; // reasons at a time: the most urgent first
const LOW = matchMedia("(min-width: 1181px) and (max-height: 900px)"); // a window in which the picture needs the room

export const WAYS = {
  accept_table: { key: "+", text: "way.accept_table", kind: "good" },
  ignore_table: { key: "-", text: "way.ignore_table", kind: "" },
  end_trick: { key: "e", text: "do.end_trick", kind: "" },
  redeal: { key: "g", text: "do.redeal", kind: "" },
  look_again: { key: "k", text: "way.look_again", kind: "good" },
  hold: { key: "key.space", text: "do.hold", kind: "" },
};

const SHOWS_ANOTHER = ["moved", "covered", "lost"]; // there is a picture, but not of the game

/** What answers a question that is not about a card. */
const OUT = {
  held: { act: "hold", key: "key.space", text: "do.resume" },
  unsure_dealer: { act: "dealer", key: "d", text: "do.dealer" },
  unsure_winner: { act: "winner", key: "v", text: "do.winner" },
  no_camera: { act: "insert", key: "i", text: "do.add" },
  ended: { act: "correct", key: "c", text: "do.correct" },
  broken: { act: "correct", key: "c", text: "do.correct" },
};

const SAID_ALSO = ["broken", "record"]; // what exactly is amiss is only in the program's own sentence

/** How the program's sentences on a whole film begin, and the page's own text for each. */
const PROBLEMS = [
  ["No card was seen", "problem.no_card"],
  ["The picture never stood still", "problem.restless"],
  ["Cards of both packs", "problem.packs"],
];

export function drawAttention(actions) {
  const look = desk.look;
  const panel = byId("attention");
  panel.dataset.state = look.state;
  keyed(panel, [look.state, LOW.matches, look.reasons, look.deal?.tricks, look.seats, look.pack, lang()], () => {
    if (look.state === "offline") return el("p", { class: "calm" }, t("offline.why"));
    if (look.reasons.length === 0) return el("p", { class: "calm" }, t(look.state === "manual" ? "state.manual.why" : "state.live.why"));
    // an end asks nothing, so that the first question has its place beside it
    const most = LOW.matches && !["ended", "broken"].includes(look.reasons[0].kind) ? 1 : MOST_SHOWN;
    const more = look.reasons.length - most;
    return [look.reasons.slice(0, most).map((reason) => drawReason(reason, actions)),
      more > 0 ? el("p", { class: "muted" }, t("reason.more", { n: more })) : null];
  });
}

function drawReason(reason, actions) {
  const draw = { unsure_card: unsureCard, missed_card: unsureCard, conflict: unsureCard, disagree, unsure_contract: unsureContract, camera: blind }[reason.kind];
  if (draw) return draw(reason, actions);
  const words = reasonText(reason);
  const out = OUT[reason.kind];
  return el("div", { class: "reason" }, el("h3", {}, words),
    SAID_ALSO.includes(reason.kind) ? el("p", { class: "muted" }, reason.sentence) : null,
    reason.problem ? el("p", { class: "muted" }, problemText(reason.problem)) : null,
    out ? el("div", { class: "row" }, way(out.text, out.key, "good", () => actions[out.act]())) : null);
}

function reasonText(reason) {
  const key = `reason.${reason.kind}`;
  return hasText(key) ? t(key, { n: reason.trick ?? "" }) : reason.sentence ?? reason.kind;
}

/** Why the result of a film is worth little, in the page's language where there is a text for it. */
function problemText(sentence) {
  const found = PROBLEMS.find(([begin]) => sentence.startsWith(begin));
  return found ? t(found[1]) : sentence;
}

function unsureCard(reason) {
  const play = playsOf(desk.look.deal).find((one) => one.id === reason.play);
  if (!play) return el("div", { class: "reason" }, el("h3", {}, reasonText(reason)));
  const asked = { name: seatName(play.seat), n: play.trick };
  const title = reason.kind === "conflict" ? t("reason.conflict", { ...asked, card: cardName(play.card) }) : t("unsure.play", asked);
  const likely = play.likely.slice(0, 3);
  return el("div", { class: "reason" }, el("h3", {}, title),
    el("div", { class: "row" },
      likely.map((one) => el("button", { type: "button", class: "button", on: { click: () => send({ action: "card", play: play.id, card: one.card }) } },
        cardChip(one.card), el("span", { class: "muted" }, percent(one.p)))),
      way("entry.other", "c", "", () => enterCorrection(play)),
      play.card ? way("do.accept", "a", "good", () => send({ action: "accept", play: play.id })) : null));
}

function unsureContract() {
  const likely = desk.look.deal?.posterior.slice(0, 3) ?? [];
  return el("div", { class: "reason" }, el("h3", {}, t("unsure.contract")),
    el("div", { class: "row" }, likely.map((one) =>
      el("button", { type: "button", class: "button", on: { click: () => send({ action: "contract", contract: one.contract }) } },
        contractName(one.contract), el("span", { class: "muted" }, percent(one.p))))));
}

function disagree(reason, actions) {
  return el("div", { class: "reason" }, el("h3", {}, t("lost.title")), compare(reason.seen, reason.expected), ways(reason, actions));
}

/** The camera sees nothing of the game: what it shows instead, what the game waits for, and the ways back. */
function blind(reason, actions) {
  const another = SHOWS_ANOTHER.includes(reason.status);
  return el("div", { class: "reason" }, el("h3", {}, cameraText(reason.status)),
    compare(another ? reason.seen : null, reason.expected), ways(reason, actions),
    el("p", { class: "muted" }, t(reason.status !== "moved" ? "reason.camera.more" : reason.ways.some((one) => one.action === "look_again") ? "reason.moved.more" : "reason.moved.calibrated")));
}

/** What the picture shows beside what the game expects. */
function compare(seen, expected) {
  if (!seen && !expected) return null;
  const chips = (cards) => (cards?.length ? cards.map((card) => cardChip(card)) : el("span", { class: "muted" }, t("lost.nothing")));
  return el("div", { class: "compare" },
    seen ? el("div", {}, el("span", { class: "label" }, t("lost.seen")), el("div", { class: "chips" }, chips(seen))) : null,
    expected ? el("div", {}, el("span", { class: "label" }, `${t("lost.expected")} · ${t("trick.n", { n: expected.trick })}`),
      el("div", { class: "chips" }, chips(expected.cards), expected.next ? el("span", { class: "muted" }, t("lost.next", { name: seatName(expected.next) })) : null)) : null);
}

function ways(reason, actions) {
  return el("div", { class: "row", role: "group", "aria-label": t("lost.back") },
    (reason.ways ?? []).filter((one) => WAYS[one.action]).map((one) => {
      const { key, text, kind } = WAYS[one.action];
      return way(text, key, kind, () => actions[one.action]());
    }),
    way("do.add", "i", "", () => enterInsert(null)));
}

function way(text, key, kind, act) {
  return el("button", { type: "button", class: `button ${kind}`, on: { click: act } }, t(text), el("kbd", {}, key.startsWith("key.") ? t(key) : key));
}

export const percent = (p) => (p < 1 && p >= 0.995 ? "> 99 %" : `${Math.round(p * 100)} %`);

