"""Learn which character each line is part of, and how that lies, from a set of lines.

A set transformer sees the lines of one to three characters, as rows of ends, thickness and brightness in random order, each line in both directions,
and never a picture. For each row it tells the class of the character that the line is part of, and its pose: the task PartsToChars of SynDaCaTE. It
learns from a stream with a seed of its own and is judged by the first elements of the published file, which are those for testing.

    python syndacate_parts.py --seed 1 --log parts-1.jsonl
"""

from __future__ import annotations

import math
from typing import Optional, Sequence, Tuple

import common
import mereo
import numpy as np
import torch

CLASSES = "AEFILMNWXZ"
POSE = 8  # wideness, italic, rotation, scale, x, y, thickness, brightness
PUBLISHED = 3  # seed of the published file
# Means and standard deviations of what is drawn evenly between the bounds of the published generator.
LOW = torch.tensor([0.5, 0, -0.5, 0.2, -1, -1, 5, 0.5])
HIGH = torch.tensor([1, 0.5, 0.5, 0.5, 1, 1, 10, 1])
MEAN, DEVIATION = (LOW + HIGH) / 2, (HIGH - LOW) / math.sqrt(12)


def elements(seed: int, count: int, threads: int) -> Tuple[torch.Tensor, torch.Tensor]:
    """Return part_poses (n, 25, 6) and object_poses (n, 25, 18) of the first elements of a seed, float32; rows of zeros are padding."""
    server = mereo.Server()
    stream = server.stream(
        "syndacate", split=f"syndacate_aTfTh100o3p12rTs{seed}u10w100", arrays=("part_poses", "object_poses"), pictures=False, scene=False,
        questions=False, workers=threads,
    )
    rows = [(s.array("part_poses").copy(), s.array("object_poses").copy()) for s, _ in zip(stream, range(count))]
    server.close()
    parts, wholes = (torch.from_numpy(np.stack(a)) for a in zip(*rows))
    return parts, wholes


class SetTransformer(torch.nn.Module):
    """Attention among the rows of a set, without places: what it tells of a row does not depend on the order of the others. Of no depth it
    sees each row alone."""

    def __init__(self, depth: int, width: int = 64, heads: int = 4) -> None:
        super().__init__()
        self.embed = torch.nn.Sequential(torch.nn.Linear(6, width), torch.nn.GELU(), torch.nn.Linear(width, width))
        self.layers = torch.nn.ModuleList(
            torch.nn.TransformerEncoderLayer(width, heads, 2 * width, dropout=0, activation="gelu", batch_first=True, norm_first=True) for _ in range(depth)
        )
        self.tell = torch.nn.Sequential(torch.nn.LayerNorm(width), torch.nn.Linear(width, len(CLASSES) + POSE))

    def forward(self, parts: torch.Tensor) -> torch.Tensor:
        """Return (n, rows, 18): logits of classes, and the pose in standard deviations."""
        padding = parts[..., 5] == 0  # no line is black
        seen = parts * torch.tensor([2, 2, 2, 2, 1, 6]) - torch.tensor([0, 0, 0, 0, 2.5, 4.5])  # about one standard deviation each
        known = self.embed(seen)
        for layer in self.layers:
            known = layer(known, src_key_padding_mask=padding)
        return self.tell(known)


def loss(net: torch.nn.Module, parts: torch.Tensor, wholes: torch.Tensor) -> torch.Tensor:
    real = parts[..., 5] > 0
    told, want = net(parts)[real], wholes[real]
    classes = torch.nn.functional.cross_entropy(told[:, :10], want[:, :10].argmax(1))
    return classes + (told[:, 10:] - (want[:, 10:] - MEAN) / DEVIATION).square().mean()


def named(net: torch.nn.Module, parts: torch.Tensor, wholes: torch.Tensor) -> torch.Tensor:
    """Return for each row whether it is a line whose character is named, (n, rows)."""
    return (net(parts)[..., :10].argmax(2) == wholes[..., :10].argmax(2)) & (parts[..., 5] > 0)


def right(net: torch.nn.Module, parts: torch.Tensor, wholes: torch.Tensor) -> torch.Tensor:
    """Return the share of each element's lines whose character is named, (n,)."""
    return named(net, parts, wholes).sum(1) / (parts[..., 5] > 0).sum(1)


def unexplained(net: torch.nn.Module, parts: torch.Tensor, wholes: torch.Tensor) -> torch.Tensor:
    """Return the mean squared error of each element's poses, in variances of what is drawn: 1 for who tells the mean, (n,)."""
    real = parts[..., 5] > 0
    error = (net(parts)[..., 10:] - (wholes[..., 10:] - MEAN) / DEVIATION).square().mean(2) * real
    return error.sum(1) / real.sum(1)


def main(arguments: Optional[Sequence[str]] = None) -> None:
    p = common.parser(__doc__, samples=60_000, held_out=2_000, passes=4, batch=64, rate=2e-3)
    p.add_argument("--depth", type=int, default=4, help="layers of attention; 0 sees each line alone")
    a = p.parse_args(arguments)
    common.begin(a)
    log = common.Log(a.log)
    held_out, learn = elements(PUBLISHED, a.held_out, a.threads), elements(1_000 + a.seed, a.samples, a.threads)
    real = held_out[0][..., 5] > 0
    labels = held_out[1][real][:, :10].argmax(1)
    log.write(example="syndacate_parts", arguments=vars(a), learn=a.samples, held_out=a.held_out, **common.guesses(labels, CLASSES))
    net = SetTransformer(a.depth)
    judged = common.train(net, loss, right, learn, held_out, a, log)
    several = (held_out[1][..., :10].sum(1) > 0).sum(1) > 1  # characters of several classes
    lines = common.by_class(common.scores(net, named, held_out, a.batch)[real], labels, CLASSES)
    log.write(**{
        **lines, "final": round(judged.mean().item(), 4), "final_of_several": round(judged[several].mean().item(), 4),
        "pose_unexplained": round(common.scores(net, unexplained, held_out, a.batch).mean().item(), 4),
    })


if __name__ == "__main__":
    main()
