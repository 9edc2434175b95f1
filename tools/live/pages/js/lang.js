// The language of the page: German unless the address or the person says otherwise.

import { STRINGS } from "./strings.js";
import * as words from "./words.js";

export const LANGUAGES = ["de", "en", "fr"];
const MEMORY = "jassvision.lang";

let language = chosen();
let pack = "swiss";
const listeners = new Set();

function chosen() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (LANGUAGES.includes(asked)) return asked;
  try {
    const kept = localStorage.getItem(MEMORY);
    if (LANGUAGES.includes(kept)) return kept;
  } catch { /* no storage: what the server was started with */ }
  const wished = document.cookie.match(/(?:^|; )jassvision-lang=(\w+)/)?.[1];
  return LANGUAGES.includes(wished) ? wished : "de";
}

export const lang = () => language;

export function setLang(next) {
  language = LANGUAGES.includes(next) ? next : "de";
  try { localStorage.setItem(MEMORY, language); } catch { /* for this page only, then */ }
  document.documentElement.lang = language;
  listeners.forEach((listener) => listener());
}

export const nextLang = () => setLang(LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length]);
export const onLang = (listener) => listeners.add(listener);

/** Which pack lies on the table decides the names of suits and cards. */
export function setPack(next) { if (next === "swiss" || next === "french") pack = next; }
export const currentPack = () => pack;

/** The text of a key in the page's language, with {slots} filled. */
export function t(key, slots = {}) {
  const row = STRINGS[key];
  if (!row) throw new Error(`no text for ${key}`);
  return row[LANGUAGES.indexOf(language)].replace(/\{(\w+)\}/g, (_, name) => String(slots[name] ?? ""));
}

/** Whether there is a text of this key. */
export const hasText = (key) => key in STRINGS;

/** Fill every element that names its text in the page: data-t for text, data-t-label for aria-label and title. */
export function translatePage(root = document) {
  document.documentElement.lang = language;
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
    node.title = t(node.dataset.tLabel);
  }
}

export const cardName = (code) => words.cardName(code, pack, language);
export const contractName = (contract) => words.contractName(contract, pack, language);
export const suitName = (letter) => words.suitName(letter, pack, language);
export const rankName = (rank) => words.rankName(rank, pack, language);
export const seatWord = (name) => words.seatWord(name, language);
