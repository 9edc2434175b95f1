"""The score sheet on the terminal: a table for each deal, illegal plays with proofs, points, totals, the slate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jassvision.rules.audit import Verdict
from jassvision.rules.cards import Card, CardSet, cards_in, code
from jassvision.rules.names import card_name, contract_name, seat_label
from jassvision.rules.notation_record import Reading, TrickLine
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, playing_order
from jassvision.rules.slate import slate_text, write_all
from jassvision.tools.reckoning import DealResult, Reckoning, TrickResult
from jassvision.vision.decoder_answer import SURE, DecodedDeal
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

NARROW = 100
"""Columns of the terminal below which cards are written as codes, for names would not fit."""

KINDS = {
    "last_trick": "last trick",
    "match": "match",
    "weis": "Weis",
    "stoeck": "Stöck",
    "box": "box",
    "difference": "difference",
    "stroke": "strokes",
    "penalty": "penalty",
}
"""What entries are called on the sheet; card points are summed up."""

UNSURE, ILLEGAL, WINNER, LEADER = "yellow", "bold red", "bold", "▸"


def print_sheet(console: Console, reckoning: Reckoning, *, pack: str | None, notes: Sequence[str] = ()) -> None:
    """Print the sheet of all deals.

    Args:
        pack: the pack on the table, for the names of cards.
        notes: what a person should know about the whole film.
    """
    suits = pack or reckoning.rules.suits
    narrow = console.width < NARROW
    for number, result in enumerate(reckoning.deals, start=1):
        console.print(_deal(reckoning.rules, number, result, suits, narrow))
    if reckoning.deals:
        console.print(_totals(reckoning))
    for note in notes:
        console.print(Text(f"Note: {note}", style="dim"))


def spoken_card(card: Card | None, suits: str, narrow: bool = False) -> str:
    """A card as people say it, or its code where there is no room."""
    if card is None:
        return "??"
    return code(card) if narrow else card_name(card, suits=suits)


def side_label(rules: Rules, side: int) -> str:
    """The name of a side: `Nord/Süd`, or the seat's."""
    seats = [seat for seat in range(rules.players) if (seat % 2 if rules.sides < rules.players else seat) == side]
    return "/".join(seat_label(seat, rules.players) for seat in seats)


def _deal(rules: Rules, number: int, result: DealResult, suits: str, narrow: bool) -> RenderableType:
    parts: list[RenderableType] = [
        Text(""),
        _heading(rules, number, result, suits),
        _tricks(rules, result, suits, narrow),
    ]
    lines = [
        *_illegal_lines(rules, result, suits),
        *_weis_lines(rules, result, suits),
        *_unsure_lines(rules, result, suits),
    ]
    parts += [Padding(line, (0, 0, 0, 2)) for line in lines]
    parts.append(Padding(_points(rules, result), (0, 0, 0, 2)))
    parts += [Padding(Text(f"Note: {note}", style="dim"), (0, 0, 0, 2)) for note in result.notes]
    return Group(*parts)


def _heading(rules: Rules, number: int, result: DealResult, suits: str) -> Text:
    text = Text(f"Deal {number}", style="bold")
    decoded = result.decoded
    dealer = f" · {seat_label(result.record.dealer, rules.players)} deals"
    if decoded is not None and decoded.tricks and decoded.forehand_confidence < SURE:
        text.append(f"{dealer}? ({100 * decoded.forehand_confidence:.0f} % sure)", style=f"not bold {UNSURE}")
    else:
        text.append(dealer, style="not bold")
    contract = _contract(result)
    if contract:
        factor = rules.factors.get(contract, 1)
        text.append(f" · {contract_name(contract, suits=suits)}" + (f" (×{factor})" if factor > 1 else ""))
    if decoded is not None and decoded.contract and decoded.given is None:
        likely = f" · contract worked out from the play, {100 * decoded.contracts[decoded.contract]:.0f} % sure"
        text.append(likely, style=UNSURE if decoded.contract_unsure else "not bold dim")
        if decoded.contract_unsure:
            ranked = sorted(decoded.contracts.items(), key=lambda pair: -pair[1])[1:3]
            others = [f"{contract_name(c, suits=suits)} {100 * p:.0f} %" for c, p in ranked if p > 0.01]
            text.append(f" (or {', '.join(others)}); say it with --contracts", style=UNSURE)
    if decoded is not None and not decoded.complete:
        text.append(" · not played to the end", style=UNSURE)
    return text


