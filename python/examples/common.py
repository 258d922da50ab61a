"""What the examples share: arguments, seeds, a training loop that is judged on held-out samples, and its log.

A log has a JSON object on each line. The first tells of the run: `example`, `arguments`, `learn` and `held_out` (how many elements), and what
the example adds, such as `chance` and `most_frequent`. One follows for each pass over the samples: `pass`, `loss` (mean of the pass), and
`learnt` and `held_out`, the mean scores of samples that were learnt from and of samples that were not. The last has `final` and what the
example adds. Every line has `wall_s` and `processor_s`, seconds since the program began; the latter are those of this process and of
programs that it started and that have ended.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from typing import Any, Callable, Dict, List, Optional, Sequence

import numpy as np
import torch

Tensors = Sequence[torch.Tensor]
BEGAN = time.time()


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"it is {text!r}, want a whole number from 1")
    return int(text)


def parser(doc: str, **defaults: Any) -> argparse.ArgumentParser:
    """Return what reads the arguments of an example: seed, samples, held_out, passes, batch, rate, threads, log, with its defaults."""
    p = argparse.ArgumentParser(description=doc.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    p.add_argument("--seed", type=int, default=1, help="of samples, first weights and order")
    p.add_argument("--samples", type=_count, help="samples to learn from")
    p.add_argument("--held-out", type=_count, help="samples to be judged by")
    p.add_argument("--passes", type=_count, help="how often each sample is learnt from")
    p.add_argument("--batch", type=_count, default=64, help="elements of a step")
    p.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    p.add_argument("--threads", type=_count, default=1, help="of PyTorch and of the program that makes samples")
    p.add_argument("--log", required=True, help="file of JSON lines to write")
    p.set_defaults(**defaults)
    return p


def begin(a: argparse.Namespace) -> None:
    """Seed all generators and keep to the threads."""
    random.seed(a.seed)
    np.random.seed(a.seed)
    torch.manual_seed(a.seed)
    torch.set_num_threads(a.threads)


class Log:
    """Writes JSON lines with times, and prints them."""

    def __init__(self, path: str) -> None:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        self._file = open(path, "w", encoding="utf-8")

    def write(self, **line: Any) -> None:
        t = os.times()
        line.update(wall_s=round(time.time() - BEGAN, 1), processor_s=round(t.user + t.system + t.children_user + t.children_system, 1))
        told = json.dumps(line)
        print(told, file=self._file, flush=True)
        print(told, flush=True)


def scores(net: torch.nn.Module, score: Callable[..., torch.Tensor], tensors: Tensors, batch: int) -> torch.Tensor:
    """Return score(net, *batch) of all elements, (n,) float."""
    net.eval()
    with torch.no_grad():
        return torch.cat([score(net, *(t[k : k + batch] for t in tensors)).float() for k in range(0, len(tensors[0]), batch)])


def train(
    net: torch.nn.Module,
    loss: Callable[..., torch.Tensor],
    score: Callable[..., torch.Tensor],
    learn: Tensors,
    held_out: Tensors,
    a: argparse.Namespace,
    log: Log,
    vary: Optional[Callable[..., Tensors]] = None,
) -> torch.Tensor:
    """Learn, and return the scores of the held-out elements, (n,) float.

    learn and held_out are tensors whose first axes are as long. loss(net, *batch) is the mean loss of a batch, score(net, *batch) is (n,),
    how right the network is, 0 to 1. vary(*batch) returns a batch with changes that leave the answer as it is.
    """
    n = len(learn[0])
    steps = a.passes * -(-n // a.batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, a.rate, total_steps=steps + 1, pct_start=0.2)
    for number in range(1, a.passes + 1):
        net.train()
        total = 0.0
        for chosen in torch.randperm(n).split(a.batch):
            batch: Tensors = [t[chosen] for t in learn]
            value = loss(net, *(batch if vary is None else vary(*batch)))
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
            schedule.step()
            total += value.item() * len(chosen)
        seen = scores(net, score, [t[: len(held_out[0])] for t in learn], a.batch).mean().item()
        judged = scores(net, score, held_out, a.batch)
        log.write(**{"pass": number, "loss": round(total / n, 4), "learnt": round(seen, 4), "held_out": round(judged.mean().item(), 4)})
    return judged


# Of networks that name one of several classes, with batches (inputs..., label).
def class_loss(net: torch.nn.Module, *batch: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.cross_entropy(net(*batch[:-1]), batch[-1])


def class_right(net: torch.nn.Module, *batch: torch.Tensor) -> torch.Tensor:
    return (net(*batch[:-1]).argmax(1) == batch[-1]).float()


def guesses(labels: torch.Tensor, classes: Sequence[str]) -> Dict[str, Any]:
    """Return for the log's first line what those reach who know nothing, and who know the most frequent class of (n,) labels."""
    counts = torch.bincount(labels, minlength=len(classes))
    return {
        "classes": list(classes), "counts": counts.tolist(), "chance": round(1 / len(classes), 4),
        "most_frequent": round(counts.max().item() / len(labels), 4),
    }


def by_class(right: torch.Tensor, labels: torch.Tensor, classes: Sequence[str]) -> Dict[str, Any]:
    """Return for the log's last line the mean of (n,) scores, of each class alone, and over the classes that there are."""
    each: List[Optional[float]] = []
    for k in range(len(classes)):
        of = right[labels == k]
        each.append(round(of.mean().item(), 4) if len(of) else None)
    known = [e for e in each if e is not None]
    return {"final": round(right.mean().item(), 4), "mean_of_classes": round(sum(known) / len(known), 4), "of_class": dict(zip(classes, each))}
