"""A track: one physical card over time, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
from jassvision.vision.card_boxes import Corners, length_of
from jassvision.vision.readings import Readings
from numpy.typing import NDArray

State: TypeAlias = Literal["held", "lying", "gone"]


@dataclass(eq=False)
class Track:
    """One card.

    Attributes:
        number: no two tracks share one.
        corners: (4, 2) in pixels.
        first, last: seconds at which it was first and last seen by the finder.
        rest_since: seconds at which it came to rest where it is.
        state: in a hand, lying, or gone.
        layer: cards with higher layers lie above.
        from_start: whether it lay there when the film began.
        framed: confidence of the finder in the box.
        gone_at, bare_at: seconds at which it was last seen to lie there, and first seen that it does not.
    """

    number: int
    corners: Corners
    first: float
    last: float
    rest_since: float
    state: State = "held"
    layer: int = 0
    from_start: bool = False
    gone_at: float = 0.0
    bare_at: float = 0.0
    readings: Readings = field(default_factory=Readings)
    faces: float = 0.0
    backs: float = 0.0
    looks: int = 1
    anchor: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))
    present_at: float = 0.0
    absent_since: float | None = None
    look: NDArray[np.uint8] | None = None
    light: float = 1.0
    corner: tuple[int, int] = (0, 0)
    open: NDArray[np.bool_] | None = None
    missed: int = 0
    framed: float = 0.0

    @property
    def middle(self) -> NDArray[np.float64]:
        """Its middle in pixels."""
        found: NDArray[np.float64] = self.corners.mean(axis=0)
        return found

    @property
    def length(self) -> float:
        """Its longer side in pixels."""
        return length_of(self.corners)

    @property
    def is_back(self) -> bool:
        """Whether it lies face down."""
        return self.backs > self.faces


@dataclass(frozen=True)
class Change:
    """A track that came to rest or is gone."""

    kind: Literal["laid", "gone"]
    track: Track
