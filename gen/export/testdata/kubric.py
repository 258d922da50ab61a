"""Reads films as the loader of MOVi does, and compares them with the dataset's own arrays.

Which files there are and what their numbers mean is as in google-research/kubric: challenges/movi/movi_a.py (load_scene_directory, is_complete_dir),
kubric/core/cameras.py (project_point, z_to_depth), kubric/post_processing.py (compute_bboxes), kubric/core/objects.py (bbox_3d).
"""
import json, struct, sys, zlib
from pathlib import Path
import numpy as np
from PIL import Image

out, root, prefix = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
layers = "rgba", "segmentation", "forward_flow", "backward_flow", "depth", "normal", "object_coordinates"
seen = {"films": 0, "frames": 0, "compared": 0, "placed": 0, "moving": 0, "instances": 0, "collisions": 0, "ground": 0}


def read_png(name):
    """Rows, columns, planes, as png.Reader has them; a palette's indices as they are. PIL cannot read three planes of 16 bits."""
    data = name.read_bytes()
    at, packed = 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + n]
        at += 12 + n
        if kind == b"IHDR":
            width, height, bits, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
    each = {0: 1, 2: 3, 3: 1, 6: 4}[color] * bits // 8
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * each)
    pixels = np.zeros((height, width * each), np.uint8)
    for y in range(height):
        line = rows[y, 1:]
        assert rows[y, 0] in (0, 1, 2)
        if rows[y, 0] == 1:
            line = np.cumsum(line.reshape(width, each), axis=0, dtype=np.uint8).reshape(-1)
        elif rows[y, 0] == 2 and y:
            line = line + pixels[y - 1]
        pixels[y] = line
    return (pixels.view(">u2") if bits == 16 else pixels).reshape(height, width, -1)


def project(camera, point):
    intrinsics = np.zeros((3, 4))
    intrinsics[:, :3] = camera["K"]
    p = intrinsics @ np.linalg.inv(camera["R"]) @ np.concatenate([point, [1.0]])
    return (p / p[2])[:2]


def turned(q, v):
    w, u = q[0], np.array(q[1:])
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def array(kind, name, frame, default=None):
    file = root / kind / name / f"{frame:05d}.npy"
    return np.load(file) if file.exists() else default


