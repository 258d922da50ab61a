"""Say which attribute a step of TRANCE changed, from a picture before it and one after it.

    python trance_attribute.py --seed 1 --log out/trance_attribute-1.jsonl

A sample of TRANCE has one to four steps, each of which changes the color, material, shape, size or position of one of ten objects. With
`between` there are pictures of the states between, so that each step is an element to learn from: two pictures of the center camera. Elements
to be judged by are those of the setting Basic, of split val: samples with one step.
"""

from __future__ import annotations

import argparse
from typing import Any, Iterator, List, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import nn

import common
import mereo

ATTRIBUTES = ("color", "material", "shape", "size", "position")
SIZE = {"width": 96, "height": 72}
Element = Tuple["np.ndarray[Any, Any]", int]


def steps(s: mereo.Sample) -> Iterator[Element]:
    """Yield (2, h, w, 3) uint8 pictures before and after each step, and the number of the attribute that it changes."""
    facts = s.scene["facts"]
    center = {p["stage"]: k for k, p in enumerate(facts["pictures"]) if p["camera"] == "center"}
    for k, step in enumerate(facts["transformations"]):
        yield np.stack([s.array("rgb", center[k]), s.array("rgb", center[k + 1])]), ATTRIBUTES.index(step["attribute"])


def learnt(server: mereo.Server, a: argparse.Namespace) -> Iterator[Element]:
    stream = server.stream("trance", seed=a.seed, config={**SIZE, "between": True}, quality="draft", questions=False, workers=a.threads)
    for s in stream:
        yield from steps(s)


def basic(server: mereo.Server, a: argparse.Namespace) -> Iterator[Element]:
    """Yield elements of samples with one step, which records tell of before pictures are made."""
    same = {"seed": a.seed, "split": "val", "config": SIZE, "quality": "draft", "questions": False, "workers": a.threads}
    pictures = server.stream("trance", **same)
    for told in server.stream("trance", pictures=False, **same):
        if len(told.scene["facts"]["transformations"]) == 1:
            yield from steps(pictures.sample(told.index))


def tensors(elements: Iterator[Element], n: int) -> Tuple[torch.Tensor, torch.Tensor]:
    """Return (n, 6, h, w) uint8 pictures and (n,) attributes."""
    taken = [next(elements) for _ in range(n)]
    pictures = torch.from_numpy(np.stack([p for p, _ in taken]))
    return pictures.permute(0, 1, 4, 2, 3).flatten(1, 2).contiguous(), torch.tensor([k for _, k in taken])


class Net(nn.Module):
    """(n, 6, h, w) pictures before and after -> (n, 5) scores of attributes: a change is somewhere, so the largest of all places counts."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        layers: List[nn.Module] = []
        inputs = 9
        for k in range(4):
            outputs = width * (1, 2, 2, 4)[k]
            layers += [nn.Conv2d(inputs, outputs, 3, 2 if k in (0, 1, 3) else 1, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
            inputs = outputs
        self.layers = nn.Sequential(*layers)
        self.last = nn.Linear(inputs, len(ATTRIBUTES))
        self.to(memory_format=torch.channels_last)  # a fifth faster on processors

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        before, after = (pictures.float() / 64 - 2).split(3, 1)
        return self.last(self.layers(torch.cat([before, after, after - before], 1)).amax((2, 3)))


def vary(pictures: torch.Tensor, attributes: torch.Tensor) -> Sequence[torch.Tensor]:
    """Exchange before and after, and mirror pictures, each for half of the elements: neither makes the change one of another attribute."""
    swap, mirror = (torch.rand(2, len(pictures), 1, 1, 1) < 0.5).unbind()
    pictures = torch.where(swap, pictures.roll(3, 1), pictures)
    return torch.where(mirror, pictures.flip(3), pictures), attributes


def main(arguments: Optional[Sequence[str]] = None) -> None:
    a = common.parser(__doc__, samples=6000, held_out=500, passes=12, rate=3e-3).parse_args(arguments)
    common.begin(a)
    server = mereo.Server()
    learn, held_out = tensors(learnt(server, a), a.samples), tensors(basic(server, a), a.held_out)
    server.close()
    log = common.Log(a.log)
    log.write(
        example="trance_attribute", arguments=vars(a), learn=len(learn[0]), held_out=len(held_out[0]), **common.guesses(held_out[1], ATTRIBUTES),
    )
    right = common.train(Net(), common.class_loss, common.class_right, learn, held_out, a, log, vary)
    log.write(**common.by_class(right, held_out[1], ATTRIBUTES))


if __name__ == "__main__":
    main()
