"""The operator's commands: checked against the game as it stands, and turned into events that mean the same for ever.

A command is a JSON object with `action`. What it leaves open (which deal, whose card comes next) is filled in here, so
that the event says what was meant even when the game is understood anew later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from jassvision.rules.cards import Card, CardSet, card_set, code, codes
from jassvision.rules.errors import JassError
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat, parse_seat, seat_name
from jassvision.rules.weis import weis_of
from jassvision.tools.live.as_of import BOARD_MODES, is_closed
from jassvision.tools.live.corrections import UNDO, play_id
from jassvision.tools.live.counting import rulings_allowed
from jassvision.tools.live.deal_json import expected
from jassvision.tools.live.fold import DealView, Fold, MatchFold
from jassvision.tools.live.scoring import WEIS_MODES, proposals_of, rules_on_table, weis_mode
from jassvision.tools.live.state import last_undo, last_word
from jassvision.tools.live.word_parts import (
    CommandError,
    Given,
    a_card,
    a_flag,
    a_seat,
    a_set_of_names,
    a_text,
    deal_number,
    deal_of,
    is_running,
    one_of,
    play_of,
    running_deal,
)
from jassvision.tools.record import Draft
from jassvision.vision.decoder_answer import DecodedPlay

LONGEST_REASON: Final = 200
LONGEST_NONCE: Final = 64

WEIS_STEP: Final = 10
MOST_WEIS: Final = 1000
"""Weis are worth whole tens; no hand holds more than some hundreds."""

TAKEN_BACK: Final = "taken_back"
"""The ruling that the card goes back to the hand and another one is played."""

Payload = dict[str, Any]


def word_of(command: Any, fold: Fold, time: float) -> Draft:
    """The event that a command stands for, not committed yet.

    Raises:
        CommandError: it is no command, or what it asks for cannot be done now.
    """
    if not isinstance(command, dict) or not all(isinstance(key, str) for key in command):
        raise CommandError('a command is a JSON object such as {"action": "undo"}')
    action = command.get("action")
    maker = _WORDS.get(action) if isinstance(action, str) else None
    if maker is None:
        raise CommandError(f"there is no action {str(action)[:40]!r}: choose one of {', '.join(_WORDS)}", "no_action")
    _refuse_stale(command, fold)
    try:
        kind, payload = maker(command, fold.match, fold)
    except CommandError:
        raise
    except JassError as error:
        raise CommandError(str(error)) from None
    nonce = command.get("nonce")
    if nonce is not None:
        # as it stands, since the engine looks for it as it stands; half a character (a lone surrogate) is not printable
        if not isinstance(nonce, str) or not 0 < len(nonce) <= LONGEST_NONCE or not nonce.isprintable():
            raise CommandError(f"nonce is one line of 1 to {LONGEST_NONCE} characters")
        payload["nonce"] = nonce
    return Draft(time, "operator", kind, payload)


def _refuse_stale(command: Given, fold: Fold) -> None:
    """Refuse a command from a page that has not seen the operator's last word."""
    seen = command.get("event")
    if seen is None:
        return
    if isinstance(seen, bool) or not isinstance(seen, int):
        raise CommandError("event is the number of the last event that the page has seen")
    said = max((event.id for event in fold.match.events if event.source == "operator"), default=0)
    if said > seen:
        raise CommandError("somebody else has just said something: look at the game as it is now", "stale")


# Plays ---------------------------------------------------------------------------------------------------------------


