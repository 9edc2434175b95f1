// From the server's state (schema jassvision-live/1) to what the pages draw: one place that knows the names of the API.

import { seatWord } from "./lang.js";

const UNREAD = "??";
const STANDS = "stands"; // the ruling that a play was as it should be

/** What a page shows, of a whole state. Seats by name, sides by number, tricks with their plays marked. */
export function lookOf(state) {
  const keys = state.sides.map((side) => side.side);
  const side = (key) => keys.indexOf(key);
  const seats = state.seats.map((seat) => ({ seat: seat.seat, name: seat.name || seatWord(seat.seat), side: side(seat.side), given: seat.name }));
  const sideName = (one) => one.name || seats.filter((seat) => keys[seat.side] === one.side).map((seat) => seat.name).join(" & ");
  const deal = state.deal ? dealOf(state.deal, side, keys) : null;
  const winners = state.match.end?.winners ?? [];
  return {
    state: state.mode,
    held: state.held ?? false,
    reasons: state.reasons ?? [],
    camera: state.camera ?? null,
    record: state.record ?? null,
    rules: state.rules,
    cards: state.rules.cards,
    pack: state.pack_names,
    target: state.rules.target,
    seats,
    seat: Object.fromEntries(seats.map((seat) => [seat.seat, seat])),
    sides: state.sides.map((one) => ({
      side: one.side, name: sideName(one), score: one.score, slate: one.slate,
      gained: one.deal_score, won: winners.includes(one.side),
      mountain: state.match.bergpreis === one.side,
    })),
    over: Boolean(state.match.end),
    matchNumber: state.match.number,
    earlier: state.match.earlier ?? [],
    deals: state.match.deals.map((one) => ({ ...one, score: keys.map((key) => one.score[key]), total: keys.map((key) => one.total[key]) })),
    deal,
    trick: deal?.tricks.find((trick) => !trick.closed) ?? null,
    lastTrick: deal?.tricks.filter((trick) => trick.closed).at(-1) ?? null,
    undo: state.undo ?? null,
    redo: state.redo ?? null,
    proposals: state.proposals ?? { weis: [], stoeck: null },
    weisMode: state.weis_mode ?? "auto",
    boardMode: state.board_mode ?? "live",
    event: state.event ?? 0,
    nextDeal: { number: state.next_deal ?? null, contract: state.next_contract ?? null, pushed: state.next_pushed ?? false },
    notes: state.notes ?? [],
  };
}

function dealOf(deal, side, keys) {
  const illegal = deal.illegal.map((verdict) => ({ ...verdict }));
  const marks = new Map(illegal.map((verdict) => [verdict.play, verdict]));
  const tricks = deal.tricks.map((trick) => ({
    number: trick.number, leader: trick.leader, winner: trick.winner ?? null, unsure: trick.unsure, closed: trick.closed,
    points: trick.points ?? null, plays: trick.plays.map((play) => playOf(play, trick.number, marks)),
  }));
  return {
    id: deal.id, number: deal.number, dealer: deal.dealer, forehand: deal.forehand, contract: deal.contract ?? null,
    named: deal.contract_unsure ? null : deal.contract ?? null, // a guess is asked about, and shown to nobody as if it were said
    given: deal.contract_given ?? true, unsure: deal.contract_unsure, posterior: deal.posterior ?? [],
    pushed: deal.pushed, factor: deal.factor, toAct: deal.to_play ?? null, trickNumber: deal.trick,
    complete: deal.complete, isVoid: deal.void, score: keys.map((key) => deal.score?.[key] ?? 0),
    cardPoints: keys.map((key) => deal.card_points?.[key] ?? 0),
    tricks, illegal, known: deal.known ?? {}, notes: deal.notes ?? [],
    entries: deal.entries.map((entry) => ({ ...entry, side: side(entry.side), cards: entry.cards ?? [] })),
  };
}

function playOf(play, trick, marks) {
  const verdict = marks.get(play.id);
  return {
    id: play.id, seat: play.seat, trick, card: play.card === UNREAD ? null : play.card, unsure: Boolean(play.unsure),
    illegal: verdict?.certainty === "certain" && verdict.ruling !== STANDS, doubtful: verdict?.certainty === "possible",
    likely: play.likely ?? [], source: play.source ?? "vision", time: play.time ?? null, certain: play.certain ?? false,
  };
}

/** The key of the state's name: a film that is over says so, for nothing is amiss. */
export const stateText = (look) => (look.reasons[0]?.kind === "ended" && look.state === "manual" ? "state.ended" : `state.${look.state}`);

/** Whether a deal is being played: its contract can be named, cards belong to it. */
export const isRunning = (deal) => Boolean(deal && !deal.complete && !deal.isVoid);

/** All plays of a deal in the order they fell. */
export const playsOf = (deal) => (deal ? deal.tricks.flatMap((trick) => trick.plays) : []);
