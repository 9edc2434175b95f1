// Words for cards, contracts and seats, as the table says them. The spellings are those of jassvision.rules.words.

const SUITS = {
  swiss: {
    de: ["Schellen", "Rosen", "Schilten", "Eicheln"],
    en: ["Bells", "Roses", "Shields", "Acorns"],
    fr: ["grelots", "roses", "écussons", "glands"],
  },
  french: {
    de: ["Ecken", "Herz", "Schaufel", "Kreuz"],
    en: ["Diamonds", "Hearts", "Spades", "Clubs"],
    fr: ["carreau", "cœur", "pique", "trèfle"],
  },
};

const COURTS = {
  swiss: {
    de: ["Banner", "Under", "Ober", "König", "Ass"],
    en: ["Banner", "Under", "Ober", "King", "Ace"],
    fr: ["bannière", "valet", "ober", "roi", "as"],
  },
  french: {
    de: ["10", "Bauer", "Dame", "König", "Ass"],
    en: ["10", "Jack", "Queen", "King", "Ace"],
    fr: ["10", "valet", "dame", "roi", "as"],
  },
};

const CONTRACTS = {
  de: { O: "Obenabe", U: "Undenufe", slalom: "Slalom", "slalom-up": "Slalom oben", "slalom-down": "Slalom unten",
    guschti: "Guschti", mary: "Mary", free: "Joker" },
  en: { O: "Obenabe", U: "Undenufe", slalom: "Slalom", "slalom-up": "Slalom from high", "slalom-down": "Slalom from low",
    guschti: "Guschti", mary: "Mary", free: "Joker" },
  fr: { O: "Tout en haut", U: "Tout en bas", slalom: "Slalom", "slalom-up": "Slalom par le haut",
    "slalom-down": "Slalom par le bas", guschti: "Guschti", mary: "Mary", free: "Joker" },
};

const SEATS = {
  de: { north: "Nord", northeast: "Nordost", east: "Ost", southeast: "Südost", south: "Süd", southwest: "Südwest",
    west: "West", northwest: "Nordwest" },
  en: { north: "North", northeast: "Northeast", east: "East", southeast: "Southeast", south: "South",
    southwest: "Southwest", west: "West", northwest: "Northwest" },
  fr: { north: "Nord", northeast: "Nord-est", east: "Est", southeast: "Sud-est", south: "Sud", southwest: "Sud-ouest",
    west: "Ouest", northwest: "Nord-ouest" },
};

export const SUIT_LETTERS = "DHSC";
export const RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"];
export const SYMBOLS = { D: "♦", H: "♥", S: "♠", C: "♣" };

export const suitName = (letter, pack, lang) => capital(SUITS[pack][lang][SUIT_LETTERS.indexOf(letter)]);

export function rankName(rank, pack, lang) {
  const court = RANKS.indexOf(rank) - 4;
  return court < 0 ? rank : COURTS[pack][lang][court];
}

/** "Schilten Banner", "10 of Spades", "valet de trèfle"; an unread card is a question mark. */
export function cardName(code, pack, lang) {
  if (!isCard(code)) return "?";
  const suit = SUITS[pack][lang][SUIT_LETTERS.indexOf(code[0])];
  const rank = rankName(code.slice(1), pack, lang);
  if (lang === "de") return `${suit} ${rank}`;
  if (lang === "fr") return `${rank} ${"aeiouéà".includes(suit[0]) ? "d’" : "de "}${suit}`;
  return `${rank} of ${suit}`;
}

export const isCard = (code) =>
  typeof code === "string" && SUIT_LETTERS.includes(code[0] ?? "?") && RANKS.includes(code.slice(1));

export const isSuit = (contract) => contract?.length === 1 && SUIT_LETTERS.includes(contract);

export function contractName(contract, pack, lang) {
  if (isSuit(contract)) return suitName(contract, pack, lang);
  return CONTRACTS[lang][contract] ?? contract;
}

export const seatWord = (name, lang) => SEATS[lang][name] ?? name;

const capital = (word) => word[0].toUpperCase() + word.slice(1);
