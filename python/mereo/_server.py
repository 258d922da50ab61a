"""Programs that answer."""

from __future__ import annotations

import os
import threading
from typing import Any, Optional, Sequence, Union

from ._client import Client, Json
from ._dataset import Dataset
from ._sample import NAMES
from ._stream import Stream


class Server:
    """A program that reads datasets and makes samples: the one at an address, or one that this process starts when it first needs it.

    A process that was forked has a connection or a program of its own. When the program has ended the next request goes to another, and
    streams go on where they were.
    """

    def __init__(self, address: Optional[str] = None, token: Optional[str] = None) -> None:
        self.address, self._token = address, token
        self._client: Optional[Client] = None
        self._opening = threading.Lock()

    def client(self) -> Client:
        """Return this process's conversation with the program. Raises Error where there is none."""
        with self._opening:
            if self._client is None or self._client.pid != os.getpid():
                self._client = Client(self.address, self._token)
            return self._client

    def open(self, path: Union[str, "os.PathLike[str]"]) -> Dataset:
        """Open a dataset's folder, on the program's computer. Raises Error where it is none."""
        return Dataset(path, self)

    def stream(
        self,
        set: str,
        *,
        seed: int = 0,
        split: str = "train",
        config: Optional[Json] = None,
        quality: Optional[str] = None,
        arrays: Sequence[str] = ("rgb",),
        scene: bool = True,
        questions: bool = True,
        traces: bool = False,
        pictures: bool = True,
        rank: int = 0,
        world: int = 1,
        workers: int = 0,
        gpu: str = "",
    ) -> Stream:
        """Return samples of a set, or of the world in a file, without end.

        config has keys of the set's configuration, quality is "draft", "standard" or "reference". arrays are those that samples bring
        along (see Sample); without pictures there are none of these. With traces questions have a list `trace`: what each call of the program
        yields, in words. Of world ranks each has blocks of samples of its own. workers is how many samples are made at once; 0 is as many as
        there are processors. Raises Error for what the program refuses.
        """
        given = dict(config or {})
        if quality is not None:
            given["quality"] = quality
        return Stream(
            {
                "set": set, "seed": seed, "split": split, "config": given, "arrays": [a for a in arrays if pictures or a not in NAMES], "scene": scene,
                "questions": questions, "traces": traces, "pictures": pictures, "shard": rank, "shards": world, "workers": workers, "gpu": gpu,
            },
            self,
        )

    def close(self) -> None:
        """Leave the program; the next request connects again."""
        with self._opening:
            if self._client is not None:
                self._client.close()
            self._client = None

    def __reduce__(self) -> Any:
        return "default" if self is default else (Server, (self.address, self._token))

    def __repr__(self) -> str:
        return f"<mereo.Server {self.address or 'of this process'}>"


default = Server()


def connect(address: str, token: Optional[str] = None) -> Server:
    """Return the program that answers at an address, such as `mereo serve --listen` prints: "unix:/path/to.sock" or "tcp://host:port".

    With TCP it wants a token; without one that of the environment variable MEREO_TOKEN is given. Raises Error where no program answers,
    or refuses.
    """
    server = Server(address, token)
    server.client()
    return server
