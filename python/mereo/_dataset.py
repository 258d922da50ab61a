"""Datasets in folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Optional, Sequence, Tuple, Union

from ._client import Client, Json, arrays
from ._sample import TOLD, Changed, Sample, what_if

if TYPE_CHECKING:
    from ._server import Server


class Dataset:
    """A dataset's folder, finished or growing.

    `ds["train", 12]` is a sample, `ds["train"]` a split with a length, which can be indexed and iterated over.
    `set`, `seed` and `config` are what it was made with.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"], server: "Server") -> None:
        self.path = os.path.abspath(os.fspath(path))
        self._server = server
        told = self._open(server.client())
        self.set: str = told["set"]
        self.seed: int = told["seed"]
        self.config: Json = told["config"]
        self.splits: Dict[str, int] = {s["name"]: s["count"] for s in told["splits"]}

    def _open(self, client: Client) -> Json:
        told, _ = client.ask({"do": "open", "dir": self.path})
        self._handle: Tuple[Tuple[int, int], int] = (client.key, told["handle"])
        return told

    def _send(self, request: Json) -> Tuple[Json, bytes]:
        client = self._server.client()
        if self._handle[0] != client.key:  # forked, or the program was another
            self._open(client)
        return client.ask({"handle": self._handle[1], **request})

    def _ask(self, split: str, index: int, what: str) -> Tuple[Json, Dict[Tuple[int, str], Any]]:
        wants: Json = {what: True} if what in TOLD else {"arrays": [what]}
        told, body = self._send({"do": "sample", "split": split, "index": index, **wants})
        return told, arrays(told.pop("arrays"), body)

    def _changed(self, split: str, index: int, asked: Json) -> Changed:
        return Changed(split, asked["arrays"], *self._send({"do": "change", "split": split, "index": index, **asked}))

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, str):
            return Split(self, at)
        split, index = at
        return self.split(split)[index]

    def split(self, name: str) -> "Split":
        """Return a split. Raises KeyError where there is none of this name."""
        return Split(self, name)

    def torch(self, split: str = "train", transform: Optional[Callable[[Sample], Any]] = None) -> Any:
        """Return a split as torch.utils.data.Dataset: samples, or what transform makes of them."""
        from ._torch import dataset

        return dataset(Split(self, split), transform)

    def __repr__(self) -> str:
        return f"<mereo.Dataset {self.set} {self.splits}>"


class Split:
    """The samples of a split."""

    def __init__(self, dataset: Dataset, name: str) -> None:
        if name not in dataset.splits:
            raise KeyError(f"split is {name!r}, want one of {', '.join(dataset.splits)}")
        self.dataset, self.name = dataset, name

    def __len__(self) -> int:
        return self.dataset.splits[self.name]

    def __getitem__(self, index: int) -> Sample:
        n = len(self)
        if not -n <= index < n:
            raise IndexError(f"index is {index}, want 0 to {n - 1}")
        index %= n
        return Sample(self.name, index, lambda what: self.dataset._ask(self.name, index, what))

    def changed(
        self, index: int, edits: Sequence[Json], arrays: Sequence[str] = (), pictures: Optional[Sequence[int]] = None
    ) -> Changed:
        """Return a sample as it would be with changes, made one after the other.

        An edit is {"kind": "move", "entity": KEY, "x": X, "y": Y} in meters, "turn" with "turn" in radians, "recolor" with "color",
        "delete", or "step" with "change", such as "color.red" of TRANCE or "left.0.5" (meters) of PTR's physical scenes; entities of the
        scene list their `edits` and `colors`. arrays are those that it brings along, of the pictures that are named, or of all. Raises
        Error for what cannot be done, and Refused for a step that the set's rules forbid.
        """
        return self.dataset._changed(self.name, index, what_if(edits, arrays, pictures))

    def __iter__(self) -> Iterator[Sample]:
        return (self[i] for i in range(len(self)))
