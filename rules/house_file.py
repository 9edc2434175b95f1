"""Reading a YAML file of house rules with the line of every field, wary of what YAML makes of plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jassvision.rules.errors import RulesError, cannot_be_read
from jassvision.rules.yaml_text import YamlError, parsed_yaml

MAX_BYTES = 20_000
"""Largest file that is read: the longest preset is below 2,000 bytes, so anything larger is something else."""

MAX_DEPTH = 4
"""Tables and lists within each other: a list of boxes in the table of fields has three."""

_PLAIN_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]*)\Z")


@dataclass(frozen=True)
class HouseFile:
    """What a file says.

    Attributes:
        path: the file as it was named, empty for none.
        values: the fields.
        lines: the line of every field, from 1.
    """

    path: str
    values: Mapping[str, Any]
    lines: Mapping[str, int]

    def place(self, field: str) -> str:
        """The place of a field as the start of a message: `"house.yaml, line 3: "`, empty without a file."""
        if not self.path:
            return ""
        return f"{self.path}, line {self.lines[field]}: " if field in self.lines else f"{self.path}: "


def read_house_file(path: Path) -> HouseFile:
    """The fields of a YAML file.

    Raises:
        RulesError: the file is missing, too large, no text or no YAML, gives a field twice, or writes a number that
            YAML would take for another one (`010`, `1:30`).
    """
    try:
        node, values = parsed_yaml(_text(path), MAX_DEPTH)
    except YamlError as error:
        raise RulesError(f"{path}{error.place}: {error}") from None
    if not isinstance(node, yaml.MappingNode) or not isinstance(values, dict):
        raise RulesError(
            f"{path}: a file of house rules is a list of `field: value` lines, one each, such as weis: small"
        )
    _check_node(node, path)
    lines = {str(key.value): key.start_mark.line + 1 for key, _ in node.value}
    for field in values:
        if not isinstance(field, str):
            raise RulesError(f"{path}, line {_line_of(node, field)}: {field!r} is no field: put the word in quotes")
    return HouseFile(str(path), values, lines)


def _line_of(node: yaml.MappingNode, field: Any) -> int:
    for key, _ in node.value:
        if yaml.safe_load(yaml.serialize(key)) == field:
            return int(key.start_mark.line) + 1
    return 1


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RulesError(cannot_be_read(path, error, "give a preset or a YAML file of house rules")) from None
    if len(raw) > MAX_BYTES:
        raise RulesError(f"{path} is larger than {MAX_BYTES:,} bytes: that is no file of house rules")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise RulesError(f"{path}, line {line}: this is no UTF-8 text: save the file as UTF-8") from None


def _check_node(node: yaml.Node, path: Path) -> None:
    """Refuse numbers in disguise, anywhere in the file."""
    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        if node.tag == "tag:yaml.org,2002:int" and not _PLAIN_NUMBER.match(node.value):
            raise RulesError(f"{path}, line {line}: {node.value} is no plain number: write digits only, such as 2500")
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _check_node(item, path)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            _check_node(key, path)
            _check_node(value, path)
