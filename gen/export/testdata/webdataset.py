"""Reads an export as WebDataset as its loaders do: what has the same name up to the first dot is a sample. Pictures are the files of the
dataset."""
import io, json, sys, tarfile
import numpy
from PIL import Image
from pathlib import Path

tars, root = Path(sys.argv[1]), Path(sys.argv[2])
seen = {"samples": 0, "pictures": 0, "ids": 0, "depth": 0, "normals": 0}
for folder in sorted(p for p in tars.iterdir() if p.is_dir()):
    split, index, extensions = folder.name, 0, None
    for name in sorted(folder.iterdir()):
        samples = {}
        with tarfile.open(name) as tar:
            for m in tar:
                assert (m.mode, m.mtime, m.uid, m.gid, m.uname, m.gname) == (0o444, 0, 0, 0, "", "") and m.isreg(), m.name
                base, ext = m.name.split(".", 1)
                assert base not in samples or base == list(samples)[-1], f"{m.name} is apart from its sample"
                assert ext not in samples.setdefault(base, {}), m.name
                samples[base][ext] = tar.extractfile(m).read()
        for base, s in samples.items():
            record = json.loads(s["json"])
            assert base == f"{split}_{index:06d}" and record["index"] == index and record["split"] == split
            index += 1
            seen["samples"] += 1
            for p, picture in enumerate(record["pictures"]):
                before = "" if p == 0 else f"{p}."
                data = s[before + "png"]
                seen["pictures"] += 1
                if "path" in picture:
                    assert data == (root / picture["path"]).read_bytes()
                assert Image.open(io.BytesIO(data)).size == (picture["width"], picture["height"])
                shape = picture["height"], picture["width"]
                ids = {}
                for channel in ("object", "part", "region"):
                    png = s.get(f"{before}{channel}.png")
                    if png:
                        ids[channel] = numpy.array(Image.open(io.BytesIO(png)))
                        assert ids[channel].shape == shape
                        seen["ids"] += 1
                if f"{before}depth.npy" in s:
                    depth = numpy.load(io.BytesIO(s[f"{before}depth.npy"]))
                    assert depth.dtype == numpy.float32 and depth.shape == shape
                    assert (depth[ids["object"] > 0] > 0).all()
                    seen["depth"] += 1
                    for own in root.glob(f"{split}/depths/*{index - 1:06d}*.npy"):
                        assert (numpy.load(own) == depth).all()
                        seen["own depth"] = seen.get("own depth", 0) + 1
                if f"{before}normals.npy" in s:
                    normals = numpy.load(io.BytesIO(s[f"{before}normals.npy"]))
                    assert normals.dtype == numpy.float32 and normals.shape == shape + (3,)
                    length = numpy.linalg.norm(normals, axis=2)
                    assert (abs(length[ids["object"] > 0] - 1) < 1e-3).all()
                    seen["normals"] += 1
                for kind in ("flow", "backward_flow", "coordinates"):  # of films, whose files are named alike in all folders
                    if f"{before}{kind}.npy" in s:
                        own = root / kind / Path(picture["path"]).relative_to("images").with_suffix(".npy")
                        assert (numpy.load(own) == numpy.load(io.BytesIO(s[f"{before}{kind}.npy"]))).all()
                        seen[kind] = seen.get(kind, 0) + 1
                own = {"part": f"{split}/ids/PTR_{split}_{index - 1:06d}.png"}
                for channel, path in own.items():
                    if (root / path).exists():
                        assert (numpy.array(Image.open(root / path)) == ids[channel]).all()
                        seen["own ids"] = seen.get("own ids", 0) + 1
print(json.dumps(seen))
