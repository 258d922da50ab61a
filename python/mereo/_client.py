"""The conversation with the program: see docs/serve.md."""

from __future__ import annotations

import contextlib
import itertools
import json
import mmap
import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
from collections import deque
from typing import Any, BinaryIO, Deque, Dict, List, Optional, Tuple
from urllib.parse import urlsplit

import numpy as np

PROTOCOL = 1
HEAD = 64 << 20  # bytes that the head of a message has at most
PATIENCE = 30.0  # seconds in which a server must have greeted

Json = Dict[str, Any]

_conversations = itertools.count()


class Error(Exception):
    """What the program says is wrong, or its last words when it died."""


class Refused(Error):
    """Why the rules of a set forbid a step."""


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
    """A conversation with a program: a `mereo serve` that this process starts, or the one that answers at an address.

    Requests may come from several threads; answers come in the order of requests. `pid` is the process that may ask, 0 when the program
    has ended. `key` is that of no other conversation. `shared` is whether the program shares memory with this process.
    """

    def __init__(self, address: Optional[str] = None, token: Optional[str] = None) -> None:
        self.address = address
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._socket: Optional[socket.socket] = None
        self._words: Deque[bytes] = deque(maxlen=50)
        self._sending, self._receiving = threading.Lock(), threading.Lock()
        self._sent = self._received = 0
        self._answers: Dict[int, Tuple[Json, bytes]] = {}
        self.pid = os.getpid()
        self.key = (self.pid, next(_conversations))
        if address is None:
            self._start()
        else:
            self._connect(address)
        if token is None:
            token = os.environ.get("MEREO_TOKEN", "")
        head, _ = self.wait(self.send({"mereo": PROTOCOL, "token": token}))
        if self._socket is None:
            self._memory_of = int(head["pid"])
        else:
            self._socket.settimeout(None)
            self._memory_of = _peer(self._socket)
        self.shared = self._memory_of > 0

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [program(), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._process.stdin and self._process.stdout
        self._in: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self._out: BinaryIO = self._process.stdout  # type: ignore[assignment]
        self._listener = threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True)
        self._listener.start()

    def _connect(self, address: str) -> None:
        try:
            if address.startswith("unix:"):
                self._socket = socket.socket(socket.AF_UNIX)
                self._socket.settimeout(PATIENCE)
                self._socket.connect(address[len("unix:"):])
            else:
                at = urlsplit(address)
                if at.scheme != "tcp" or not at.hostname or not at.port:
                    raise ValueError
                self._socket = socket.create_connection((at.hostname, at.port), PATIENCE)
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except ValueError:
            raise Error(f"address is {address!r}, want unix:/path/to.sock or tcp://host:port") from None
        except OSError as e:
            raise Error(f"no program answers at {address} ({e.strerror or e}); start one with mereo serve --listen") from None
        self._in, self._out = self._socket.makefile("wb"), self._socket.makefile("rb")

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
            except (OSError, ValueError):
                raise self._died() from None
            self._sent += 1
            return self._sent

    def wait(self, number: int) -> Tuple[Json, bytes]:
        """Return the result of a request and the bytes behind it. Raises Error with the program's sentence."""
        with self._receiving:
            while number not in self._answers:
                lengths = self._read(12)
                head, body = struct.unpack("<IQ", lengths)
                if head > HEAD:
                    self.pid = 0
                    raise Error(f"what answers at {self.address or program()} is no mereo serve")
                answer = json.loads(self._read(head))
                self._received += 1
                self._answers[self._received] = (answer, self._read(body))
            answer, data = self._answers.pop(number)
        if answer.get("error"):
            raise (Refused if answer.get("refused") else Error)(answer["error"])
        return answer.get("result") or {}, data

    def ask(self, request: Json) -> Tuple[Json, bytes]:
        """Send a request and wait for its answer."""
        return self.wait(self.send(request))

    def _read(self, n: int) -> bytes:
        try:
            data = self._out.read(n)
        except (OSError, ValueError):
            data = b""
        if len(data) < n:
            raise self._died()
        return data

    def _died(self) -> Error:
        self.pid = 0
        if self._process is None:
            return Error(f"the program at {self.address} has ended, or has cut off this client")
        self._process.kill()
        code = self._process.wait()
        self._listener.join(1)
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        words = b"".join(self._words).decode(errors="replace").strip()
        return Error(f"the program died, {how}: {words or 'without a word'}")

    def memory(self, fd: int) -> mmap.mmap:
        """Map a file of the program's process. Raises Error where it cannot be."""
        try:
            file = os.open(f"/proc/{self._memory_of}/fd/{fd}", os.O_RDWR)
        except OSError as e:
            raise Error(f"memory of the program cannot be shared: {e}") from None
        try:
            return mmap.mmap(file, 0)
        finally:
            os.close(file)

    def close(self) -> None:
        """End the conversation, and with it the program that this process started."""
        if self.pid != os.getpid():
            return
        self.pid = 0
        with contextlib.suppress(OSError):  # it may have ended
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)
            self._in.close()
        if self._process is not None:
            self._out.close()  # or the program waits until answers that nobody wants are read
            self._process.wait()


def _peer(s: socket.socket) -> int:
    """Return the number of the process at the other end whose memory this one may map; 0 for none."""
    if s.family != socket.AF_UNIX or not hasattr(socket, "SO_PEERCRED"):
        return 0
    pid, user, _ = struct.unpack("3i", s.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    # The number is 0 where the process is in another container, in which /proc has none of its files.
    return int(pid) if user == os.geteuid() and os.access(f"/proc/{pid}/fd", os.X_OK) else 0


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


assert sys.byteorder == "little", "arrays are little-endian"
