// Cards on the page: as pictures, and in short as suit sign and rank.

import { el } from "./dom.js";
import { cardName, currentPack, rankName, t } from "./lang.js";
import { isCard, isSuit } from "./words.js";

const faces = new Map(); // held, so that the browser does not let go of them

/** Fetch the faces before they are played: a card that is laid must not be blank for a moment, least of all on television. */
export function fetchFaces(codes) {
  const pack = currentPack();
  for (const code of [...codes, "back"]) {
    const place = face(pack, code);
    if (faces.has(place)) continue;
    const picture = new Image();
    picture.src = place;
    faces.set(place, picture);
  }
}

const face = (pack, code) => `/art/${pack}/${code}.webp`;

/** A card as a picture. marks: {unsure, illegal, small}; an unread card shows its back and a question mark. */
export function cardPicture(code, marks = {}) {
  const pack = currentPack();
  const known = isCard(code);
  const name = known ? cardName(code) : t("card.unread");
  const said = [name, marks.unsure && t("card.unsure"), marks.illegal && t("card.illegal")].filter(Boolean).join(", ");
  const picture = el("img", { src: face(pack, known ? code : "back"), alt: said, draggable: "false", decoding: "sync" });
  return el(
    "span",
    { class: ["card", marks.unsure && "is-unsure", marks.illegal && "is-illegal"].filter(Boolean).join(" "), "data-card": code ?? "?" },
    picture,
    marks.illegal ? el("span", { class: "card-flag", "aria-hidden": "true" }, "!") : null,
    marks.unsure && !marks.illegal ? el("span", { class: "card-flag", "aria-hidden": "true" }, "?") : null,
  );
}

/** The sign of a suit; of a contract without trump, an arrow that says which way the ranks run. */
export function suitSign(contract, big = false) {
  const kind = big ? "sign sign-big" : "sign";
  if (isSuit(contract)) {
    return el("span", { class: `${kind} sign-suit` },
      el("img", { src: `/art/suits/${currentPack()}-${contract}.svg`, alt: "", draggable: "false" }));
  }
  const arrows = { O: "▼", U: "▲", "slalom-up": "▼▲", "slalom-down": "▲▼", slalom: "▼▲", guschti: "▼▲", mary: "▲▼" };
  return el("span", { class: `${kind} sign-arrow`, "aria-hidden": "true" }, arrows[contract] ?? "?");
}

/** A card in short: suit sign and rank, the whole name for those who hear the page. */
export function cardChip(code, marks = {}) {
  const known = isCard(code);
  const rank = known ? rankName(code.slice(1)) : "?";
  return el(
    "span",
    { class: ["chip", marks.unsure && "is-unsure", marks.illegal && "is-illegal"].filter(Boolean).join(" "), title: known ? cardName(code) : t("card.unread") },
    known ? suitSign(code[0]) : null,
    el("span", { class: rank.length > 6 ? "chip-rank is-long" : "chip-rank", "aria-hidden": "true" }, rank),
    el("span", { class: "off-screen" }, known ? cardName(code) : t("card.unread")),
  );
}
