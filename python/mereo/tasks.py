"""Endless, exactly scored questions about pictures, with a level of difficulty.

    t = mereo.tasks.create("clevr.count_related", size=500, seed=42, level=3)
    e = t[0]                                     # {"question", "images", "answer", "choices", "metadata"}
    t.score_answer("There are three.", e)        # 0.0 to 1.0

A question's *work* is the number of steps of its program and of objects in its picture together, and of equal ones that with more words is
more. Of all questions of a name the fifth with the least work is level 1, that with the most level 5; metadata tell the numbers.
"""

from __future__ import annotations

import itertools
import json
import os
import random
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

from . import _score, _transformations, _wholes
from ._client import Error
from ._families import Family, all_families, world_family
from ._sample import Sample
from ._server import Server, default
from ._stream import Stream

Json = Dict[str, Any]
Entry = Dict[str, Any]

LEVELS = 5
MOST_SCANNED = 5_000  # samples in a row without a question that is wanted
MOST_MEASURED = 4_000  # samples that bounds of levels are found from
PER_SAMPLE = 2  # questions about one picture


def names() -> List[str]:
    """Return the names of all tasks, sorted."""
    return sorted([*_FAMILIES, *_transformations.NAMES, *_wholes.NAMES])


def buckets() -> Dict[str, List[str]]:
    """Return the names of tasks by bucket: counting, attribute, existence, comparison, relation, parts, geometry, ..."""
    out: Dict[str, List[str]] = {}
    for name in names():
        out.setdefault(bucket(name), []).append(name)
    return out


def bucket(name: str) -> str:
    """Return the bucket of a task; "world" for one's own."""
    if name in _transformations.NAMES:
        return _transformations.BUCKET
    if name in _wholes.NAMES:
        return _wholes.BUCKET
    return _FAMILIES[name].bucket if name in _FAMILIES else "world"


def levels(name: str) -> str:
    """Return what the levels of a task are, in words."""
    if name in _transformations.NAMES:
        return _transformations.levels(name)
    if name in _wholes.NAMES:
        return _wholes.levels(name, _bounds()[name])
    return "steps and things up to " + ", ".join(str(b[0]) for b in _bounds()[name]) + ", or more"


_FAMILIES = all_families()


Work = Tuple[int, int]
Bounds = Dict[str, List[Work]]


def _bounds() -> Bounds:
    """Return, for each name, the most work of levels 1 to 4."""
    with open(os.path.join(os.path.dirname(__file__), "_levels.json"), encoding="utf-8") as f:
        return {name: [(a, b) for a, b in bounds] for name, bounds in json.load(f).items()}


def work(question: Json, things: int) -> Work:
    """Return what levels are made of: steps of the program and objects in the picture, and words."""
    return len(question["program"]) + things, len(question["text"].split())


def level_of(amount: Work, bounds: Sequence[Work]) -> int:
    """Return the level of a question, given the most work of levels 1 to 4."""
    return 1 + sum(amount > b for b in bounds)