films = sorted(f.parent for f in out.glob("**/data_ranges.json"))
for film in films:
    names = [f.name for f in film.iterdir()]
    ranges, about, events = (json.loads((film / f"{n}.json").read_text()) for n in ("data_ranges", "metadata", "events"))
    count = about["metadata"]["num_frames"]
    assert all(sum(n.startswith(layer + "_") for n in names) == count for layer in layers), names
    width, height = about["metadata"]["resolution"]
    camera, instances = about["camera"], about["instances"]
    split, index = about["metadata"]["split"], about["metadata"]["index"]
    view = "" if film.parent.name == split else "_" + film.parent.name
    name = f"{split}/{prefix}_{split}_{index:06d}{view}"
    seen["films"] += 1
    seen["instances"] += len(instances)
    assert about["metadata"]["num_instances"] == len(instances)
    assert abs(camera["field_of_view"] - 2 * np.arctan2(camera["sensor_width"] / 2, camera["focal_length"])) < 1e-12
    sizes = [sum(o["visibility"]) for o in instances]
    assert sizes == sorted(sizes, reverse=True) and min(sizes, default=1) > 0
    # Rays, whose lengths turn distances along the axis into those from the camera.
    columns = (np.arange(-width / 2, width / 2) + 0.5) / width * camera["sensor_width"]
    rows = (np.arange(-height / 2, height / 2) + 0.5) / height * camera["sensor_width"] / width * height
    x, y = np.meshgrid(columns / camera["focal_length"], rows / camera["focal_length"])
    longer = np.sqrt(1 + x**2 + y**2)
    away = np.stack([x, -y, -np.ones_like(x)], axis=-1) @ np.array(camera["R"])[:3, :3].T / longer[..., None]
    masks = []
    for t in range(count):
        seen["frames"] += 1
        assert Image.open(film / f"rgba_{t:05d}.png").mode == "RGBA"
        assert (film / f"rgba_{t:05d}.png").read_bytes() == (root / "images" / name / f"{t:05d}.png").read_bytes()
        seg = read_png(film / f"segmentation_{t:05d}.png")[..., 0]
        assert (np.array(Image.open(film / f"segmentation_{t:05d}.png")) == seg).all()
        masks.append(seg)
        ids = np.array(Image.open(root / "ids" / name / f"{t:05d}.png"))
        for k in range(len(instances) + 1):
            assert len(set(ids[seg == k])) <= 1, "an instance has several ids"
        assert ((ids == 0) == (seg == 0)).all()
        depth = np.array(Image.open(film / f"depth_{t:05d}.tiff"))
        assert depth.dtype == np.float32 and depth.shape == (height, width)
        z = array("depth", name, t)
        assert np.allclose(np.where(z > 0, z * longer, 1e10), depth, rtol=1e-5)
        where = np.array(camera["positions"][t]) + away * depth[..., None]
        # Flow: rows, then columns; forward what moves until the next frame, backward what has moved since the one before.
        for kind, mine, sign in ("forward_flow", "flow", 1), ("backward_flow", "backward_flow", -1):
            low, high = ranges[kind]["min"], ranges[kind]["max"]
            raw = read_png(film / f"{kind}_{t:05d}.png")
            assert raw.shape[2] == 3 and not raw[..., 2].any()
            flow = raw[..., :2] / 65535 * (high - low) + low
            want = array(mine, name, t)
            if want is not None:
                assert np.abs(flow - sign * want[..., 1::-1]).max() <= (high - low) / 65535
                seen["compared"] += flow.size
            other = t + sign
            if not 0 <= other < count:
                assert np.abs(flow).max() < 1e-4 + (high - low) / 65535  # there is no other frame
                continue
            for k, o in enumerate(instances, start=1):  # a thing is rigid: its points go where the poses take them
                here = (seg == k) & (np.indices(seg.shape).sum(axis=0) % 9 == 0)  # one of nine
                own = [turned([-o["quaternions"][t][0], *o["quaternions"][t][1:]], p - o["positions"][t]) for p in where[here]]
                goes = [project(camera, turned(o["quaternions"][other], p) + o["positions"][other]) * [width, height] for p in own]
                was = np.stack([here.nonzero()[1], here.nonzero()[0]], axis=1) + 0.5
                moved = sign * (np.reshape(goes, (-1, 2)) - was)[:, ::-1]
                assert np.abs(flow[here] - moved).max(initial=0) < 0.01 + (high - low) / 65535, kind
                seen["moving"] += int((np.abs(moved).max(axis=1, initial=0) > 1).sum())
        # Object coordinates are where in the box a point is, whose corners lead back to the world.
        coordinates = read_png(film / f"object_coordinates_{t:05d}.png") / 65535
        assert not coordinates[seg == 0].any()
        want = array("coordinates", name, t)
        assert want is None or np.abs(coordinates - want).max() < 1 / 65535
        for k, o in enumerate(instances, start=1):
            corners = np.array(o["bboxes_3d"][t])
            sides = corners[[4, 2, 1]] - corners[0]
            for axis, side in zip(np.eye(3), sides):
                assert np.allclose(turned(o["quaternions"][t], axis), side / np.linalg.norm(side), atol=1e-6)
            here = seg == k
            assert np.abs(corners[0] + coordinates[here] @ sides - where[here]).max(initial=0) < 2e-3
            seen["placed"] += int(here.sum())
            assert np.allclose(o["image_positions"][t], project(camera, o["positions"][t]))
        normal = read_png(film / f"normal_{t:05d}.png") / 65535 * 2 - 1
        want = array("normals", name, t)
        assert want is None or np.abs(normal - want).max() < 2 / 65535
        ground = (seg == 0) & (depth < 1e9)
        assert np.abs(normal[ground] - [0, 0, 1]).max(initial=0) < 1e-4 and np.abs(where[ground][:, 2]).max(initial=0) < 2e-3
        seen["ground"] += int(ground.sum())
    masks = np.stack(masks)
    for k, o in enumerate(instances, start=1):
        assert o["visibility"] == [int((m == k).sum()) for m in masks]
        assert o["bbox_frames"] == [t for t in range(count) if o["visibility"][t]]
        for t, box in zip(o["bbox_frames"], o["bboxes"]):
            ys, xs = (masks[t] == k).nonzero()
            assert np.allclose(box, [ys.min() / height, xs.min() / width, (ys.max() + 1) / height, (xs.max() + 1) / width])
        assert all(len(o[key]) == count for key in ("positions", "quaternions", "velocities", "angular_velocities", "bboxes_3d"))
        assert o["mass"] > 0 and 0 < o["friction"] <= 1 and 0 <= o["restitution"] <= 1 and o["asset_id"] and o["category"]
        assert len(o["color"]) == 3 and o["color_label"] and o["size"] > 0
    for c in events["collisions"]:
        assert 0 <= c["frame"] <= count - 1 and c["force"] > 0 and abs(np.linalg.norm(c["contact_normal"]) - 1) < 1e-9
        assert len(c["instances"]) == 2 and all(-1 <= i < len(instances) for i in c["instances"])
        assert np.allclose(c["image_position"], project(camera, c["position"]))
        a, b = c["instances"]
        if a >= 0 and b >= 0:  # the normal goes from the first to the second
            t = round(c["frame"])
            apart = np.array(instances[b]["positions"][t]) - instances[a]["positions"][t]
            assert np.dot(apart, c["contact_normal"]) > 0
        seen["collisions"] += 1
print(json.dumps(seen))
