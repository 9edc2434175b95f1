"""The score sheet as a workbook (xlsx) that a treasurer can open, check, print and go on with.

Sheet, curve and sums are live: points are formulas over what was counted, totals formulas over the points, so a number
that is corrected by hand runs through. Everything a person could have written - names, tags, notes - is stored as text
and never as a formula.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any, Final

import xlsxwriter
from jassvision.rules.names import card_name
from jassvision.tools.exports.sheet_rows import PARTS, Row, part_said, rows, used_parts
from jassvision.tools.exports.verdict_words import proof_said, rule_said
from jassvision.tools.exports.words import said
from jassvision.tools.played_facts import Played, PlayedCard, PlayedTrick
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

INK, RED, PAPER, LINE = "#1d2a24", "#c8102e", "#f4f1e8", "#b9b3a2"
SIDES: Final = ("#1f5597", "#b57a08", "#2f7d57", "#a3447e", "#6a52b3", "#b4532a")
"""Colours of the sides, as in the pages."""

HEAD_ROW: Final = 5
"""Row at which the table begins: above stand title, date, players, rules, score."""


def workbook(played: Played, language: str = "de") -> bytes:
    """The workbook as the bytes of an xlsx file."""
    out = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(out, options) as book:
        book.set_properties({"title": said("score_sheet", language), "comments": "jassvision"})
        style = _Styles(book)
        _score_sheet(book, played, style, language)
        _trick_sheet(book, played, style, language)
        _verdict_sheet(book, played, style, language)
    return out.getvalue()


class _Styles:
    """The formats of a workbook, each made once."""

    def __init__(self, book: Any) -> None:
        font = {"font_name": "Calibri", "font_size": 11, "font_color": INK, "valign": "vcenter"}
        number = {**font, "num_format": "#,##0;[Red]-#,##0;–", "align": "right"}
        self.title = book.add_format({**font, "font_size": 20, "bold": True})
        self.text = book.add_format(font)
        self.quiet = book.add_format({**font, "font_color": "#6b7268"})
        self.aside = book.add_format({**font, "font_color": "#6b7268", "indent": 1})
        self.wrap = book.add_format({**font, "text_wrap": True, "valign": "top"})
        self.centre = book.add_format({**font, "align": "center"})
        self.centre_top = book.add_format({**font, "align": "center", "valign": "top"})
        self.number = book.add_format(number)
        self.bold = book.add_format({**number, "bold": True})
        self.time = book.add_format({**font, "num_format": "[h]:mm:ss.0", "align": "center"})
        self.time_top = book.add_format({**font, "num_format": "[h]:mm:ss.0", "align": "center", "valign": "top"})
        self.red = book.add_format({**font, "font_color": RED, "bold": True})
        head = {**font, "bold": True, "bg_color": PAPER, "bottom": 1, "bottom_color": LINE, "text_wrap": True}
        self.head = book.add_format(head)
        self.head_right = book.add_format({**head, "align": "right"})
        self.head_centre = book.add_format({**head, "align": "center"})
        self.head_aside = book.add_format({**head, "indent": 1})
        self.total = book.add_format({**number, "bold": True, "font_size": 14, "top": 6, "top_color": INK})
        self.total_text = book.add_format({**font, "bold": True, "font_size": 14, "top": 6, "top_color": INK})
        self.sides = [
            book.add_format({**font, "bold": True, "font_color": "#ffffff", "bg_color": colour, "align": "center"})
            for colour in SIDES
        ]


def _score_sheet(book: Any, played: Played, style: _Styles, language: str) -> None:
    sheet = book.add_worksheet(said("score_sheet", language))
    listed = rows(played, language)
    parts, other = used_parts(listed)
    columns = (*parts, *(("other",) if other else ()))
    sides = played.rules.sides
    first = 4
    points = first + sides * len(columns)
    running = points + sides
    notes = running + sides
    _heading(sheet, played, style, language, notes)
    band = HEAD_ROW - 1
    for side in range(sides):
        start = first + side * len(columns)
        name = played.side_name(side, language)
        _merged(sheet, band, start, start + len(columns) - 1, name, style.sides[side % len(SIDES)])
    _merged(sheet, band, points, points + sides - 1, said("points", language), style.head_centre)
    _merged(sheet, band, running, running + sides - 1, said("running", language), style.head_centre)
    for column, word in enumerate(("deal", "dealer", "contract", "factor")):
        form = style.head_centre if word in ("deal", "factor") else style.head
        sheet.write_string(HEAD_ROW, column, said(word, language), form)
    for side in range(sides):
        for index, part in enumerate(columns):
            head = part_said(part, language)
            sheet.write_string(HEAD_ROW, first + side * len(columns) + index, head, style.head_right)
        for start in (points, running):
            sheet.write_string(HEAD_ROW, start + side, played.side_name(side, language), style.head_right)
    sheet.write_string(HEAD_ROW, notes, said("notes", language), style.head_aside)
    for index, row in enumerate(listed):
        _deal_row(sheet, HEAD_ROW + 1 + index, row, parts, other, style)
    _total_row(sheet, played, len(listed), points, notes, style, language)
    widths = [7, 14, 14, 8, *[13] * (sides * len(columns)), *[14] * (2 * sides), 34]
    for column, width in enumerate(widths):
        sheet.set_column(column, column, width)
    sheet.set_row(HEAD_ROW, 32)
    sheet.freeze_panes(HEAD_ROW + 1, 3)
    _printable(sheet, HEAD_ROW)
    if len(listed) > 1:
        _curve(book, sheet, played, len(listed), running, language)


def _heading(sheet: Any, played: Played, style: _Styles, language: str, last: int) -> None:
    names = " : ".join(played.side_name(side, language) for side in range(played.rules.sides))
    sheet.set_row(0, 30)
    sheet.write_string(0, 0, said("score_sheet", language), style.title)
    sheet.write_string(1, 0, names, style.text)
    facts = [f"{said('rules', language)}: {played.rules.name}"]
    if played.rules.target:
        facts.append(f"{said('target', language)}: {played.rules.target}")
    facts += [f"{said('date', language) if name == 'Date' else name}: {value}" for name, value in played.tags]
    if played.film:
        name = re.split(r"[/\\]", played.film)[-1]
        facts.append(f"{said('film', language)}: {name}")
    sheet.write_string(2, 0, " · ".join(facts), style.quiet)
    if played.winners is None:
        sheet.write_string(3, 0, said("goes_on", language), style.quiet)
    else:
        winners = " & ".join(played.side_name(side, language) for side in played.winners)
        sheet.write_string(3, 0, said("won", language, who=winners), style.red)


def _merged(sheet: Any, row: int, first: int, last: int, text: str, form: Any) -> None:
    if last > first:
        sheet.merge_range(row, first, row, last, "", form)
    sheet.write_string(row, first, text, form)


def _deal_row(sheet: Any, at: int, row: Row, parts: Sequence[str], other: bool, style: _Styles) -> None:
    width = len(parts) + other
    sides = len(row.cells)
    points = 4 + sides * width
    sheet.write_number(at, 0, row.number, style.centre)
    sheet.write_string(at, 1, row.dealer, style.text)
    sheet.write_string(at, 2, row.contract, style.text)
    sheet.write_number(at, 3, row.factor, style.centre)
    for side, cell in enumerate(row.cells):
        start = 4 + side * width
        for index, part in enumerate(parts):
            sheet.write_number(at, start + index, cell.parts[PARTS.index(part)], style.number)
        span = f"{xl_rowcol_to_cell(at, start)}:{xl_rowcol_to_cell(at, start + len(parts) - 1)}"
        formula = f"={xl_rowcol_to_cell(at, 3)}*SUM({span})"
        if other:
            sheet.write_number(at, start + len(parts), cell.other, style.number)
            formula += f"+{xl_rowcol_to_cell(at, start + len(parts))}"
        sheet.write_formula(at, points + side, formula, style.bold, cell.points)
        so_far = xl_col_to_name(points + side)
        running = f"=SUM({so_far}${HEAD_ROW + 2}:{so_far}{at + 1})"
        sheet.write_formula(at, points + sides + side, running, style.number, row.totals[side])
    sheet.write_string(at, points + 2 * sides, row.remark, style.aside)


def _total_row(sheet: Any, played: Played, count: int, points: int, last: int, style: _Styles, language: str) -> None:
    at = HEAD_ROW + 1 + count
    for column in range(last + 1):
        sheet.write_blank(at, column, None, style.total_text)
    sheet.set_row(at, 24)
    sheet.write_string(at, 0, said("total", language), style.total_text)
    for side, total in enumerate(played.totals):
        column = xl_col_to_name(points + side)
        formula = f"=SUM({column}{HEAD_ROW + 2}:{column}{at})" if count else "=0"
        sheet.write_formula(at, points + side, formula, style.total, total)


def _curve(book: Any, sheet: Any, played: Played, count: int, running: int, language: str) -> None:
    chart = book.add_chart({"type": "line"})
    top, bottom = HEAD_ROW + 1, HEAD_ROW + count
    for side in range(played.rules.sides):
        chart.add_series(
            {
                "name": [sheet.get_name(), HEAD_ROW, running + side],
                "categories": [sheet.get_name(), top, 0, bottom, 0],
                "values": [sheet.get_name(), top, running + side, bottom, running + side],
                "line": {"color": SIDES[side % len(SIDES)], "width": 2.5},
                "marker": {"type": "circle", "size": 5, "fill": {"color": SIDES[side % len(SIDES)]}},
            }
        )
    chart.set_title({"name": said("running", language), "name_font": {"size": 13, "color": INK}})
    chart.set_x_axis({"name": said("deal", language), "line": {"color": LINE}})
    chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": "#e4e0d4"}}, "line": {"none": True}})
    chart.set_legend({"position": "bottom"})
    chart.set_size({"width": 860, "height": 320})
    sheet.insert_chart(bottom + 3, 0, chart)


def _trick_sheet(book: Any, played: Played, style: _Styles, language: str) -> None:
    sheet = book.add_worksheet(said("tricks", language))
    seats = played.turns(0)
    words = [said(name, language) for name in ("deal", "trick", "times", "leader")]
    names = [played.name(seat, language) for seat in seats]
    ends = [said("winner", language), said("points", language)]
    ends += [played.side_name(side, language) for side in range(played.rules.sides)]
    forms = [*[style.head_centre] * 3, *[style.head] * (len(names) + 2), *[style.head_right] * (len(ends) - 1)]
    for column, (word, form) in enumerate(zip([*words, *names, *ends], forms, strict=True)):
        sheet.write_string(0, column, word, form)
    at = 0
    for deal in played.deals:
        illegal = {(verdict.trick, verdict.seat) for verdict in deal.certain}
        for trick in deal.tricks:
            at += 1
            sheet.write_number(at, 0, deal.number, style.centre)
            sheet.write_number(at, 1, trick.number, style.centre)
            if trick.start is not None:
                sheet.write_number(at, 2, trick.start / 86400, style.time)
            sheet.write_string(at, 3, played.name(trick.leader, language), style.text)
            for column, seat in enumerate(seats, start=4):
                wrong = (trick.number, seat) in illegal
                form = style.red if wrong else style.text
                sheet.write_string(at, column, _card_cell(played, trick, seat, language), form)
            column = 4 + len(seats)
            if trick.winner is not None:
                sheet.write_string(at, column, played.name(trick.winner, language), style.text)
                sheet.write_number(at, column + 1, trick.points, style.number)
            for side, total in enumerate(trick.totals):
                sheet.write_number(at, column + 2 + side, total, style.number)
    widths = [7, 7, 12, 14, *[18] * len(seats), 14, 9, *[14] * played.rules.sides]
    for column, width in enumerate(widths):
        sheet.set_column(column, column, width)
    sheet.freeze_panes(1, 2)
    if at:
        sheet.autofilter(0, 0, at, len(widths) - 1)
    _printable(sheet, 0)


def _card_cell(played: Played, trick: PlayedTrick, seat: int, language: str) -> str:
    play: PlayedCard | None = next((play for play in trick.plays if play.seat == seat), None)
    if play is None:
        return ""
    if play.card is None:
        return "??"
    return card_name(play.card, suits=played.pack, language=language) + ("?" if play.unsure else "")


def _verdict_sheet(book: Any, played: Played, style: _Styles, language: str) -> None:
    found = [(deal, verdict) for deal in played.deals for verdict in deal.illegal]
    if not found:
        return
    sheet = book.add_worksheet(said("illegal_plays", language))
    words = ("deal", "trick", "times", "player", "card", "illegal", "rule", "proof", "legal")
    for column, word in enumerate(words):
        sheet.write_string(0, column, said(word, language), style.head_centre if column < 3 else style.head)
    for at, (deal, verdict) in enumerate(found, start=1):
        sheet.write_number(at, 0, deal.number, style.centre_top)
        sheet.write_number(at, 1, verdict.trick, style.centre_top)
        if verdict.time is not None:
            sheet.write_number(at, 2, verdict.time / 86400, style.time_top)
        rule = rule_said(verdict.rule, verdict.reason, language)
        name = "??" if verdict.card is None else card_name(verdict.card, suits=played.pack, language=language)
        cells = [
            played.name(verdict.seat, language),
            name,
            said("certain" if verdict.certain else "possible", language),
            f"{verdict.rule}: {rule}" if verdict.rule else "",
            proof_said(verdict.proof, language, played.pack),
            ", ".join(card_name(card, suits=played.pack, language=language) for card in verdict.legal),
        ]
        for column, text in enumerate(cells, start=3):
            sheet.write_string(at, column, text, style.wrap)
    for column, width in enumerate((7, 7, 12, 14, 18, 14, 44, 44, 40)):
        sheet.set_column(column, column, width)
    sheet.freeze_panes(1, 0)
    _printable(sheet, 0)


def _printable(sheet: Any, head: int) -> None:
    """A4 across, one page wide, the head on every page."""
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(head)
    sheet.set_margins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    sheet.set_footer("&L&F&R&P / &N")
    sheet.hide_gridlines(2)