class Tasks:
    """Questions of one name and level. It has a length and can be indexed, or is endless.

    The same name, level, seed, split and configuration give the same entries on every machine and for any number of workers.
    """

    def __init__(
        self, name: str, *, size: Optional[int], seed: int, level: Optional[int], split: str, pictures: bool, quality: str, config: Optional[Json],
        workers: int, gpu: str, server: Server, rank: int, world: int,
    ) -> None:
        if level is not None and not 1 <= level <= LEVELS:
            raise Error(f"level is {level}, want 1 to {LEVELS}, or None for all")
        self.name, self.size, self.seed, self.level, self.split = name, size, seed, level, split
        self.transforms, self.wholes = name in _transformations.NAMES, name in _wholes.NAMES
        made = self.transforms or self.wholes  # of scenes, where samples come without questions
        if not made and name not in _FAMILIES and not os.path.exists(name):
            raise Error(f"there is no task {name!r}: mereo.tasks.names() lists them, and a world is named by the path of its document")
        source = name.split(".")[0] if made else name
        self._family: Family = _FAMILIES.get(name) or world_family(source)
        told = {**(self._family.config or {}), **(config or {})}
        self._of: Json = {"set": self._family.source, "seed": seed, "split": split}
        look: Json = {"quality": quality}
        if self.wholes:
            self._of, look = {"set": source, "seed": 0, "split": _wholes.stem(name, seed, split)}, {}
        common: Json = {**self._of, "workers": workers, "gpu": gpu, "config": told}
        self._scan: Stream = server.stream(pictures=False, scene=made, questions=not made, traces=not made, rank=rank, world=world, **common)
        self._draw: Optional[Stream] = None
        if pictures:
            self._draw = server.stream(scene=False, questions=False, **common, **look)
        known = _bounds()
        self._bounds: List[Work] = []
        if name in known:
            self._bounds = known[name]
        elif not made:  # a world of one's own
            self._bounds = measure_levels(500, [self._family._replace(config=told)])[name]
        self._found: List[Entry] = []
        self._last: Optional[Sample] = None

    def __len__(self) -> int:
        if self.size is None:
            raise TypeError("an endless task has no length; create it with a size")
        return self.size

    def __iter__(self) -> Iterator[Entry]:
        i = 0
        while self.size is None or i < self.size:
            yield self[i]
            i += 1

    def __getitem__(self, i: int) -> Entry:
        """Return an entry: question (with the form that the answer should have), images, answer, choices where there are few, metadata.

        images are (height, width, 3) uint8, sRGB, in the order in which the question speaks of them.
        """
        if i < 0 and self.size is not None:
            i += self.size
        if i < 0 or self.size is not None and i >= self.size:
            raise IndexError(i)
        self._find(i)
        e = dict(self._found[i])
        e["images"] = self._images(e)
        return e

    def first_of_levels(self, levels: Iterable[int]) -> Dict[int, int]:
        """Return for each of the levels the first entry that has it; none for a level that the next 5,000 samples do not have."""
        out: Dict[int, int] = {}
        looked = told = 0
        while looked < MOST_SCANNED and not all(level in out for level in levels):
            self._look()
            looked += 1
            for i in range(told, len(self._found)):
                out.setdefault(self._found[i]["metadata"]["level"], i)
            told = len(self._found)
        return out

    def _look(self) -> None:
        """Find the entries of the next sample."""
        self._found.extend(self._entries(next(self._scan)))

    def _find(self, i: int) -> None:
        without = 0
        while len(self._found) <= i:
            before = len(self._found)
            self._look()
            without = 0 if len(self._found) > before else without + 1
            if without == MOST_SCANNED:
                raise Error(f"{self.name}, level {self.level}: {MOST_SCANNED} samples in a row have no such question; choose another level")

    def _entries(self, s: Sample) -> Iterator[Entry]:
        if self.transforms:
            told = _transformations.entry(self.name, s)
            if told is not None and self.level in (None, told["metadata"]["level"]):
                yield self._with_place(told, s, 0)
            return
        given = 0
        for k, q in enumerate(_wholes.questions(self.name, s) if self.wholes else s.questions):
            if given == PER_SAMPLE or not (self.wholes or self._family.asks(q)) or not q["answer"]:
                continue
            level = level_of(q["work"] if self.wholes else work(q, s.things), self._bounds)
            if self.level not in (None, level):
                continue
            given += 1
            e: Entry = {"question": _prompt(q), "answer": q["answer"]}
            if q.get("choices"):
                e["choices"] = list(q["choices"])
            e["metadata"] = {"form": _form(q), "text": q["text"], "facts": q["facts"], "level": level, "things": s.things, "words": len(q["text"].split())}
            if "program" in q:
                e["metadata"].update(program=q["program"], trace=q["trace"], steps=len(q["program"]))
            yield self._with_place(e, s, k)

    def _with_place(self, e: Entry, s: Sample, number: int) -> Entry:
        e["metadata"].update(
            task=self.name, bucket=bucket(self.name), **self._of, sample=s.index, number=number
        )
        return e

    def _images(self, e: Entry) -> List[Any]:
        if self._draw is None:
            return []
        index = e["metadata"]["sample"]
        if self._last is None or self._last.index != index:
            self._last = self._draw.sample(index)
        shown = e["metadata"].get("pictures", [0])
        return [self._last.array("rgb", p) for p in shown]

    def sample(self, e: Entry) -> Sample:
        """Return the sample of an entry, with its scene."""
        return self._scan.sample(e["metadata"]["sample"])

    def score_answer(self, text: Optional[str], entry: Entry) -> float:
        """Return how right a text is: 1.0 for the answer, 0.0 for none, several ("2 or 3") or a wrong one, and between for parts of it."""
        return score_answer(text, entry)

    def close(self) -> None:
        """End the program's work for these tasks; it begins again where it was when they are next used."""
        self._scan.close()
        if self._draw is not None:
            self._draw.close()


