"""Captions, chapters and edit lists, read with webvtt-py, ffmpeg, OpenTimelineIO and timecode."""

import csv
import io
import json
import re
import shutil
import subprocess
from fractions import Fraction
from itertools import pairwise

import pytest
import webvtt
from jassvision.rules.notation import write_notation
from jassvision.tools.exports.captions import LONGEST, SHORTEST, cues, subrip
from jassvision.tools.exports.captions import webvtt as vtt_text
from jassvision.tools.exports.chapters import chapters, ffmetadata, youtube_chapters, youtube_text
from jassvision.tools.exports.markers import Rate, edl, marker_table, markers, rate_of
from jassvision.tools.played import load_played

FFMPEG = shutil.which("ffmpeg") is not None and shutil.which("ffprobe") is not None
needs_ffmpeg = pytest.mark.skipif(not FFMPEG, reason="ffmpeg and ffprobe are not installed")


@pytest.fixture(scope="module")
def load(simulate, tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")

    def loaded(deals=2, **options):
        path = folder / "r.jass"
        path.write_text(write_notation(simulate(deals, **options)), encoding="utf-8")
        return load_played(path)

    return loaded


@pytest.fixture(scope="module")
def played(load):
    return load(3, seed=11, illegal=3, unsure=3)


# Captions ------------------------------------------------------------------------------------------------------------


def test_captions_follow_each_other_without_overlaps(played):
    found = cues(played)
    assert all(0 < cue.end - cue.start <= LONGEST + 1e-9 for cue in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert min(other.start - one.start for one, other in pairwise(found)) >= SHORTEST - 1e-9
    lines = [line for cue in found for line in cue.lines]
    for deal in played.deals:
        for _, play in deal.plays:
            at = next(cue for cue in reversed(found) if cue.start <= play.time)
            assert any(line.startswith(played.name(play.seat)) for line in at.lines)
    assert sum("⚠" in line for line in lines) == sum(len(deal.certain) for deal in played.deals)
    a, b = played.totals
    assert f"Änneli & Chloé {a} : {b} Beat & Döme" in lines


def test_webvtt_is_read_by_webvtt_py(played, tmp_path):
    path = tmp_path / "r.vtt"
    path.write_text(vtt_text(cues(played)), encoding="utf-8")
    read = webvtt.read(str(path))
    assert len(read) == len(cues(played)) and "Spiel 1" in read[0].text
    assert any("Änneli: " in caption.text for caption in read)
    assert not {"NOTE", "STYLE"} & {caption.text.split()[0] for caption in read}


def test_srt_is_read_by_webvtt_py_and_says_the_same(played, tmp_path):
    path = tmp_path / "r.srt"
    path.write_text(subrip(cues(played)), encoding="utf-8")
    read = webvtt.from_srt(str(path))
    assert [c.start_in_seconds for c in read] == [int(cue.start) for cue in cues(played)]
    assert "\n".join(cues(played)[3].lines) == read[3].text


@needs_ffmpeg
@pytest.mark.parametrize("form", ["vtt", "srt"])
def test_ffmpeg_reads_the_captions(played, tmp_path, form):
    path = tmp_path / f"r.{form}"
    path.write_text(vtt_text(cues(played)) if form == "vtt" else subrip(cues(played)), encoding="utf-8")
    command = ["ffprobe", "-v", "error", "-show_packets", "-of", "json", str(path)]
    packets = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["packets"]
    assert [round(float(p["pts_time"]), 3) for p in packets] == [round(cue.start, 3) for cue in cues(played)]


def test_names_cannot_break_a_caption(load, tmp_path):
    evil = load(1, names=("--> 00:00", "<b>fett", "a & b", "NOTE"))
    for form, text in (("vtt", vtt_text(cues(evil))), ("srt", subrip(cues(evil)))):
        path = tmp_path / f"evil.{form}"
        path.write_text(text, encoding="utf-8")
        read = webvtt.read(str(path)) if form == "vtt" else webvtt.from_srt(str(path))
        assert len(read) == len(cues(evil))
        assert text.count("-->") == len(cues(evil))
        assert "<b>" not in text


def test_what_nobody_saw_is_said_with_what_comes_next(tmp_path):
    path = tmp_path / "r.jass"
    path.write_text("deal 1 dealer east\nnorth name O\n1 north: HA@5 HK HQ@9 HJ@12\n", encoding="utf-8")
    found = cues(load_played(path))
    assert [cue.start for cue in found] == [2.0, 5.0, 9.0, 12.0, 13.5]
    assert found[2].lines == ("West: Rosen König", "Süd: Rosen Ober")


def test_captions_end_with_the_film(played):
    end = played.last_time + 0.5
    assert max(cue.end for cue in cues(played, duration=end)) <= end + 3


# Chapters ------------------------------------------------------------------------------------------------------------


def test_chapters_cover_the_film_trick_by_trick(played):
    found = chapters(played, duration=999.5)
    assert found[0].start == 0 and found[-1].end == 999.5 and len(found) == 27
    assert all(one.end == other.start for one, other in pairwise(found))
    for chapter in found:
        trick = played.deals[chapter.deal - 1].tricks[chapter.first - 1]
        assert chapter.start <= trick.start < chapter.end


@needs_ffmpeg
def test_ffmpeg_puts_the_chapters_into_a_film(played, tmp_path):
    meta, film = tmp_path / "c.txt", tmp_path / "film.mkv"
    found = chapters(played)
    meta.write_text(ffmetadata(found, "Ä=;#\\ match"), encoding="utf-8")
    length = f"{found[-1].end:.3f}"
    source = ["-f", "lavfi", "-i", f"anullsrc=r=8000:cl=mono:d={length}"]
    command = ["ffmpeg", "-v", "error", *source, "-i", str(meta), "-map_metadata", "1", "-c:a", "pcm_u8", str(film)]
    subprocess.run(command, check=True)
    probe = ["ffprobe", "-v", "error", "-show_chapters", "-show_format", "-of", "json", str(film)]
    read = json.loads(subprocess.run(probe, capture_output=True, text=True, check=True).stdout)
    assert read["format"]["tags"]["title"] == "Ä=;#\\ match"
    assert [c["tags"]["title"] for c in read["chapters"]] == [c.title for c in found]
    assert [round(float(c["start_time"]), 3) for c in read["chapters"]] == [round(c.start, 3) for c in found]


def test_youtube_gets_chapters_of_ten_seconds_from_zero(played):
    text = youtube_text(youtube_chapters(chapters(played), played))
    stamps = [line.split(" ", 1)[0] for line in text.splitlines()]
    seconds = [sum(int(part) * 60**i for i, part in enumerate(reversed(stamp.split(":")))) for stamp in stamps]
    assert seconds[0] == 0 and len(seconds) >= 3
    assert all(other - one >= 10 for one, other in pairwise(seconds))
    assert all(re.fullmatch(r"(\d+:)?\d?\d:\d\d .+", line) for line in text.splitlines())
    assert "Regelverstoss" in text


def test_merged_chapters_name_all_their_tricks(load):
    found = youtube_chapters(chapters(one := load(1, seed=3)), one)
    covered = [number for chapter in found for number in range(chapter.first, chapter.last + 1)]
    assert covered == list(range(1, 10))
    assert all(chapter.end - chapter.start >= 10 for chapter in found)


# Markers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["25", "24000/1001", "29.97", "59.94", "30", "50"])
def test_time_codes_are_those_of_the_timecode_package(text):
    timecode = pytest.importorskip("timecode")
    rate = rate_of(text)
    name = {"24000/1001": "23.976"}.get(text, text)
    for frame in (0, 1, 29, 1799, 1800, 1801, 17981, 17982, 17983, 107892, 215784, 360000):
        theirs = timecode.Timecode(name, frames=frame + 1)
        assert rate.timecode(frame).replace(";", ":") == str(theirs).replace(";", ":"), frame


def test_a_frame_is_the_one_that_stands_at_the_time():
    rate = Rate(Fraction(30000, 1001))
    for frame in (0, 1, 2, 1000, 123456):
        assert rate.frame(float(Fraction(frame) / rate.exact)) == frame
    assert Rate(Fraction(25)).frame(2.48) == 62 and Rate(Fraction(25)).frame(2.479) == 61


@pytest.mark.parametrize("rate", [rate_of("25"), rate_of("29.97")])
def test_opentimelineio_reads_the_edit_list(played, rate):
    otio = pytest.importorskip("opentimelineio")
    pytest.importorskip("otio_cmx3600_adapter")
    listed = chapters(played)
    text = edl(listed, markers(played), rate, title="Änneli gegen Döme", clip="abend.mp4")
    assert text.isascii()
    timeline = otio.adapters.read_from_string(text, "cmx_3600", rate=float(rate.exact))
    clips = list(timeline.find_clips())
    assert len(clips) == len(listed) and clips[0].name == "abend.mp4"
    for clip, chapter in zip(clips, listed, strict=True):
        start = clip.source_range.start_time.value
        assert abs(start - rate.frame(chapter.start)) <= 1e-6
        assert abs(clip.source_range.duration.value - (rate.frame(chapter.end) - rate.frame(chapter.start))) <= 1e-6
    red = [m for clip in clips for m in clip.markers if m.color == "RED"]
    assert len(red) == sum(len(deal.certain) for deal in played.deals)


def test_markers_are_a_table(played):
    rows = list(csv.DictReader(io.StringIO(marker_table(markers(played), rate_of("25")))))
    kinds = [row["Kind"] for row in rows]
    assert kinds.count("deal") == 3 and kinds.count("trick") == 27 and kinds.count("unsure") == 3
    assert kinds.count("illegal") == sum(len(deal.certain) for deal in played.deals)
    seconds = [float(row["Seconds"]) for row in rows]
    assert seconds == sorted(seconds)
    assert all(int(row["Frame"]) == int(float(row["Seconds"]) * 25 + 0.001) for row in rows)
