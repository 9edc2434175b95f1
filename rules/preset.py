"""House rules by name or from a file of one's own."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import Any

from jassvision.rules.errors import RulesError
from jassvision.rules.options import OPTIONS, SUIT_PACKS, Box, FactorTable, Option, Rules

__all__ = ["OPTIONS", "Box", "FactorTable", "Option", "Rules", "load_rules"]


def load_rules(name_or_path: str | PathLike[str] = "swisslos_2500", **overrides: Any) -> Rules:
    """The rules of a preset or of a YAML file, with single fields replaced.

    Raises:
        RulesError: there is no such preset or file.
    """
    rules = Rules()
    if str(name_or_path) != rules.name:
        raise RulesError(f"there is no preset {str(name_or_path)!r}")
    factors = overrides.pop("factors", {})
    table = {**rules.factor_table, **{(s, c): f for s in SUIT_PACKS for c, f in factors.items()}}
    return replace(rules, factor_table=FactorTable(table), **overrides)
