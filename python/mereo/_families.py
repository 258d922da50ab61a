"""The tasks by name: which questions of which set they ask."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

Json = Dict[str, Any]


class Family(NamedTuple):
    """Questions that are alike."""

    name: str
    bucket: str  # counting, attribute, existence, comparison, relation, parts, geometry, analogy, quantifiers, text, physics, transformation
    source: str  # a set, or the file of a world
    asks: Callable[[Json], bool]  # tells whether a question is of the family
    config: Optional[Json] = None  # keys of the set's configuration


def _last(q: Json) -> str:
    return str(q["program"][-1]["function"]) if q.get("program") else ""


def _where(last: Sequence[str] = (), **facts: Sequence[str]) -> Callable[[Json], bool]:
    """Return what tells questions whose program ends with one of the functions and whose facts have one of the values each."""

    def asks(q: Json) -> bool:
        if last and _last(q) not in last:
            return False
        told = q["facts"]
        return all(str(told.get(key, "")).split(":")[0].removesuffix(".json") in values for key, values in facts.items())

    return asks


RELATED = ("one_hop", "two_hop", "three_hop")


def _closed(source: str, attributes: Sequence[str], parts: bool = False, config: Optional[Json] = None) -> List[Family]:
    """Return the families of a world with the questions of CLEVR."""
    out: List[Family] = []

    def add(name: str, bucket: str, last: Sequence[str], *families: str) -> None:
        out.append(Family(f"{source}.{name}", bucket, source, _where(last, family=families), config))

    where = {"": ("zero_hop",), "_related": RELATED, "_same": ("same",), "_and": ("single_and",), "_or": ("single_or",)}
    for suffix, families in where.items():
        add("count" + suffix, "counting", ("count",), *families)
        if suffix not in ("_and", "_or"):
            add("exist" + suffix, "existence", ("exist",), *families)
        if suffix != "_or":
            for a in attributes:
                bucket = "relation" if suffix in ("_related", "_and") else "attribute"
                add(a + suffix, bucket, (f"query_{a}",), *families)
    for name, last in (("as_many", "equal_integer"), ("fewer", "less_than"), ("more", "greater_than")):
        add(name, "comparison", (last,), "compare_integer")
    for a in attributes:
        add("equal_" + a, "comparison", (f"equal_{a}",), "comparison")
    if parts:
        add("part_count", "parts", ("count_part",), "parts")
        add("part_exist", "parts", ("exist_part",), "parts")
        add("part_color", "parts", ("query_part_color",), "parts")
        add("part_equal_color", "parts", ("equal_color",), "parts")
        add("part_compare", "parts", ("equal_integer", "greater_than"), "parts")
        add("with_part_count", "parts", ("count",), "parts")
        add("with_part_exist", "parts", ("exist",), "parts")
    return out


def _ptr() -> List[Family]:
    out: List[Family] = []

    def add(name: str, bucket: str, file: str, *last: str) -> None:
        out.append(Family("ptr." + name, bucket, "ptr", _where(last, file=(file,)), {"physical": int(file == "physics"), "questions": 30}))

    add("count", "counting", "zero_hop", "count")
    add("exist", "existence", "zero_hop", "exist")
    add("category", "attribute", "zero_hop", "query_object-category")
    add("part_count", "parts", "zero_hop", "query_part-count")
    add("part_color", "parts", "zero_hop", "query_part-color")
    add("part_category", "parts", "zero_hop", "query_part-category")
    add("count_related", "relation", "one_hop", "count")
    add("category_related", "relation", "one_hop", "query_object-category")
    add("part_color_related", "relation", "one_hop", "query_part-color")
    add("part_count_related", "relation", "one_hop", "query_part-count")
    add("part_category_related", "relation", "one_hop", "query_part-category")
    add("count_same", "parts", "same_relate", "count")
    add("exist_same", "parts", "same_relate", "exist")
    add("part_color_same", "parts", "same_relate", "query_part-color")
    add("part_count_same", "parts", "same_relate", "query_part-count")
    add("part_category_same", "parts", "same_relate", "query_part-category")
    add("equal_category", "comparison", "comparison", "equal_object-category")
    add("equal_part_color", "comparison", "comparison", "equal_part-color")
    add("equal_part_count", "comparison", "comparison", "equal_part-count")
    add("as_many", "comparison", "arithmetic", "equal_integer")
    add("more", "comparison", "arithmetic", "greater_than")
    add("fewer", "comparison", "arithmetic", "less_than")
    add("sum", "counting", "arithmetic", "sum")
    add("difference", "counting", "arithmetic", "minus_less", "minus_more")
    for what in ("line", "plane"):
        ways = ("parallel", "perpendicular")
        add(f"{what}_count", "geometry", "geometry", *(f"count_{w}_{what}" for w in ways))
        add(f"{what}_exist", "geometry", "geometry", *(f"exist_{w}_{what}" for w in ways))
        add(f"{what}_color", "geometry", "geometry", *(f"query_{w}_{what}_color" for w in ways))
    add("parallel", "geometry", "geometry", "parallel")
    add("perpendicular", "geometry", "geometry", "perpendicular")
    for what in ("category", "count", "exist"):
        add(f"analogy_{what}", "analogy", "analogy", f"query_positional-analogy-{what}")
    add("analogy_geometric", "analogy", "analogy", "query_geometric-analogy-color", "query_geometric-analogy-count")
    add("stable", "physics", "physics", "query_stability", "query_unstability")
    add("stable_count", "physics", "physics", "count")
    add("push", "physics", "physics", "query_change")
    add("push_direction", "physics", "physics", "query_direction")
    return out


def _qlevr() -> List[Family]:
    out: List[Family] = []
    for file, name in (
        ("all", "plane"), ("relate", "related_plane"), ("total", "total"), ("different_attr", "differing"), ("each_at_least", "at_least"),
        ("each_at_most", "at_most"), ("each_between", "between"), ("each_not_between", "not_between"), ("each_exactly", "exactly"),
        ("each_not_exactly", "not_exactly"), ("each_no", "none"),
    ):
        out.append(Family("qlevr." + name, "quantifiers", "qlevr", _where(template_file=(file,)), {"questions": 100}))
    for kinds, name in (
        (("existence1",), "is"), (("existence2", "spatial_relationship"), "are_related"), (("compare_integer",), "numbers"),
        (("compare_integer", "spatial_relationship"), "numbers_related"), (("compare_size",), "sizes"), (("compare_attr_color",), "colors"),
        (("compare_attr_material",), "materials"), (("compare_attr_shape",), "shapes"),
    ):
        out.append(Family("qlevr." + name, "quantifiers", "qlevr", lambda q, kinds=kinds: tuple(q["facts"]["type"]) == kinds, {"questions": 100}))  # type: ignore[misc]
    return out


def _shopvrb() -> List[Family]:
    out: List[Family] = []
    seen, read = ("color", "material", "movability", "name", "shape", "size", "weight"), ("disassembly", "picking", "powering")

    def add(name: str, bucket: str, last: Sequence[str], *files: str) -> None:
        text = bucket == "text"
        kind, end = ("textual", "_text") if text else ("visual", "")
        one: Json = {"visual_questions": 0, "textual_questions": 40} if text else {"visual_questions": 60, "textual_questions": 0}
        out.append(Family("shopvrb." + name, bucket, "shopvrb", _where(last, kind=(kind,), template_file=[f + end for f in files]), one))

    where = {"": ("zero_hop",), "_related": RELATED + ("single_and",), "_same": ("same_relate",)}
    for suffix, files in where.items():
        add("count" + suffix, "counting", ("count",), *files)
        add("exist" + suffix, "existence", ("exist",), *files)
        for a in seen:
            add(a + suffix, "relation" if suffix == "_related" else "attribute", ("query_" + a,), *files)
    add("count_or", "counting", ("count",), "single_or")
    for name, last in (("as_many", "equal_integer"), ("fewer", "less_than"), ("more", "greater_than")):
        add(name, "comparison", (last,), "compare_integer")
    for a in seen:
        add("equal_" + a, "comparison", ("equal_" + a,), "comparison")
    every = ("zero_hop", "same_relate") + RELATED + ("single_and", "single_or")
    add("text_count", "text", ("count",), *every)
    add("text_exist", "text", ("exist",), *every)
    for a in read:
        add("text_" + a, "text", ("query_" + a,), *every)
    for a in read:
        add("text_equal_" + a, "text", ("equal_" + a,), "comparison")
    add("text_numbers", "text", ("equal_integer", "less_than", "greater_than"), "compare_integer")
    return out


def all_families() -> Dict[str, Family]:
    """Return the families by name."""
    every = _closed("clevr", ("color", "material", "shape", "size")) + _closed("rooms", ("category", "color"), parts=True) + _ptr() + _qlevr() + _shopvrb()
    return {f.name: f for f in every}


def world_family(source: str) -> Family:
    """Return all questions of the world in a file as one family."""
    return Family(source, "world", source, lambda q: True)
