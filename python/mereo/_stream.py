"""Samples without end."""

from __future__ import annotations

import mmap
import os
import weakref
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from . import _client
from ._client import Error, Json
from ._sample import NAMES, Sample

AHEAD = 2  # requests that are under way


class Stream:
    """Samples of a split without end, made as they are taken: `for s in stream: ...`.

    A rank of a world has blocks of 1,000 samples of its own: rank, rank + world and so on. Samples are those that `mereo generate`
    writes into files. `state()` says how far it is; `load_state()` goes on from there exactly.
    """

    def __init__(self, request: Json) -> None:
        self._request = request
        self._taken = 0
        self._open: Optional[Tuple[int, int, "_client.Client"]] = None
        self._waiting: Deque[int] = deque()
        self._free: List[int] = []
        self._memory: Dict[int, mmap.mmap] = {}

    def state(self) -> Json:
        """Return what load_state takes: how many samples were taken, and what they are of."""
        return {"taken": self._taken, "of": dict(self._request)}

    def load_state(self, state: Json) -> None:
        """Go on after the samples that were taken. Raises ValueError for the state of another stream."""
        if state["of"] != self._request:
            raise ValueError("the state is that of another stream")
        self.close()
        self._taken = int(state["taken"])

    def _begin(self) -> "_client.Client":
        if self._open is None or self._open[0] != os.getpid():
            client = _client.client()
            told, _ = client.ask({"do": "stream", **self._request, "taken": self._taken})
            self._open = (os.getpid(), told["handle"], client)
            self._waiting.clear()
            self._free, self._memory = [], {}
        return self._open[2]

    def _order(self, **what: Any) -> int:
        assert self._open is not None
        free, self._free[:] = list(self._free), []
        return self._open[2].send({"handle": self._open[1], "release": free, "shared": True, **what})

    def __iter__(self) -> Iterator[Sample]:
        return self

    def __next__(self) -> Sample:
        client = self._begin()
        while len(self._waiting) < AHEAD:
            self._waiting.append(self._order(do="next"))
        told, body = client.wait(self._waiting.popleft())
        self._waiting.append(self._order(do="next"))
        self._taken += 1
        return self._received(client, told, body)

    def sample(self, index: int) -> Sample:
        """Make a sample of the split out of turn. It has no questions: these are balanced over a block, in its order."""
        client = self._begin()
        told, body = client.wait(self._order(do="sample", index=index))
        told["questions"] = []
        return self._received(client, told, body)

    def _received(self, client: "_client.Client", told: Json, body: bytes) -> Sample:
        entries, memory = told.pop("arrays"), told.pop("memory", None)
        found: Dict[Tuple[int, str], Any] = {}
        if memory is not None:
            mapped = self._memory.get(memory["id"])
            if mapped is None or len(mapped) < _client.size(entries):  # new, or grown
                mapped = self._memory[memory["id"]] = client.memory(memory["fd"])
            found = _client.arrays(entries, mapped)
            self._lend(list(found.values()), memory["slot"])
        elif entries:
            found = _client.arrays(entries, body)

        def fetch(what: str) -> Tuple[Json, Dict[Tuple[int, str], Any]]:
            if what in NAMES and what in self._request["arrays"]:
                return {}, found
            if what not in NAMES and self._request.get(what):
                return told, {}
            raise Error(f"the stream was opened without {what}")

        return Sample(self._request["split"], told["index"], fetch, told.get("things", 0))

    def _lend(self, arrays: Sequence["np.ndarray[Any, Any]"], slot: int) -> None:
        """Give the slot back when none of the arrays, nor a view of them, is left."""
        left = [len(arrays)]
        free = self._free

        def gone() -> None:
            left[0] -= 1
            if left[0] == 0:
                free.append(slot)

        for a in arrays:
            weakref.finalize(a, gone).atexit = False

    def torch(self, transform: Optional[Callable[[Sample], Any]] = None) -> Any:
        """Return a torch.utils.data.IterableDataset: every worker of a DataLoader has blocks of its own."""
        from ._torch import iterable

        return iterable(self, transform)

    def shard(self, number: int, of: int) -> "Stream":
        """Return one of several streams that share the samples of this one."""
        request = dict(self._request)
        request["shard"] += number * request["shards"]
        request["shards"] *= of
        return Stream(request)

    def close(self) -> None:
        """End the stream; it begins again where it was when it is next read."""
        if self._open is not None and self._open[0] == os.getpid():
            for number in self._waiting:
                self._open[2].wait(number)
            self._open[2].ask({"do": "close", "handle": self._open[1]})
        self._open = None
        self._waiting.clear()
        self._memory = {}


def stream(
    set: str,
    *,
    seed: int = 0,
    split: str = "train",
    config: Optional[Json] = None,
    quality: Optional[str] = None,
    arrays: Sequence[str] = ("rgb",),
    scene: bool = True,
    questions: bool = True,
    pictures: bool = True,
    rank: int = 0,
    world: int = 1,
    workers: int = 0,
    gpu: str = "",
) -> Stream:
    """Return samples of a set, or of the world in a file, without end.

    config has keys of the set's configuration, quality is "draft", "standard" or "reference". arrays are those that samples bring
    along (see Sample). Of world ranks each has blocks of samples of its own. workers is how many samples are made at once; 0 is as
    many as there are processors. Raises Error for what the program refuses.
    """
    given = dict(config or {})
    if quality is not None:
        given["quality"] = quality
    return Stream(
        {
            "set": set, "seed": seed, "split": split, "config": given, "arrays": list(arrays) if pictures else [], "scene": scene,
            "questions": questions, "pictures": pictures, "shard": rank, "shards": world, "workers": workers, "gpu": gpu,
        }
    )
