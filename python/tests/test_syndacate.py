import itertools
import json
import os
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest

import mereo
from mereo import _client, _wholes, tasks

STEM = "syndacate_aTfTh100o3p12rTs3u10w100"  # of PartsToChars
FILM = "vindacate_aFdFfTh40o2s0t4u2w40"
COUNT = 60


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A dataset of some files, and these by their splits."""
    root = tmp_path_factory.mktemp("syndacate")
    of = {}
    for stem in (STEM, "words_h100o3s0u10w100", "syndacate3d_h40o3s0w40", FILM):
        subprocess.run(
            [_client.program(), "generate", "syndacate", "--out", str(root), "--split", stem, "--count", str(COUNT)], check=True, capture_output=True
        )
        head, size = stem.split("_h") if "_h" in stem else stem.rsplit("h", 1)
        (path,) = [p for p in root.glob("*.npz") if p.name.startswith(head) and f"n{COUNT}" in p.name]
        of[stem] = np.load(path)
    return root, of


def own(file):
    """Keys of the arrays that are no labels of pictures."""
    return [k for k in file.files if k not in ("n", "depth")]


def test_streams_and_samples_are_files(files):
    """50 elements of a stream, and of a dataset that is read, have the bytes of the files, for any number of workers."""
    root, of = files
    ds = mereo.open(root)
    for (stem, file), workers in zip(of.items(), (1, 2, 2, 1)):
        keys = own(file)
        stream = mereo.stream("syndacate", split=stem, arrays=("rgb", "depth", "ids", *keys), workers=workers)
        for i in range(50 if stem in (STEM, FILM) else 10):
            made, read = next(stream), ds[stem, i]
            assert made.index == i and made.scene == read.scene and made.questions == read.questions == []
            for k in keys:
                want = file[k][i]
                for got in (made.array(k), read.array(k)):
                    assert got.dtype == want.dtype and got.shape == want.shape and got.tobytes() == want.tobytes(), (stem, i, k)
            gray = file["images"][i].reshape(-1, *file["images"].shape[-2:])
            for p, picture in enumerate(gray):
                for s in (made, read):
                    assert (s.array("rgb", p) == picture[..., None]).all() and s.array("rgb", p).shape[2] == 3
            assert made.array("rgb", len(gray)) is None
            if "depth" in file.files:
                for s in (made, read):
                    assert (s.depth == file["depth"][i, 0]).all() and (s.ids == file["object_mask"][i, 0]).all()
            else:
                assert made.depth is None and read.depth is None
        stream.close()


def test_labels_are_rows(files):
    """What the scene says of characters is what their rows say."""
    root, of = files
    poses, parts = of[STEM]["object_poses"], of[STEM]["part_poses"]
    for i in range(10):
        s = mereo.open(root)[STEM, i]
        rows = {tuple(r) for r in poses[i] if r.any()}
        assert len(s.scene["entities"]) == s.things == len(rows)
        for e in s.scene["entities"]:
            row = poses[i][e["facts"]["row"]]
            assert "AEFILMNWXZ"[row[:10].argmax()] == e["class"] and e["facts"]["brightness"] == row[17]
            mine = [r for line in e["entities"] for r in line["facts"]["rows"]]
            assert len(mine) == 2 * len(e["entities"]) == sum((poses[i] == row).all(1))
            for line in e["entities"]:
                assert np.array_equal(np.float32(line["facts"]["ends"]).ravel(), parts[i][line["facts"]["rows"][0]][:4])


def test_ranks_and_resuming():
    """Ranks share the elements by blocks, whatever their number; a stream goes on exactly; elements are the same out of turn."""
    how = dict(split=STEM, arrays=("part_poses", "object_poses"), pictures=False, scene=False)
    whole = mereo.stream("syndacate", workers=2, **how)
    ranks = [mereo.stream("syndacate", rank=r, world=2, workers=1, **how) for r in range(2)]
    inner = ranks[1].shard(1, 2)
    assert [next(r).index for r in ranks] == [0, 1000] and next(inner).index == 3000
    for _ in range(999):
        last = next(ranks[0])
    first = next(ranks[0])
    assert (last.index, first.index) == (999, 2000)
    for s in (last, first):
        assert s.array("part_poses").tobytes() == whole.sample(s.index).array("part_poses").tobytes()
    state = ranks[0].state()
    want = [next(ranks[0]).array("object_poses").tobytes() for _ in range(3)]
    again = mereo.stream("syndacate", rank=0, world=2, workers=1, **how)
    again.load_state(state)
    assert [next(again).array("object_poses").tobytes() for _ in range(3)] == want
    for s in (whole, *ranks, inner, again):
        s.close()


@pytest.mark.parametrize(
    "how, sentence",
    [
        ({}, 'no file "train".*the split of a stream is a task, such as ImToParts'),
        ({"split": "ImToParts", "seed": 3}, "seed is 3, but names of files say the seed"),
        ({"split": "ImToParts", "config": {"width": 7}}, "width is an unknown key"),
        ({"split": "ImToParts", "arrays": ("velocities",)}, 'array is "velocities", want one of .* images part_poses object_poses'),
        ({"split": "ImToParts", "arrays": ("images",), "pictures": False}, 'array is "images", want one of .* part_poses object_poses'),
    ],
)
def test_sentences(how, sentence):
    with pytest.raises(mereo.Error, match=sentence):
        next(mereo.stream("syndacate", **how))


def test_names_of_a_stream():
    """A task, the name of its file and its stem are the same elements."""
    of = [
        mereo.stream("syndacate", split=name, arrays=("images",))
        for name in ("PartsToChars", "PartsToCharsSmall", STEM, "syndacate_aTfTh100n70000o3p12rTs3u10w100.npz")
    ]
    assert len({s.sample(77).array("images").tobytes() for s in of}) == 1
    with pytest.raises(mereo.Error, match="no element 100000000, want 0 to 99999999"):
        of[0].sample(100_000_000)
    with pytest.raises(mereo.Error, match="opened without part_poses"):
        of[0].sample(3).array("part_poses")
    for s in of:
        s.close()


def answers_from_rows(name, e, part_poses, object_poses):
    """What follows from the rows of the file alone; None where it takes more than that."""
    wholes = [r for r in object_poses if r.any()]
    letters = ["AEFILMNWXZ"[r[:10].argmax()] for r in wholes]
    words = [_wholes.WORDS[r[:10].argmax()] for r in wholes]
    lines = int((part_poses[:, 5] > 0).sum()) if part_poses is not None else 0
    bright = [r[17] for r in wholes]
    return {
        "count": str(len(wholes)), "lines": str(lines), "character": letters[0], "characters": ", ".join(sorted(set(letters))),
        "brightest": letters[int(np.argmax(bright))], "word": words[0], "words": ", ".join(sorted(set(words))), "letters": str(sum(map(len, words))),
        "tilt": {letter: "left" if r[12] > 0 else "right" for letter, r in zip(letters, wholes)}.get(e["metadata"]["text"].split("\nThe ")[-1][0]),
    }.get(name)


def wrong(e):
    form = e["metadata"]["form"]
    if form == "number":
        return [str(n) for n in range(25) if str(n) != e["answer"]] + ["many"]
    if form == "choice":
        return [c for c in e["choices"] if c != e["answer"]] + [" or ".join(e["choices"][:2])]
    return [w for w in ("B", "ZOO, B", "none") if w not in e["answer"]]


@pytest.mark.parametrize("name", _wholes.NAMES)
def test_tasks(name):
    """Answers follow from the labels and score 1, others 0; levels are those that are measured; and pictures are those of the stream."""
    t = tasks.create(name, size=25, seed=4, workers=1)
    bounds = tasks._bounds()[name]
    short = name.split(".")[1]
    keys = ("object_poses",) if "words" in t[0]["metadata"]["split"] else ("object_poses", "part_poses")
    rows = mereo.stream("syndacate", split=t[0]["metadata"]["split"], arrays=("rgb", *keys), workers=1)
    told = set()
    for e in t:
        m = e["metadata"]
        s = rows.sample(m["sample"])
        assert (e["images"][0] == s.rgb).all() and len(e["images"]) == 1
        want = answers_from_rows(short, e, s.array("part_poses") if len(keys) > 1 else None, s.array("object_poses"))
        assert want in (None, e["answer"])
        (q,) = _wholes.questions(name, t.sample(e))
        assert m["level"] == tasks.level_of(q["work"], bounds) and m["facts"] == q["facts"]
        assert t.score_answer(e["answer"], e) == t.score_answer(f"I see them.\nThe answer is {e['answer']}.", e) == 1
        for text in wrong(e):
            assert t.score_answer(text, e) == 0, (e["answer"], text)
        told.add(e["answer"])
    assert len(told) > 1
    again = tasks.create(name, size=25, seed=4, workers=2, pictures=False)
    assert again[20]["question"] == t[20]["question"] and again[20]["metadata"] == t[20]["metadata"]
    other = tasks.create(name, size=1, seed=4, split="val", workers=1, pictures=False)
    assert other[0]["metadata"]["split"] != t[0]["metadata"]["split"]
    for s in (t, rows, again, other):
        s.close()


def drawn(*characters):
    """A sample of characters of lines: class, brightness, lines."""
    entities = [
        {"class": c, "lines": [lines], "facts": {"thickness_px": 8, "scale": 0.25, "brightness": b, "angle_rad": 0.1}} for c, b, lines in characters
    ]
    return types.SimpleNamespace(scene={"entities": entities}, index=0)


def test_unclear_pictures_are_left_out():
    upright, level = [[50, 10], [50, 90]], [[10, 50], [90, 50]]
    for characters, clear, why in [
        ([("I", 0.9, [upright]), ("L", 0.5, [level])], True, "a crossing of a bright and a dark line"),
        ([("I", 0.9, [upright]), ("L", 0.85, [level])], False, "about as bright"),
        ([("I", 0.9, [upright]), ("I", 0.5, [level])], False, "they make an X"),
        ([("I", 0.9, [upright]), ("L", 0.5, [[[10, 12], [90, 12]]])], False, "it hardly goes on beyond the crossing"),
        ([("I", 0.9, [upright]), ("L", 0.5, [[[45, 10], [58, 90]]])], False, "lines run along each other"),
        ([("I", 0.9, [upright]), ("I", 0.9, [[[50, 92], [50, 150]]])], False, "they touch"),
        ([("I", 0.9, [upright]), ("I", 0.9, [[[50, 96], [50, 150]]])], True, "there is black between them"),
        ([("N", 0.9, [[[10, 90], [90, 10]], upright, upright])], False, "it leans like a Z"),
    ]:
        assert (_wholes.read(drawn(*characters)) is not None) == clear, why
    d = _wholes.read(drawn(("I", 0.9, [upright]), ("L", 0.5, [level])))
    assert d.crossings == 1 and d.gaps[0, 1] == 0


def test_distances_of_lines():
    """Distances are those of the nearest of many points of both lines."""
    lot = np.random.default_rng(5)
    p, q = lot.uniform(0, 100, (2, 30, 2, 2))
    far, cross, beyond = _wholes._distances(p, q)
    k = np.linspace(0, 1, 400)[:, None]
    for i, j in itertools.product(range(30), range(30)):
        a, b = ((1 - k) * line[0] + k * line[1] for line in (p[i], q[j]))
        least = np.hypot(*(a[:, None] - b[None]).T).min()
        assert abs(least - far[i, j]) < 0.5 and (not cross[i, j] or least < 0.5)
        assert cross[i, j] or beyond[i, j] == 0


def test_no_configuration():
    with pytest.raises(mereo.Error, match="width is an unknown key"):
        tasks.create("syndacate.count", config={"width": 100}, workers=1)[0]


def test_letters_as_answers():
    """A letter is neither an article nor who speaks; of letters the first is no choice A."""
    e = {"answer": "I", "choices": _wholes.CHARACTERS, "metadata": {"form": "choice"}}
    z = {**e, "answer": "Z"}
    for entry, texts in [
        (z, {"Z": 1, "z": 1, "(Z)": 1, "This is a Z.": 1, "I think it is a Z": 1, "I'd say Z": 1, "It is Z, not N.": 1, "\\boxed{Z}": 1, "The letter Z is an answer": 1,
             "I or Z": 0, "Z or N": 0, "A": 0, "J": 0, "a": 0, "zebra": 0}),
        (e, {"I": 1, "I is the brightest": 1, "I see an I.": 1, "The character I": 1, "I think so": 0, "I am sure": 0, "D": 0, "is": 0}),
    ]:
        for text, want in texts.items():
            assert tasks.score_answer(text, entry) == want, (text, entry["answer"])


@pytest.fixture(scope="module")
def example():
    """The example that learns from sets of lines, as a module."""
    try:
        import torch  # noqa: F401
    except ImportError:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip("the examples need PyTorch: apt-get install python3-torch")
    folder = pathlib.Path(__file__).parents[1] / "examples"
    sys.path.insert(0, str(folder))
    try:
        import syndacate_parts
    finally:
        sys.path.remove(str(folder))
    return syndacate_parts


def test_example_sees_sets(example):
    """What is told of a line does not depend on the order of rows, nor on padding; without attention not on other lines either."""
    import torch

    parts, wholes = example.elements(3, 4, 1)
    assert parts.shape == (4, 25, 6) and wholes.shape == (4, 25, 18)
    order = torch.randperm(25, generator=torch.Generator().manual_seed(1))
    real = parts[..., 5] > 0
    assert ((wholes[..., :10].sum(2) > 0) == real).all()
    torch.manual_seed(1)
    for depth in (2, 0):
        net = example.SetTransformer(depth)
        told = net(parts)
        assert (net(parts[:, order]) - told[:, order])[real[:, order]].abs().max() < 1e-4
        alone = torch.zeros_like(parts)
        row = real[0].nonzero()[0, 0]
        alone[0, row] = parts[0, row]
        padded = torch.cat([parts, torch.zeros(4, 5, 6)], 1)
        assert (net(padded)[:, :25] - told)[real].abs().max() < 1e-4
        assert ((net(alone[:1])[0, row] - told[0, row]).abs().max() < 1e-4) == (depth == 0)
    poses = wholes[..., 10:][real]
    assert (poses.mean(0) - example.MEAN).abs().max() < 3 * example.DEVIATION.max()
    perfect = torch.cat([1e3 * wholes[..., :10], (wholes[..., 10:] - example.MEAN) / example.DEVIATION], 2)
    told = type("Perfect", (), {"__call__": lambda self, parts: perfect})()
    assert (example.right(told, parts, wholes) == 1).all() and example.unexplained(told, parts, wholes).max() < 1e-9
    assert example.loss(told, parts, wholes) < 1e-3


def test_example_learns(example, tmp_path):
    """A few elements are learnt by heart, and the log tells of it."""
    tiny = ["--samples", "32", "--held-out", "16", "--passes", "40", "--batch", "16", "--depth", "2", "--log", str(tmp_path / "log")]
    example.main(tiny)
    first, *passes, last = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert first["example"] == "syndacate_parts" and first["learn"] == 32 and first["held_out"] == 16 and first["chance"] == 0.1
    assert [p["pass"] for p in passes] == list(range(1, 41))
    assert passes[-1]["loss"] < passes[0]["loss"] / 2 and passes[-1]["learnt"] > 0.6
    assert last["final"] == passes[-1]["held_out"] and 0 < last["pose_unexplained"]
