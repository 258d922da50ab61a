"""The conversation with the program: see docs/serve.md."""

from __future__ import annotations

import json
import mmap
import os
import shutil
import struct
import subprocess
import sys
import threading
from collections import deque
from typing import Any, BinaryIO, Deque, Dict, List, Optional, Tuple

import numpy as np

PROTOCOL = 1

Json = Dict[str, Any]


class Error(Exception):
    """What the program says is wrong, or its last words when it died."""


def program() -> str:
    """Return the path of the program: $MEREO, the one in the wheel, or the one on the PATH.

    Raises Error where there is none.
    """
    given = os.environ.get("MEREO")
    if given:
        return given
    carried = os.path.join(os.path.dirname(__file__), "bin", "mereo")
    if os.path.exists(carried):
        return carried
    found = shutil.which("mereo")
    if found is None:
        raise Error("there is no program mereo: install the wheel, or name the program in $MEREO")
    return found


class Client:
    """A running `mereo serve`. Requests may come from several threads; answers come in the order of requests."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [program(), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._in: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._out: BinaryIO = self._process.stdout  # type: ignore[assignment]
        self._words: Deque[bytes] = deque(maxlen=50)
        self._listener = threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True)
        self._listener.start()
        self._sending, self._receiving = threading.Lock(), threading.Lock()
        self._sent = self._received = 0
        self._answers: Dict[int, Tuple[Json, bytes]] = {}
        self.pid = os.getpid()
        head, _ = self.wait(self.send({"mereo": PROTOCOL}))
        self._server = int(head["pid"])

    def _listen(self, err: Any) -> None:
        for line in err:
            self._words.append(line)

    def send(self, request: Json) -> int:
        """Send a request and return the number under which `wait` gives its answer."""
        head = json.dumps(request).encode()
        with self._sending:
            try:
                self._in.write(struct.pack("<IQ", len(head), 0) + head)
                self._in.flush()
            except (BrokenPipeError, ValueError):
                raise self._died() from None
            self._sent += 1
            return self._sent

    def wait(self, number: int) -> Tuple[Json, bytes]:
        """Return the result of a request and the bytes behind it. Raises Error with the program's sentence."""
        with self._receiving:
            while number not in self._answers:
                lengths = self._read(12)
                head, body = struct.unpack("<IQ", lengths)
                answer = json.loads(self._read(head))
                self._received += 1
                self._answers[self._received] = (answer, self._read(body))
            answer, data = self._answers.pop(number)
        if answer.get("error"):
            raise Error(answer["error"])
        return answer.get("result") or {}, data

    def ask(self, request: Json) -> Tuple[Json, bytes]:
        """Send a request and wait for its answer."""
        return self.wait(self.send(request))

    def _read(self, n: int) -> bytes:
        data = self._out.read(n)
        if len(data) < n:
            raise self._died()
        return data

    def _died(self) -> Error:
        self._process.kill()
        code = self._process.wait()
        self._listener.join(1)
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        words = b"".join(self._words).decode(errors="replace").strip()
        return Error(f"the program died, {how}: {words or 'without a word'}")

    def memory(self, fd: int) -> mmap.mmap:
        """Map a file of the program's process."""
        file = os.open(f"/proc/{self._server}/fd/{fd}", os.O_RDWR)
        try:
            return mmap.mmap(file, 0)
        finally:
            os.close(file)

    def close(self) -> None:
        """End the program."""
        if self.pid == os.getpid() and self._process.poll() is None:
            self._in.close()
            self._process.wait()


def arrays(entries: List[Json], buffer: Any) -> Dict[Tuple[int, str], "np.ndarray[Any, Any]"]:
    """Return arrays in a buffer by (picture, name), without copies."""
    out: Dict[Tuple[int, str], "np.ndarray[Any, Any]"] = {}
    for e in entries:
        out[e["picture"], e["name"]] = np.ndarray(e["shape"], e["type"], buffer, e["offset"])
    return out


def size(entries: List[Json]) -> int:
    """Return how many bytes arrays take."""
    last = entries[-1]
    n = int(last["type"][2])
    for d in last["shape"]:
        n *= d
    return int(last["offset"]) + n


_client: Optional[Client] = None
_opening = threading.Lock()


def client() -> Client:
    """Return this process's program, started when it is first needed; a process that was forked has its own."""
    global _client
    with _opening:
        if _client is None or _client.pid != os.getpid():
            _client = Client()
        return _client


assert sys.byteorder == "little", "arrays are little-endian"
