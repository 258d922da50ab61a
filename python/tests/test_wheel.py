import base64
import csv
import hashlib
import os
import pathlib
import subprocess
import sys
import zipfile

from mereo import _client

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_wheel(tmp_path):
    """What is unpacked from a wheel works without anything else of mereo, and RECORD has the checksums of all files."""
    notice = tmp_path / "notice.txt"
    notice.write_text("none")
    out = tmp_path / "wheels"
    made = subprocess.run(
        [str(ROOT / "scripts/wheel"), _client.program(), "amd64", str(notice), str(out)], check=True, capture_output=True, text=True
    )
    wheel = pathlib.Path(made.stdout.strip())
    assert wheel.parent == out and wheel.name.endswith("-py3-none-manylinux_2_34_x86_64.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as z:
        z.extractall(site)
        modes = {i.filename: i.external_attr >> 16 & 0o777 for i in z.infolist()}
    assert modes["mereo/bin/mereo"] == 0o755
    (record,) = site.glob("*.dist-info/RECORD")
    listed = set()
    for name, digest, size in csv.reader(record.read_text().splitlines()):
        listed.add(name)
        if digest:
            data = (site / name).read_bytes()
            assert len(data) == int(size)
            assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    assert listed == {str(p.relative_to(site)) for p in site.rglob("*") if p.is_file()}
    (site / "mereo/bin/mereo").chmod(0o755)  # as pip does
    env = {k: v for k, v in os.environ.items() if k not in ("MEREO", "PYTHONPATH")}
    code = "import mereo; s = next(mereo.stream('trance', config={'width': 64, 'height': 48}, quality='draft')); print(s.rgb.shape)"
    said = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path, env={**env, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(site)}
    )
    assert said.stdout == "(48, 64, 3)\n"
