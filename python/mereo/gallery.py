"""Write a page with every task at every level: python -m mereo.gallery --out DIR."""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
from typing import Any, Dict, List, Optional

from . import tasks
from ._png import png


def main(arguments: Optional[List[str]] = None) -> None:
    """Write GALLERY.md and its pictures."""
    p = argparse.ArgumentParser(prog="python -m mereo.gallery", description="Write GALLERY.md: each task with an entry at each level.")
    p.add_argument("names", nargs="*", default=["*"], help="names or patterns such as 'ptr.*'; all if left out")
    p.add_argument("--out", default="gallery", help="folder, made if it is not there (default: gallery)")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--levels", type=int, nargs="*", default=list(range(1, tasks.LEVELS + 1)))
    p.add_argument("--quality", default="draft", choices=["draft", "standard", "reference"])
    p.add_argument("--workers", type=int, default=0, help="samples made at once (default: one for each processor)")
    p.add_argument("--list", action="store_true", help="only print names, buckets and the bounds of levels")
    a = p.parse_args(arguments)
    chosen = [n for n in tasks.names() if any(fnmatch.fnmatch(n, pattern) for pattern in a.names)]
    if not chosen:
        p.error(f"no task fits {' '.join(a.names)}; --list prints them")
    if a.list:
        for name in chosen:
            print(f"{name:32} {tasks.bucket(name):15} {tasks.levels(name)}")
        return
    os.makedirs(os.path.join(a.out, "pictures"), exist_ok=True)
    with open(os.path.join(a.out, "GALLERY.md"), "w", encoding="utf-8") as page:
        page.write(f"# {len(chosen)} tasks\n\nSeed {a.seed}. {tasks.__doc__.splitlines()[0] if tasks.__doc__ else ''}\n")
        for number, name in enumerate(chosen):
            page.write(f"\n## {name}\n")
            t = tasks.create(name, size=None, seed=a.seed, quality=a.quality, workers=a.workers)
            at = t.first_of_levels(a.levels)
            for level in a.levels:
                told = _told(t[at[level]], a.out, f"{name}-{level}") if level in at else f"\n**Level {level}**: no sample of {tasks.MOST_SCANNED} has one\n"
                page.write(told)
            t.close()
            print(f"{number + 1} of {len(chosen)}: {name}", flush=True)
    print(f"see {os.path.join(a.out, 'GALLERY.md')}")


def _told(e: Dict[str, Any], out: str, stem: str) -> str:
    """Write the pictures of an entry and return what the page says of it."""
    lines = []
    for k, image in enumerate(e["images"]):
        path = f"pictures/{stem}-{k}.png"
        with open(os.path.join(out, path), "wb") as f:
            f.write(png(image))
        lines.append(f"![{stem}]({path})")
    m = e["metadata"]
    question = e["question"].replace("\n", "  \n")
    measured = {k: m[k] for k in ("steps", "things")} if "steps" in m else m["facts"]
    amounts = ", ".join(_amount(v, k.replace("_", " ")) for k, v in measured.items())
    return (f"\n**Level {m['level']}**: {amounts}, sample {m['sample']}\n\n{' '.join(lines)}\n\n{question}\n\n"
            f"Answer: `{e['answer']}`\n" + ("" if "program" not in m else f"\n<details><summary>program</summary>\n\n`{json.dumps(m['program'])}`\n\n</details>\n"))


def _amount(number: float, unit: str) -> str:
    """Say a number of what a word says in the plural."""
    return f"{number} {unit[:-1] if number == 1 and unit.endswith('s') else unit}"


if __name__ == "__main__":
    main()
