"""Reading YAML that a person wrote: whatever is wrong with it is one sentence with its line."""

from __future__ import annotations

from typing import Any

import yaml

MAX_DEPTH = 20
"""Tables and lists within each other: the deepest file of the program has four."""


class YamlError(ValueError):
    """A text that is no YAML, or none that anybody needs; the message is the end of a sentence about the file.

    Attributes:
        line: where, from 1; 0 when the place is unknown.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line

    @property
    def place(self) -> str:
        """The place as it stands behind the name of the file: `", line 3"`, empty when it is unknown."""
        return f", line {self.line}" if self.line else ""


def parsed_yaml(text: str, depth: int = MAX_DEPTH) -> tuple[yaml.Node | None, Any]:
    """The node with its lines and the value of a YAML text; both None where it is empty.

    >>> parsed_yaml("target: 1000")[1]
    {'target': 1000}

    Raises:
        YamlError: it is no YAML, is nested more deeply than `depth`, refers to other places, gives a key twice, or
            holds a date that is none.
    """
    try:
        _check_shape(text, depth)
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        _check_doubled(node)
        return node, None if node is None else loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise YamlError(f"this is no YAML: {error.problem or error.context}", mark.line + 1 if mark else 0) from None
    except YamlError:
        raise
    except (yaml.YAMLError, ValueError) as error:
        # PyYAML lets the errors of Python through: a month 13, base 60 of no digits
        raise YamlError(f"this is no YAML: {getattr(error, 'reason', error)}") from None


def _check_shape(text: str, most: int) -> None:
    """Refuse what is nested deeply or refers to other places, before anything is built from it.

    A few lines of references to references can stand for more values than there is memory.
    """
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1 if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent):
            raise YamlError(f"*{str(event.anchor)[:40]} refers to another place: write the value itself", line)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > most:
            raise YamlError(f"too deep: at most {most} tables and lists within each other are read", line)


def _check_doubled(node: yaml.Node | None) -> None:
    """Refuse a key that is given twice in one table: PyYAML would drop the first in silence."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _check_doubled(item)
    elif isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise YamlError(f"{key.value} is given twice", key.start_mark.line + 1)
                seen.add(key.value)
            _check_doubled(value)