def create(
    name: str,
    *,
    size: Optional[int] = 500,
    seed: int = 0,
    level: Optional[int] = None,
    split: str = "train",
    pictures: bool = True,
    quality: str = "draft",
    config: Optional[Json] = None,
    workers: int = 0,
    gpu: str = "",
    server: Server = default,
    rank: int = 0,
    world: int = 1,
) -> Tasks:
    """Return the tasks of a name, or of the world whose document is at a path.

    size None makes them endless. level is 1 to 5; None gives all as they come. Without pictures entries have no images. quality, config,
    workers and gpu are those of mereo.stream; server is one of mereo.connect. Of world ranks each has samples of its own. Raises Error for a name or level that there is not.
    """
    return Tasks(
        name, size=size, seed=seed, level=level, split=split, pictures=pictures, quality=quality, config=config, workers=workers, gpu=gpu,
        server=server, rank=rank, world=world,
    )


def score_answer(text: Optional[str], entry: Entry) -> float:
    """Return how right a text is as the answer to an entry, 0.0 to 1.0. It raises nothing, whatever the text is.

    Read is what stands in the last <answer> tag or \\boxed{}, or behind the last "answer is", or in the last line. Of it counts the last
    number; or the one choice that is named, by its words or its letter; or, where a list is asked for, its items, by the harmonic mean of
    precision and recall; or, where transformations are asked for, the JSON list of them (see docs/tasks.md).
    """
    if not isinstance(text, str):
        return 0.0
    form, answer = entry["metadata"]["form"], entry["answer"]
    text = text[-20_000:]
    if form == "number":
        return float(_score.number(text) == answer)
    if form == "choice":
        right = entry["metadata"].get("accepted", [answer])
        said = _score.choice(text, entry["choices"])
        return float(said is not None and said.lower() in [r.lower() for r in right])
    if form == "list":
        return _score.overlap(_score.items(text), _score.items(answer))
    return _transformations.score(_score.objects(text), entry)


def _form(q: Json) -> str:
    choices = q.get("choices")
    if choices and all(c.isdigit() for c in choices):
        return "number"
    return "choice" if choices else "list"


_FORMS = {"number": "Answer with a number.", "list": "Answer with all that are right, separated by commas."}


def _prompt(q: Json) -> str:
    text = str(q["text"])
    text = text[:1].upper() + text[1:]
    lines = [f"{row['name']}: {row['value']}" for row in q.get("texts") or []]
    if lines:
        text = "What is known of the things in the picture:\n" + "\n".join(lines) + "\n\n" + text
    form = _form(q)
    if form == "choice":
        choices = q["choices"]
        said = " or ".join(sorted(choices, reverse=True)) if len(choices) == 2 else "one of: " + ", ".join(choices)
        return f"{text}\nAnswer with {said}."
    return f"{text}\n{_FORMS[form]}"


