"""Say whether a box that is put on another stays there or falls, from a picture of the moment before.

    python stable.py --seed 1 --log out/stable-1.jsonl

Scenes are of one's own: two boxes of random sizes, turns and colors, the upper one off the middle of the lower one by a random distance. They
stand if two seconds later none is elsewhere by more than 5 cm.
"""

from __future__ import annotations

import argparse
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import nn

import common
import mereo

ANSWERS = ("falls", "stands")
COLORS = ("red", "green", "blue", "yellow", "purple", "cyan", "orange", "white")
SIZE = (64, 80)  # pixels
CAMERA = ((2.4, -2.4, 2.1), (0, 0, 0.55), 26)


def boxes(rng: np.random.Generator, server: mereo.Server) -> Tuple["np.ndarray[Any, Any]", bool]:
    """Return a (h, w, 3) uint8 picture of two boxes, and whether they stand."""
    sc = mereo.Scene(size=SIZE, camera=CAMERA, server=server)
    sc.add_floor()
    x = y = top = 0.0
    for color in rng.choice(COLORS, 2, replace=False):
        width, depth, height = rng.uniform(0.3, 0.7, 3)
        sc.add_box((width, depth, height), at=(x, y, top + height / 2), turn=rng.uniform(0, 90), color=str(color))
        far, way = rng.uniform(0, 0.5), rng.uniform(0, 2 * np.pi)
        x, y, top = far * np.cos(way), far * np.sin(way), height
    poses = sc.simulate(seconds=2, fps=1).poses
    picture = sc.render(["rgb"], quality="draft").rgb
    sc.close()
    assert picture is not None
    return picture, bool(np.abs(poses[-1, :, :3] - poses[0, :, :3]).max() < 0.05)


def tensors(seed: Sequence[int], n: int) -> Tuple[torch.Tensor, torch.Tensor]:
    """Return (n, 3, h, w) uint8 pictures and (n,) answers."""
    rng, server = np.random.default_rng(seed), mereo.Server()
    pictures, stands = zip(*(boxes(rng, server) for _ in range(n)))
    server.close()
    return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).contiguous(), torch.tensor(stands).long()


class Net(nn.Module):
    """(n, 3, h, w) pictures -> (n, 2) scores of answers."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        layers: List[nn.Module] = []
        inputs = 3
        for outputs in (width, 2 * width, 2 * width, 4 * width):
            layers += [nn.Conv2d(inputs, outputs, 3, 2, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
            inputs = outputs
        size = inputs * (SIZE[0] // 16) * (SIZE[1] // 16)
        self.layers = nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.3), nn.Linear(size, 128), nn.ReLU(), nn.Linear(128, len(ANSWERS)))
        self.to(memory_format=torch.channels_last)  # a fifth faster on processors

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.layers(pictures.float() / 64 - 2)


def vary(pictures: torch.Tensor, answers: torch.Tensor) -> Sequence[torch.Tensor]:
    """Mirror half of the pictures: a mirrored scene stands as the other does."""
    mirror = torch.rand(len(pictures), 1, 1, 1) < 0.5
    return torch.where(mirror, pictures.flip(3), pictures), answers


def main(arguments: Optional[Sequence[str]] = None) -> None:
    a = common.parser(__doc__, samples=8000, held_out=1000, passes=10).parse_args(arguments)
    common.begin(a)
    learn, held_out = tensors((a.seed, 0), a.samples), tensors((a.seed, 1), a.held_out)
    log = common.Log(a.log)
    log.write(
        example="stable", arguments=vars(a), learn=len(learn[0]), held_out=len(held_out[0]), **common.guesses(held_out[1], ANSWERS),
    )
    right = common.train(Net(), common.class_loss, common.class_right, learn, held_out, a, log, vary)
    log.write(**common.by_class(right, held_out[1], ANSWERS))


if __name__ == "__main__":
    main()