def _contract(result: DealResult) -> str:
    if result.decoded is not None:
        return result.decoded.contract
    return result.deal.contract.code if result.deal is not None and result.deal.contract is not None else ""


def _tricks(rules: Rules, result: DealResult, suits: str, narrow: bool) -> Table:
    seats = playing_order(0, rules.players, rules.direction)
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("", justify="right")
    for seat in seats:
        table.add_column(seat_label(seat, rules.players))
    table.add_column("won by")
    table.add_column("points", justify="right")
    illegal = {(v.trick, v.seat) for v in result.illegal}
    for index, trick in enumerate(result.tricks):
        cells = _cells(rules, result, index)
        row: list[Text] = [Text(str(index + 1), style="dim")]
        for seat in seats:
            reading = cells.get(seat)
            text = Text("")
            if reading is not None:
                style = WINNER if seat == trick.winner else ""
                sure = reading.sure
                card = reading.cards[0] if reading.cards else None
                style = ILLEGAL if (index, seat) in illegal else style if sure else UNSURE
                mark = f"{LEADER} " if seat == trick.leader else "  "
                text = Text(
                    mark + spoken_card(card, suits, narrow) + ("" if sure or card is None else "?"), style=style
                )
            row.append(text)
        row.append(_winner(rules, trick))
        row.append(Text(str(trick.points) if trick.winner is not None else ""))
        table.add_row(*row)
    return table


def _winner(rules: Rules, trick: TrickResult) -> Text:
    if trick.winner is None:
        return Text("")
    return Text(
        seat_label(trick.winner, rules.players) + ("?" if trick.unsure else ""), style=UNSURE if trick.unsure else ""
    )


def _cells(rules: Rules, result: DealResult, index: int) -> dict[Seat, Reading]:
    """What was read in a trick, by seat."""
    line = next((line for line in result.record.tricks if line.number == index + 1), None)
    if line is None:
        return {}
    return dict(zip(playing_order(line.leader, rules.players, rules.direction), line.readings, strict=False))


def _illegal_lines(rules: Rules, result: DealResult, suits: str) -> Iterator[Text]:
    for verdict in result.illegal:
        yield Text(_verdict(rules, verdict, suits), style=ILLEGAL)
    possible = [v for v in result.verdicts if v not in result.illegal]
    if possible and any(not v.exact or (result.decoded is not None and result.decoded.complete) for v in possible):
        names = ", ".join(f"{seat_label(v.seat, rules.players)} in trick {v.trick + 1}" for v in possible)
        yield Text(f"Perhaps illegal, which unsure cards leave open: {names}", style=UNSURE)


def _verdict(rules: Rules, verdict: Verdict, suits: str) -> str:
    card = spoken_card(verdict.card, suits)
    text = f"Illegal: {seat_label(verdict.seat, rules.players)} played {card} in trick {verdict.trick + 1}"
    text += f" (rule {verdict.rule}: {verdict.reason}; {verdict.proof}"
    if verdict.legal:
        text += f"; legal: {_cards(verdict.legal, suits)}"
    return f"{text})"