class Mix:
    """Tasks of several names by turns, chosen by lot with their weights. With a curriculum the level follows the scores that are reported."""

    def __init__(self, weights: Mapping[str, float], seed: int, curriculum: Optional["Curriculum"], **how: Any) -> None:
        if not weights or any(w < 0 for w in weights.values()) or not sum(weights.values()) > 0:
            raise Error("weights of a mix are names with numbers from 0, not all of them 0")
        self._names, self._weights = list(weights), list(weights.values())
        self._seed, self._how, self.curriculum = seed, how, curriculum
        self._tasks: Dict[Tuple[str, Optional[int]], Tasks] = {}
        self._next: Dict[Tuple[str, Optional[int]], int] = {}
        self._given = 0
        for name in self._names:
            self._of(name)

    def _of(self, name: str) -> Tuple[str, Optional[int]]:
        level = self.curriculum.level(name) if self.curriculum else self._how.get("level")
        key = (name, level)
        if key not in self._tasks:
            how: Json = {**self._how, "level": level}
            self._tasks[key] = create(name, size=None, seed=self._seed, **how)
        return key

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        lot = random.Random(self._seed * 1_000_003 + self._given)
        self._given += 1
        key = self._of(lot.choices(self._names, self._weights)[0])
        i = self._next.get(key, 0)
        self._next[key] = i + 1
        return self._tasks[key][i]

    def report(self, entry: Entry, score: float) -> None:
        """Tell the curriculum how well an entry was answered."""
        if self.curriculum:
            self.curriculum.report(entry["metadata"]["task"], score)

    score_answer = staticmethod(score_answer)

    def close(self) -> None:
        """End the program's work for these tasks."""
        for t in self._tasks.values():
            t.close()


class Curriculum:
    """Levels that follow scores: the mean of the last `window` at a level above `up` leads to the next one, below `down` to the one before."""

    def __init__(self, first: int = 1, up: float = 0.8, down: float = 0.3, window: int = 50) -> None:
        self.first, self.up, self.down, self.window = first, up, down, window
        self._levels: Dict[str, int] = {}
        self._scores: Dict[str, List[float]] = {}

    def level(self, name: str) -> int:
        """Return the level of a task now."""
        return self._levels.get(name, self.first)

    def report(self, name: str, score: float) -> None:
        """Take a score of an answer at the level that the task has now."""
        scores = self._scores.setdefault(name, [])
        scores.append(score)
        if len(scores) < self.window:
            return
        mean, level = sum(scores) / len(scores), self.level(name)
        scores.pop(0)
        moved = min(LEVELS, level + 1) if mean > self.up else max(1, level - 1) if mean < self.down else level
        if moved != level:
            self._levels[name] = moved
            scores.clear()


def mix(weights: Mapping[str, float], *, seed: int = 0, curriculum: Optional[Curriculum] = None, **how: Any) -> Mix:
    """Return endless tasks of several names: {"ptr.count": 2, "trance.event": 1}. how are arguments of create but for size and seed."""
    return Mix(weights, seed, curriculum, **how)


def measure_levels(count: int, chosen: Optional[Sequence[Family]] = None) -> Bounds:
    """Return the most work of levels 1 to 4 of all tasks, or of the chosen families, from so many questions of each; what _levels.json holds."""
    groups: Dict[Tuple[str, str], List[Family]] = {}
    for f in _FAMILIES.values() if chosen is None else chosen:
        groups.setdefault((f.source, json.dumps(f.config)), []).append(f)
    out: Bounds = {}
    for (source, config), families in groups.items():
        amounts: Dict[str, List[Work]] = {f.name: [] for f in families}
        s = default.stream(source, pictures=False, scene=False, config=json.loads(config))
        for scanned, sample in enumerate(s):
            for q in sample.questions:
                for f in families:
                    if f.asks(q):
                        amounts[f.name].append(work(q, sample.things))
            if all(len(a) >= count for a in amounts.values()) or scanned == MOST_MEASURED:
                break
        s.close()
        out.update({name: _fifths(a) for name, a in amounts.items()})
    if chosen is None:
        out.update(_measure_wholes(count))
    return dict(sorted(out.items()))


def _measure_wholes(count: int) -> Bounds:
    out: Bounds = {}
    for name in _wholes.NAMES:
        s = default.stream("syndacate", split=_wholes.stem(name, 0, "train"), pictures=False, questions=False)
        asked = (q["work"] for sample in s for q in _wholes.questions(name, sample))
        out[name] = _fifths(list(itertools.islice(asked, count)))
        s.close()
    return out


def _fifths(amounts: List[Work]) -> List[Work]:
    """Return the largest amounts of the first four fifths, as far as equal ones allow: no level is without questions."""
    amounts = sorted(amounts)
    bounds: List[Work] = []
    for k in range(1, LEVELS):
        more = [a for a in amounts if not bounds or a > bounds[-1]]
        if more:
            bounds.append(max(amounts[len(amounts) * k // LEVELS], more[0]))
    return bounds
