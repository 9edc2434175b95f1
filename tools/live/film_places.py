"""Where the cards of a film lie that is followed live, kept beside its record: a replay need not watch it anew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jassvision.tools.live.complaints import complain
from jassvision.tools.places import PlacesError, places_beside, save_places
from jassvision.tools.places_kept import PlacesKeeper
from jassvision.vision.observations import Observation
from jassvision.vision.watch import Watcher


class FilmPlaces:
    """Keeps the places of a film; they are written only if one watcher has seen all of it, for half of them would look
    like the whole.

    Args:
        record: the record of the session.
        film: the file that is watched.
    """

    def __init__(self, record: Path, film: Path) -> None:
        self.path, self._film = places_beside(record), film
        self._keeper: PlacesKeeper | None = None
        self._broken = False

    def look(self, watcher: Watcher, seen: Sequence[Observation], time: float) -> None:
        """Take what a watcher has told of a frame, or at the end."""
        if self._keeper is None:
            self._keeper = PlacesKeeper(watcher)
        if self._keeper.watcher is not watcher:
            self._broken = True
        if self._broken:
            return
        for one in seen:
            self._keeper.take(one)
        self._keeper.look(time)

    def save(self, seconds: float | None) -> None:
        """Write them, now that the film of so many seconds is over; a file that is there already is left as it is."""
        keeper, self._keeper = self._keeper, None
        if keeper is None or self._broken or self.path.exists():
            return
        try:
            save_places(self.path, keeper.places(self._film, seconds))
        except PlacesError as error:
            complain(f"Where the cards lie is not kept: {error}")
