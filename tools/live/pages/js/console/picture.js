// The picture of the camera with the cards that were found in it.

import { byId, el, fill, keyed, svg } from "../dom.js";
import { lang, rankName, suitName, t } from "../lang.js";
import { pullPictures } from "../link.js";
import { isCard } from "../words.js";
import { cameraText, desk, select } from "./desk.js";

const SOUND_AGE_MS = 60000; // an age beyond this comes from a clock that is set differently
const LEAST_SCALE = 0.55; // a name of 11 pixels
const RUNNING = ["seeing", "dark", "covered", "lost", "moved"]; // states in which pictures come

let canvas = null;
let boxes = null;
let header = null;

export function startPicture() {
  canvas = el("canvas", { role: "img" });
  boxes = svg("svg", { preserveAspectRatio: "xMidYMid meet", "aria-hidden": "true" });
  fill(byId("stage"), canvas, boxes, el("p", { class: "picture-words", id: "picture-words" }, t("picture.none")));
  pullPictures(show, () => { header = null; drawFoot(); });
}

async function show(next, blob) {
  const bitmap = await createImageBitmap(blob);
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
  }
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
  const since = Date.now() - next.captured;
  header = { ...next, shownAge: since >= 0 && since < SOUND_AGE_MS ? since : next.age };
  canvas.dataset.number = next.number;
  canvas.dataset.age = Math.round(header.shownAge);
  drawFoot();
}

function drawBoxes() {
  const { width, height } = canvas;
  // in pixels of the picture: as large as in one of 1280, and never too small to be read on the screen
  const scale = Math.max(width / 1280, (LEAST_SCALE * width) / Math.max(1, canvas.clientWidth));
  keyed(boxes, [header.boxes, width, height, Math.round(scale * 20), desk.look?.pack, lang()], () => {
    boxes.setAttribute("viewBox", `0 0 ${width} ${height}`);
    return header.boxes.map((box) => drawBox(box, width, height, scale));
  });
}

function drawBox(box, width, height, scale) {
  const points = box.corners.map(([x, y]) => [x * width, y * height]);
  const known = isCard(box.card);
  const kind = box.kind === "back" ? "is-back" : box.unsure || (box.kind === "face" && !known) ? "is-unsure" : "";
  const group = svg("g", { class: `box ${kind} ${box.play ? "can-select" : ""}` },
    svg("polygon", { points: points.map((point) => point.map(Math.round).join(",")).join(" ") }));
  if (box.play) group.addEventListener("click", () => select(box.play));
  if (box.kind !== "face") return group;
  const name = known ? `${suitName(box.card[0])} ${rankName(box.card.slice(1))}${box.unsure ? " ?" : ""}` : "?";
  const x = (Math.min(...points.map((p) => p[0])) + Math.max(...points.map((p) => p[0]))) / 2;
  const y = Math.max(15 * scale, Math.min(...points.map((p) => p[1])) - 15 * scale);
  const wide = (name.length * 9.6 + 16) * scale;
  const text = svg("text", { x, y: y + scale }, name);
  text.style.fontSize = `${20 * scale}px`;
  group.append(svg("rect", { x: x - wide / 2, y: y - 13 * scale, width: wide, height: 26 * scale, rx: 5 * scale }), text);
  return group;
}

export function drawFoot() {
  if (header) drawBoxes();
  const camera = desk.look?.camera;
  const running = RUNNING.includes(camera?.status);
  const shown = canvas.dataset.number !== undefined;
  const still = shown && camera && !running; // the last picture stays, and says that it is the last
  const bad = camera && !["seeing", "none", "ended", "opening"].includes(camera.status);
  keyed(byId("picture-foot"), [camera?.status, still, camera?.source, camera?.size, Math.round(camera?.fps ?? 0), running && header && Math.round(header.shownAge / 10), desk.look?.record, lang()], () => [
    camera && !still ? el("span", { class: bad ? "bad" : "" }, cameraText(camera.status)) : null,
    camera?.status === "seeing" && camera.fps ? el("span", {}, `${camera.size?.join(" × ") ?? ""}  ${Math.round(camera.fps)} fps`) : null,
    running && header ? el("span", {}, t("age", { ms: Math.round(header.shownAge / 10) * 10 })) : null,
    desk.look?.record ? recordWords(desk.look.record) : null,
  ]);
  byId("stage").classList.toggle("is-still", Boolean(still));
  const words = byId("picture-words");
  words.hidden = shown && !still;
  if (camera) words.textContent = still ? `${cameraText(camera.status)} · ${t("picture.last")}` : camera.status === "none" ? t("camera.none") : t("picture.none");
  canvas.setAttribute("aria-label", t("picture"));
}

function recordWords(record) {
  const words = `${t("record")}: ${record.ok ? record.file : record.sentence}`;
  return el("span", { class: record.ok ? "" : "bad", title: words }, words);
}
