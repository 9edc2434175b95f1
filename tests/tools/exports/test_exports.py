"""Exports of a match, each read with a reader that is not ours."""

import csv
import io
import json
import os
import shutil
import subprocess
from fractions import Fraction

import jsonschema
import openpyxl
import pytest
from jassvision.rules.notation import read_notation, write_notation
from jassvision.rules.notation_replay import replay
from jassvision.rules.preset import load_rules
from jassvision.tools import cli
from jassvision.tools.exports.captions import cues
from jassvision.tools.exports.command import FORMATS
from jassvision.tools.exports.markers import markers, rate_of
from jassvision.tools.exports.match_json import event_lines, match_json, schema
from jassvision.tools.exports.sheet_rows import sheet_table
from jassvision.tools.exports.verdict_words import proof_said
from jassvision.tools.exports.words import LANGUAGES, WORDS
from jassvision.tools.exports.workbook import workbook
from jassvision.tools.played import load_played
from jassvision.tools.reckoning import side_names
from jassvision.tools.replay.statistics_page import statistics_page

CSV_OF_EVERY_SHEET = "Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
"""LibreOffice's words for: commas, quotes, UTF-8, as shown, a file for each sheet."""

EVIL = ("=cmd|' /C calc'!A0", "+1+2", "@SUM(A1)", "-->Ü & <b>")


@pytest.fixture(scope="module")
def record(simulate, tmp_path_factory):
    path = tmp_path_factory.mktemp("record") / "abend.jass"
    path.write_text(write_notation(simulate(4, seed=11, illegal=3, unsure=2)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def played(record):
    return load_played(record)


@pytest.fixture(scope="module")
def evil(simulate, tmp_path_factory):
    path = tmp_path_factory.mktemp("evil") / "evil.jass"
    path.write_text(write_notation(simulate(2, seed=2, illegal=2, names=EVIL)), encoding="utf-8")
    return load_played(path)


def exported(record, form, capsysbinary, *options):
    assert cli.main(["export", str(record), "--to", form, *map(str, options)]) == 0
    out, err = capsysbinary.readouterr()
    assert not err, err
    return out.decode("utf-8")


# Data ----------------------------------------------------------------------------------------------------------------


def test_json_obeys_its_schema_and_adds_up(record, played, capsysbinary):
    match = json.loads(exported(record, "json", capsysbinary))
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(match, schema(), cls=jsonschema.Draft202012Validator)
    assert match["schema"] == "jassvision-match/1" and match["players"][0]["name"] == "Änneli"
    for number, side in enumerate(side_names(played.rules)):
        gained = sum(g["points"] for deal in match["deals"] for g in deal["gains"] if g["side"] == side)
        assert gained == match["totals"][side] == played.totals[number]
        tricks = sum(trick["gained"][side] for deal in match["deals"] for trick in deal["tricks"])
        assert tricks == gained
    match["deals"][0]["tricks"][0]["plays"][0]["card"] = "X1"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(match, schema())


def test_event_lines_tell_the_match_in_order(record, played, capsysbinary):
    events = [json.loads(line) for line in exported(record, "jsonl", capsysbinary).splitlines()]
    assert (events[0]["event"], events[-1]["event"]) == ("match", "end")
    plays = [event for event in events if event["event"] == "play"]
    assert len(plays) == sum(len(list(deal.plays)) for deal in played.deals)
    times = [event["time"] for event in plays]
    assert times == sorted(times)
    scores = [event for event in events if event["event"] == "score"]
    assert tuple(scores[-1]["totals"].values()) == played.totals
    illegal = [event for event in events if event["event"] == "illegal" and event["certainty"] == "certain"]
    assert len(illegal) == sum(len(deal.certain) for deal in played.deals) > 0


@pytest.mark.parametrize(
    "preset", ["coiffeur", "differenzler", "molotow_6", "handjass", "luzern", "belote", "klaberjass", "sidi", "bessern"]
)
def test_every_game_adds_up_in_every_form(preset, at_random, tmp_path):
    path = tmp_path / "r.jass"
    path.write_text(write_notation(at_random(load_rules(preset))), encoding="utf-8")
    played = load_played(path)
    assert played.totals == replay(read_notation(path.read_text(encoding="utf-8"))).match.totals
    assert played.deals[-1].tricks[-1].totals == played.totals == played.moments[-1].totals
    jsonschema.validate(json.loads(json.dumps(match_json(played))), schema())
    last = json.loads(list(event_lines(played))[-1])
    assert tuple(last["totals"].values()) == played.totals
    rows = list(csv.reader(io.StringIO(sheet_table(played).removeprefix("\ufeff")), delimiter=";"))
    assert len({len(row) for row in rows}) == 1 and len(rows) == len(played.deals) + 2
    sheet = openpyxl.load_workbook(io.BytesIO(workbook(played)))["Spielblatt"]
    for number, deal in enumerate(played.deals):
        formulas = [str(cell.value) for cell in sheet[7 + number] if "*SUM(" in str(cell.value)]
        assert [value_of(formula, sheet) for formula in formulas] == list(deal.score)
    assert cues(played) and markers(played) and statistics_page(played)


# Tables --------------------------------------------------------------------------------------------------------------


def test_csv_is_read_by_the_csv_module_and_adds_up(record, played, capsysbinary):
    text = exported(record, "csv", capsysbinary)
    assert text.startswith("\ufeff") and "Änneli & Chloé: Punkte" in text
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=";"))
    assert len(rows) == len(played.deals) + 1 and rows[-1]["Spiel"] == "Total"
    for side in range(2):
        head = f"{played.side_name(side)}: "
        points = [int(row[head + "Punkte"]) for row in rows[:-1]]
        assert sum(points) == int(rows[-1][head + "Punkte"]) == played.totals[side]
        for row, total in zip(rows[:-1], points, strict=True):
            parts = [int(row[head + part]) for part in ("Kartenpunkte", "Weis", "Stöck", "Match") if head + part in row]
            assert int(row["Faktor"]) * sum(parts) == total
    comma = exported(record, "csv", capsysbinary, "--delimiter", ",", "--lang", "fr")
    assert next(csv.reader(io.StringIO(comma.removeprefix("\ufeff"))))[0] == "Donne"


