import json
import os
import signal
import types

import numpy as np
import pytest

import mereo
from mereo.envs import MOVES, PAIRS, Push, Trance

SMALL = {"width": 160, "height": 120}


@pytest.fixture(scope="module")
def event():
    env = Trance("event", config=SMALL)
    yield env
    env.close()


@pytest.fixture(scope="module")
def push():
    env = Push(config=SMALL)
    yield env
    env.close()


def fits(env, obs):
    assert set(obs) == set(env.observations)
    for name, space in env.observations.items():
        a = obs[name]
        assert a.shape == space.shape and a.dtype == space.dtype and a.min() >= space.low and a.max() <= space.high, name


def follow(env, info):
    """Do what the program says; return the last observation and all rewards."""
    assert info["refused"] is None
    rewards = []
    for k, action in enumerate(info["program"]):
        obs, reward, terminated, truncated, now = env.step(action)
        fits(env, obs)
        assert now["refused"] is None and not truncated and terminated == (k == len(info["program"]) - 1)
        rewards.append(reward)
    return obs, rewards


def test_words(datasets):
    """The numbers of changes are the published ones."""
    values = json.loads((datasets / "trance" / "train" / "values.json").read_text())
    moves = [f"{d}.{n}" for d in values["position"]["direction"] for n in values["position"]["step"]]
    pairs = [f"{a}.{v}" for a in sorted(values) for v in (moves if a == "position" else values[a])]
    assert PAIRS == pairs and len(MOVES) == 20


@pytest.mark.parametrize("setting, look", [("basic", "published"), ("event", "varied"), ("view", "published")])
def test_trance_oracle(setting, look):
    """The program leads to the goal: rewards add up to the distance at first, and the last picture is that of the goal."""
    config = {**SMALL, "look": look}
    env = Trance(setting, config=config, split="test", seed=9)
    stream = mereo.stream("trance", seed=9, split="test", config=config, quality="draft")
    lengths = set()
    for seed in range(5):
        obs, info = env.reset(seed=seed)
        fits(env, obs)
        made = stream.sample(info["index"])
        assert (obs["rgb"] == made.rgb).all()
        assert (obs["goal"] == made.array("rgb", 2 + info["index"] % 2 if setting == "view" else 1)).all()
        start = info["distance"]
        assert start >= 1 and len(info["program"]) >= start
        last, rewards = follow(env, info)
        assert sum(rewards) == start
        lengths.add(len(rewards))
        if setting != "view":
            assert (last["rgb"] == last["goal"]).all()
    assert (lengths == {1}) == (setting == "basic")
    stream.close()
    env.close()


def test_trance_draws_the_state():
    """What a step does is seen in the picture and told in the table."""
    env = Trance("event", config=SMALL, arrays=("rgb", "ids"))
    obs, info = env.reset(seed=4)
    n = int(np.bincount(obs["ids"].ravel())[1:].argmax())  # the one that covers most
    for action in ({"object": n, "change": "material.rubber"}, {"object": n, "change": "color.red"}):
        now, *_ , info = env.step(action)
        assert info["refused"] is None or "changes nothing" in info["refused"]
    red, green, blue = now["rgb"][now["ids"] == n + 1].mean(axis=0)
    assert red > 1.5 * green and red > 1.5 * blue
    assert list(now["objects"][n, :2]) == [1, 0] and (np.delete(now["objects"], n, 0) == np.delete(obs["objects"], n, 0)).all()
    assert (now["ids"] == obs["ids"]).all() and (now["goal"] == obs["goal"]).all()
    apart = (now["rgb"].astype(int) - obs["rgb"]).max(axis=2)[now["ids"] == 0]
    assert (abs(apart) > 40).mean() < 0.05  # red falls on the floor around it, and no farther
    for steps in (2, 1):  # away from the camera, and maybe out
        now, *_, info = env.step({"object": n, "change": f"position.front.{steps}"})
        if info["refused"] is None:
            break
    x, y = now["objects"][n, 4:]
    assert x == obs["objects"][n, 4] - 10 * steps and y == obs["objects"][n, 5]
    assert ((now["ids"] == n + 1).any()) == (abs(x) <= 20 and abs(y) <= 20)
    assert (env.render() == now["rgb"]).all()
    env.close()


