"""How well simple answerers do at each level of the tasks: python -m mereo.references --out tasks-levels.md.

Three answer: the words of the question alone, the most frequent answer, and a program that errs in one of ten of what it sees. Of scenes with
programs it sees colors wrong and is one off in counts; in tasks about changes a changed value or the direction of a move is another, and in those about characters
their names and counts.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import math
import random
from collections import Counter, defaultdict
from typing import Any, Dict, List, Optional, Tuple

from . import _transformations, _wholes, tasks
from ._families import Family
from ._sample import Sample
from ._server import default

Json = Dict[str, Any]
NOISE = 0.1
CANDIDATES = 100  # commonest answers that words choose from
EACH = 2  # questions of a sample at most, of a name and level: what is misread in a scene is misread by all its questions
Key = Tuple[str, int]  # name and level
Scores = Tuple[int, float, float, float]  # questions; words alone, most frequent answer, erring program


class Words:
    """Naive Bayes over the words of questions (Maron 1961, "Automatic Indexing: An Experimental Inquiry"), one for each name and level."""

    def __init__(self) -> None:
        self._answers: Dict[Key, "Counter[str]"] = defaultdict(Counter)
        self._words: Dict[Tuple[Key, str], "Counter[str]"] = defaultdict(Counter)

    def learn(self, key: Key, text: str, answer: str) -> None:
        """Take a question and its answer."""
        self._answers[key][answer] += 1
        self._words[key, answer].update(set(text.lower().split()))

    def frequent(self, key: Key) -> str:
        """Return the commonest answer; "" where none was learned."""
        common = self._answers[key].most_common(1)
        return common[0][0] if common else ""

    def answer(self, key: Key, text: str) -> str:
        """Return the likeliest answer."""
        words = set(text.lower().split())

        def likely(answer: str) -> float:
            n = self._answers[key][answer]
            seen = self._words[key, answer]
            return math.log(n) + sum(math.log((seen[w] + 0.5) / (n + 1)) for w in words)

        return max((a for a, _ in self._answers[key].most_common(CANDIDATES)), key=likely, default="")


def misseen(s: Sample, lot: random.Random) -> List[Json]:
    """Return changes after which one color in ten is another one."""
    edits: List[Json] = []

    def visit(entities: List[Json]) -> None:
        for e in entities:
            colors = [c for c in e.get("colors", []) if c != e["facts"].get("color")]
            if colors and "recolor" in e.get("edits", []) and lot.random() < NOISE:
                edits.append({"kind": "recolor", "entity": e["key"], "color": lot.choice(colors)})
            visit(e.get("entities") or [])

    visit(s.scene["entities"])
    return edits


class Tally:
    """Questions that are scored when all are met: every second one by words that were learned from the others, and these from those."""

    def __init__(self, count: int) -> None:
        self._count, self._words = count, (Words(), Words())
        self._held: Dict[Key, List[Tuple[str, Json, str]]] = defaultdict(list)

    def wants(self, key: Key) -> bool:
        """Tell whether another question is to be held."""
        return len(self._held[key]) < self._count

    def hold(self, key: Key, text: str, entry: Json, guess: str) -> None:
        """Keep a question and learn its words. guess is what the erring program says."""
        held = self._held[key]
        self._words[len(held) % 2].learn(key, text, entry["answer"])
        held.append((text, entry, guess))

    def full(self, names: List[str]) -> bool:
        """Tell whether all levels of the tasks have their questions."""
        return all(len(self._held[name, level]) == self._count for name in names for level in range(1, tasks.LEVELS + 1))

    def told(self) -> Dict[Key, Scores]:
        """Return the mean scores."""
        out: Dict[Key, Scores] = {}
        for key, held in self._held.items():
            sums = [0.0, 0.0, 0.0]
            for i, (text, entry, guess) in enumerate(held):
                others = self._words[1 - i % 2]
                for k, said in enumerate((others.answer(key, text), others.frequent(key), guess)):
                    sums[k] += tasks.score_answer(said, entry)
            n = len(held)
            out[key] = (n, sums[0] / max(n, 1), sums[1] / max(n, 1), sums[2] / max(n, 1))
        return out


def recounted(answer: str, lot: random.Random) -> str:
    """Return a number that is one off in one of ten cases."""
    return str(max(0, int(answer) + lot.choice((-1, 1)))) if lot.random() < NOISE else answer


def measure(families: List[Family], count: int, seed: int, most: int) -> Dict[Key, Scores]:
    """Return for each name and level how many questions were scored, and the scores. All families are asked of the same samples."""
    bounds, tally, lot = tasks._bounds(), Tally(count), random.Random(seed)
    s = default.stream(families[0].source, seed=seed, pictures=False, config=families[0].config)
    for scanned, sample in enumerate(s):
        after: Optional[List[Json]] = None
        asked: "Counter[Key]" = Counter()
        for number, q in enumerate(sample.questions):
            for f in families:
                if not f.asks(q) or not q["answer"]:
                    continue
                key = (f.name, tasks.level_of(tasks.work(q, sample.things), bounds[f.name]))
                if asked[key] == EACH or not tally.wants(key):
                    continue
                asked[key] += 1
                if after is None:
                    after = s.changed(sample.index, misseen(sample, lot)).questions
                e = {"answer": q["answer"], "metadata": {"form": tasks._form(q)}, "choices": q.get("choices")}
                guess = after[number]["answer"]
                tally.hold(key, q["text"], e, recounted(guess, lot) if e["metadata"]["form"] == "number" and guess.isdigit() else guess)
        if scanned == most or tally.full([f.name for f in families]):
            break
    s.close()
    return tally.told()


def misread(e: Json, lot: random.Random) -> str:
    """Return the answer to an entry of a task without programs as one sees it who errs in one of ten things: changed values and directions of moves, names,
    or the count."""
    form = e["metadata"]["form"]
    if form == "number":
        return recounted(e["answer"], lot)
    if form == "transformations":
        steps = json.loads(e["answer"])
        for step in steps:
            what, value, *far = step["change"].split(".")
            if lot.random() < NOISE:
                others = [v for v in _transformations.values(what) if v != value]
                step["change"] = ".".join([what, lot.choice(others), *far])
        return json.dumps(steps)
    names = e.get("choices") or (_wholes.WORDS if "word" in e["metadata"]["task"] else _wholes.CHARACTERS)
    return ", ".join(lot.choice([n for n in names if n != said]) if lot.random() < NOISE else said for said in e["answer"].split(", "))


def measure_made(made: List[tasks.Tasks], count: int, seed: int, most: int) -> Dict[Key, Scores]:
    """Return what measure does of tasks without programs, which are asked of the same samples."""
    tally, lot, names = Tally(count), random.Random(seed), [t.name for t in made]
    for scanned, sample in enumerate(made[0]._scan):
        for t in made:
            for e in t._entries(sample):
                key, text = (t.name, e["metadata"]["level"]), e["question"]
                if tally.wants(key):
                    tally.hold(key, text, e, misread(e, lot))
        if scanned == most or tally.full(names):
            break
    for t in made:
        t.close()
    return tally.told()


def table(told: Dict[Key, Scores], count: int) -> str:
    """Return the scores as a table in Markdown, a row for each task."""
    out = ["| task | what levels 1 to 5 have | words alone | most frequent | errs in one of ten |", "|---|---|---|---|---|"]
    for name in sorted({name for name, _ in told}):
        rows = [told.get((name, level)) for level in range(1, tasks.LEVELS + 1)]
        fewest = min(row[0] if row else 0 for row in rows)
        cells = [" ".join(f"{row[1 + k]:.2f}" if row else "-" for row in rows) for k in range(3)]
        few = "" if fewest == count else f" (fewest questions of a level: {fewest})"
        out.append(f"| `{name}` | {tasks.levels(name)}{few} | " + " | ".join(cells) + " |")
    return "\n".join(out) + "\n"


def main(arguments: Optional[List[str]] = None) -> None:
    """Write the table."""
    p = argparse.ArgumentParser(prog="python -m mereo.references", description="Write how well simple answerers do at each level of the tasks.")
    p.add_argument("names", nargs="*", default=["*"], help="names or patterns such as 'ptr.*'; all if left out")
    p.add_argument("--out", default="tasks-levels.md", help="file to write (default: tasks-levels.md)")
    p.add_argument("--count", type=int, default=500, help="questions of each name and level (default: 500)")
    p.add_argument("--most", type=int, default=3_000, help="samples of a source that are looked through at most (default: 3,000)")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args(arguments)
    names = [name for name in tasks.names() if any(fnmatch.fnmatch(name, pattern) for pattern in a.names)]
    if not names:
        p.error(f"no task fits {' '.join(a.names)}")
    groups: Dict[str, List[Any]] = defaultdict(list)
    for name in names:
        f = tasks._FAMILIES.get(name)
        if f is not None:
            groups[json.dumps([f.source, f.config])].append(f)
        else:
            t = tasks.create(name, size=None, seed=a.seed, pictures=False)
            groups[json.dumps(t._of)].append(t)
    told: Dict[Key, Scores] = {}
    for group in groups.values():
        made = isinstance(group[0], tasks.Tasks)
        told.update(measure_made(group, a.count, a.seed, a.most) if made else measure(group, a.count, a.seed, a.most))
        with open(a.out, "w", encoding="utf-8") as out:
            out.write(table(told, a.count))
        print(f"{len({name for name, _ in told})} of {len(names)} tasks, the last is {group[-1].name}", flush=True)
    print(f"see {a.out}")


if __name__ == "__main__":
    main()
