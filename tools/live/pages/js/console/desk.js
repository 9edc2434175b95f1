// What the console works on: the last state, the play that is selected, and how commands are sent.

import { byId } from "../dom.js";
import { hasText, t } from "../lang.js";
import { command } from "../link.js";
import { playsOf } from "../look.js";

const TOAST_MS = 7000;

export const desk = { look: null, selected: null, redraw: () => {} };

let toastTimer = null;
let line = Promise.resolve();
let known = 0; // the last event of our own: the server refuses words that were said without knowing the last one

/** Send a command after those before it; an answer that says no is shown. The answer, {ok} when it was done. */
export function send(body) {
  const answer = line.then(() => command({ event: Math.max(known, desk.look?.event ?? 0), ...body }));
  line = answer.then((said) => {
    if (said.ok) { known = Math.max(known, said.event); hush(); } else if (said.code !== "no_seat" || body.seat) say(reason(said));
  });
  return answer;
}

/** Why a command was refused, in the page's language where that has words for it. */
function reason(said) {
  const key = `error.${said.code}`;
  return hasText(key) ? t(key) : said.error ?? t("error.net");
}

export function say(text) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hush, TOAST_MS);
}

function hush() {
  clearTimeout(toastTimer);
  byId("toast").hidden = true;
}

/** Select a play, or none. */
export function select(id) {
  desk.selected = id;
  desk.redraw();
}

/** Move the selection through the plays in the order they fell; -1 begins at the last. */
export function moveSelection(step) {
  const plays = playsOf(desk.look?.deal);
  if (plays.length === 0) return;
  const at = plays.findIndex((play) => play.id === desk.selected);
  const to = at < 0 ? (step < 0 ? plays.length - 1 : 0) : Math.min(plays.length - 1, Math.max(0, at + step));
  select(plays[to].id);
}

/** The play that is meant when none is named: the one selected, else the first that waits for a person, else the last. */
export function meantPlay() {
  const plays = playsOf(desk.look?.deal);
  const asked = desk.look?.reasons.find((reason) => reason.play)?.play;
  return plays.find((play) => play.id === desk.selected) ?? plays.find((play) => play.id === asked) ??
    plays.find((play) => play.unsure) ?? plays.at(-1) ?? null;
}

export const selectedPlay = () => playsOf(desk.look?.deal).find((play) => play.id === desk.selected) ?? null;

/** What the source of pictures does, in words: a film and a stream say it otherwise than a camera. */
export function cameraText(status) {
  const source = desk.look?.camera?.source ?? "";
  const kind = source.includes("://") ? "stream" : /^\d*$/.test(source) ? "camera" : "film";
  return t(hasText(`${kind}.${status}`) ? `${kind}.${status}` : `camera.${status}`);
}

export const seatName = (seat) => desk.look.seat[seat]?.name ?? "";