def test_trance_refusals(event):
    """The program refuses what the rules of places forbid, as they are written here again: circles with a gap, inside the plane."""
    obs, info = event.reset(seed=11)
    stream, table = event._stream, obs["objects"].astype(int)
    radius = {"small": 2, "medium": 4, "large": 6}
    names = ["small", "medium", "large"]
    ways = {"front": (-1, 0), "behind": (1, 0), "left": (0, -1), "right": (0, 1)}
    refused = 0
    for i in range(10):
        for change in [f"position.{d}.{n}" for d in ways for n in (1, 2)] + [f"size.{s}" for s in names]:
            what, value, *far = change.split(".")
            at, size = table[i, 4:], names[table[i, 3]]
            to, then = (at + 10 * int(far[0]) * np.array(ways[value]), size) if far else (at, value)
            gaps = [np.hypot(*(to - other[4:])) - radius[then] - radius[names[other[3]]] for k, other in enumerate(table) if k != i]
            seen = abs(at).max() <= 20 or abs(to).max() <= 20
            close = min(gaps) < 1 and (what == "position" or radius[then] > radius[size])
            want = abs(to).max() <= 40 and seen and not close if far else then != size and not close
            try:
                stream.changed(info["index"], [{"kind": "step", "entity": f"object {i}", "change": change}])
                got = True
            except mereo.Refused:
                got = False
            assert got == want, (i, change, table)
            refused += not want
    assert refused > 20


def test_refused_steps_change_nothing(event):
    obs, info = event.reset(seed=2)
    same = "color." + ["gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"][obs["objects"][3, 0]]
    now, reward, terminated, truncated, after = event.step((3, PAIRS.index(same)))
    assert "it changes nothing about object 3" in after["refused"] and reward == 0 and not terminated and not truncated
    assert all((now[k] == obs[k]).all() for k in obs) and after["distance"] == info["distance"]
    follow(event, {**after, "refused": None})


def test_random_agents(event, push):
    """Rewards are by how much the distance shrinks, and episodes end."""
    for env in (event, push):
        rng, ended = np.random.default_rng(5), []
        for episode in range(6):
            obs, info = env.reset(seed=episode)
            fits(env, obs)
            start, total, refused = info["distance"], 0.0, 0
            for k in range(8):
                obs, reward, terminated, truncated, info = env.step(rng.integers(env.actions))
                fits(env, obs)
                total += reward
                refused += info["refused"] is not None
                if terminated or truncated:
                    break
            assert total == pytest.approx(start - info["distance"])
            assert terminated == (info["distance"] == 0) and truncated == (not terminated and k == 7)
            ended.append((terminated, refused))
            with pytest.raises(RuntimeError, match="call reset"):
                env.step((0, 0))
        assert sum(refused for _, refused in ended) > 0 and not all(terminated for terminated, _ in ended)


@pytest.mark.parametrize("make", [lambda **k: Trance("view", config=SMALL, **k), lambda **k: Push(config=SMALL, arrays=("rgb", "depth"), **k)])
def test_same_seed_same_bytes(make):
    """Also in other programs, and when the program dies in the middle."""

    def play(env, kill=False):
        said = []
        for seed in (6, None):
            obs, info = env.reset(seed=seed)
            said.append(({k: a.tobytes() for k, a in obs.items()}, info))
            rng = np.random.default_rng(1)
            for k in range(4):
                action = rng.integers(env.actions)
                if kill and k == 2:
                    os.kill(env._stream._server.client()._process.pid, signal.SIGKILL)
                    with pytest.raises(mereo.Error, match="the program died"):
                        env.step(action)
                obs, *rest = env.step(action)
                said.append(({k: a.tobytes() for k, a in obs.items()}, rest))
                if rest[1]:
                    break
        return said

    envs = [make(server=mereo.Server()) for _ in range(2)]
    first = play(envs[0])
    assert play(envs[1], kill=True) == first
    assert envs[0].reset(seed=7)[1]["index"] != envs[0].reset(seed=6)[1]["index"]
    for env in envs:
        env.close()


def test_truncation():
    env = Trance("event", config=SMALL, max_steps=2, indices=[17])
    obs, info = env.reset()
    assert info["index"] == 17
    same = {"object": 0, "change": PAIRS[obs["objects"][0, 0]]}
    assert env.step(same)[2:4] == (False, False)
    assert env.step(same)[2:4] == (False, True)
    with pytest.raises(RuntimeError):
        env.step(same)
    assert env.reset(options={"index": 18})[1]["index"] == 18
    env.close()


def test_push_oracle(push):
    """One push makes the target stay; the picture shows it pushed, and nothing else moved."""
    for seed in range(4):
        obs, info = push.reset(seed=seed)
        fits(push, obs)
        (step,) = info["program"]
        target = int(obs["target"])
        assert step["object"] == target and 0.1 < info["distance"] <= 1
        last, rewards = follow(push, info)
        assert rewards == [info["distance"]]
        was, now = obs["ids"] == target + 1, last["ids"] == target + 1
        assert now.any() and (was != now).any()
        others = ~(was | now)
        assert (last["ids"] == obs["ids"])[others].all()
        moved = np.array([np.argwhere(m).mean(axis=0) for m in (was, now)])
        down, right = moved[1] - moved[0]
        way = step["change"].split(".")[0]
        assert {"left": right < 0, "right": right > 0, "front": down > 0, "behind": down < 0}[way]


