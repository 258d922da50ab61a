import struct
import zlib

import numpy as np
import pytest

import mereo


def small(**what):
    sc = mereo.Scene((160, 120), **what)
    sc.add_floor()
    return sc


def pixels(path):
    """The pixels of a PNG file without filters."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + n]
        if kind == b"IHDR":
            w, h = struct.unpack(">II", body[:8])
        packed += body if kind == b"IDAT" else b""
        at += 12 + n
    return np.frombuffer(zlib.decompress(packed), np.uint8).reshape(h, 1 + 3 * w)[:, 1:].reshape(h, w, 3)


def test_falls_and_is_drawn(tmp_path):
    sc = small()
    cube = sc.add_box((0.4, 0.4, 0.4), at=(0, 0, 1), color="red", mass=2)
    ball = sc.add_sphere(0.2, at=np.array([0.8, 0, 0.2]), color=(0.1, 0.2, 0.7), metallic=1, name="ball")
    assert (cube.name, cube.id, ball.name, ball.index) == ("box 1", 1, "ball", 1)
    film = sc.simulate(seconds=2, fps=24)
    assert film.times.shape == (49,) and film.poses.shape == (49, 2, 7) and film.names == ["box 1", "ball"]
    assert film.poses.dtype == np.float64 and np.allclose(np.linalg.norm(film.poses[:, :, 3:], axis=2), 1)
    assert abs(film.poses[-1, cube.index, 2] - 0.2) < 1e-3
    hit = film.contacts[0]
    assert (hit["a"], hit["b"]) == ("floor", "box 1") and hit["normal"][2] > 0.99 and hit["impulse"][2] > 2 * 3.9
    assert abs(hit["time"] - (2 * 0.8 / 9.81) ** 0.5) < 0.01

    out = sc.render(["rgb", "depth", "ids", "normals"], quality="draft", frame=-1)
    assert out.rgb.shape == (120, 160, 3) and out.rgb.dtype == np.uint8 and out.rgb.std() > 5
    assert out.depth.dtype == np.float32 and out.normals.shape == (120, 160, 3) and out.parts is None
    assert set(np.unique(out.ids)) == {0, 1, 2}
    red = out.rgb[out.ids == cube.id].mean(axis=0)
    assert red[0] > 2 * red[1]
    out.save(tmp_path / "a.png")
    assert (pixels(tmp_path / "a.png") == out.rgb).all()

    labels = sc.render(["depth", "ids"], frame=48)
    assert labels.rgb is None and (labels.ids != out.ids).mean() < 1e-3
    same = labels.ids == out.ids
    assert np.abs(labels.depth - out.depth)[same].max() < 1e-2
    with pytest.raises(ValueError, match="no rgb"):
        labels.save(tmp_path / "b.png")
    first = sc.render(["ids"])
    assert (first.ids != labels.ids).any()  # without a frame it is the beginning


def test_same_again():
    films = []
    for _ in range(2):
        sc = mereo.Scene.demo((96, 72))
        films += [sc.simulate(0.5, 20), sc.simulate(0.5, 20)]
        sc.close()
        assert (sc.render(["ids"], frame=10).ids > 0).any()  # the scene and its film are made again
    for f in films:
        assert f.poses.tobytes() == films[0].poses.tobytes() and len(f.contacts) == len(films[0].contacts)


def test_flow():
    """Flow takes every point to where the next frame sees it."""
    sc = mereo.Scene((160, 120), camera=((0, -4, 0), (0, 0, 0), 53.13010235415598), gravity=(0, 0, 0))
    sc.add_box((1, 1, 1), at=(0, 0.5, 0), velocity=(1.2, 0, -0.6))
    sc.simulate(0.5, 10)
    out = sc.render(["flow", "ids"], frame=0)
    # The front is 4 m away, where a meter is 160 / 4 pixels; it moves by a tenth of its velocity.
    seen = out.ids == 1
    assert out.flow.dtype == np.float32 and out.depth is None and seen.sum() > 1000
    assert np.allclose(out.flow[seen], (4.8, 2.4), atol=1e-3)
    assert (out.flow[~seen] == 0).all()
    with pytest.raises(mereo.Error, match="not the last one"):
        sc.render(["flow"], frame=5)


def test_all_kinds(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "wedge.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    sc = small(sky=0.3, gravity=(0, 0, -1.62), seed=3)
    sc.add_cylinder(0.2, 0.5, glass=True)
    v = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) * 0.4
    sc.add_mesh(v, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], at=(-1, 0, 0), density=100)
    sc.add_model(tmp_path / "wedge.obj", scale=0.5, at=(1, 0, 0), turn=45, fixed=True)
    sc.add_furniture("table", number=3, at=(0, 1.5, 0), turn=(1, 0, 0, 0.1))
    sc.add_lamp((2, -2, 3), power=200, color="orange")
    sc.add_sun((0.2, 0.1, -1))
    assert len(sc.simulate(0.2, 10)) == 3
    out = sc.render(["rgb", "ids", "parts"], quality="draft")
    assert set(np.unique(out.ids)) == {0, 1, 2, 3, 4} and out.parts.max() > 4


@pytest.mark.parametrize(
    "say, sentence",
    [
        (lambda sc: sc.add_box((1, 1, 1), color="rde"), 'scene: things.0..color is "rde", want gray, red'),
        (lambda sc: sc.add_box((1, 1, -1)), r"scene: things.0..size.2. is -1, want 0.0001 to 1000"),
        (lambda sc: sc.add_model("nothing.glb"), "things.0..file cannot be opened"),
        (lambda sc: sc.add_furniture("sofa"), 'category is "sofa", want chair'),
        (lambda sc: sc.render(["colour"]), 'passes.0. is "colour", want rgb'),
        (lambda sc: sc.render(quality="best"), '"best"'),
        (lambda sc: sc.render(frame=3), "frame is 3, and there is no film: simulate first"),
        (lambda sc: sc.simulate(1e9), "seconds is 1e.09, want 0 to 3600"),
        (lambda sc: (sc.simulate(0.1), sc.render(frame=3)), "frame is 3, want 0 to 2"),
    ],
)
def test_sentences(say, sentence):
    sc = small()
    with pytest.raises(mereo.Error, match=sentence):
        say(sc)
        sc.simulate(0.1)


def test_refused_at_once():
    sc = small()
    with pytest.raises(TypeError, match="colour is an unknown keyword, want some of color"):
        sc.add_sphere(1, colour="red")
    with pytest.raises(ValueError, match="box 1: at is nan, want a finite number"):
        sc.add_box((1, 1, 1), at=(0, float("nan"), 0))
    with pytest.raises(ValueError, match="has a floor"):
        sc.add_floor()
    with pytest.raises(ValueError, match="whole numbers"):
        sc.add_mesh(np.zeros((3, 3)), np.zeros((1, 3)))
    assert "0 things" in repr(sc)
