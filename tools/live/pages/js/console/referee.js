// The referee: what becomes of an illegal play, and who says that the target is reached.

import { cardName, t } from "../lang.js";
import { playsOf } from "../look.js";
import { choose, chooseSeat } from "./choose.js";
import { desk, say, seatName, selectedPlay, send } from "./desk.js";

const TAKEN_BACK = "taken_back";

/** The illegal play that is meant: of the card selected, else the last one without a ruling, else the last. */
export function meantVerdict() {
  const certain = (desk.look.deal?.illegal ?? []).filter((verdict) => verdict.certainty === "certain");
  const selected = selectedPlay()?.id;
  return certain.find((verdict) => verdict.play === selected) ?? certain.filter((verdict) => !verdict.ruling).at(-1) ?? certain.at(-1) ?? null;
}

/** Rule on an illegal play. */
export function enterRuling(verdict) {
  if (!verdict) { say(t("ruling.none")); return; }
  const { look } = desk;
  const last = playsOf(look.deal).at(-1)?.id === verdict.play;
  const kinds = [look.rules.rulings[0], ...(last ? [TAKEN_BACK] : []), ...look.rules.rulings.slice(1)];
  const pending = !look.deal.complete;
  choose(t("ruling.of", { name: seatName(verdict.seat), card: cardName(verdict.card), n: verdict.trick }), kinds.map((kind) => ({
    content: [t(`ruling.${kind}`), note(kind, pending)].filter(Boolean),
    run: () => send({ action: "ruling", play: verdict.play, ruling: kind }),
  })));
}

function note(kind, pending) {
  if (kind === desk.look.rules.revoke) return t("ruling.usual");
  return pending && kind !== "stands" && kind !== TAKEN_BACK ? t("ruling.later") : "";
}

/** Somebody says that the target is reached. */
export function enterClaim() {
  if (desk.look.rules.claim !== "bedanken" || !desk.look.deal) return;
  chooseSeat(t("claim.who"), (seat) => send({ action: "claim", seat }));
}
