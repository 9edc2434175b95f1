// What people type for cards: codes, names and beginnings of names, runs and fours.

import { cardName, rankName, suitName } from "./lang.js";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** The cards of a pack that may be meant: codes come first (`s10`), then beginnings of words (`schilten b`, `eu`). */
export function meant(typed, pack) {
  const text = plain(typed);
  const glued = text.replace(/\s/g, "");
  if (glued === "") return new Set(pack);
  const coded = pack.filter((card) => card.toLowerCase().startsWith(glued));
  if (coded.length > 0) return new Set(coded);
  return new Set(pack.filter((card) => fitsName(card, text.split(/\s+/), glued)));
}

function fitsName(card, typed, glued) {
  const words = [...plain(cardName(card)).split(/[\s’']+/), card.slice(1).toLowerCase()];
  if (typed.every((word) => words.some((name) => name.startsWith(word)))) return true;
  const suit = plain(suitName(card[0]));
  const rank = [plain(rankName(card.slice(1))), card.slice(1).toLowerCase()];
  return Array.from({ length: glued.length - 1 }, (_, i) => i + 1).some((cut) =>
    suit.startsWith(glued.slice(0, cut)) && rank.some((name) => name.startsWith(glued.slice(cut))));
}

/** The cards of a Weis as typed: `h6-8` or `h6-h8` a run, `4j` or `4 under` all four, else cards with spaces or commas
 *  between them. Null where something is no card, or may be several. */
export function meantWeis(typed, pack) {
  const text = plain(typed);
  const four = text.match(/^4\s*([a-z]+|9|10)$/);
  if (four) {
    const cards = pack.filter((card) => card.slice(1).toLowerCase() === four[1] || plain(rankName(card.slice(1))).startsWith(four[1]));
    return new Set(cards.map((card) => card.slice(1))).size === 1 ? cards : null;
  }
  const found = [];
  for (const piece of text.split(/[\s,;]+/).filter(Boolean)) {
    const [from, to] = piece.split(/[-–]/);
    const first = only(from, pack);
    const last = to === undefined ? first : only(to, pack) ?? only(`${first?.[0]}${to}`, pack);
    const [start, end] = [pack.indexOf(first), pack.indexOf(last)];
    if (start < 0 || end < start || first[0] !== last[0]) return null;
    found.push(...pack.slice(start, end + 1));
  }
  return [...new Set(found)];
}

/** The one card that is meant; a code that is also the beginning of another one is that card. */
function only(typed, pack) {
  const exact = pack.find((card) => card.toLowerCase() === typed);
  if (exact) return exact;
  const found = [...meant(typed, pack)];
  return found.length === 1 ? found[0] : null;
}
