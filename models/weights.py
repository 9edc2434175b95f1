"""Load the weights that come with the program: ONNX files, each with a card that says what it is and its SHA-256."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # before the import: nothing is reported to anybody
import onnxruntime

FOLDER = Path(__file__).parent
"""Where the cards `<name>.yaml` and the weights they name lie."""

THREADS = 2
"""CPU threads of one session, unless the caller says another number."""


class WeightsError(ValueError):
    """Weights are missing, or not those that their card describes."""


@dataclass(frozen=True)
class Network:
    """A network ready to run: the session of onnxruntime and its model card as read from YAML."""

    session: onnxruntime.InferenceSession
    card: dict[str, Any]

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the classes in the order of the outputs."""
        return tuple(self.card["classes"])


def load_card(name: str, folder: Path | None = None) -> dict[str, Any]:
    """The model card `<name>.yaml`.

    Raises:
        WeightsError: there is no such card.
    """
    path = (folder or FOLDER) / f"{name}.yaml"
    if not path.is_file():
        raise WeightsError(f"There is no model card {path}: install the program anew, or train and export the {name}.")
    card: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return card


def load_session(name: str, threads: int = THREADS, folder: Path | None = None) -> Network:
    """The network `finder` or `reader`, after its weights have been checked against the card.

    Args:
        name: name of the card without its ending.
        threads: CPU threads it may use.
        folder: where card and weights lie (default: those that come with the program).

    Raises:
        WeightsError: card or weights are missing, the SHA-256 is another, or the file is no network.
    """
    card = load_card(name, folder)
    path = (folder or FOLDER) / str(card["file"])
    if not path.is_file():
        raise WeightsError(f"The weights {path} are missing: install the program anew, or train and export the {name}.")
    found = sha256(path)
    if found != card["sha256"]:
        raise WeightsError(
            f"The weights {path} are not those of their model card (SHA-256 {found[:12]}..., "
            f"not {str(card['sha256'])[:12]}...): install the program anew."
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # threads that spin between two runs take the cores from decoding and tracking
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has no common class of its errors
        raise WeightsError(f"onnxruntime {onnxruntime.__version__} cannot load the weights {path}: {error}") from None
    return Network(session, card)


def sha256(path: Path) -> str:
    """SHA-256 of a file as hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
