"""Reads exports as COCO and as WebDataset and compares the masks of the one with the label pictures of the other.

Masks are decoded as the COCO API describes its compressed runs: each run is a difference to the run before the last, but for the first
three, in characters of five bits from '0' on, lowest first, where the sixth bit says that more follow and the fifth of the last is the
sign. Runs go down the columns, 0 first.
"""
import io, json, sys, tarfile
import numpy
from PIL import Image
from pathlib import Path

coco, tars = Path(sys.argv[1]), Path(sys.argv[2])


def decode(mask):
    height, width = mask["size"]
    runs, text, at = [], mask["counts"], 0
    while at < len(text):
        value = shift = 0
        while True:
            c = ord(text[at]) - 48
            at += 1
            value |= (c & 31) << shift
            shift += 5
            if not c & 32:
                break
        if c & 16:
            value -= 1 << shift
        runs.append(value + (runs[-2] if len(runs) > 2 else 0))
    assert min(runs) >= 0 and sum(runs) == width * height, runs
    pixels = numpy.repeat(numpy.arange(len(runs)) % 2 == 1, runs)
    return pixels.reshape(width, height).T


def box(mask):
    ys, xs = mask.nonzero()
    return [xs.min(), ys.min(), xs.max() - xs.min() + 1, ys.max() - ys.min() + 1]