def _weis_lines(rules: Rules, result: DealResult, suits: str) -> Iterator[Text]:
    deal = result.deal
    if deal is None:
        return
    how = " (as dealt: nobody hears what is announced; --weis none leaves it out)" if result.weis_as_dealt else ""
    for entry in deal.entries:
        if entry.kind in ("weis", "stoeck") and entry.cards:
            seat = "" if entry.seat is None else f"{seat_label(entry.seat, rules.players)}: "
            text = f"{KINDS[entry.kind]}: {seat}{_cards(entry.cards, suits)}, {entry.raw}"
            yield Text(text + (f" ×{entry.factor}" if entry.factor > 1 else "") + how)
            how = " (as dealt)" if how else ""


def _unsure_lines(rules: Rules, result: DealResult, suits: str) -> Iterator[Text]:
    for line in result.record.tricks:
        seats = playing_order(line.leader, rules.players, rules.direction)
        if len(line.readings) == rules.players and all(not r.sure and len(r.cards) == 1 for r in line.readings):
            # all of them were read: their seats or their trick are in doubt, which need not be said of each
            at = f" ({float(line.readings[0].time):.0f} s)" if line.readings[0].time else ""
            yield Text(f"Unsure: who played these cards{at}, or whether they were trick {line.number}", style=UNSURE)
            continue
        for seat, reading in zip(seats, line.readings, strict=False):
            if reading.sure:
                continue
            who = f"Unsure: {seat_label(seat, rules.players)}'s card in trick {line.number}"
            at = f" ({float(reading.time):.0f} s)" if reading.time else ""
            what = " or ".join(spoken_card(card, suits) for card in reading.cards) or "was not seen"
            likely = _likelihoods(result.decoded, line, seat)
            yield Text(f"{who}{at}: {what}{likely}", style=UNSURE)


def _likelihoods(decoded: DecodedDeal | None, line: TrickLine, seat: Seat) -> str:
    if decoded is None:
        return ""
    plays = [p for p in decoded.tricks[line.number - 1].plays if p.seat == seat]
    shares = [f"{100 * p:.0f}" for play in plays for _, p in play.likely]
    return f" ({' : '.join(shares)} %)" if shares else ""


def _points(rules: Rules, result: DealResult) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    table.add_column("")
    for side in range(rules.sides):
        table.add_column(side_label(rules, side), justify="right")
    cards = list(map(str, result.card_points))
    table.add_row("card points", *cards)
    entries = result.deal.entries if result.deal is not None and result.score != result.card_points else ()
    kinds = dict.fromkeys(entry.kind for entry in entries if entry.kind not in ("trick", "last_trick"))
    for kind in kinds:
        sums = [sum(e.raw for e in entries if e.kind == kind and e.side == side) for side in range(rules.sides)]
        table.add_row(KINDS.get(kind, kind), *[str(n) if n else "" for n in sums])
    factor = rules.factors.get(_contract(result), 1)
    label = f"score (×{factor})" if factor > 1 else "score"
    table.add_row(Text(label, style="bold"), *[Text(str(n), style="bold") for n in result.score])
    return table


def _totals(reckoning: Reckoning) -> RenderableType:
    rules = reckoning.rules
    target = f" of {rules.target}" if rules.target else ""
    line = Text("\nTotal  ", style="bold")
    line.append(", ".join(f"{side_label(rules, side)} {n}{target}" for side, n in enumerate(reckoning.totals)))
    parts: list[RenderableType] = [line]
    if reckoning.end is not None:
        names = " and ".join(side_label(rules, side) for side in reckoning.end.winners)
        parts.append(Text(f"The match is over: {names} won."))
    if rules.unit == "points" and rules.sides == 2:
        slates = Table(box=None, pad_edge=False, show_header=False, padding=(0, 6, 0, 0))
        texts = []
        for side in range(2):
            slate = write_all(result.score[side] for result in reckoning.deals)
            texts.append(slate_text(slate, side_label(rules, side), width=30))
            slates.add_column("")
        slates.add_row(*texts)
        parts += [Text(""), slates]
    return Group(*parts)


def _cards(cards: CardSet, suits: str) -> str:
    return ", ".join(spoken_card(card, suits) for card in cards_in(cards))