def test_no_name_becomes_a_formula_in_a_table(evil):
    rows = list(csv.reader(io.StringIO(sheet_table(evil).removeprefix("\ufeff")), delimiter=";"))
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+@" and cell]
    assert any(cell == f"'{EVIL[0]}" or EVIL[0] in cell for cell in cells)


def test_the_workbook_opens_with_live_sums(record, played, tmp_path):
    out = tmp_path / "abend.xlsx"
    assert cli.main(["export", str(record), "--to", "xlsx", "-o", str(out)]) == 0
    shown, live = openpyxl.load_workbook(out, data_only=True), openpyxl.load_workbook(out)
    assert shown.sheetnames == ["Spielblatt", "Stiche", "Regelverstösse"]
    sheet, formulas = shown["Spielblatt"], live["Spielblatt"]
    heads = [cell.value for cell in sheet[6]]
    row_of_total = next(row for row in range(7, 60) if sheet.cell(row, 1).value == "Total")
    assert row_of_total == 7 + len(played.deals)
    for side in range(2):
        column = heads.index(played.side_name(side)) + 1
        assert sheet.cell(row_of_total, column).value == played.totals[side]
        assert str(formulas.cell(row_of_total, column).value).startswith("=SUM(")
        for number, deal in enumerate(played.deals):
            assert sheet.cell(7 + number, column).value == deal.score[side]
            formula = str(formulas.cell(7 + number, column).value)
            assert value_of(formula, sheet) == deal.score[side], formula
    tricks = shown["Stiche"]
    assert tricks.max_row - 1 == sum(len(deal.tricks) for deal in played.deals)
    assert shown["Regelverstösse"].max_row - 1 == sum(len(deal.illegal) for deal in played.deals)


