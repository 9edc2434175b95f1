"""House rules by name, or from a YAML file of one's own that names a base and the single fields it changes.

>>> rules = load_rules("pagat_3000", suits="french")
>>> rules.target, rules.weis, rules.factors["D"], rules.factors["U"]
(3000, 'small', 1, 4)
>>> load_rules("pagat_3000", weis="huge")
Traceback (most recent call last):
    ...
jassvision.rules.errors.RulesError: weis: 'huge' is not allowed; choose none, small, large, vorarlberg, luzern, \
smoojas, klaberjass
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.contradictions import contradiction
from jassvision.rules.errors import RulesError, did_you_mean
from jassvision.rules.house_file import HouseFile, read_house_file
from jassvision.rules.names import contract_name
from jassvision.rules.options import BOX_CONTRACTS, OPTIONS, SUIT_PACKS, Box, FactorTable, Option, Rules

__all__ = ["OPTIONS", "Box", "FactorTable", "Option", "Rules", "load_rules", "preset_names"]

PRESETS = Path(__file__).parent / "presets"
DEFAULT_PRESET = "swisslos_2500"
MAX_BOXES = 40
"""Boxes of a grid; the longest that is played has some fifteen."""
LONGEST_QUOTED = 80
"""Characters of a wrong value that a message quotes."""
FILE_FIELDS = {"factor_table": "factors"}
"""Fields that a file calls by another name."""


def preset_names() -> tuple[str, ...]:
    """The names of all presets, in alphabetical order.

    >>> "swisslos_2500" in preset_names()
    True
    """
    return tuple(sorted(path.stem for path in PRESETS.glob("*.yaml")))


def load_rules(name_or_path: str | PathLike[str] = DEFAULT_PRESET, **overrides: Any) -> Rules:
    """The rules of a preset or of a YAML file, with single fields replaced.

    A file starts from the preset or file it names as `base` (a path counts from its own folder), else from
    `swisslos_2500`, and gives single fields; `factors` changes single factors. Overrides are given in the same form.

    Args:
        name_or_path: name of a preset; anything that ends in .yaml or .yml or holds a slash is a file.
        overrides: fields of `Rules`, with `factors` for the factors.

    Raises:
        RulesError: there is no such preset, file, field or value, or the rules contradict each other; the sentence
            names the field, what is allowed and, for files, the line.

    >>> rules = load_rules("swisslos_2500", target=1500, factors={"swiss": {"O": 4}})
    >>> rules.game, rules.target, rules.factors["O"]
    ('schieber', 1500, 4)
    """
    sheet = _sheet(name_or_path)
    for name, value in overrides.items():
        sheet = _with(sheet, {name: value}, HouseFile("", {}, {}))
    return _rules_of(sheet)


@dataclass(frozen=True)
class _Sheet:
    """Fields collected so far, checked one by one, with the place each of them was last written at.

    A place is the number of the layer (base files first, overrides last) and the start of a message.
    """

    values: Mapping[str, Any]
    places: Mapping[str, tuple[int, str]]
    layers: int = 0


def _is_path(name_or_path: str | PathLike[str]) -> bool:
    if not isinstance(name_or_path, str):
        return True
    return name_or_path.endswith((".yaml", ".yml")) or "/" in name_or_path or "\\" in name_or_path


def _sheet(name_or_path: str | PathLike[str]) -> _Sheet:
    if _is_path(name_or_path):
        return _file_sheet(Path(name_or_path), ())
    return _preset_sheet(str(name_or_path))


@cache
def _preset_sheet(name: str) -> _Sheet:
    names = preset_names()
    if name not in names:
        hint = did_you_mean(name, names)
        raise RulesError(
            f"there is no preset {_said(name)}: {hint}presets are {', '.join(names)}; a file of your own ends in .yaml"
        )
    return _file_sheet(PRESETS / f"{name}.yaml", ())


def _file_sheet(path: Path, via: tuple[Path, ...]) -> _Sheet:
    try:
        whole = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise RulesError(f"{_said(str(path))} cannot be a file: {error}") from None
    if whole in via:
        chain = " -> ".join(p.name for p in (*via[via.index(whole) :], whole))
        raise RulesError(f"{path}: the files are each other's base ({chain})")
    house = read_house_file(path)
    base = house.values.get("base")
    if "base" in house.values and not isinstance(base, str):
        raise RulesError(
            f"{house.place('base')}base: {_said(base)} is not allowed; give the name of a preset or a file"
        )
    if base is None:
        start = _Sheet({}, {}) if path.parent == PRESETS else _preset_sheet(DEFAULT_PRESET)
    elif _is_path(base):
        start = _file_sheet(path.parent / base, (*via, whole))
    else:
        try:
            start = _preset_sheet(base)
        except RulesError as error:
            raise RulesError(f"{house.place('base')}base: {error}") from None
    named = {
        "name": "".join(c if c.isprintable() else "?" for c in path.stem),
        **{k: v for k, v in house.values.items() if k != "base"},
    }
    return _with(start, named, house)


def _with(sheet: _Sheet, new: Mapping[str, Any], house: HouseFile) -> _Sheet:
    values, places = dict(sheet.values), dict(sheet.places)
    for name, value in new.items():
        field = next((f for f, written in FILE_FIELDS.items() if written == name), name)
        misplaced = name in FILE_FIELDS and not isinstance(value, FactorTable)
        if field not in OPTIONS or misplaced:
            raise RulesError(f"{house.place(name)}{_unknown(name)}")
        option = OPTIONS[field]
        if field == "factor_table":
            if not isinstance(value, FactorTable):
                value = _factors(value, values.get(field, option.default), house.place(name))
        else:
            value = _checked(option, value, house.place(name))
        values[field] = value
        places[field] = (sheet.layers, house.place(name))
    return _Sheet(values, places, sheet.layers + 1)


def _rules_of(sheet: _Sheet) -> Rules:
    values = dict(sheet.values)
    if "boxes" in values:
        values["boxes"] = tuple(_named(box, values.get("suits", "swiss")) for box in values["boxes"])
    rules = Rules(**values)
    wrong = contradiction(rules)
    if wrong is not None:
        # What was written last is what brought the contradiction about.
        _, place = max((sheet.places[f] for f in map(_field, wrong.fields) if f in sheet.places), default=(0, ""))
        raise RulesError(f"{place}{', '.join(wrong.fields)}: {wrong.sentence}")
    return rules


def _field(written: str) -> str:
    return next((field for field, name in FILE_FIELDS.items() if name == written), written)


def _unknown(name: str) -> str:
    known = sorted(FILE_FIELDS.get(f.name, f.name) for f in fields(Rules))
    hint = did_you_mean(str(name), known)
    return f"there is no field {_said(name)}: {hint}fields are {', '.join(known)}"


def _refuse(place: str, what: str, value: Any, allowed: str, *, words: bool = True) -> RulesError:
    """The error for a value; `words` where the value should be a word, which YAML may have taken for a truth value."""
    hint = ""
    if isinstance(value, bool) and words:
        hint = " (yes, no, on and off mean true and false: put the word in quotes if you mean the word)"
    return RulesError(f"{place}{what}: {_said(value)} is not allowed; choose {allowed}{hint}")


def _said(value: Any) -> str:
    """A value as a message quotes it: not at any length."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}..."


