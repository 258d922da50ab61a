"""Opens data.h5 as the published loaders do and prints what they get, as JSON.

load_packed.py DATASET SPLIT...; pictures are compared with those below DATASET/SPLIT/image, made smaller by Pillow.
"""

import hashlib
import json
import sys

import h5py
import numpy as np
from PIL import Image

VALUES = {
    "material": ["rubber", "metal", "glass"],
    "color": ["gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"],
    "shape": ["cube", "sphere", "cylinder"],
    "size": ["large", "medium", "small"],
}


def describe(objects):
    """The 10 x 19 matrix of a state."""
    rows = []
    for o in objects:
        row = [(o["position"][0] + 40) / 80, (o["position"][1] + 40) / 80]
        for attribute, values in VALUES.items():
            row += [float(v == o[attribute]) for v in values]
        rows.append(row)
    return np.array(rows, dtype=np.float32)


def picture(file, root, split, name):
    """What is stored, and how far it is from the file made smaller."""
    stored = file[split]["image"][name]
    pixels = stored[...][..., :3]
    small = np.array(Image.open(f"{root}/{split}/image/{name}").resize((pixels.shape[1], pixels.shape[0])))[..., :3]
    return {
        "shape": stored.shape,
        "dtype": str(stored.dtype),
        "filter": stored.compression,
        "sha256": hashlib.sha256(pixels.tobytes()).hexdigest(),
        "off": int(np.abs(pixels.astype(int) - small).max()),
    }


def main(root, splits):
    out = {}
    with h5py.File(f"{root}/data.h5", "r") as file:
        for split in splits:
            keys = eval(file[split]["keys"][()])
            samples = {}
            for key in keys:
                sample = json.loads(file[split]["data"][key][()])
                initial, final = sample["states"][0], sample["states"][-1]
                names = list(initial["images"].values()) + list(final["images"].values())
                samples[key] = {
                    "idx": sample["idx"],
                    "steps": [[t["obj_idx"], t["attr"], t["val"], t["options"]] for t in sample["transformations"]],
                    "desc": [float(describe(s["objects"]).sum()) for s in (initial, final)],
                    "images": {name: picture(file, root, split, name) for name in names},
                }
            group = file[split]
            out[split] = {
                "keys": keys,
                "basic": eval(group["basic_keys"][()]),
                "members": [len(group["data"]), len(group["image"])],
                "samples": samples,
            }
        out["splits"] = list(file)
    print(json.dumps(out))


main(sys.argv[1], sys.argv[2:])