def _card(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    view, play = play_of(given, match)
    card = a_card(given.get("card"), match.rules)
    _refuse_twice(view, card, match, but=play.track)
    if play.track is None:
        return "insert", _unseen(view, play, card, match.rules)
    return "card", {"play": play_id(play.track), "card": code(card)}


def _accept(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    view, play = play_of(given, match)
    if play.card is None:
        raise CommandError("nobody knows what card this is: say which one it was", "no_card")
    _refuse_twice(view, play.card, match, but=play.track)
    if play.track is None:
        return "insert", _unseen(view, play, play.card, match.rules)
    return "accept", {"play": play_id(play.track), "card": code(play.card)}


def _seat(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    play = play_of(given, match)[1]
    seat = a_seat(given, "seat", match.rules)
    if play.track is None:
        raise CommandError("nobody saw this play: correct the plays beside it", "no_card")
    return "seat", {"play": play_id(play.track), "seat": seat}


def _delete(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    name = given.get("play")
    strays = {play_id(stray.track) for stray in match.segments[-1].strays}
    if isinstance(name, str) and name in strays:
        return "delete", {"play": name}
    play = play_of(given, match)[1]
    if play.track is None:
        raise CommandError("nobody saw this play: it follows from the plays beside it, correct those", "no_card")
    return "delete", {"play": play_id(play.track)}


def _insert(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    rules = match.rules
    card = None if given.get("card") is None else a_card(given["card"], rules)
    before, after = given.get("before"), given.get("after")
    if before is not None and after is not None:
        raise CommandError("a play is put in before or after another one, not both")
    found: Payload = {"card": None if card is None else code(card), "after": None, "before": None}
    if before is None and after is None:
        seat = _next_to_play(match)
    else:
        view, play = play_of({"play": before if after is None else after}, match)
        if play.track is None:
            raise CommandError("nobody saw that play: name one beside which the card was seen", "no_card")
        step = next_seat(play.seat, rules.players, rules.direction)
        seat = step if after is not None else (2 * play.seat - step) % rules.players
        found["after" if after is not None else "before"] = play_id(play.track)
        _refuse_full(view, play, rules, given)
        if card is not None:
            _refuse_twice(view, card, match)
    running = match.deals[-1:] if before is None and after is None and is_running(match) else ()
    for view in running:
        if card is not None:
            _refuse_twice(view, card, match)
    if given.get("seat") is not None:
        seat = parse_seat(a_seat(given, "seat", rules), rules.players)
    if seat is None:
        raise CommandError("nobody knows who is to play: say whose card it is with seat", "no_seat")
    return "insert", found | {"seat": seat_name(seat, rules.players)}


def _refuse_twice(view: DealView, card: Card, match: MatchFold, but: int | None = None) -> None:
    """Refuse a card that a person has said of another play of the deal: one of both is wrong."""
    said = match.corrections
    for number, trick in enumerate(view.decoded.tricks, start=1):
        for play in trick.plays:
            by_person = play.track is not None and (play.track in said.faces or play.track < 0)
            if by_person and play.card == card and play.track != but:
                seat = seat_name(play.seat, match.rules.players)
                raise CommandError(
                    f"{code(card)} was said of {seat}'s play in trick {number}: correct that one first", "card_twice"
                )


def _refuse_full(view: DealView, play: DecodedPlay, rules: Rules, given: Given) -> None:
    trick = next(t for t in view.decoded.tricks if play in t.plays)
    real = [p for p in trick.plays if p.track is not None]
    if len(real) >= rules.players and not given.get("force"):
        raise CommandError(
            f"that trick has {rules.players} cards already: delete one first, or put the card into another trick",
            "trick_full",
        )


def _unseen(view: DealView, play: DecodedPlay, card: Card, rules: Rules) -> Payload:
    """A play that nobody saw, put in beside one of the same trick that somebody did."""
    trick = next(t for t in view.decoded.tricks if play in t.plays)
    place = trick.plays.index(play)
    found: Payload = {"card": code(card), "seat": seat_name(play.seat, rules.players), "after": None, "before": None}
    earlier = [p for p in trick.plays[:place] if p.track is not None]
    later = [p for p in trick.plays[place + 1 :] if p.track is not None]
    if earlier:
        found["after"] = play_id(earlier[-1].track or 0)
    elif later:
        found["before"] = play_id(later[0].track or 0)
    else:
        raise CommandError("nothing of that trick was seen: put its cards in one by one", "no_card")
    return found


def _next_to_play(match: MatchFold) -> Seat | None:
    views = match.deals
    if not views or views[-1].void or views[-1].decoded.complete or match.segments[-1].over:
        dealer = match.corrections.dealers.get(match.next_deal, match.segments[-1].next_dealer)
        return None if dealer is None else next_seat(dealer, match.rules.players, match.rules.direction)
    return expected(match.rules, views[-1].decoded)[1]


# Tricks and deals ----------------------------------------------------------------------------------------------------


def _end_trick(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    view = running_deal(match)
    decoded = view.decoded
    if not decoded.tricks or is_closed(decoded, len(decoded.tricks) - 1):
        raise CommandError("no trick lies on the table", "no_trick")
    winner = a_seat(given, "winner", match.rules) if given.get("winner") is not None else None
    return "end_trick", {"winner": winner}


def _winner(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    view = deal_of(given, match)
    number = given.get("trick")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(view.decoded.tricks):
        raise CommandError(f"there is no trick {number!r} in deal {view.number}", "no_trick")
    plays = [play_id(p.track) for p in view.decoded.tricks[number - 1].plays if p.track is not None]
    if not plays:
        raise CommandError("nothing of that trick was seen: put its cards in one by one", "no_card")
    return "winner", {"deal": view.number, "plays": plays, "winner": a_seat(given, "winner", match.rules)}


def _rest(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    running_deal(match)
    return "rest", {"seat": a_seat(given, "seat", match.rules)}


def _redeal(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    running_deal(match)
    return "redeal", {"reason": a_text(given.get("reason", ""), "reason", LONGEST_REASON, empty=True)}


def _end_deal(_given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    running_deal(match)
    return "end_deal", {}


def _dealer(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    return "dealer", {"deal": deal_number(given, match), "seat": a_seat(given, "seat", match.rules)}


def _contract(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    said = given.get("contract")
    if said is not None and (not isinstance(said, str) or said not in match.rules.contracts):
        raise CommandError(
            f"{str(said)[:40]!r} is not played: choose one of {', '.join(match.rules.contracts)}, or null",
            "no_contract",
        )
    pushed = given.get("pushed")
    return "contract", {
        "deal": deal_number(given, match),
        "contract": said,
        "pushed": None if pushed is None else a_flag(pushed, "pushed"),
    }


def _push(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    if match.rules.sides != 2:
        raise CommandError("nobody has a partner to push to")
    return "push", {"deal": deal_number(given, match), "pushed": a_flag(given.get("pushed", True), "pushed")}


# Weis and Stöck ------------------------------------------------------------------------------------------------------


def _weis(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    view = deal_of(given, match)
    rules = match.rules
    if rules.weis == "none":
        raise CommandError("Weis do not count under these rules", "no_weis")
    named = given.get("cards")
    seat = a_seat(given, "seat", rules)
    if named is None and given.get("points") is not None:
        points = given["points"]
        whole = isinstance(points, int) and not isinstance(points, bool)
        if not whole or points % WEIS_STEP or not 0 < points <= MOST_WEIS:
            raise CommandError(f"points are a whole number of tens up to {MOST_WEIS}, without the factor", "no_weis")
        return "weis", {"deal": view.number, "seat": seat, "points": points}
    if not isinstance(named, list) or not 0 < len(named) <= rules.hand_size:
        raise CommandError('cards is a list such as ["H6", "H7", "H8"]; or give points such as 50', "no_weis")
    cards = card_set([a_card(card, rules) for card in named])
    weis_of(cards, rules, view.decoded.contract or rules.contracts[0])
    return "weis", {"deal": view.number, "seat": seat, "cards": codes(cards)}


def _weis_accept(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    number, seat, cards = _proposal(given, match)
    return "weis_accept", {"deal": number, "seat": seat_name(seat, match.rules.players), "cards": codes(cards)}


def _weis_reject(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    view = deal_of(given, match)
    for said, points, event in view.said.points:
        if given.get("id") == f"e{event}":
            name = seat_name(said, match.rules.players)
            return "weis_reject", {"deal": view.number, "seat": name, "points": points, "entered": event}
    number, seat, cards = _proposal(given, match)
    return "weis_reject", {"deal": number, "seat": seat_name(seat, match.rules.players), "cards": codes(cards)}


def _weis_mode(given: Given, _match: MatchFold, _: Fold) -> tuple[str, Payload]:
    return "weis_mode", {"mode": one_of(given.get("mode"), WEIS_MODES, "mode")}


def _stoeck(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    if not match.rules.stoeck:
        raise CommandError("Stöck does not count under these rules", "no_weis")
    return "stoeck", {"deal": deal_of(given, match).number, "seat": a_seat(given, "seat", match.rules)}


def _stoeck_reject(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    return "stoeck_reject", {"deal": deal_of(given, match).number}


def _proposal(given: Given, match: MatchFold) -> tuple[int, Seat, CardSet]:
    """The Weis that a proposal or an entry is about."""
    name = given.get("id")
    view = deal_of(given, match)
    players = match.rules.players
    if isinstance(name, str):
        proposals, _ = proposals_of(rules_on_table(match), view, weis_mode(match))
        for proposal in proposals:
            if name == f"w-{seat_name(proposal.seat, players)}-{''.join(codes(proposal.cards))}":
                return view.number, proposal.seat, proposal.cards
        for seat, cards, event in view.said.entered:
            if name == f"e{event}":
                return view.number, seat, cards
    raise CommandError(f"there is no proposal {str(name)[:60]!r} now", "no_proposal")


# The referee ---------------------------------------------------------------------------------------------------------


def _ruling(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    view, play = play_of(given, match)
    kind = one_of(given.get("ruling"), (*rulings_allowed(match.rules), TAKEN_BACK), "ruling")
    if kind == TAKEN_BACK:
        last = view.decoded.tricks[-1].plays[-1] if view.decoded.tricks and view.decoded.tricks[-1].plays else None
        if play is not last:
            raise CommandError("only the last card played can be taken back", "too_late")
        if play.track is None:
            raise CommandError("nobody saw this play: correct the plays beside it", "no_card")
        return "delete", {"play": play_id(play.track), "ruling": kind}
    trick = next(number for number, t in enumerate(view.decoded.tricks, start=1) if play in t.plays)
    seat = seat_name(play.seat, match.rules.players)
    return "ruling", {"deal": view.number, "play": given["play"], "seat": seat, "trick": trick, "kind": kind}


def _claim(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    if match.rules.claim != "bedanken":
        raise CommandError("a game under these rules ends by itself: nobody has to claim it", "no_claim")
    view = deal_of(given, match)
    decoded = view.decoded
    over = sum(is_closed(decoded, index) for index in range(len(decoded.tricks)))
    return "claim", {"deal": view.number, "seat": a_seat(given, "seat", match.rules), "tricks": over}


# The table -----------------------------------------------------------------------------------------------------------


def _accept_table(_given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    strays = match.segments[-1].strays
    if not strays:
        raise CommandError("every card on the table has its place in the game", "no_strays")
    cards = [stray.card for stray in strays]
    for view in match.deals[-1:]:
        for stray in strays:
            _refuse_twice(view, stray.card, match, but=stray.track)
    if len(set(cards)) < len(cards):
        raise CommandError("two of the cards on the table seem to be the same: correct or delete one", "card_twice")
    return "accept_table", {"cards": {play_id(stray.track): code(stray.card) for stray in strays}}


def _ignore_table(_given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    strays = match.segments[-1].strays
    if not strays:
        raise CommandError("every card on the table has its place in the game", "no_strays")
    return "ignore_table", {"plays": [play_id(stray.track) for stray in strays]}


def _look_again(_given: Given, _match: MatchFold, _: Fold) -> tuple[str, Payload]:
    return "look_again", {}


def _hold(_given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    if match.held:
        raise CommandError("the game is held already", "held")
    return "hold", {}


def _resume(_given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    if not match.held:
        raise CommandError("the game is not held", "not_held")
    return "resume", {}


# The match -----------------------------------------------------------------------------------------------------------


def _new_match(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    names = given.get("names")
    dealer = given.get("dealer")
    return "new_match", {
        "names": {} if names is None else a_set_of_names(names, match.rules),
        "dealer": None if dealer is None else a_seat(given, "dealer", match.rules),
    }


def _names(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    return "names", {"names": a_set_of_names(given.get("names"), match.rules)}


def _board(given: Given, _match: MatchFold, _: Fold) -> tuple[str, Payload]:
    return "board", {"mode": one_of(given.get("mode"), BOARD_MODES, "mode")}


def _undo(given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    wanted = given.get("undo")
    if wanted is None:
        word = last_word(match)
        if word is None:
            raise CommandError("there is nothing to take back", "nothing")
        return UNDO, {"event": word.id}
    held = {word.id for word in match.words if word.kind != UNDO}
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted not in held:
        raise CommandError(f"event {str(wanted)[:20]} is no word that can be taken back", "nothing")
    return UNDO, {"event": wanted}


def _redo(_given: Given, match: MatchFold, _: Fold) -> tuple[str, Payload]:
    undo = last_undo(match)
    if undo is None:
        raise CommandError("there is nothing to do again", "nothing")
    return UNDO, {"event": undo.id}


_WORDS: Final[dict[str, Callable[[Given, MatchFold, Fold], tuple[str, Payload]]]] = {
    "contract": _contract,
    "push": _push,
    "card": _card,
    "accept": _accept,
    "seat": _seat,
    "insert": _insert,
    "delete": _delete,
    "end_trick": _end_trick,
    "winner": _winner,
    "rest": _rest,
    "weis": _weis,
    "weis_accept": _weis_accept,
    "weis_reject": _weis_reject,
    "weis_mode": _weis_mode,
    "stoeck": _stoeck,
    "stoeck_reject": _stoeck_reject,
    "ruling": _ruling,
    "claim": _claim,
    "dealer": _dealer,
    "redeal": _redeal,
    "end_deal": _end_deal,
    "new_match": _new_match,
    "names": _names,
    "hold": _hold,
    "resume": _resume,
    "accept_table": _accept_table,
    "ignore_table": _ignore_table,
    "look_again": _look_again,
    "board": _board,
    "undo": _undo,
    "redo": _redo,
}

ACTIONS: Final = tuple(_WORDS)
"""All actions there are."""
