"""The rules of Jass: deals of every game with `push` and `pop`, legality with reasons, Weis, score, matches, records.

What is named here is the public face; everything else may change. The engine stands on Python's standard library
alone (and PyYAML, to read house rules).

>>> from jassvision.rules import Name, Play, deal_for, load_rules, parse_card
>>> deal = deal_for(load_rules("swisslos_2500"), dealer=0)  # hidden hands: nobody's cards are known
>>> _ = deal.push(Name(deal.forehand, "H"))
>>> deal.push(Play(deal.to_act, parse_card("Rosen Under"))).action
Play(seat=3, card=14)
"""

from jassvision.rules.actions import (
    Action,
    Announce,
    Claim,
    Draw,
    Drop,
    Misdeal,
    Name,
    Pass,
    Play,
    Push,
    ShowStoeck,
    ShowWeis,
    Stand,
    Swap,
    TakeBlind,
    TakeRest,
    TakeTurned,
)
from jassvision.rules.audit import Auditor, Verdict, audit
from jassvision.rules.cards import Card, CardSet, card_set, cards_in, code, codes, parse_code
from jassvision.rules.contracts import CONTRACTS, Contract, parse_contract
from jassvision.rules.deal import Deal, Operation, Trick, shuffled_hands
from jassvision.rules.describe import describe, describe_options
from jassvision.rules.ending import Crossing, GameClaim, GameEnd, bergpreis, game_end
from jassvision.rules.errors import (
    AmbiguousCardError,
    DuplicateCardError,
    IllegalClaimError,
    IllegalPlayError,
    InvalidActionError,
    InvalidCardError,
    JassError,
    NotationError,
    RulesError,
    WrongSeatError,
)
from jassvision.rules.games import deal_for
from jassvision.rules.games.setup import setup_of
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.jasskit import JassKitRecord, read_jasskit, write_jasskit
from jassvision.rules.ledger import Entry, Ledger
from jassvision.rules.legality import LegalCards, Violation, explain, legal_cards
from jassvision.rules.match import Match, Ruling
from jassvision.rules.misdeal import misdeal_reason
from jassvision.rules.names import (
    card_name,
    contract_name,
    parse_card,
    parse_cards,
    parse_contract_name,
    parse_pair,
    parse_seat_name,
    seat_label,
)
from jassvision.rules.notation import read_notation, write_notation
from jassvision.rules.notation_record import MatchRecord
from jassvision.rules.notation_replay import Replayed, audit_record, record_of, replay
from jassvision.rules.orders import Order, order_of
from jassvision.rules.playout import Playout, play_out
from jassvision.rules.preset import OPTIONS, Box, Option, Rules, load_rules, preset_names
from jassvision.rules.seats import Seat, next_seat, parse_seat, playing_order, seat_name
from jassvision.rules.slate import Slate, slate_of, slate_text
from jassvision.rules.weis import Settlement, Weis, all_weis, best_weis, holds_stoeck, settle_weis, weis_of
from jassvision.rules.weis_claim import ClaimVerdict, judge_claim

__all__ = [
    "CONTRACTS",
    "OPTIONS",
    "Action",
    "AmbiguousCardError",
    "Announce",
    "Auditor",
    "Box",
    "Card",
    "CardSet",
    "Claim",
    "ClaimVerdict",
    "Contract",
    "Crossing",
    "Deal",
    "Draw",
    "Drop",
    "DuplicateCardError",
    "Entry",
    "GameClaim",
    "GameEnd",
    "IllegalClaimError",
    "IllegalPlayError",
    "InvalidActionError",
    "InvalidCardError",
    "JassError",
    "JassKitRecord",
    "Ledger",
    "LegalCards",
    "Match",
    "MatchRecord",
    "Misdeal",
    "Name",
    "NotationError",
    "Operation",
    "Option",
    "Order",
    "Pass",
    "Play",
    "Playout",
    "Push",
    "Replayed",
    "Rules",
    "RulesError",
    "Ruling",
    "Seat",
    "Settlement",
    "ShowStoeck",
    "ShowWeis",
    "Slate",
    "Stand",
    "Swap",
    "TakeBlind",
    "TakeRest",
    "TakeTurned",
    "Trick",
    "Verdict",
    "Violation",
    "Weis",
    "WrongSeatError",
    "all_weis",
    "audit",
    "audit_record",
    "bergpreis",
    "best_weis",
    "card_name",
    "card_set",
    "cards_in",
    "code",
    "codes",
    "contract_name",
    "deal_for",
    "describe",
    "describe_options",
    "explain",
    "game_end",
    "holds_stoeck",
    "judge_claim",
    "legal_cards",
    "load_rules",
    "misdeal_reason",
    "next_seat",
    "order_of",
    "parse_card",
    "parse_cards",
    "parse_code",
    "parse_contract",
    "parse_contract_name",
    "parse_pair",
    "parse_seat",
    "parse_seat_name",
    "play_out",
    "playing_order",
    "preset_names",
    "read_jasskit",
    "read_notation",
    "record_of",
    "replay",
    "seat_label",
    "seat_name",
    "settle_weis",
    "setup_of",
    "shuffled_deal",
    "shuffled_hands",
    "slate_of",
    "slate_text",
    "weis_of",
    "write_jasskit",
    "write_notation",
]
