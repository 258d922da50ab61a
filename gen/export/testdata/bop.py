"""Reads an export as BOP, from the description of the format alone, and draws its models itself.

The camera is OpenCV's: s [u v 1]' = K (R p + t), pixel centers at whole numbers, millimeters.
"""
import json, sys
import numpy
from PIL import Image
from pathlib import Path

root = Path(sys.argv[1])


def ply(name):
    lines = name.read_text().split("\n")
    end = lines.index("end_header")
    assert lines[:2] == ["ply", "format ascii 1.0"]
    n = int(next(l for l in lines[:end] if l.startswith("element vertex")).split()[-1])
    m = int(next(l for l in lines[:end] if l.startswith("element face")).split()[-1])
    vertices = numpy.array([l.split() for l in lines[end + 1:end + 1 + n]], float)
    faces = numpy.array([l.split() for l in lines[end + 1 + n:end + 1 + n + m]], int)
    assert vertices.shape == (n, 6) and (faces[:, 0] == 3).all() and faces[:, 1:].max() < n
    assert (abs(numpy.linalg.norm(vertices[:, 3:], axis=1) - 1) < 1e-3).all()
    return vertices[:, :3], faces[:, 1:]


def draw(points, faces, k, width, height):
    """Depth along the axis of the nearest triangle at the center of each pixel; 0 for none."""
    out = numpy.full((height, width), numpy.inf)
    uvw = points @ k.T
    u, v, z = uvw[:, 0] / uvw[:, 2], uvw[:, 1] / uvw[:, 2], points[:, 2]
    for a, b, c in faces:
        if min(z[a], z[b], z[c]) <= 0:
            continue
        x0, x1 = max(int(numpy.ceil(min(u[a], u[b], u[c]))), 0), min(int(max(u[a], u[b], u[c])), width - 1)
        y0, y1 = max(int(numpy.ceil(min(v[a], v[b], v[c]))), 0), min(int(max(v[a], v[b], v[c])), height - 1)
        area = (u[b] - u[a]) * (v[c] - v[a]) - (u[c] - u[a]) * (v[b] - v[a])
        if x1 < x0 or y1 < y0 or area == 0:
            continue
        x, y = numpy.meshgrid(numpy.arange(x0, x1 + 1), numpy.arange(y0, y1 + 1))
        wb = ((x - u[a]) * (v[c] - v[a]) - (u[c] - u[a]) * (y - v[a])) / area
        wc = ((u[b] - u[a]) * (y - v[a]) - (x - u[a]) * (v[b] - v[a])) / area
        inside = (wb >= 0) & (wc >= 0) & (wb + wc <= 1)
        depth = 1 / ((1 - wb - wc) / z[a] + wb / z[b] + wc / z[c])
        window = out[y0:y1 + 1, x0:x1 + 1]
        window[inside] = numpy.minimum(window[inside], depth[inside])
    return numpy.where(numpy.isinf(out), 0, out)


def rotation(values):
    r = numpy.array(values).reshape(3, 3)
    assert abs(r @ r.T - numpy.eye(3)).max() < 1e-6 and numpy.linalg.det(r) > 0.999
    return r


