import copy
import os
import pickle
import signal
import socket
import subprocess
import threading

import numpy as np
import pytest

import mereo
from mereo import _client, _server

SMALL = {"width": 96, "height": 72}
TOKEN = "a token for the tests"


@pytest.fixture(params=["unix", "tcp"])
def served(request, tmp_path, monkeypatch):
    """A server and its address. Programs of this process know its token."""
    address = f"unix:{tmp_path}/s.sock" if request.param == "unix" else "tcp://127.0.0.1:0"
    monkeypatch.setenv("MEREO_TOKEN", TOKEN)
    process = subprocess.Popen([_client.program(), "serve", "--listen", address], stdout=subprocess.PIPE, text=True)
    yield process, process.stdout.readline().strip()
    process.terminate()
    assert process.wait() in (0, -signal.SIGKILL)
    process.stdout.close()
    assert not os.path.exists(f"{tmp_path}/s.sock") or process.returncode


def test_connect(datasets, served):
    """A server gives what the module's own program gives; memory is shared by a socket of this computer."""
    _, address = served
    server = mereo.connect(address)
    assert server.client().shared == address.startswith("unix:")
    ds = server.open(datasets / "trance")
    assert (ds["train", 1].rgb == mereo.open(datasets / "trance")["train", 1].rgb).all()
    made = server.stream("trance", seed=5, config=SMALL, workers=1)
    own = mereo.stream("trance", seed=5, config=SMALL, workers=1)
    kept = [next(made) for _ in range(3)]
    for got, want in zip(kept, own):
        assert got.rgb.dtype == np.uint8 and (got.rgb == want.rgb).all()
        assert got.scene == want.scene
    assert bool(made._memory) == server.client().shared
    assert next(pickle.loads(pickle.dumps(server.stream("clevr", pictures=False)))).index == 0
    assert pickle.loads(pickle.dumps(ds))["train", 1].scene == ds["train", 1].scene
    assert copy.copy(_server.default) is pickle.loads(pickle.dumps(_server.default)) is _server.default
    own.close()
    made.close()
    server.close()
    assert next(made).index == 3  # connects again


def test_clients_at_once(served):
    """Eight clients have the samples of one."""
    _, address = served
    got = [[] for _ in range(8)]

    def take(into):
        server = mereo.connect(address)
        stream = server.stream("clevr", seed=2, pictures=False, workers=1)
        into.extend((s.index, s.scene, s.questions) for s, _ in zip(stream, range(6)))
        server.close()

    threads = [threading.Thread(target=take, args=(into,)) for into in got]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(g == got[0] and len(g) == 6 for g in got)


def test_forked(served):
    """A process that was forked has a connection of its own, and its parent keeps the one it had."""
    server = mereo.connect(served[1])
    stream = server.stream("clevr", pictures=False, workers=1)
    assert next(stream).index == 0
    child = os.fork()
    if child == 0:
        ok = next(stream).index == 1 and next(stream).index == 2
        os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert next(stream).index == 1
    server.close()


def test_killed_server(served):
    """A server that dies is an exception; a stream goes on where it was when another has taken its place."""
    process, address = served
    server = mereo.connect(address)
    stream = server.stream("clevr", pictures=False, workers=1)
    assert [next(stream).index for _ in range(2)] == [0, 1]
    process.kill()
    process.wait()
    with pytest.raises(mereo.Error, match="the program at .* has ended, or has cut off this client"):
        while True:  # what was under way may have come
            next(stream)
    with pytest.raises(mereo.Error, match="no program answers at .*Connection refused.*; start one"):
        next(stream)
    again = subprocess.Popen([_client.program(), "serve", "--listen", address], stdout=subprocess.PIPE, text=True)
    assert again.stdout.readline().strip() == address
    taken = stream.state()["taken"]
    assert next(stream).index == taken
    again.terminate()
    assert again.wait() == 0
    again.stdout.close()


def test_token(served):
    _, address = served
    if address.startswith("unix:"):
        mereo.connect(address, "another").close()  # which none is needed for
        return
    with pytest.raises(mereo.Error, match="the token is another one than this server's"):
        mereo.connect(address, "another")
    with pytest.raises(mereo.Error, match="a token is missing"):
        mereo.connect(address, "")
    mereo.connect(address, TOKEN).close()


@pytest.mark.parametrize(
    "address, sentence",
    [
        ("unix:/nowhere/s.sock", r"no program answers at unix:/nowhere/s.sock \(No such file or directory\); start one"),
        ("unix:" + 200 * "x", "no program answers at .*too long"),
        ("localhost:7000", "address is 'localhost:7000', want unix:/path/to.sock or tcp://host:port"),
        ("tcp://localhost", "want unix:/path"),
        ("tcp://localhost:port", "want unix:/path"),
        ("tcp://nowhere.invalid:7000", "no program answers at tcp://nowhere.invalid:7000"),
    ],
)
def test_wrong_addresses(address, sentence):
    with pytest.raises(mereo.Error, match=sentence):
        mereo.connect(address)


def test_another_server():
    """What speaks HTTP is told from a program."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer():
            conn, _ = listener.accept()
            conn.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            conn.recv(1 << 16)
            conn.close()

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(mereo.Error, match="is no mereo serve"):
            mereo.connect(f"tcp://127.0.0.1:{listener.getsockname()[1]}")
        thread.join()
