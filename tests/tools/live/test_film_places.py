"""Where the cards of a film lie, kept beside the record of a live session."""

import numpy as np
import pytest
from jassvision.tools.live.film_places import FilmPlaces
from jassvision.tools.places import load_places
from jassvision.vision.finder import Sightings
from jassvision.vision.frames import Frame
from jassvision.vision.observations import SeenCard
from jassvision.vision.watch import Watcher

CORNERS = np.array([(100, 100), (157, 100), (157, 189), (100, 189)], float)
TABLE = np.random.default_rng(1).integers(60, 200, (18, 32, 3), np.uint8).repeat(20, 0).repeat(20, 1)


class NoCards:
    def find(self, picture):
        return Sightings.none()

    def read(self, picture, sightings):
        return np.zeros((len(sightings), 73), np.float32)


def card(track, time):
    return SeenCard(track, time, (0.0,) * 4, np.zeros(36), CORNERS, (0.0, 0.0), 5)


@pytest.fixture
def watcher():
    return Watcher(NoCards(), NoCards())


@pytest.fixture
def places(tmp_path):
    film = tmp_path / "film.mp4"
    film.write_bytes(b"film")
    return FilmPlaces(tmp_path / "evening.jass.db", film)


def watched(places, watcher, times):
    for time in times:
        told = watcher.take(Frame.of_picture(TABLE, time))
        places.look(watcher, told, time)


def test_a_film_that_was_watched_in_one_go_has_its_places_beside_the_record(tmp_path, places, watcher):
    watched(places, watcher, (0.0, 0.1))
    places.look(watcher, [card(0, 0.2)], 0.2)
    places.save(12.0)
    kept = load_places(tmp_path / "evening.places")
    assert kept.size_wh == (640, 360) and kept.film.seconds == 12.0
    assert [way.time for way in kept.ways] == [0.2]


def test_half_of_them_are_not_kept(tmp_path, places, watcher):
    watched(places, watcher, (0.0, 0.1))
    watched(places, Watcher(NoCards(), NoCards()), (0.2, 0.3))
    watched(places, watcher, (0.4,))
    places.save(12.0)
    assert not (tmp_path / "evening.places").exists()


def test_what_is_there_already_is_left_as_it_is(tmp_path, places, watcher):
    (tmp_path / "evening.places").write_text("mine")
    watched(places, watcher, (0.0, 0.1))
    places.save(12.0)
    assert (tmp_path / "evening.places").read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path, watcher, capsys):
    places = FilmPlaces(tmp_path / "gone" / "evening.jass.db", tmp_path / "film.mp4")
    watched(places, watcher, (0.0,))
    places.save(None)
    assert "Where the cards lie is not kept" in capsys.readouterr().err
