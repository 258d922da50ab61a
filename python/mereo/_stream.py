"""Samples without end."""

from __future__ import annotations

import mmap
import os
import weakref
from collections import deque
from typing import TYPE_CHECKING, Any, Callable, Deque, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from . import _client
from ._client import Client, Error, Json
from ._sample import TOLD, Changed, Sample, what_if

if TYPE_CHECKING:
    from ._server import Server

AHEAD = 2  # requests that are under way


class Stream:
    """Samples of a split without end, made as they are taken: `for s in stream: ...`.

    A rank of a world has blocks of 1,000 samples of its own: rank, rank + world and so on. Samples are those that `mereo generate`
    writes into files. `state()` says how far it is; `load_state()` goes on from there exactly.
    """

    def __init__(self, request: Json, server: "Server") -> None:
        self._request, self._server = request, server
        self._taken = 0
        self._open: Optional[Tuple[Client, int]] = None
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

    def _begin(self) -> Client:
        if self._open is None or self._open[0].pid != os.getpid():  # forked, or the program has ended
            client = self._server.client()
            told, _ = client.ask({"do": "stream", **self._request, "taken": self._taken})
            self._open = (client, told["handle"])
            self._waiting.clear()
            self._free, self._memory = [], {}
        return self._open[0]

    def _order(self, **what: Any) -> int:
        assert self._open is not None
        client, handle = self._open
        free, self._free[:] = list(self._free), []
        return client.send({"handle": handle, "release": free, "shared": client.shared, **what})

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

    def changed(
        self, index: int, edits: Sequence[Json], arrays: Sequence[str] = (), pictures: Optional[Sequence[int]] = None
    ) -> Changed:
        """Return a sample of the split as it would be with changes; see Split.changed. Those that were taken last have questions."""
        client = self._begin()
        assert self._open is not None
        asked = what_if(edits, arrays, pictures)
        return Changed(
            self._request["split"], asked["arrays"], *client.ask({"do": "change", "handle": self._open[1], "index": index, **asked})
        )

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
            if what in self._request["arrays"]:
                return {}, found
            if what in TOLD and self._request[what]:
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
        return Stream(request, self._server)

    def close(self) -> None:
        """End the stream; it begins again where it was when it is next read."""
        if self._open is not None and self._open[0].pid == os.getpid():
            client, handle = self._open
            for number in self._waiting:
                client.wait(number)
            client.ask({"do": "close", "handle": handle})
        self._open = None
        self._waiting.clear()
        self._memory = {}
