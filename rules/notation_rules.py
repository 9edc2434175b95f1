"""House rules in the header of a record: the name of a preset, and the fields that differ from it.

>>> tags = rule_tags(load_rules("pagat_3000", target=1000, factors={"O": 4}))
>>> tags
(('Rules', 'pagat_3000'), ('Rule', 'factors.french.O=4'), ('Rule', 'factors.swiss.O=4'), ('Rule', 'target=1000'))
>>> rules_of_tags(tags).target
1000
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from jassvision.rules.errors import RulesError, did_you_mean
from jassvision.rules.options import OPTIONS, Box, FactorTable, Rules
from jassvision.rules.preset import DEFAULT_PRESET, load_rules, preset_names


def rules_of_tags(tags: Iterable[tuple[str, str]]) -> Rules:
    """The house rules that a header names.

    Raises:
        RulesError: there is no such preset, field or value. Files are not read: a record must not name them.
    """
    name, overrides = DEFAULT_PRESET, {}
    factors: dict[str, dict[str, int]] = {}
    for tag, value in tags:
        if tag == "Rules":
            name = value
        elif tag == "Rule":
            field, sign, text = value.partition("=")
            if not sign:
                raise RulesError(f"{value!r} is no rule: write a field and its value, such as target=1000")
            if field.startswith("factors."):
                _, suits, contract = (*field.split(".", 2), "", "")[:3]
                factors.setdefault(suits, {})[contract] = int(text) if text.isdecimal() and len(text) < 9 else -1
            else:
                overrides[field] = _value(field, text)
    if name not in preset_names():
        hint = did_you_mean(name, preset_names())
        raise RulesError(f"there is no preset {name!r}: {hint}presets are {', '.join(preset_names())}")
    if factors:
        overrides["factors"] = factors
    return load_rules(name, **overrides)


def rule_tags(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The tags that name house rules: the preset, and every field that differs from it."""
    base = rules.name if rules.name in preset_names() else DEFAULT_PRESET
    before = load_rules(base)
    tags = [("Rules", base)]
    for field in sorted(f.name for f in fields(Rules)):
        value = getattr(rules, field)
        if value == getattr(before, field):
            continue
        if isinstance(value, FactorTable):
            changed = sorted((k, v) for k, v in value.items() if before.factor_table.get(k) != v)
            tags += [("Rule", f"factors.{suits}.{contract}={factor}") for (suits, contract), factor in changed]
        else:
            tags.append(("Rule", f"{field}={_text(value)}"))
    return tuple(tags)


def _text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(f"{v.name}:{v.contract}:{v.factor}" if isinstance(v, Box) else str(v) for v in value)
    return str(value)


def _value(field: str, text: str) -> Any:
    option = OPTIONS.get(field)
    if option is None:
        return text
    if text == "null" and option.optional:
        return None
    if option.kind == "flag":
        return {"true": True, "false": False}.get(text, text)
    if option.kind == "number":
        return int(text) if text.isdecimal() and len(text) < 9 else text
    if option.kind == "contracts":
        return text.split(",")
    if option.kind == "boxes":
        return [_box(part) for part in text.split(",") if part]
    return text


def _box(text: str) -> Any:
    parts = text.rsplit(":", 2)
    if len(parts) != 3 or not parts[2].isdecimal() or len(parts[2]) > 3:
        raise RulesError(f"{text!r} is no box: write name, contract and factor, such as Joker 1:free:7")
    return {"name": parts[0], "contract": parts[1], "factor": int(parts[2])}
