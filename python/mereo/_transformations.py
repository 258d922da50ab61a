"""Tasks about what changed between two pictures, from TRANCE."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Tuple

from ._sample import Sample

Json = Dict[str, Any]
Entry = Dict[str, Any]

BUCKET = "transformation"
NAMES = ("trance.attribute", "trance.basic", "trance.count", "trance.event", "trance.value", "trance.view")
ATTRIBUTES = ("color", "material", "shape", "size", "position")

_DIRECTIONS = {
    "front": (-1, 0), "behind": (1, 0), "left": (0, -1), "right": (0, 1),
    "front-left": (-1, -1), "front-right": (-1, 1), "behind-left": (1, -1), "behind-right": (1, 1),
}
_VALUES = {
    "color": ["gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"], "material": ["rubber", "metal", "glass"],
    "shape": ["cube", "sphere", "cylinder"], "size": ["small", "medium", "large"],
}
_PIXELS = (2600, 1500, 900, 500)  # a changed object that shows at least so many wherever it is in the picture is of level 1, 2, 3, 4

_FORM = (
    'Answer with a JSON list that has an object for each change, as few as lead to the second picture, in any order: '
    '[{"object": 3, "change": "color.red"}]. A change is an '
    "attribute and its new value (" + "; ".join(f"{a}: {', '.join(v)}" for a, v in _VALUES.items()) + "), or a move: position, a direction "
    f"({', '.join(_DIRECTIONS)}; left and right as in the first picture, behind is towards its camera, front is away from it) and 1 or 2 steps, each of 10 along "
    "every axis of its direction, as in position.front-left.2. Where a thing leaves the square, any move that takes it out is right."
)


def levels(name: str) -> str:
    """Return what the levels of a task are, in words."""
    what = name.split(".")[1]
    if what in ("attribute", "value", "basic", "count"):
        thing = "least visible changed thing" if what == "count" else "changed thing"
        return f"pixels of the {thing} at least " + ", ".join(map(str, _PIXELS)) + ", or fewer"
    return "changes, and one more if something moves"


def values(attribute: str) -> List[str]:
    """Return what an attribute may become; of a position the directions of its move."""
    return _VALUES.get(attribute, list(_DIRECTIONS))


def _objects(s: Sample) -> List[Json]:
    return [e for e in s.scene["entities"] if e["kind"] == "object"]


def _state(o: Json, k: int) -> Dict[str, Any]:
    facts = o["states"][k]["facts"] if o.get("states") else o["facts"]
    told = {a: facts[a] for a in _VALUES}
    told["position"] = tuple(facts["lattice"])
    return {**told, "inside": facts["in_visible_area"], "pixels": facts["visible_px"]}


def entry(name: str, s: Sample) -> Optional[Entry]:
    """Return the question about a sample; None for a sample that the task does not ask about."""
    steps: List[Json] = s.scene["facts"]["transformations"]
    what = name.split(".")[1]
    first, objects = steps[0], _objects(s)
    if what in ("attribute", "value", "basic") and len(steps) != 1:
        return None
    if what == "value" and first["attribute"] == "position":
        return None
    pictures = [0, 2 + s.index % 2] if what == "view" else [0, 1]
    meta: Json = {"pictures": pictures, "steps": len(steps), "things": sum(_state(o, 0)["inside"] for o in objects), "transformations": steps}
    begin = "The first picture shows things before, and the second one after"
    # Of what leaves nobody sees whether anything else was changed, and of what comes only those who are told how it was.
    if not all(_state(objects[t["object"]], -1)["inside"] or t["attribute"] == "position" for t in steps):
        return None
    # A number of changes would tell the answer to those who know the level, so pixels are the level of questions that ask for it.
    by_pixels = max(_by_pixels(objects[t["object"]]) for t in steps)
    if what == "count":
        once = len({(t["object"], t["attribute"]) for t in steps}) == len(steps)  # of two changes of one thing's color one sees one
        if not once or not all(_state(objects[t["object"]], k)["inside"] for t in steps for k in (0, -1)):
            return None
        meta.update(form="number", level=by_pixels)
        return {"question": f"{begin} some changes, each of one attribute of a thing (color, material, shape, size) or of its place. One change of place is one "
                "step or two in any direction, diagonal ones, too. Only things in the marked square are shown; none came or left. What is the smallest number "
                "of changes that leads from the first picture to the second, 1 to 4?\nAnswer with a number.",
                "answer": str(len(steps)), "metadata": meta}
    if what == "attribute":
        meta.update(form="choice", level=by_pixels)
        return {"question": f"{begin} one change. Only things in the marked square are shown: what came or left was moved. What was changed?\n"
                f"Answer with one of: {', '.join(ATTRIBUTES)}.", "answer": first["attribute"],
                "choices": list(ATTRIBUTES), "metadata": meta}
    if what == "value":
        choices = _VALUES[first["attribute"]]
        meta.update(form="choice", level=by_pixels)
        return {"question": f"{begin} the {first['attribute']} of one thing was changed. What {first['attribute']} does it have in the second picture?\n"
                f"Answer with one of: {', '.join(choices)}.", "answer": first["to"], "choices": choices, "metadata": meta}
    table = []
    for o in objects:
        at = _state(o, 0)
        x, y = at["position"]
        table.append(f"{o['facts']['object']}: {at['size']} {at['color']} {at['material']} {at['shape']} at ({x}, {y})"
                     + ("" if at["inside"] else ", outside, not shown"))
    meta.update(form="transformations", level=by_pixels if what == "basic" else _by_steps(steps),
                before=[_plain(_state(o, 0)) for o in objects], after=[_plain(_state(o, -1)) for o in objects])
    number, side = "one change" if what == "basic" else "one to four changes", ""
    if what == "view":  # "front" is away from the camera in names of directions
        corner = ("left", "right")[s.index % 2]
        side = f" The second picture is seen from the near {corner} corner of the marked square; near and {corner} are as in the first picture."
    return {"question": f"{begin} {number}.{side} The things of the first picture, with their places (x towards the camera, y to its right, a step is 10; "
            "only things from -20 to 20, in the marked square, are shown):\n" + "\n".join(table) + "\nWhat was changed?\n" + _FORM,
            "answer": json_of(steps), "metadata": meta}


def _by_pixels(o: Json) -> int:
    seen: int = min((state["pixels"] for state in (_state(o, 0), _state(o, -1)) if state["inside"]), default=0)
    return 1 + sum(seen < p for p in _PIXELS)


def _by_steps(steps: List[Json]) -> int:
    return min(5, len(steps) + any(t["attribute"] == "position" for t in steps))


def _plain(state: Dict[str, Any]) -> List[Any]:
    return [*(state[a] for a in _VALUES), *state["position"]]


def json_of(steps: List[Json]) -> str:
    """Return steps in the form of answers."""
    return json.dumps([{"object": t["object"], "change": t["target"]} for t in steps])


def score(said: Optional[List[Json]], e: Entry) -> float:
    """Return 1.0 for changes that lead to the second picture, and less the more attributes of things differ from it: of those that were
    changed, the share that is right, wrong ones taken off, times 0.9."""
    if said is None or len(said) > 20:
        return 0.0
    before, after = e["metadata"]["before"], e["metadata"]["after"]
    got = [list(o) for o in before]
    keys = list(_VALUES)
    for step in said:
        number, change = step.get("object"), step.get("change")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(got) or not isinstance(change, str):
            return 0.0
        attribute, _, value = change.lower().partition(".")
        if attribute in _VALUES:
            if value not in _VALUES[attribute]:
                return 0.0
            got[number][keys.index(attribute)] = value
            continue
        direction, _, far = value.partition(".")
        if attribute != "position" or direction not in _DIRECTIONS or far not in ("1", "2"):
            return 0.0
        for axis, d in enumerate(_DIRECTIONS[direction]):
            got[number][len(keys) + axis] += 10 * d * int(far)
    wrong, changed = _differ(got, after), _differ(before, after)
    if wrong == 0:
        return 1.0
    return 0.9 * max(0.0, 1 - wrong / max(1, changed))


def _differ(a: List[List[Any]], b: List[List[Any]]) -> int:
    """Return in how many attributes two states differ. Places outside of the picture are alike."""
    n = len(_VALUES)
    return sum(sum(x != y for x, y in zip(p[:n], q[:n])) + (_place(p[n:]) != _place(q[n:])) for p, q in zip(a, b))


def _place(at: List[int]) -> Optional[Tuple[int, ...]]:
    return tuple(at) if all(-20 <= v <= 20 for v in at) else None
