import gc
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import mereo
from conftest import SETS

SMALL = {"width": 96, "height": 72}


def small(name):
    return {} if name == "clevr" else SMALL


@pytest.mark.parametrize("name", SETS)
def test_streams_are_datasets(datasets, name):
    ds = mereo.open(datasets / name)
    assert ds.set == name and ds.seed == 5 and ds.splits == {"train": 3}
    stream = mereo.stream(name, seed=5, config=small(name), workers=2)
    for read in ds["train"]:
        made = next(stream)
        assert made.index == read.index
        assert made.rgb.dtype == np.uint8 and made.rgb.ndim == 3
        assert (made.rgb == read.rgb).all()
        assert made.scene == read.scene
        assert made.questions == read.questions
    stream.close()


def test_labels(datasets):
    s = mereo.open(datasets / "ptr")["train", 1]
    assert s.depth.dtype == np.float32 and s.depth.shape == s.rgb.shape[:2]
    assert s.ids.dtype == s.parts.dtype == np.uint16
    assert set(np.unique(s.ids)) <= set(range(len(s.scene["entities"]) + 1))
    assert s.regions is None
    with pytest.raises(mereo.Error, match=r'array is "color", want one of \[rgb'):
        s.array("color")


def test_state():
    a = mereo.stream("trance", seed=3, config=SMALL, quality="draft")
    for _ in range(3):
        next(a)
    state = a.state()
    want = next(a)
    kept = want.rgb.copy()
    b = mereo.stream("trance", seed=3, config=SMALL, quality="draft")
    b.load_state(state)
    got = next(b)
    assert got.index == want.index == 3
    for _ in range(4):  # what is held is not overwritten
        next(a)
    assert (got.rgb == kept).all() and (want.rgb == kept).all()
    with pytest.raises(ValueError):
        mereo.stream("trance", seed=4).load_state(state)
    a.close()
    b.close()


def test_shards():
    parts = [mereo.stream("clevr", pictures=False, rank=r, world=3, questions=False) for r in range(3)]
    assert [next(p).index for p in parts] == [0, 1000, 2000]
    inner = parts[1].shard(1, 2)
    assert next(inner).index == 4000
    for p in [*parts, inner]:
        p.close()


def test_many_held():
    """More samples than fit into shared memory are sent."""
    stream = mereo.stream("trance", seed=1, config={"width": 32, "height": 24}, quality="draft")
    held = [next(stream).rgb for _ in range(70)]
    sums = [int(a.sum()) for a in held]
    again = mereo.stream("trance", seed=1, config={"width": 32, "height": 24}, quality="draft")
    assert [int(next(again).rgb.sum()) for _ in range(70)] == sums
    del held
    gc.collect()
    next(stream)
    stream.close()
    again.close()


@pytest.mark.parametrize(
    "say, sentence",
    [
        (lambda: mereo.open("/nowhere"), "no dataset is there"),
        (lambda: next(mereo.stream("trans")), 'no set "trans", want ptr'),
        (lambda: next(mereo.stream("trance", config={"widht": 1})), "widht is an unknown key"),
        (lambda: next(mereo.stream("trance", split="dev")), 'split is "dev"'),
        (lambda: next(mereo.stream("trance", rank=2, world=2)), "shard is 2, want 0 to 1"),
        (lambda: next(mereo.stream("trance", arrays=["color"])), "array is"),
        (lambda: next(mereo.stream("syndacate")), "syndacate"),
    ],
)
def test_sentences(say, sentence):
    with pytest.raises(mereo.Error, match=sentence):
        say()


def test_killed_program():
    """A program that dies is an exception, and the next request starts another."""
    server = mereo.Server()
    os.kill(server.client()._process.pid, signal.SIGKILL)
    with pytest.raises(mereo.Error, match="the program died, by signal 9"):
        server.open("/nowhere")
    with pytest.raises(mereo.Error, match="no dataset is there"):
        server.open("/nowhere")
    server.close()


def test_closed_with_answers_left():
    """A server closes while answers, more than a pipe holds, are on their way to nobody."""
    server = mereo.Server()
    stream = server.stream("ptr", seed=1, pictures=False)
    next(stream)
    for index in range(8):
        stream._order(do="sample", index=index)
    time.sleep(2)  # until those that are under way wait in the pipe
    process = server.client()._process
    closing = threading.Thread(target=server.close, daemon=True)
    closing.start()
    closing.join(30)
    assert not closing.is_alive() and process.returncode is not None


