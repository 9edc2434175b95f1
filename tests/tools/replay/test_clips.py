"""Clips: what is cut, how files are called, and that pictures and sound are cut where they should be."""

import json
import re
import shutil
import subprocess

import av
import numpy as np
import pytest
from jassvision.rules.notation import write_notation
from jassvision.tools import cli
from jassvision.tools.played import load_played
from jassvision.tools.replay.clips import WHAT, clips_of
from jassvision.tools.replay.clips_film import ClipError, cut

pytestmark = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")

FLASH = 4.2
"""Seconds at which the test film flashes and beeps, for a tenth of a second."""


def film(path, *, size="160x90", rate="25", seconds=6, sound=True, more=()):
    """A dark film that flashes white and beeps at FLASH."""
    flash = f"between(t,{FLASH},{FLASH + 0.1})"
    command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi"]
    command += ["-i", f"color=black:s={size}:r={rate}:d={seconds},drawbox=c=white:t=fill:enable='{flash}'"]
    if sound:
        command += ["-f", "lavfi", "-i", f"aevalsrc='0.5*sin(2*PI*1000*t)*{flash}':s=48000:d={seconds}"]
    command += ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-pix_fmt", "yuv420p", "-shortest", *more, path]
    subprocess.run(list(map(str, command)), check=True)
    return path


def heard_and_seen(path):
    """When a clip flashes and beeps, how many pictures it has, and its size."""
    with av.open(str(path)) as clip:
        seen = [(f.time, f.to_ndarray(format="gray").mean(), (f.width, f.height)) for f in clip.decode(video=0)]
    beep = None
    with av.open(str(path)) as clip:
        if clip.streams.audio:
            found = [(f.time, f.to_ndarray(), f.sample_rate) for f in clip.decode(audio=0)]
            loud = [
                time + int(np.argmax(np.abs(tones[0]) > 0.2)) / rate
                for time, tones, rate in found
                if (np.abs(tones[0]) > 0.2).any()
            ]
            beep = min(loud, default=None)
    flash = next((time for time, bright, _ in seen if bright > 120), None)
    return flash, beep, [time for time, *_ in seen], seen[0][2]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return film(tmp_path_factory.mktemp("film") / "plain.mp4")


@pytest.mark.parametrize(("start", "end"), [(0.0, 5.0), (4.1, 6.0), (2.01, 4.5)])
def test_pictures_and_sound_are_cut_where_they_should_be(plain, tmp_path, start, end):
    cut(plain, start, end, tmp_path / "clip.mp4")
    flash, beep, times, _ = heard_and_seen(tmp_path / "clip.mp4")
    assert times[0] == 0 and abs(times[-1] + 0.04 - (end - start)) <= 0.041
    assert abs(flash - (FLASH - start)) <= 0.04
    assert abs(beep - (FLASH - start)) <= 0.01  # AAC smears a little
    assert abs(beep - flash) <= 0.04


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({"size": "152x86", "rate": "7"}, (152, 86)),
        ({"size": "90x160", "sound": False}, (90, 160)),
        ({"rate": "30000/1001", "more": ("-pix_fmt", "yuv420p10le")}, (160, 90)),
        ({"more": ("-vf", "setsar=4/3")}, (214, 90)),
        ({"more": ("-vf", "select='not(mod(n,3))+gt(mod(n,7),4)'", "-fps_mode", "vfr")}, (160, 90)),
        ({"more": ("-output_ts_offset", "3.5", "-f", "mpegts")}, (160, 90)),
    ],
)
def test_films_of_any_kind_are_cut(tmp_path, options, size):
    source = film(tmp_path / "film.mp4", **options)
    cut(source, 3.0, 6.0, tmp_path / "clip.mp4")
    flash, beep, times, shape = heard_and_seen(tmp_path / "clip.mp4")
    step = 1 / 7 if options.get("rate") == "7" else 0.12
    assert shape == size and abs(flash - (FLASH - 3.0)) <= step
    assert (beep is None) == (options.get("sound") is False)
    assert beep is None or abs(beep - (FLASH - 3.0)) <= 0.06
    assert times == sorted(set(times))


def test_odd_sides_and_turned_films_come_out_upright_and_even(tmp_path):
    upright = film(tmp_path / "film.mkv", size="161x91", more=("-pix_fmt", "yuv444p"))
    cut(upright, 1.0, 2.0, tmp_path / "odd.mp4")
    assert heard_and_seen(tmp_path / "odd.mp4")[3] in [(160, 90), (160, 92), (162, 90), (162, 92)]
    turned = tmp_path / "turned.mp4"
    with av.open(str(turned), "w") as out:
        stream = out.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv420p"
        stream.set_display_rotation(-90)
        picture = np.zeros((90, 160, 3), np.uint8)
        picture[:, :40] = 255  # its left side, which is on top when it is turned clockwise
        for _ in range(25):
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode(None))
    cut(turned, 1.0, 2.0, tmp_path / "clip.mp4")
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        seen = next(clip.decode(video=0)).to_ndarray(format="gray")
    assert seen.shape == (160, 90) and seen[:38].mean() > 200 and seen[42:].mean() < 60


