// The overlay for OBS: transparent, made of parts (?parts=score,contract,trick,alert), in the look of the theme.

import { cardChip, cardPicture, fetchFaces, suitSign } from "./cards.js";
import { byId, el, keyed } from "./dom.js";
import { contractName, lang, onLang, setPack, t, translatePage } from "./lang.js";
import { watch } from "./link.js";
import { wearTheme } from "./theme.js";
import { ruleText } from "./verdicts.js";

const PARTS = ["score", "contract", "trick", "alert"];
const asked = new URLSearchParams(location.search).get("parts");
const parts = new Set(asked === null ? PARTS : asked.split(",").map((part) => part.trim()).filter((part) => PARTS.includes(part)));
const ALERT_MS = 9000; // how long a banner stays

const trickNodes = new Map();
const alerts = new Map();
let seen = null; // ids of what was there when the page came: not announced again
let look = null;
let worn = { logo: null };

function draw() {
  if (!look) return;
  setPack(look.pack);
  fetchFaces(look.cards);
  drawBug();
  drawTrick();
  drawAlerts();
}

function drawBug() {
  const bug = byId("bug");
  bug.hidden = !(parts.has("score") || parts.has("contract"));
  const deal = look.deal;
  const contract = parts.has("contract") && deal?.named && look.boardMode !== "after_deal" ? deal : null;
  const sides = parts.has("score") ? look.sides : [];
  keyed(bug, [sides.map((side) => [side.name, side.score, side.won]), contract && [contract.named, contract.factor, contract.pushed], worn, look.pack, lang()], () => [
    worn.logo && parts.has("score") ? el("div", { class: "ov-logo" }, el("img", { src: worn.logo, alt: "" })) : null,
    sides.length > 0 ? el("div", { class: "ov-sides", role: "group", "aria-label": t("score") }, sides.map((side, i) =>
      el("div", { class: side.won ? "ov-side won" : "ov-side", "data-side": i },
        el("span", { class: "ov-side-name" }, side.name), el("span", { class: "ov-side-score" }, side.score)))) : null,
    contract ? el("div", { class: "ov-contract" }, suitSign(contract.named, true),
      el("span", { class: "ov-contract-name" }, contractName(contract.named)),
      contract.factor > 1 || contract.pushed ? el("span", { class: "ov-contract-more" },
        [contract.factor > 1 && t("factor", { n: contract.factor }), contract.pushed && t("contract.pushed")].filter(Boolean).join(" · ")) : null) : null,
  ]);
}

function drawTrick() {
  const parent = byId("trick");
  const trick = parts.has("trick") && look.boardMode !== "after_deal" ? look.trick ?? look.lastTrick : null;
  parent.hidden = !trick || trick.plays.length === 0;
  const wanted = new Set();
  for (const play of trick?.plays ?? []) {
    const id = `${look.deal?.number}/${trick.number}/${play.id}`;
    wanted.add(id);
    const facts = JSON.stringify([play.card, play.unsure, play.illegal, play.seat, look.pack, look.seat[play.seat].name, lang()]);
    let shown = trickNodes.get(id);
    if (!shown || shown.facts !== facts) {
      const seat = look.seat[play.seat];
      const node = el("div", { class: "ov-play", "data-play": play.id, "data-side": seat.side },
        cardPicture(play.card, { illegal: play.illegal, unsure: play.unsure }), el("span", { class: "ov-play-name" }, seat.name));
      if (shown) shown.node.replaceWith(node);
      else if (seen) node.classList.add("laid");
      shown = { node, facts };
      trickNodes.set(id, shown);
    }
    shown.node.classList.toggle("wins", trick.winner === play.seat);
    if (parent.children[wanted.size - 1] !== shown.node) parent.insertBefore(shown.node, parent.children[wanted.size - 1] ?? null);
  }
  for (const [id, shown] of trickNodes) if (!wanted.has(id)) { shown.node.remove(); trickNodes.delete(id); }
}

/** What is worth a banner now: id, kind, side and what to say. */
function news() {
  const deal = look.deal;
  if (!deal) return [];
  const found = [];
  for (const entry of deal.entries) {
    if (!["weis", "stoeck", "match"].includes(entry.kind) || entry.points === 0) continue;
    const who = entry.seat === null ? look.sides[entry.side].name : look.seat[entry.seat].name;
    found.push({ id: `${deal.number}/${entry.kind}/${entry.seat}/${entry.side}/${entry.points}`, kind: entry.kind, title: t(entry.kind),
      text: [`${who}  +${entry.points * (entry.factor ?? 1)}`, entry.cards.map((card) => cardChip(card))] });
  }
  for (const verdict of deal.illegal) {
    if (verdict.certainty !== "certain" || verdict.ruling === "stands") continue;
    found.push({ id: `${deal.number}/illegal/${verdict.play}/${verdict.card}`, kind: "illegal", title: t("illegal.alert"),
      text: [look.seat[verdict.seat].name, cardChip(verdict.card, { illegal: true }), el("span", { class: "ov-alert-more" }, ruleText(verdict))] });
  }
  return found;
}

function drawAlerts() {
  const now = parts.has("alert") ? news() : [];
  byId("pause").hidden = !(parts.has("alert") && look.state === "lost");
  byId("pause").textContent = t("paused");
  const ids = new Set(now.map((item) => item.id));
  if (seen === null) seen = new Set(ids);
  for (const id of seen) if (!ids.has(id)) seen.delete(id); // taken back: it may be announced again
  for (const [id, alert] of alerts) if (!ids.has(id)) { clearTimeout(alert.timer); alert.node.remove(); alerts.delete(id); }
  for (const item of now) {
    if (seen.has(item.id)) continue;
    seen.add(item.id);
    const node = el("div", { class: `ov-alert is-${item.kind}` },
      el("span", { class: "ov-alert-kind" }, item.title), el("span", { class: "ov-alert-text" }, item.text));
    byId("alerts").append(node);
    alerts.set(item.id, { node, timer: setTimeout(() => { node.remove(); alerts.delete(item.id); }, ALERT_MS) });
  }
}

translatePage();
onLang(() => translatePage());
watch("overlay", {}, (next) => { look = next; draw(); });
wearTheme((theme) => { worn = theme; draw(); });