def test_killed_client():
    """Programs end with their client, and leave no shared memory."""
    code = (
        "import mereo, os, sys\n"
        "s = mereo.stream('trance', config={'width': 64, 'height': 48}, quality='draft')\n"
        "next(s)\n"
        "print(mereo._server.default.client()._process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    before = set(os.listdir("/dev/shm"))
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    pid = int(out.stdout)
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat") as f:
                if f.read().rsplit(")", 1)[1].split()[0] == "Z":
                    break
        except FileNotFoundError:
            break
        subprocess.run(["sleep", "0.05"])
    else:
        pytest.fail("the program lives on")
    left = {name for name in set(os.listdir("/dev/shm")) - before if "mereo" in name}
    assert not left


@pytest.mark.parametrize("name", ["ptr", "qlevr", "shopvrb", "clevr"])
def test_changes(datasets, name):
    """A change moves what it names alone, of files as of streams, and questions are answered anew."""
    split = mereo.open(datasets / name)["train"]
    stream = mereo.stream(name, seed=5, config=small(name), pictures=False, workers=1)
    taken = next(stream)

    def colorable(entities):
        for e in entities:
            if len(e.get("colors", [])) > 1 and "recolor" in e["edits"]:
                yield e
            yield from colorable(e.get("entities", []))

    thing = next(colorable(split[0].scene["entities"]))
    edit = {"kind": "recolor", "entity": thing["key"], "color": next(c for c in thing["colors"] if c != thing["facts"].get("color"))}
    after = split.changed(0, [edit])
    assert next(e for e in colorable(after.scene["entities"]) if e["key"] == thing["key"])["facts"] != thing["facts"]
    assert [q["text"] for q in after.questions] == [q["text"] for q in split[0].questions]
    assert stream.changed(0, [edit]).questions == after.questions
    same = stream.changed(0, [])
    assert same.questions == taken.questions and same.warnings == []
    with pytest.raises(mereo.Error, match="object 999"):
        split.changed(0, [{**edit, "entity": "object 999"}])
    assert stream.changed(500, []).questions == []  # which was not taken
    with pytest.raises(mereo.Error, match="index is -1"):
        stream.changed(-1, [])
    with pytest.raises(mereo.Error, match="no rgb"):
        after.rgb
    stream.close()


@pytest.mark.parametrize("name", ["ptr", "trance", "qlevr", "shopvrb"])
def test_changes_are_drawn(datasets, name):
    """Pictures of a sample without changes are those of its files, and a change shows in those that are asked for."""
    split = mereo.open(datasets / name)["train"]
    read, names = split[1], [p["name"] for p in split[1].scene["pictures"]]
    stream = mereo.stream(name, seed=5, config=small(name), pictures=False, questions=False, workers=1)
    for what_if in (split.changed, stream.changed):
        same = what_if(1, [], ["rgb", "ids"])
        for p in range(len(names)):
            assert (same.array("rgb", p) == read.array("rgb", p)).all(), names[p]

    def colorable(entities):
        for e in entities:
            if len(e.get("colors", [])) > 1 and "recolor" in e["edits"] and e.get("boxes") and any(e["boxes"][0].values()):
                yield e
            yield from colorable(e.get("entities", []))

    last = len(names) - 1
    thing = max(colorable(read.scene["entities"]), key=lambda e: np.ptp([e["boxes"][0]["x0"], e["boxes"][0]["x1"]]))
    color = next(c for c in thing["colors"] if c not in str(thing["facts"]))
    after = stream.changed(1, [{"kind": "recolor", "entity": thing["key"], "color": color}], ["rgb"], [0])
    assert (after.rgb != read.rgb).any()
    assert after.rgb.flags.c_contiguous and (last == 0 or after.array("rgb", last) is None)
    with pytest.raises(mereo.Error, match=f"picture is {last + 1}, want 0 to {last}"):
        stream.changed(1, [], ["rgb"], [last + 1])
    with pytest.raises(mereo.Error, match=f"{last + 2} pictures are wanted, want at most the {last + 1} that there are"):
        stream.changed(1, [], ["rgb"], [0] * (last + 2))
    with pytest.raises(mereo.Error, match="array is"):
        stream.changed(1, [], ["color"])
    stream.close()