models, symmetric = {}, 0
info = json.loads((root / "models/models_info.json").read_text())
assert sorted(info, key=int) == [str(i + 1) for i in range(len(info))]
assert sorted(f.name for f in (root / "models").glob("*.ply")) == [f"obj_{i + 1:06d}.ply" for i in range(len(info))]
for id, m in info.items():
    points, faces = models[int(id)] = ply(root / f"models/obj_{int(id):06d}.ply")
    low, high = points.min(axis=0), points.max(axis=0)
    assert abs(low + high).max() < 1e-2, "the middle of the box is the origin"
    assert abs(low - [m["min_x"], m["min_y"], m["min_z"]]).max() < 1e-2
    assert abs(high - low - [m["size_x"], m["size_y"], m["size_z"]]).max() < 1e-2
    far = numpy.unique(points, axis=0)
    far = far[numpy.argsort(-numpy.linalg.norm(far, axis=1))]
    best = 0
    for p in far:
        if numpy.linalg.norm(p) + numpy.linalg.norm(far[0]) <= best:
            break
        best = max(best, numpy.linalg.norm(far - p, axis=1).max())
    assert abs(best - m["diameter"]) < 1e-2, (best, m["diameter"])
    # A symmetry takes every vertex near the surface: near a vertex, or inside of the bounds of a triangle as seen along its normal.
    turns = [numpy.reshape(s, (4, 4)) for s in m.get("symmetries_discrete", [])]
    for s in m.get("symmetries_continuous", []):
        a = numpy.array(s["axis"])
        assert s["offset"] == [0, 0, 0] and abs(numpy.linalg.norm(a) - 1) < 1e-9
        cross = numpy.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
        turns.append(numpy.eye(3) + numpy.sin(0.7) * cross + (1 - numpy.cos(0.7)) * cross @ cross)
    corners = points[faces]
    normal = numpy.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = numpy.linalg.norm(normal, axis=1)
    corners, normal = corners[length > 1e-9], normal[length > 1e-9] / length[length > 1e-9, None]
    for turn in turns:
        rotation(turn[:3, :3])
        for p in points[:: 1 + len(points) // 40] @ turn[:3, :3].T:
            if numpy.linalg.norm(points - p, axis=1).min() < 0.02 * m["diameter"]:
                continue
            height = ((p - corners[:, 0]) * normal).sum(axis=1)
            foot = p - height[:, None] * normal
            side = [(numpy.cross(corners[:, (k + 1) % 3] - corners[:, k], foot - corners[:, k]) * normal).sum(axis=1) for k in range(3)]
            inside = (numpy.minimum.reduce(side) >= -1e-3 * m["diameter"] ** 2)
            assert abs(height[inside]).min(initial=numpy.inf) < 0.011 * m["diameter"], (id, turn)
    symmetric += bool(turns)
camera = json.loads((root / "camera.json").read_text())
assert {"fx", "fy", "cx", "cy", "depth_scale", "width", "height"} <= set(camera)

seen = {"images": 0, "objects": 0, "visible": 0, "cut off": 0, "compared": 0, "models": len(models), "symmetric": symmetric, "shared": 0}
used, targets = [], []
for scene in sorted(p.parent for p in root.glob("*/*/scene_gt.json")):
    cameras, poses, infos = (json.loads((scene / f"scene_{n}.json").read_text()) for n in ("camera", "gt", "gt_info"))
    assert list(cameras) == list(poses) == list(infos) == [str(i) for i in range(len(cameras))]
    for image, cam in cameras.items():
        seen["images"] += 1
        k = numpy.array(cam["cam_K"]).reshape(3, 3)
        rotation(cam["cam_R_w2c"])
        rgb = Image.open(scene / f"rgb/{int(image):06d}.png")
        assert rgb.mode == "RGB", rgb.mode
        depth = Image.open(scene / f"depth/{int(image):06d}.png")
        assert depth.mode in ("I;16", "I") and depth.size == rgb.size
        depth = numpy.array(depth).astype(float) * cam["depth_scale"]
        height, width = depth.shape
        assert (k[2] == [0, 0, 1]).all() and k[0, 0] == k[1, 1] and 0 < k[0, 2] < width and 0 < k[1, 2] < height
        assert len(poses[image]) == len(infos[image]) == len(list((scene / "mask").glob(f"{int(image):06d}_*.png")))
        taken = numpy.zeros(depth.shape, int)
        counts = {}
        for n, (pose, i) in enumerate(zip(poses[image], infos[image])):
            seen["objects"] += 1
            used.append(pose["obj_id"])
            masks = []
            for kind in ("mask", "mask_visib"):
                m = Image.open(scene / f"{kind}/{int(image):06d}_{n:06d}.png")
                assert m.mode == "L" and m.size == rgb.size
                m = numpy.array(m)
                assert set(numpy.unique(m)) <= {0, 255}
                masks.append(m > 0)
            whole, visible = masks
            taken += visible
            assert not (visible & ~whole).any()
            assert i["px_count_visib"] == visible.sum() <= whole.sum() <= i["px_count_all"]
            assert i["px_count_valid"] == (whole & (depth > 0)).sum()
            points, faces = models[pose["obj_id"]]
            points = points @ rotation(pose["cam_R_m2c"]).T + numpy.array(pose["cam_t_m2c"])
            if not visible.any():
                assert i["visib_fract"] == 0 and i["bbox_obj"] == i["bbox_visib"] == [-1] * 4
                continue
            seen["visible"] += 1
            assert abs(i["visib_fract"] - visible.sum() / i["px_count_all"]) < 1e-9
            if i["visib_fract"] >= 0.1:
                counts[pose["obj_id"]] = counts.get(pose["obj_id"], 0) + 1
            ys, xs = visible.nonzero()
            assert i["bbox_visib"] == [xs.min(), ys.min(), xs.max() - xs.min(), ys.max() - ys.min()]
            # The box of the model's vertices holds that of the silhouette, also where it goes on outside of the picture. A sharp corner
            # may be farther than a pixel from the nearest center of one.
            uvw = points[numpy.unique(faces)] @ k.T
            uv = uvw[:, :2] / uvw[:, 2:]
            low, high = uv.min(axis=0), uv.max(axis=0)
            x, y, w, h = i["bbox_obj"]
            if (low > [-width, -height]).all() and (high < [2 * width, 2 * height]).all():
                beyond = numpy.concatenate([low - [x, y], numpy.array([x + w, y + h]) - high])
                assert beyond.max() < 0.01 and beyond.min() > -3, (scene, image, n, i, low, high)
            if x < 0 or y < 0 or x + w >= width or y + h >= height:
                seen["cut off"] += 1
                assert i["px_count_all"] > whole.sum()
            else:
                assert i["px_count_all"] == whole.sum()
            drawn = draw(points, faces, k, width, height)
            if x >= 0 and y >= 0 and x + w < width and y + h < height:
                ys, xs = drawn.nonzero()
                corners = numpy.array([xs.min(), ys.min(), xs.max(), ys.max()])
                assert abs(corners - [x, y, x + w, y + h]).max() <= 1, (scene, image, n, i, corners)
            differ = ((drawn > 0) != whole).sum()
            assert differ <= 3 + 0.02 * whole.sum(), f"{scene} {image} {n}: {differ} of {whole.sum()} pixels of the silhouette differ"
            both = visible & (drawn > 0) & (depth > 0)
            assert both.sum() >= 0.95 * visible.sum()
            off = abs(depth - drawn)[both]
            good = off <= cam["depth_scale"] + 0.001 * drawn[both]
            assert good.mean() > 0.97 or (~good).sum() < 4, f"{scene} {image} {n}: depth is off by {numpy.sort(off)[-5:]} mm, {good.mean()} are good"
            seen["compared"] += int(both.sum())
        assert taken.max() <= 1, "a pixel shows one object"
        if scene.parent.name == "test":
            targets += [{"im_id": int(image), "inst_count": counts[id], "obj_id": id, "scene_id": int(scene.name)} for id in sorted(counts)]
assert set(used) == set(models)
seen["shared"] = len(used) - len(models)
file = root / "test_targets_bop19.json"
assert (json.loads(file.read_text()) if file.exists() else []) == targets
seen["targets"] = len(targets)
print(json.dumps(seen))