def test_a_clip_is_ready_to_be_streamed_and_nothing_else_is_left(plain, tmp_path):
    cut(plain, 1.0, 2.0, tmp_path / "clip.mp4")
    data = (tmp_path / "clip.mp4").read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")
    assert [path.name for path in tmp_path.iterdir()] == ["clip.mp4"]
    probe = ["ffprobe", "-v", "error", "-show_streams", "-of", "json", str(tmp_path / "clip.mp4")]
    streams = json.loads(subprocess.run(probe, capture_output=True, text=True, check=True).stdout)["streams"]
    assert {(s["codec_name"], s.get("pix_fmt")) for s in streams} == {("h264", "yuv420p"), ("aac", None)}


def test_what_cannot_be_cut_is_said(plain, tmp_path):
    with pytest.raises(ClipError, match="no picture between"):
        cut(plain, 20.0, 22.0, tmp_path / "clip.mp4")
    with pytest.raises(ClipError, match="cannot be written"):
        cut(plain, 1.0, 2.0, tmp_path / "nowhere" / "clip.mp4")
    assert not list(tmp_path.iterdir())


# What is cut ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def path(simulate, tmp_path_factory):
    path = tmp_path_factory.mktemp("record") / "r.jass"
    record = simulate(2, seed=8, illegal=2, unsure=3, names=("Änne/../li", "CON", "Chloé <3", "Dö me"))
    path.write_text(write_notation(record), encoding="utf-8")
    return path


@pytest.mark.parametrize("what", WHAT)
def test_names_are_safe_and_differ_and_clips_hold_what_they_should(path, what):
    played = load_played(path)
    clips, unseen = clips_of(played, what)
    assert not unseen and all(re.fullmatch(r"[a-z0-9-]{1,100}", clip.name) for clip in clips)
    assert len({clip.name for clip in clips}) == len(clips)
    assert all(0 <= clip.start < clip.end for clip in clips)
    if what == "tricks":
        assert [clip.start for clip in clips] == [t.start - 1 for d in played.deals for t in d.tricks]
        assert clips[0].name == "spiel01-stich01"
    if what == "illegal":
        wrong = [v for d in played.deals for v in d.certain]
        assert wrong and all(any(c.start + 1 <= v.time <= c.end - 1 for c in clips) for v in wrong)
    if what == "weis":
        assert len(clips) == sum(len(deal.melds) for deal in played.deals) > 0
    if what == "unsure":
        assert [c.start + 1 for c in clips] == [p.time for d in played.deals for _, p in d.plays if p.unsure]


def test_what_nobody_saw_is_left_out_and_said(tmp_path):
    path = tmp_path / "r.jass"
    path.write_text("deal 1 dealer east\nnorth name O\n1 north: HA@5 HK? HQ@9 HJ@12\n", encoding="utf-8")
    clips, unseen = clips_of(load_played(path), "unsure")
    assert not clips and unseen == ("deal 1, trick 1: nobody saw when it was",)


def test_the_command_cuts_and_says_when_there_is_nothing(simulate, plain, tmp_path, capsys):
    text = "deal 1 dealer east\nnorth name O\n1 north: HA@3.2 HK@4.2 HQ@5 S6? HJ@6\n"
    text = text.replace("S6? HJ@6", "HJ?@6")
    record = tmp_path / "r.jass"
    record.write_text(text, encoding="utf-8")
    base = ["clips", str(plain), str(record), "-o", str(tmp_path / "out")]
    assert cli.main([*base, "--what", "illegal"]) == 0
    assert "nothing to cut" in capsys.readouterr().out and not (tmp_path / "out").exists()
    assert cli.main([*base, "--what", "tricks", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / "out" / "donne01-pli01.mp4")]
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["donne01-pli01.mp4"]
    flash, beep, *_ = heard_and_seen(tmp_path / "out" / "donne01-pli01.mp4")
    assert abs(flash - 2.0) <= 0.04 and abs(beep - 2.0) <= 0.02
    long = tmp_path / "long.jass"
    long.write_text(write_notation(simulate(1)), encoding="utf-8")
    assert cli.main(["clips", str(plain), str(long), "--what", "tricks", "-o", str(tmp_path)]) == 2
    assert "another film" in capsys.readouterr().err
    assert cli.main(["clips", str(record), str(record), "--what", "tricks", "-o", str(tmp_path)]) == 2
    assert "film" in capsys.readouterr().err


def test_nothing_is_cut_where_it_cannot_be_kept_or_over_the_film(plain, tmp_path, capsys):
    record = tmp_path / "r.jass"
    record.write_text("deal 1 dealer east\nnorth name O\n1 north: HA@3.2 HK@4.2 HQ@5 HJ@6\n", encoding="utf-8")
    film = tmp_path / "spiel01-stich01.mp4"
    shutil.copy(plain, film)
    for folder, said in ((record, "is no folder"), (record / "in", "is no folder"), (tmp_path, "would be lost")):
        assert cli.main(["clips", str(film), str(record), "--what", "tricks", "-o", str(folder)]) == 2
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1
    assert film.read_bytes() == plain.read_bytes()
