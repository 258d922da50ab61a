"""How well simple answerers do at each level of the tasks: python -m mereo.references --out tasks-levels.md."""

from __future__ import annotations

import argparse
import fnmatch
import json
import math
import random
from collections import Counter, defaultdict
from typing import Any, Dict, List, Optional, Tuple

from . import tasks
from ._families import Family
from ._sample import Sample
from ._server import default

Json = Dict[str, Any]
NOISE = 0.1
Key = Tuple[str, int]  # name and level


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

        return max(self._answers[key], key=likely, default="")


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


def measure(families: List[Family], count: int, seed: int, most: int) -> Dict[Key, Tuple[int, float, float, float]]:
    """Return for each name and level how many questions were scored, and the scores of words alone, of the most frequent answer, and of a
    program that sees one color in ten wrong and is one off in one count of ten. All families are asked of the same samples; as many questions
    again are learned from."""
    bounds, words, lot = tasks._bounds(), Words(), random.Random(seed)
    sums: Dict[Key, List[float]] = defaultdict(lambda: [0, 0.0, 0.0, 0.0])
    learned: "Counter[Key]" = Counter()
    s = default.stream(families[0].source, seed=seed, pictures=False, config=families[0].config)
    for scanned, sample in enumerate(s):
        after: Optional[List[Json]] = None
        for number, q in enumerate(sample.questions):
            for f in families:
                if not f.asks(q) or not q["answer"]:
                    continue
                key = (f.name, tasks.level_of(tasks.work(q, sample.things), bounds[f.name]))
                if learned[key] < count:
                    learned[key] += 1
                    words.learn(key, q["text"], q["answer"])
                    continue
                if sums[key][0] >= count:
                    continue
                if after is None:
                    after = s.changed(sample.index, misseen(sample, lot)).questions
                e = {"answer": q["answer"], "metadata": {"form": tasks._form(q)}, "choices": q.get("choices")}
                guess = after[number]["answer"]
                if e["metadata"]["form"] == "number" and guess.isdigit() and lot.random() < NOISE:
                    guess = str(max(0, int(guess) + lot.choice((-1, 1))))
                said = (words.answer(key, q["text"]), words.frequent(key), guess)
                sums[key][0] += 1
                for k, text in enumerate(said):
                    sums[key][1 + k] += tasks.score_answer(text, e)
        if scanned == most or all(sums[f.name, level][0] >= count for f in families for level in range(1, tasks.LEVELS + 1)):
            break
    s.close()
    return {key: (int(n), a / max(n, 1), b / max(n, 1), c / max(n, 1)) for key, (n, a, b, c) in sums.items()}


def main(arguments: Optional[List[str]] = None) -> None:
    """Write the table."""
    p = argparse.ArgumentParser(prog="python -m mereo.references", description="Write how well simple answerers do at each level of the tasks.")
    p.add_argument("names", nargs="*", default=["*"], help="names or patterns such as 'ptr.*'; all if left out")
    p.add_argument("--out", default="tasks-levels.md", help="file to write (default: tasks-levels.md)")
    p.add_argument("--count", type=int, default=500, help="questions of each name and level (default: 500)")
    p.add_argument("--most", type=int, default=20_000, help="samples that are looked through at most (default: 20,000)")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args(arguments)
    groups: Dict[Tuple[str, str], List[Family]] = defaultdict(list)
    for f in tasks._FAMILIES.values():
        if any(fnmatch.fnmatch(f.name, pattern) for pattern in a.names):
            groups[f.source, json.dumps(f.config)].append(f)
    if not groups:
        p.error(f"no task that asks questions fits {' '.join(a.names)}")
    told: Dict[Key, Tuple[int, float, float, float]] = {}
    for (source, _), families in groups.items():
        told.update(measure(families, a.count, a.seed, a.most))
        print(f"{source}: {len(families)} tasks", flush=True)
    with open(a.out, "w", encoding="utf-8") as out:
        out.write("| task | level | steps and things | questions | words alone | most frequent | program that sees 10 % wrong |\n|---|---|---|---|---|---|---|\n")
        bounds = tasks._bounds()
        for name, level in sorted(told):
            n, *scores = told[name, level]
            upto = f"up to {bounds[name][level - 1][0]}" if level < tasks.LEVELS else "more"
            out.write(f"| {name} | {level} | {upto} | {n} | " + " | ".join(f"{s:.2f}" for s in scores) + " |\n")
    print(f"see {a.out}")


if __name__ == "__main__":
    main()
