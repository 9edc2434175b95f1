"""The answer key of a film: what lies where in which frame, and what was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from jassvision.datasets.film_plan import Order, Plan
from jassvision.datasets.film_script import script_json
from jassvision.datasets.table_plan import card_corners
from numpy.typing import NDArray


def film_key(order: Order, plan: Plan, times: NDArray[np.float64]) -> dict[str, Any]:
    """The key of a film whose pictures have the given times in seconds; the form is described in `films`."""
    shoot, scripts, deck, fps = plan.shoot, plan.scripts, plan.deck, plan.fps
    performance, names = shoot.performance, [place.name for place in shoot.places]

    def frame(seconds: float) -> int:
        return min(int(np.searchsorted(times, seconds - 1e-6)), len(times) - 1)

    def shown(seconds: float, cards: Sequence[tuple[str, Any]]) -> list[dict[str, Any]]:
        camera = shoot.camera_at(seconds)
        return [{"card": card, "corners": card_corners(camera, spot, deck.aspect)} for card, spot in cards]

    several = len(scripts) > 1
    landings = [
        {
            **({"deal": it.deal} if several else {}),
            "trick": it.trick,
            "order": it.order,
            "seat": names[it.seat],
            "card": it.card,
            "frame": frame(it.time),
            "clear_frame": frame(it.clear),
            "corners": card_corners(shoot.camera_at(it.time), it.spot, deck.aspect),
        }
        for it in performance.landings
    ]
    sweeps = [
        {
            **({"deal": it.deal} if several else {}),
            "trick": it.trick,
            "winner": names[it.winner],
            "first_frame": frame(it.first),
            "last_frame": frame(it.last),
        }
        for it in performance.sweeps
    ]
    events = []
    for it in performance.happenings:
        facts = {k: v for k, v in it.facts.items() if k != "cards"}
        if "seat" in facts:
            facts["seat"] = names[facts["seat"]]
        if "cards" in it.facts:
            facts["cards"] = shown(it.last if it.kind == "rest" else it.first, it.facts["cards"])
        if it.kind == "bump":  # corners are those at the landing: this takes them to where they are now
            before, after = (shoot.camera_at(t).homography() for t in (it.first - 1e-3, it.first))
            moved = after @ np.linalg.inv(before)
            facts["homography"] = [[float(f"{v:.9g}") for v in row] for row in moved / moved[2, 2]]
        events.append({"kind": it.kind, "first_frame": frame(it.first), "last_frame": frame(it.last), **facts})
    key: dict[str, Any] = {
        "fps": int(fps) if float(fps).is_integer() else fps,
        "size": list(order.size_wh),
        "frames": len(times),
        "deck": deck.name,
        "pack": deck.pack,
        "landings": landings,
        "sweeps": sweeps,
        "events": events,
    }
    if order.rotation:
        key["rotation"] = order.rotation
    if order.variable:
        key["pts"] = [round(float(t), 6) for t in times]
    if several:
        key["scripts"] = [script_json(s) for s in scripts]
    else:
        key["script"] = script_json(scripts[0])
    return key
