// What is said of an illegal play: the rule and the proof, in the page's language.

import { cardName, hasText, lang, t } from "./lang.js";

/** The rule in the page's language; the engine's own sentence for rules that have none here. */
export function ruleText(verdict) {
  const key = `rule.${verdict.rule}`;
  return hasText(key) ? t(key) : verdict.reason;
}

/** The engine's proof, whose sentences are few, in the page's language; any other one as it is, with the cards' names. */
export function proofText(proof) {
  for (const [pattern, key] of lang() === "en" ? [] : PROOFS) {
    const found = proof.match(pattern);
    if (found) return t(key, { cards: found[1].split(" ").map(cardName).join(", "), here: found[2], there: found[3] });
  }
  return proof.replace(CODE, (code) => cardName(code));
}

const CODE = /\b[DHSC](?:10|[6-9JQKA])\b/g;

const PROOFS = [
  [/^held ([^a-z]+) in trick (\d+): played it in trick (\d+)$/, "proof.played"],
  [/^held ([^a-z]+) in trick (\d+): showed it$/, "proof.showed"],
  [/^held ([^a-z]+) in trick (\d+): the hand is known$/, "proof.known"],
  [/^held ([^a-z]+) in trick (\d+): it can be nowhere else$/, "proof.nowhere"],
  [/^held one of ([^a-z]+) in trick (\d+): only \d+ others for \d+ places$/, "proof.one_of"],
  [/^held ([^a-z]+) in trick (\d+)$/, "proof.held"],
  [/^illegal if the hand held one of ([^a-z]+), still unseen$/, "proof.if"],
  [/^hangs on which of ([^a-z]+) the hand held$/, "proof.hangs"],
];
