"""Datasets for PyTorch."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Optional

import torch.utils.data

from ._dataset import Split
from ._sample import Sample
from ._stream import Stream

Transform = Optional[Callable[[Sample], Any]]


class _Dataset(torch.utils.data.Dataset):  # type: ignore[type-arg]
    def __init__(self, split: Split, transform: Transform) -> None:
        self.split, self.transform = split, transform

    def __len__(self) -> int:
        return len(self.split)

    def __getitem__(self, index: int) -> Any:
        sample = self.split[index]
        return sample if self.transform is None else self.transform(sample)


class _Iterable(torch.utils.data.IterableDataset):  # type: ignore[type-arg]
    def __init__(self, stream: Stream, transform: Transform) -> None:
        self.stream, self.transform = stream, transform

    def __iter__(self) -> Iterator[Any]:
        worker: Any = torch.utils.data.get_worker_info  # has no types
        info = worker()
        stream = self.stream if info is None else self.stream.shard(info.id, info.num_workers)
        for sample in stream:
            yield sample if self.transform is None else self.transform(sample)


def dataset(split: Split, transform: Transform) -> "_Dataset":
    """Return a split as a map-style dataset."""
    return _Dataset(split, transform)


def iterable(stream: Stream, transform: Transform) -> "_Iterable":
    """Return a stream as an iterable dataset."""
    return _Iterable(stream, transform)
