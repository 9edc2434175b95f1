// The Jass slate: a Z for each side, hundreds on top, fifties on the diagonal, twenties below, and a rest in figures.
// Strokes stand in bundles of five, the fifth across the other four; two fifties cross to an X, as people write them.

import { el, svg } from "./dom.js";
import { t } from "./lang.js";

const WIDTH = 420;
const HEIGHT = 400;
const LEFT = 26;
const RIGHT = WIDTH - 26;
const TOP = 66;
const BOTTOM = HEIGHT - 88;
const STROKE = 58; // height of a stroke
const STEP = 14; // between strokes of a bundle
const BUNDLE_GAP = 26;
const SHEET_ROWS = 7;

/** A repeatable number from -1 to 1: chalk is never straight, but must not jump about when drawn again. */
function wobble(seed) {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return (x - Math.floor(x)) * 2 - 1;
}

function chalk(x1, y1, x2, y2, seed, fresh) {
  const w = 1.6;
  const mx = (x1 + x2) / 2 + wobble(seed + 0.3) * w;
  const my = (y1 + y2) / 2 + wobble(seed + 0.6) * w;
  const path = `M${x1 + wobble(seed) * w} ${y1 + wobble(seed + 0.1) * w} Q${mx} ${my} ${x2 + wobble(seed + 0.2) * w} ${y2}`;
  return svg("path", { d: path, class: fresh ? "chalk fresh" : "chalk", pathLength: 1 });
}

/** Where strokes stand on a line of some length: bundles of five, pressed together when there are many. */
function strokePlaces(count, length) {
  const bundles = Math.ceil(count / 5);
  const needed = count > 0 ? (count - 1) * STEP + (bundles - 1) * (BUNDLE_GAP - STEP) : 0;
  const squeeze = needed > length ? length / needed : 1;
  return Array.from({ length: count }, (_, i) => (i * STEP + Math.floor(i / 5) * (BUNDLE_GAP - STEP)) * squeeze);
}

function straight(count, old, y, seed) {
  const start = LEFT + 30;
  const places = strokePlaces(count, RIGHT - 36 - start);
  return places.map((at, i) => {
    const x = start + at;
    const fifth = i % 5 === 4;
    if (fifth) {
      const first = start + places[i - 4] - 9;
      return chalk(first, y + STROKE / 2 - 6, x - 1, y - STROKE / 2 + 6, seed + i, i >= old);
    }
    return chalk(x, y - STROKE / 2, x + wobble(seed + i + 0.5) * 2, y + STROKE / 2, seed + i, i >= old);
  });
}

function crosses(count, old, seed) {
  const pairs = Math.ceil(count / 2);
  const marks = [];
  const [x1, y1, x2, y2] = [LEFT + 78, BOTTOM - 53, RIGHT - 78, TOP + 53];
  const most = Math.max(pairs, 6);
  for (let i = 0; i < count; i += 1) {
    const along = (Math.floor(i / 2) + 0.7) / (most + 0.4);
    const x = x2 + (x1 - x2) * along;
    const y = y2 + (y1 - y2) * along;
    const half = 22;
    const lean = i % 2 === 0 ? 1 : -1;
    marks.push(chalk(x - half * 0.62, y - half * lean, x + half * 0.62, y + half * lean, seed + 40 + i, i >= old));
  }
  return marks;
}

/** One Z.
 *  slate: {hundreds, fifties, twenties, rest}; before: the slate that was shown last, so that new strokes are written. */
export function drawZ(slate, before, label, seed = 1) {
  const had = before ?? slate;
  const red = (d) => svg("path", { d, class: "zline" });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "z", role: "img", "aria-label": label, preserveAspectRatio: "xMidYMid meet" },
    red(`M${LEFT} ${TOP} L${RIGHT} ${TOP} L${LEFT} ${BOTTOM} L${RIGHT} ${BOTTOM}`),
    svg("g", { filter: "url(#chalk)" },
      straight(Math.max(0, slate.hundreds), had.hundreds, TOP, seed),
      crosses(Math.max(0, slate.fifties), had.fifties, seed),
      straight(Math.max(0, slate.twenties), had.twenties, BOTTOM, seed + 80),
      svg("text", { x: RIGHT - 6, y: BOTTOM + 78, class: "rest", "text-anchor": "end" }, String(slate.rest)),
    ),
    ...[[100, LEFT - 6, TOP - 40], [50, LEFT + 92, (TOP + BOTTOM) / 2 - 4], [20, LEFT - 6, BOTTOM + 62]].map(([worth, x, y]) =>
      svg("text", { x, y, class: "worth", "aria-hidden": "true" }, String(worth))),
  );
}

/** The filter that makes lines look like chalk; every page that draws a slate holds it once. */
export function chalkFilter() {
  return svg("svg", { class: "defs", "aria-hidden": "true", width: 0, height: 0 },
    svg("defs", {},
      svg("filter", { id: "chalk", x: "-5%", y: "-5%", width: "110%", height: "110%" },
        svg("feTurbulence", { type: "fractalNoise", baseFrequency: "0.55", numOctaves: 2, seed: 4, result: "grain" }),
        svg("feColorMatrix", { in: "grain", type: "matrix", values: "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -2.2 2.05", result: "holes" }),
        svg("feComposite", { in: "SourceGraphic", in2: "holes", operator: "in", result: "worn" }),
        svg("feDisplacementMap", { in: "worn", in2: "grain", scale: 2 }))));
}

/** The whole slate in its wooden frame: a Z for each side, or a sheet of the deals where no Z is kept.
 *  shown: the slates drawn last, so that new strokes are written; changed here. */
export function drawSlate(look, shown) {
  if (!look.sides.every((side) => side.slate)) return el("div", { class: "slate" }, el("div", { class: "slate-stone" }, drawSheet(look)));
  const halves = look.sides.map((side, i) => {
    const drawing = drawZ(side.slate, shown[i], slateWords(side), i * 200 + 1);
    shown[i] = side.slate;
    return el("div", { class: "half", "data-side": i }, el("div", { class: "half-head" },
      el("span", { class: "half-name" }, side.name), el("span", { class: "half-score" }, side.score)), drawing);
  });
  return el("div", { class: "slate" }, el("div", { class: "slate-stone" }, halves));
}

/** Points of the last deals side by side, and the totals. */
function drawSheet({ sides, deals }) {
  return el("table", { class: "sheet" },
    el("thead", {}, el("tr", {}, el("th", {}), sides.map((side, i) => el("th", { scope: "col", "data-side": i }, side.name)))),
    el("tbody", {}, deals.slice(-SHEET_ROWS).map((deal) => el("tr", {}, el("th", { scope: "row" }, deal.number), deal.score.map((points) => el("td", {}, points))))),
    el("tfoot", {}, el("tr", {}, el("th", {}, "="), sides.map((side) => el("td", {}, side.score)))));
}

/** A score in as few strokes as possible. */
export function slateOf(score) {
  if (score < 0) return { hundreds: 0, fifties: 0, twenties: 0, rest: score };
  return { hundreds: Math.floor(score / 100), fifties: Math.floor((score % 100) / 50), twenties: Math.floor((score % 50) / 20), rest: (score % 50) % 20 };
}

/** A slate in words, for those who hear the page. */
function slateWords(side) {
  const { hundreds: h, fifties: f, twenties: z, rest: r } = side.slate;
  return t("slate.of", { name: side.name, score: side.score, h, f, z, r });
}
