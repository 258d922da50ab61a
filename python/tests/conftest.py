import subprocess

import pytest

from mereo import _client

SETS = ("ptr", "trance", "qlevr", "shopvrb", "clevr")


@pytest.fixture(scope="session")
def datasets(tmp_path_factory):
    """Folders with three samples of every set."""
    root = tmp_path_factory.mktemp("sets")
    small = root / "small.json"
    small.write_text('{"width": 96, "height": 72}')
    for name in SETS:
        config = [] if name == "clevr" else ["--config", str(small)]
        subprocess.run(
            [_client.program(), "generate", name, "--out", str(root / name), "--count", "3", "--seed", "5", *config],
            check=True, capture_output=True,
        )
    return root