def _checked(option: Option, value: Any, place: str) -> Any:
    """The value of a field in the form `Rules` holds it, or an error."""
    if value is None and option.optional:
        return None
    if option.kind == "boxes":
        return _boxes(value, place)
    if option.kind == "contracts":
        return _contracts(value, place)
    fits = {
        "choice": isinstance(value, str) and value in option.choices,
        "flag": isinstance(value, bool),
        "number": isinstance(value, int) and not isinstance(value, bool) and option.low <= value <= option.high,
        "text": isinstance(value, str) and bool(value.strip()) and value.isprintable(),
    }[option.kind]
    if not fits:
        raise _refuse(place, option.name, value, option.allowed, words=option.kind == "choice")
    return value


def _contracts(value: Any, place: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise _refuse(place, "contracts", value, OPTIONS["contracts"].allowed)
    for code in value:
        if not isinstance(code, str) or code not in CONTRACTS:
            raise _refuse(place, "contracts", code, ", ".join(CONTRACTS))
        if list(value).count(code) > 1:
            raise RulesError(f"{place}contracts: {code} is there twice")
    return tuple(value)


def _factors(value: Any, before: FactorTable, place: str) -> FactorTable:
    """The factors before with those of a file put over them."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = dict.fromkeys(CONTRACTS, value)
    if not isinstance(value, Mapping):
        raise _refuse(place, "factors", value, OPTIONS["factor_table"].allowed)
    by_pack = set(value) <= set(SUIT_PACKS)
    table = dict(before)
    for suits in SUIT_PACKS:
        column = value.get(suits, {}) if by_pack else value
        if not isinstance(column, Mapping):
            raise _refuse(place, f"factors.{suits}", column, "a table of contract codes and factors from 1 to 100")
        for code, factor in column.items():
            if code not in CONTRACTS:
                raise RulesError(
                    f"{place}factors: there is no contract {code!r}; choose {', '.join(CONTRACTS)}, "
                    "or give swiss and french a table each"
                )
            if not isinstance(factor, int) or isinstance(factor, bool) or not 1 <= factor <= 100:
                raise _refuse(place, f"factors.{code}", factor, "a whole number from 1 to 100", words=False)
            table[suits, code] = factor
    return FactorTable(table)


def _boxes(value: Any, place: str) -> tuple[Box, ...]:
    if not isinstance(value, list | tuple):
        raise _refuse(place, "boxes", value, OPTIONS["boxes"].allowed)
    if len(value) > MAX_BOXES:
        raise RulesError(f"{place}boxes: {len(value)} are too many for a slate; give at most {MAX_BOXES}")
    return tuple(box if isinstance(box, Box) else _box(i, box, place) for i, box in enumerate(value, start=1))


def _box(number: int, value: Any, place: str) -> Box:
    what = f"boxes, number {number}"
    if not isinstance(value, Mapping) or not {"contract", "factor"} <= set(value) <= {"name", "contract", "factor"}:
        raise _refuse(place, what, value, "a box with contract, factor and perhaps name")
    name, contract, factor = value.get("name", ""), value["contract"], value["factor"]
    if not isinstance(contract, str) or contract not in BOX_CONTRACTS:
        raise _refuse(place, f"{what}, contract", contract, ", ".join(BOX_CONTRACTS))
    if not isinstance(factor, int) or isinstance(factor, bool) or not 1 <= factor <= 100:
        raise _refuse(place, f"{what}, factor", factor, "a whole number from 1 to 100", words=False)
    if not isinstance(name, str) or ("name" in value and not name.strip()) or not name.isprintable() or "," in name:
        raise _refuse(place, f"{what}, name", name, "a text of one line without a comma", words=False)
    return Box(name, contract, factor)


def _named(box: Box, suits: str) -> Box:
    """A box without a name is called after its contract, in the words of the pack."""
    return box if box.name else Box(contract_name(box.contract, suits=suits), box.contract, box.factor)