@pytest.mark.slow
def test_a_spreadsheet_program_counts_the_same(record, played, tmp_path):
    """LibreOffice opens the workbook, works its formulas out anew, and comes to the totals of the match."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not there: apt-get install libreoffice-calc")
    out = tmp_path / "abend.xlsx"
    assert cli.main(["export", str(record), "--to", "xlsx", "-o", str(out)]) == 0
    profile = f"-env:UserInstallation=file://{tmp_path / 'profile'}"
    words = [program, profile, "--headless", "--convert-to", f"csv:{CSV_OF_EVERY_SHEET}", "--outdir", str(tmp_path)]
    subprocess.run([*words, str(out)], check=True, capture_output=True, timeout=300)
    sheets = {}
    for sheet in ("Spielblatt", "Stiche", "Regelverstösse"):
        with (tmp_path / f"abend-{sheet}.csv").open(encoding="utf-8", newline="") as file:
            sheets[sheet] = list(csv.reader(file))
    total = next(row for row in sheets["Spielblatt"] if row[0] == "Total")
    assert [int(cell.replace(",", "")) for cell in total[1:] if cell] == list(played.totals)
    assert len(sheets["Stiche"]) - 1 == sum(len(deal.tricks) for deal in played.deals)
    assert len(sheets["Regelverstösse"]) - 1 == sum(len(deal.illegal) for deal in played.deals)


def value_of(formula, sheet):
    """What `=D7*SUM(E7:G7)+H7` makes, counted by hand."""
    product, _, other = formula.removeprefix("=").partition(")")
    factor, _, span = product.partition("*SUM(")
    first, _, last = span.partition(":")
    total = sheet[factor].value * sum(cell.value for row in sheet[first:last] for cell in row)
    return total + (sheet[other.removeprefix("+")].value if other else 0)


def test_no_name_becomes_a_formula_in_the_workbook(evil):
    book = openpyxl.load_workbook(io.BytesIO(workbook(evil)))
    texts = [cell for sheet in book for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert any(EVIL[0] in cell.value for cell in texts)
    formulas = [cell.value for cell in texts if cell.data_type == "f"]
    assert formulas and not [f for f in formulas if "cmd" in f or "@" in f or f == "=+1+2"]


# Logs ----------------------------------------------------------------------------------------------------------------


def test_the_notation_is_the_record_again(record, capsysbinary):
    text = exported(record, "jass", capsysbinary)
    assert text == record.read_text(encoding="utf-8")
    assert not read_notation(text).errors


def test_jasskit_reads_its_log_and_counts_the_same(simulate, tmp_path, capsysbinary):
    """Runs where `JASSVISION_JASSKIT_PYTHON` names an interpreter that has jass-kit."""
    path = tmp_path / "r.jass"
    path.write_text(write_notation(simulate(3, seed=6)), encoding="utf-8")
    played = load_played(path)
    lines = exported(path, "jasskit", capsysbinary).splitlines()
    assert len(lines) == len(played.deals)
    for line in lines:
        entry = json.loads(line)
        assert entry["players"] == list(played.given_names) and entry["date"] == "28.11.26 00:00:00"
    python = os.environ.get("JASSVISION_JASSKIT_PYTHON")
    if not python:
        pytest.skip("JASSVISION_JASSKIT_PYTHON names no interpreter with jass-kit")
    program = (
        "import json, sys\nfrom jass.logs.game_log_entry import GameLogEntry\n"
        "for line in sys.stdin:\n    s = GameLogEntry.from_json(json.loads(line)).game\n"
        "    print(json.dumps([int(s.nr_tricks), [int(p) for p in s.points], int(s.trump), int(s.dealer)]))\n"
    )
    done = subprocess.run([python, "-c", program], input="\n".join(lines), capture_output=True, text=True, check=True)
    read = [json.loads(line) for line in done.stdout.splitlines()]
    assert [points for _, points, _, _ in read] == [list(deal.card_points) for deal in played.deals]
    assert [number for number, *_ in read] == [9] * 3 and [d for *_, d in read] == [d.dealer for d in played.deals]


def test_a_log_says_which_deals_it_leaves_out(record, played, capsys):
    assert cli.main(["export", str(record), "--to", "jasskit"]) == 0
    out, err = capsys.readouterr()
    unsure = [deal.number for deal in played.deals if any(play.unsure for _, play in deal.plays)]
    assert unsure and all(f"left out deal {number}" in err for number in unsure)
    assert len(out.splitlines()) == len(played.deals) - len(unsure)


# Languages -----------------------------------------------------------------------------------------------------------


def test_every_word_is_there_in_all_languages():
    for name, texts in WORDS.items():
        assert len(texts) == len(LANGUAGES) and all(texts), name
        assert "ß" not in texts[0]
        assert len({text.count("{") for text in texts}) == 1, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_are_told_in_every_language(simulate, language, tmp_path):
    english = []
    for seed in range(3):
        path = tmp_path / "r.jass"
        path.write_text(write_notation(simulate(2, seed=seed, illegal=4)), encoding="utf-8")
        for deal in load_played(path).deals:
            for verdict in deal.illegal:
                said = proof_said(verdict.proof, language, "swiss")
                assert not any(word in said.split() for word in verdict.proof.split() if word[0] in "DHSC" and word[1:])
                english += [said] if language != "en" and {"held", "Held", "illegal"} & set(said.split()) else []
    assert not english


# The command ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--to", "edl", "--fps", "fast"], "no frame rate"),
        (["--to", "edl", "--fps", "0"], "no frame rate"),
        (["--to", "csv", "--delimiter", ";;"], "cannot divide cells"),
        (["--to", "json", "-o", "{record}"], "read by this command"),
        (["--to", "json", "-o", "/nowhere/out.json"], "cannot be written"),
        (["--to", "json", "-o", "/dev/full"], "cannot be written"),
        (["--to", "json", "-o", "{folder}"], "is a folder"),
        (["--to", "stats", "-o", "{folder}"], "is a folder"),
        (["--to", "stats", "-o", "{folder}/s.pdf"], "must end in .html"),
        (["--to", "xlsx", "-o", "{folder}/s.csv"], "must end in .xlsx"),
        (["--to", "player", "--film", "{record}", "-o", "{folder}/none/p.html"], "the folder"),
        (["--to", "vtt", "--film", "/nowhere.mp4"], "There is no file"),
        (["--to", "vtt", "--film", "{record}"], "film"),
        (["--to", "player"], "--film"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(record, options, words, capsys):
    before = record.read_bytes()
    assert (
        cli.main(["export", str(record), *(option.format(record=record, folder=record.parent) for option in options)])
        == 2
    )
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1
    assert record.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "file"),
    [
        (["--to", "stats"], "1.2.stats.html"),
        (["--to", "xlsx"], "1.2.xlsx"),
        (["--to", "stats", "-o", "{folder}/page"], "page.html"),
        (["--to", "stats", "-o", "{folder}/page.HTM"], "page.HTM"),
        (["--to", "csv", "-o", "{folder}/sheet.txt"], "sheet.txt"),
        (["--to", "csv"], None),
        (["--to", "stats", "-o", "-"], None),
    ],
)
def test_the_file_that_was_written_is_named(record, options, file, tmp_path, capsys):
    source = tmp_path / "1.2.json"
    source.write_bytes(record.read_bytes())
    assert cli.main(["export", str(source), *(option.format(folder=tmp_path) for option in options)]) == 0
    out = capsys.readouterr().out
    if file is None:
        assert str(tmp_path) not in out and len(list(tmp_path.iterdir())) == 1
    else:
        assert out == f"{tmp_path / file}\n" and (tmp_path / file).stat().st_size


def test_a_record_without_times_has_no_captions_but_a_sheet(tmp_path, capsys):
    path = tmp_path / "r.jass"
    path.write_text("deal 1 dealer east\nnorth name O\n1 north: HA HK HQ HJ\n", encoding="utf-8")
    for form in ("vtt", "srt", "chapters", "youtube", "edl", "markers"):
        assert cli.main(["export", str(path), "--to", form]) == 2
        assert "has no times" in capsys.readouterr().err
    for form in ("json", "jsonl", "csv", "jass"):
        assert cli.main(["export", str(path), "--to", form]) == 0
        assert capsys.readouterr().out


def test_every_format_is_offered(capsys):
    asked = {"json", "jsonl", "csv", "xlsx", "jasskit", "jass", "srt", "vtt", "chapters", "edl", "player", "stats"}
    assert asked <= set(FORMATS)
    with pytest.raises(SystemExit):
        cli.main(["export", "--help"])
    shown = capsys.readouterr().out
    assert all(f"{name}: " in " ".join(shown.split()) for name in asked)


def test_fractions_of_rates_are_exact():
    assert rate_of("29.97").exact == Fraction(30000, 1001) == rate_of("30000/1001").exact
    assert rate_of("25").exact == 25 and not rate_of("25").drops and not rate_of("23.976").drops


def test_the_sheet_says_when_a_deal_could_not_be_counted(simulate, tmp_path):
    text = write_notation(simulate(1, seed=11, unknown=1))
    for kept, remark in ((True, "Karten unbekannt"), (False, "Karten unbekannt, nicht ganz gezählt")):
        path = tmp_path / f"{kept}.jass"
        path.write_text(
            "".join(line for line in text.splitlines(keepends=True) if kept or not line.startswith("score ")),
            encoding="utf-8",
        )
        row = list(csv.reader(io.StringIO(sheet_table(load_played(path))), delimiter=";"))[1]
        assert remark in row[-1].split(" · ") and "Nicht fertig gespielt" not in row[-1]


def test_a_disk_that_can_only_be_read_is_told_in_a_sentence(record, tmp_path, monkeypatch, capsys):
    def refused(*_, **__):
        raise OSError(30, "Read-only file system")

    for name in ("write_bytes", "unlink"):
        monkeypatch.setattr(f"pathlib.Path.{name}", refused)
    assert cli.main(["export", str(record), "--to", "csv", "-o", str(tmp_path / "a.csv")]) == 2
    assert "cannot be written: Read-only file system" in capsys.readouterr().err
