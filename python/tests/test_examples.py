"""The commands of docs/learning.md, with sizes that take seconds."""

import json
import math
import os
import pathlib
import shlex
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "python" / "examples"
TINY = ["--samples", "48", "--held-out", "24", "--passes", "2", "--batch", "16"]

try:
    import torch
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip("the examples need PyTorch: apt-get install python3-torch", allow_module_level=True)


def commands(script):
    """Return the arguments of a script's commands on the page."""
    lines = (ROOT / "docs" / "learning.md").read_text().splitlines()
    found = [shlex.split(line) for line in lines if line.startswith(f"    python3 python/examples/{script}.py ")]
    assert found, f"the page has no command of {script}"
    return [words[2:] for words in found]


def run(script, folder, arguments):
    """Run a script in a folder, and return the lines of its log."""
    paths = os.pathsep.join([str(ROOT / "python"), os.environ.get("PYTHONPATH", "")])
    subprocess.run(
        [sys.executable, str(EXAMPLES / f"{script}.py"), *arguments], cwd=folder, env={**os.environ, "PYTHONPATH": paths, "OMP_NUM_THREADS": "1"},
        check=True, timeout=120,
    )
    return [json.loads(line) for line in (folder / arguments[arguments.index("--log") + 1]).read_text().splitlines()]


@pytest.mark.parametrize("script", ["trance_attribute", "stable"])
def test_logs(tmp_path, script):
    for arguments in commands(script):
        first, *passes, last = run(script, tmp_path, [*arguments, *TINY])
        assert first["example"] == script and first["arguments"]["samples"] == first["learn"] == 48
        assert first["held_out"] == sum(first["counts"]) == 24 and first["most_frequent"] == round(max(first["counts"]) / 24, 4)
        assert first["chance"] == round(1 / len(first["classes"]), 4)
        assert [p["pass"] for p in passes] == [1, 2]
        for p in passes:
            assert math.isfinite(p["loss"]) and 0 <= p["learnt"] <= 1 and 0 <= p["held_out"] <= 1
            assert p["wall_s"] > 0 and p["processor_s"] > 0
        assert last["final"] == passes[-1]["held_out"] and set(last["of_class"]) == set(first["classes"])
    for arguments in commands("curves"):
        if any(script in a for a in arguments):
            draw(tmp_path, arguments)
            assert (tmp_path / arguments[-1]).read_text().count("<polyline") > 2


def draw(folder, arguments):
    """Draw curves, of patterns of files as a shell takes them."""
    files = [f for a in arguments for f in (sorted(map(str, folder.glob(a))) or [a])]
    return subprocess.run([sys.executable, str(EXAMPLES / "curves.py"), *files], cwd=folder, check=True, capture_output=True, text=True)


def test_learns(tmp_path):
    """A few towers are learnt by heart."""
    _, *passes, _ = run("stable", tmp_path, ["--log", "log", *TINY, "--passes", "30"])
    assert passes[-1]["loss"] < passes[0]["loss"] / 2 and passes[-1]["learnt"] > 0.9


def test_curves(tmp_path):
    """Curves pass through what the log says."""
    lines = [
        {"arguments": {"seed": 3}, "chance": 0.2, "most_frequent": 0.5}, {"pass": 1, "learnt": 0.4, "held_out": 0.3},
        {"pass": 2, "learnt": 1, "held_out": 0.75}, {"final": 0.75},
    ]
    (tmp_path / "log").write_text("".join(json.dumps(line) + "\n" for line in lines))
    draw(tmp_path, ["log", "--out", "out.svg"])
    svg = (tmp_path / "out.svg").read_text()
    for want in ("seed 3: 75.0 %", 'points="269.0,199.6 490.0,79.0"', "most frequent answer", "chance"):
        assert want in svg
    (tmp_path / "log").write_text(json.dumps(lines[0]) + "\n")
    with pytest.raises(subprocess.CalledProcessError) as told:
        draw(tmp_path, ["log", "--out", "out.svg"])
    assert "its run has not ended" in told.value.stderr
