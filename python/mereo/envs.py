"""Environments for reinforcement learning with Gymnasium's reset and step, which need no Gymnasium; see docs/python.md."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._client import Error, Json, Refused
from ._sample import Changed
from ._server import Server, default
from ._transformations import _DIRECTIONS, _VALUES, _differ, _objects, _plain, _state

Observation = Dict[str, Any]
Action = Union[Json, Sequence[int], "np.ndarray[Any, Any]"]

PAIRS = [
    *(f"{a}.{v}" for a in ("color", "material") for v in _VALUES[a]), *(f"position.{d}.{n}" for d in _DIRECTIONS for n in (1, 2)),
    *(f"shape.{v}" for v in _VALUES["shape"]), *(f"size.{v}" for v in reversed(_VALUES["size"])),
]  # the 33 changes of TRANCE in the published order
MOVES = [
    *(f"{d}.{m:g}" for d in ("left", "right", "front", "behind") for m in (0.25, 0.5, 0.75, 1)), "stand", *(f"onto.{n}" for n in range(3)),
]  # the changes of PTR: pushes by so many meters, standing it upright, putting it onto object 0, 1 or 2

_TRIES = 100  # samples that are looked at for one of which an episode can be


class Space(NamedTuple):
    """What an array of an observation is like: its shape and dtype, and its lowest and highest values."""

    shape: Tuple[int, ...]
    dtype: Any
    low: float
    high: float


def _spaces(width: int, height: int) -> Dict[str, Space]:
    """Return the arrays that pictures have; see Sample."""
    size = (height, width)
    return {
        "rgb": Space((*size, 3), np.uint8, 0, 255), "depth": Space(size, np.float32, 0, np.inf), "ids": Space(size, np.uint16, 0, 65535),
        "parts": Space(size, np.uint16, 0, 65535), "normals": Space((*size, 3), np.float32, -1, 1),
    }


class Env:
    """What the environments below have in common.

    `actions` is how many values each of an action's two numbers has, an object and a change, and `changes` the words of the changes.
    `observations` says what the arrays of an observation are like. An action is two numbers, or {"object": 3, "change": "color.red"}.
    """

    actions: Tuple[int, int]
    changes: List[str]
    observations: Dict[str, Space]
    _first: int  # number of the first object in the keys of the set

    def __init__(
        self, source: str, config: Json, names: Sequence[str], arrays: Sequence[str], seed: int, split: str, quality: str,
        indices: Sequence[int], max_steps: int, server: Optional[Server], gpu: str,
    ) -> None:
        spaces = _spaces(config["width"], config["height"])
        for name in arrays:
            if name not in names:
                raise ValueError(f"array is {name!r}, want one of {', '.join(names)}")
        if max_steps < 1 or len(indices) == 0:
            raise ValueError(f"max_steps is {max_steps}, and there are {len(indices)} indices, want 1 or more of both")
        self.observations = {name: spaces[name] for name in arrays}
        self._arrays, self._indices, self._max_steps = list(arrays), indices, max_steps
        self._stream = (server or default).stream(
            source, seed=seed, split=split, config=config, quality=quality, pictures=False, questions=False, workers=1, gpu=gpu
        )
        self._random: Optional[np.random.Generator] = None
        self._edits: List[Json] = []  # steps that were carried out
        self._ended = True

    def _begins(self, s: Changed) -> Optional[List[Json]]:
        """Return steps that lead to the goal, None where an episode cannot be about the sample. Keeps what the goal is."""
        raise NotImplementedError

    def _distance_of(self, s: Changed) -> float:
        """Return how far a state is from the goal."""
        raise NotImplementedError

    def _observe(self, s: Changed) -> Observation:
        """Return the observation of a state."""
        return {name: np.array(s.array(name)) for name in self._arrays}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Json] = None) -> Tuple[Observation, Json]:
        """Begin an episode and return the first observation and info.

        seed decides which samples this episode and the next ones are about; without it they go on, and differ from process to process
        where none was ever given. options may have "index", that of a sample. info has index, distance, refused, and program: steps that
        lead to the goal. Raises Error where no episode can be about the sample.
        """
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        given = (options or {}).get("index")
        for _ in range(_TRIES if given is None else 1):
            index = int(self._indices[self._random.integers(len(self._indices))]) if given is None else int(given)
            program = self._begins(self._stream.changed(index, []))
            if program is not None:
                break
        else:
            which = f"sample {given} is none" if given is not None else f"none of {_TRIES} samples is one"
            raise Error(f"{which} that an episode can be about: {self._wanted}")
        self._index, self._program, self._edits, self._steps, self._ended = index, program, [], 0, False
        self._enter(self._at([]))
        return self._seen, self._info(None)

    _wanted = ""  # what samples must be like

    def _at(self, edits: List[Json]) -> Changed:
        return self._stream.changed(self._index, edits, self._arrays, [0])

    def _enter(self, s: Changed) -> None:
        self._distance, self._seen = self._distance_of(s), self._observe(s)

    def _info(self, refused: Optional[str]) -> Json:
        return {"index": self._index, "distance": self._distance, "refused": refused, "program": self._program}

    def step(self, action: Action) -> Tuple[Observation, float, bool, bool, Json]:
        """Do an action and return observation, reward, terminated, truncated and info.

        The reward is by how much the distance from the goal is less than before; info["distance"] is what is left. What the set's rules
        forbid changes nothing, and info["refused"] says why, in a sentence. Raises ValueError for what is no action, Error for words that
        are no change, and RuntimeError before reset and after the end of an episode.
        """
        if self._ended:
            raise RuntimeError("no episode has begun: call reset first")
        number, change = self._parse(action)
        edits = [*self._edits, {"kind": "step", "entity": f"object {number + self._first}", "change": change}]
        before, refused = self._distance, None
        try:
            state = self._at(edits)
        except Refused as e:
            refused = str(e)
        else:
            self._edits = edits
            self._enter(state)
        self._steps += 1
        terminated = self._distance == 0
        self._ended = terminated or self._steps >= self._max_steps
        return self._seen, float(before - self._distance), terminated, self._ended and not terminated, self._info(refused)

    def _parse(self, action: Action) -> Tuple[int, str]:
        try:
            number, change = (action["object"], action["change"]) if isinstance(action, dict) else action
            change = change if isinstance(change, str) else self.changes[_within(change, len(self.changes))]
            return _within(number, self.actions[0]), change
        except (KeyError, TypeError, ValueError):
            raise ValueError(
                f"action is {action!r}, want two numbers, an object 0 to {self.actions[0] - 1} and a change 0 to {self.actions[1] - 1}, or words "
                f'such as {{"object": 0, "change": "{self.changes[0]}"}}'
            ) from None

    def render(self) -> "np.ndarray[Any, Any]":
        """Return the picture of the current state, (h, w, 3) uint8, sRGB. Raises RuntimeError before reset."""
        if self._random is None:
            raise RuntimeError("no episode has begun: call reset first")
        return np.array(self._stream.changed(self._index, self._edits, ["rgb"], [0]).rgb)

    def gymnasium(self) -> Any:
        """Return this environment as a gymnasium.Env. Raises ImportError where Gymnasium is not installed."""
        gym = importlib.import_module("gymnasium")

        def reset(this: Any, *, seed: Optional[int] = None, options: Optional[Json] = None) -> Tuple[Observation, Json]:
            gym.Env.reset(this, seed=seed)
            return self.reset(seed=seed, options=options)

        boxes = {name: gym.spaces.Box(s.low, s.high, s.shape, s.dtype) for name, s in self.observations.items()}
        return type(type(self).__name__, (gym.Env,), {
            "metadata": {"render_modes": ["rgb_array"], "render_fps": 4}, "render_mode": "rgb_array", "reset": reset,
            "observation_space": gym.spaces.Dict(boxes), "action_space": gym.spaces.MultiDiscrete(self.actions),
            "step": lambda this, action: self.step(action), "render": lambda this: self.render(), "close": lambda this: self.close(),
        })()

    def close(self) -> None:
        """Give back what the program holds for it."""
        self._stream.close()
        self._ended = True


def _within(value: Any, n: int) -> int:
    number = int(value)
    if number != value or not 0 <= number < n:
        raise ValueError
    return number


class Trance(Env):
    """TRANCE: make the first picture the second one, by steps that change an attribute or the place of one of ten objects.

    Settings are those of the set: in "basic" one step is enough, in "event" one to four are, and in "view" the goal is seen from the left
    or the right. Observations have the arrays that are named of the current state, goal (h, w, 3) uint8, and objects (10, 6) int64: of each
    object, seen or not, its color, material, shape and size as numbers in gray to yellow; rubber, metal, glass; cube, sphere, cylinder;
    small, medium, large; and its place x, y in lattice units (x towards the camera of the first picture, y to its right; things are seen from
    -20 to 20). An action is an object and one of PAIRS. The distance is the set's: how many attributes of objects differ, where places that are
    not seen are alike.

    seed, split, config and quality are those of a stream, whose samples episodes draw from indices. An episode is truncated after
    max_steps.
    """

    _first = 0
    _wanted = "the goal must differ from the first state, in the setting basic by one step"

    def __init__(
        self, setting: str = "event", *, seed: int = 0, split: str = "train", config: Optional[Json] = None, quality: str = "draft",
        arrays: Sequence[str] = ("rgb",), indices: Sequence[int] = range(1_000_000), max_steps: int = 8, server: Optional[Server] = None,
        gpu: str = "",
    ) -> None:
        if setting not in ("basic", "event", "view"):
            raise ValueError(f"setting is {setting!r}, want basic, event or view")
        config = {"width": 320, "height": 240, **(config or {})}
        super().__init__(
            "trance", config, ("rgb", "depth", "ids", "normals"), arrays, seed, split, quality, indices, max_steps, server, gpu
        )
        self.setting, self.changes, self.actions = setting, PAIRS, (10, len(PAIRS))
        self.observations["goal"] = _spaces(config["width"], config["height"])["rgb"]
        self.observations["objects"] = Space((10, 6), np.int64, -40, 40)

    def _begins(self, s: Changed) -> Optional[List[Json]]:
        steps = s.scene["facts"]["transformations"]
        if self.setting == "basic" and len(steps) != 1:
            return None
        self._goal = [_plain(_state(o, -1)) for o in _objects(s)]
        if self._distance_of(s) == 0:  # steps that lead back
            return None
        # Pictures are the first one and the goal from the center, the left and the right.
        side = 1 if self.setting != "view" else 2 + s.index % 2
        self._picture = np.array(self._stream.changed(s.index, [], ["rgb"], [side]).array("rgb", side))
        return [{"object": t["object"], "change": t["target"]} for t in steps]

    def _distance_of(self, s: Changed) -> float:
        return float(_differ([_plain(_state(o, 0)) for o in _objects(s)], self._goal))

    def _observe(self, s: Changed) -> Observation:
        table = []
        for o in _objects(s):
            state = _state(o, 0)
            table.append([*(values.index(state[a]) for a, values in _VALUES.items()), *state["position"]])
        return {**super()._observe(s), "goal": self._picture, "objects": np.array(table, dtype=np.int64)}


class Push(Env):
    """PTR's physical scenes: push or put three pieces of furniture so that the one that would fall stays where it is.

    Things are shown before they are let go, tilted, leaning on a wall, stacked. Observations have the arrays that are named, of which ids are
    those of objects, one more than their numbers, and target, () int64: the object that shall stay. An action is an object and one of
    MOVES: a push along an axis of the world, front towards the camera; standing it upright where it is; or letting it down onto another
    one, as it is turned, middle above middle. What was pushed or stood up is set down on what is up to 0.3 m below it. What would put it
    into a wall or another object is refused. Then all is simulated as the set's labels are: the distance is 0 if the target stays where it
    is, else how far it comes to be moved or turned at most 1: meters, or a component of its turn as a unit quaternion.

    Episodes are about samples in which a single push helps. seed, split, config and quality are those of a stream, whose samples episodes
    draw from indices. An episode is truncated after max_steps.
    """

    _first = 1
    _wanted = "in none of it does a single push help"

    def __init__(
        self, *, seed: int = 0, split: str = "train", config: Optional[Json] = None, quality: str = "draft",
        arrays: Sequence[str] = ("rgb", "ids"), indices: Sequence[int] = range(1_000_000), max_steps: int = 8,
        server: Optional[Server] = None, gpu: str = "",
    ) -> None:
        config = {"width": 320, "height": 240, **(config or {}), "physical": 1}
        super().__init__(
            "ptr", config, ("rgb", "depth", "ids", "parts", "normals"), arrays, seed, split, quality, indices, max_steps, server, gpu
        )
        self.changes, self.actions = MOVES, (3, len(MOVES))
        self.observations["target"] = Space((), np.int64, 0, 2)

    def _begins(self, s: Changed) -> Optional[List[Json]]:
        for number, o in enumerate(s.scene["entities"]):
            for move in o["facts"].get("moves", []):
                if move["outcome"] == "stable":
                    self._target = number
                    return [{"object": number, "change": f"{move['direction']}.{move['distance_m']:g}"}]
        return None

    def _distance_of(self, s: Changed) -> float:
        facts = s.scene["entities"][self._target]["facts"]
        return 0.0 if facts["stable"] else min(1.0, float(facts["change"]))

    def _observe(self, s: Changed) -> Observation:
        return {**super()._observe(s), "target": np.array(self._target)}