ids, categories = {}, {}
seen = {"masks": 0, "boxes": 0, "parts": 0, "hidden": 0, "images": 0}
splits = sorted({f.stem.split("_", 1)[1] for f in (coco / "annotations").iterdir()})
for split in splits:
    members, records = {}, {}
    drawings = not (tars / split).exists()
    for name in sorted((tars / (split.removesuffix("_drawings") if drawings else split)).iterdir()):
        with tarfile.open(name) as tar:
            members.update({m.name: tar.extractfile(m).read() for m in tar})
    for name, data in members.items():
        if name.endswith(".json"):
            record = json.loads(data)
            records[record["index"]] = record
    files = {f.stem.split("_", 1)[0]: json.loads(f.read_text()) for f in sorted((coco / "annotations").glob(f"*_{split}.json"))}
    masks, images = {}, None
    for kind, data in files.items():
        films = any("video_id" in i for i in data["images"])
        assert set(data) == {"images", "annotations", "categories", "info", "licenses"} | ({"videos"} if films else set()), set(data)
        assert images in (None, data["images"])
        images = data["images"]
        assert categories.setdefault(kind, data["categories"]) == data["categories"]
    assert len({i["id"] for i in images}) == len(images)
    by_id = {i["id"]: i for i in images}
    step = 1000 if films else 100  # between the ids of two samples' first pictures
    # One file has one kind of pictures, all of them, each with its camera.
    numbers = {(r["index"], q["name"]): n for r in records.values() for n, q in enumerate(r["pictures"])}
    kind = {(r["index"], q["name"]) for r in records.values() for q in r["pictures"] if q.get("drawing", False) == drawings}
    assert {(i["sample"], i["view"]) for i in images} == kind and len(images) == len(kind)
    for i in images:
        seen["drawings"] = seen.get("drawings", 0) + drawings
        assert i.get("camera") == records[i["sample"]]["pictures"][numbers[i["sample"], i["view"]]].get("camera")
        seen["cameras"] = seen.get("cameras", 0) + ("camera" in i)
    things = {}
    for r in records.values():
        todo = list(r["objects"])
        while todo:
            o = todo.pop()
            todo += o.get("parts", [])
            for n, q in enumerate(r["pictures"]):
                if "id" in o:
                    things[r["index"] * step + n, o["channel"], o["id"]] = o["states"][n] if "states" in o else o
    labels = {}
    for i in images:
        seen["images"] += 1
        data = (coco / split / i["file_name"]).read_bytes()
        member = i["file_name"]
        if "video_id" in i:  # train_000012/00003.png is train_000012.3.png there, or has a later number where it is another camera's
            assert member.endswith("/%05d.png" % i["frame_id"])
            n = numbers[i["sample"], i["view"]]
            member = member.split("/")[0].split(".")[0] + (".png" if n == 0 else ".%d.png" % n)
        assert data == members[member]
        assert Image.open(io.BytesIO(data)).size == (i["width"], i["height"])
        base = member.rsplit(".", 1)[0]
        for channel in ("object", "part", "region"):
            png = members.get(f"{base}.{channel}.png")
            if png:
                labels[i["id"], channel] = numpy.array(Image.open(io.BytesIO(png)))
    for kind in ("instances", "parts", "regions"):
        known = {c["id"]: c for c in files.get(kind, {}).get("categories", [])}
        channel = {"instances": "object", "parts": "part", "regions": "region"}[kind]
        if kind not in files:
            assert not any(numpy.any(l) for (_, c), l in labels.items() if c == channel), kind
            continue
        found = {}
        for a in files[kind]["annotations"]:
            assert a["id"] not in ids.setdefault(split, set()), a["id"]
            ids[split].add(a["id"])
            assert a["category_id"] in known and a["image_id"] in by_id and a["iscrowd"] == 0
            if isinstance(a["segmentation"], list):
                seen["boxes"] += 1
                assert a["area"] == a["bbox"][2] * a["bbox"][3] > 0
                continue
            seen["masks"] += 1
            m = decode(a["segmentation"])
            masks[a["id"]] = m, a
            # Category, name and attributes are those of the thing in this picture.
            state = things[a["image_id"], channel, a["label_id"]]
            assert (known[a["category_id"]]["name"], a["name"], a["attributes"]) == (state["class"], state["name"], state["attributes"]), (a, state)
            first = things[a["image_id"] // step * step, channel, a["label_id"]]
            seen["changed"] = seen.get("changed", 0) + (first["class"] != state["class"])
            want = labels[a["image_id"], channel] == a["label_id"]
            assert (m == want).all(), (kind, a["id"])
            assert a["area"] == m.sum() > 0 and a["bbox"] == box(m)
            found.setdefault(a["image_id"], set()).add(a["label_id"])
        for (image, c), l in labels.items():
            if c == channel:
                assert set(numpy.unique(l)) - {0} == found.get(image, set()), (kind, image)
    # Films as CocoVID has them (mmtracking, mmtrack/datasets/parsers/coco_video_parser.py): frames of a video by frame_id, images by instance_id.
    for data in files.values() if films else ():
        videos = {v["id"]: v for v in data["videos"]}
        frames = {}
        for i in images:
            frames.setdefault(i["video_id"], {})[i["frame_id"]] = i
        assert set(frames) == set(videos) and all(sorted(f) == list(range(videos[v]["length"])) for v, f in frames.items())
        tracks = {}
        for a in data["annotations"]:
            assert by_id[a["image_id"]]["video_id"] == a["video_id"]
            tracks.setdefault(a["instance_id"], []).append((a["video_id"], a["label_id"], a["category_id"]))
            seen["tracked"] = seen.get("tracked", 0) + 1
        assert all(len(set(t)) == 1 for t in tracks.values())
        assert len({t[0][:2] for t in tracks.values()}) == len(tracks)
        seen["videos"], seen["tracks"] = seen.get("videos", 0) + len(videos), seen.get("tracks", 0) + len(tracks)
    # Parts divide what they belong to.
    covered = {}
    for m, a in masks.values():
        if "part_of" in a:
            whole, of = masks[a["part_of"]]
            assert of["image_id"] == a["image_id"] and not (m & ~whole).any()
            covered[a["part_of"]] = covered.get(a["part_of"], 0) + m.astype(int)
            seen["parts"] += 1
    for whole, times in covered.items():
        assert (times == masks[whole][0]).all(), whole
    for a in files.get("amodal", {"annotations": []})["annotations"]:
        m = decode(a["segmentation"])
        assert a["area"] == m.sum() > 0 and a["bbox"] == box(m)
        part = masks.get(a["id"])
        if part is None:
            assert a["id"] not in ids[split] and a["visible"] == 0
            seen["hidden"] += 1
            ids[split].add(a["id"])
            continue
        assert part[1]["label_id"] == a["label_id"] and part[1]["category_id"] == a["category_id"] and part[1]["image_id"] == a["image_id"]
        assert not (part[0] & ~m).any(), "seen beyond the silhouette: %d pixels" % (part[0] & ~m).sum()
        assert abs(a["visible"] - part[0].sum() / m.sum()) < 1e-9
        seen["amodal"] = seen.get("amodal", 0) + 1
print(json.dumps(seen))