def test_push_refusals(push):
    obs, info = push.reset(seed=1)
    target = int(obs["target"])
    _, reward, *_, after = push.step({"object": target, "change": f"onto.{target}"})
    assert reward == 0 and after["refused"].endswith("it cannot stand on itself")
    for _ in range(7):  # into the wall
        _, _, _, truncated, after = push.step({"object": (target + 1) % 3, "change": "behind.1"})
    assert truncated and "in a wall or in another object" in after["refused"]


@pytest.mark.parametrize("action", [(10, 0), (0, 33), (-1, 0), (0.5, 0), (0,), 3, None, {"object": 1}, np.zeros((2, 2))])
def test_what_is_no_action(event, action):
    event.reset(seed=0)
    with pytest.raises(ValueError, match='an object 0 to 9 and a change 0 to 32, or words such as {"object": 0, "change": "color.gray"}'):
        event.step(action)


@pytest.mark.parametrize(
    "say, kind, sentence",
    [
        (lambda: Trance("events"), ValueError, "setting is 'events', want basic, event or view"),
        (lambda: Trance(arrays=["parts"]), ValueError, "array is 'parts', want one of rgb, depth, ids, normals"),
        (lambda: Push(max_steps=0), ValueError, "max_steps is 0"),
        (lambda: Push(indices=[]), ValueError, "0 indices"),
        (lambda: Push().step((0, 0)), RuntimeError, "call reset"),
        (lambda: Push().render(), RuntimeError, "call reset"),
        (lambda: Trance(split="dev").reset(), mereo.Error, 'split is "dev"'),
        (lambda: Trance(config={"widht": 1}).reset(), mereo.Error, "widht is an unknown key"),
        (lambda: Trance("basic", indices=[0]).reset(), mereo.Error, "none of 100 samples is one .*in the setting basic by one step"),
        (lambda: Trance("basic").reset(options={"index": 0}), mereo.Error, "sample 0 is none that an episode can be about"),
        (lambda: Trance().reset(options={"index": -1}), mereo.Error, "index is -1, want 0 or more"),
    ],
)
def test_sentences(say, kind, sentence):
    with pytest.raises(kind, match=sentence):
        say()


def test_words_that_are_no_change(event):
    event.reset(seed=0)
    with pytest.raises(mereo.Error, match='no pair "color.pink"') as e:
        event.step({"object": 0, "change": "color.pink"})
    assert not isinstance(e.value, mereo.Refused)


def stand_in():
    """What Gymnasium documents of the parts that are used."""

    class Env:
        def reset(self, *, seed=None, options=None):
            if seed is not None:
                self._np_random = np.random.default_rng(seed)

    class Box:
        def __init__(self, low, high, shape, dtype):
            self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

        def contains(self, x):
            return x.shape == self.shape and x.dtype == self.dtype and (x >= self.low).all() and (x <= self.high).all()

    class Dict:
        def __init__(self, spaces):
            self.spaces = spaces

        def contains(self, x):
            return set(x) == set(self.spaces) and all(s.contains(x[k]) for k, s in self.spaces.items())

    class MultiDiscrete:
        def __init__(self, nvec):
            self.nvec = np.array(nvec)

    module = types.ModuleType("gymnasium")
    module.Env, module.spaces = Env, types.SimpleNamespace(Box=Box, Dict=Dict, MultiDiscrete=MultiDiscrete)
    return module


def test_gymnasium(event, push, monkeypatch):
    try:
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        for env in (event, push):
            check_env(env.gymnasium())
    except ImportError:
        gymnasium = stand_in()
        monkeypatch.setitem(__import__("sys").modules, "gymnasium", gymnasium)
    for env in (event, push):
        wrapped = env.gymnasium()
        assert isinstance(wrapped, gymnasium.Env) and tuple(wrapped.action_space.nvec) == env.actions
        obs, info = wrapped.reset(seed=3)
        assert wrapped.observation_space.contains(obs) and wrapped._np_random is not None
        for step in info["program"]:
            obs, reward, terminated, truncated, info = wrapped.step(np.array([step["object"], env.changes.index(step["change"])]))
            assert wrapped.observation_space.contains(obs)
        assert terminated and wrapped.render().shape == obs["rgb"].shape
