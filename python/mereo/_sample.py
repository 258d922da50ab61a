"""Samples, whatever set they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._client import Error, Json, arrays

if TYPE_CHECKING:
    import numpy as np

NAMES = ("rgb", "depth", "ids", "parts", "regions", "normals")  # arrays of pictures
TOLD = ("scene", "questions")  # what is no array


def _objects(entities: List[Json]) -> int:
    return sum((e.get("channel") == "object") + _objects(e.get("entities") or []) for e in entities)


class Sample:
    """One sample of a split.

    Its arrays are those of the first picture, or None where there is none; `array(name, picture)` gives others, and `array(key)` what the
    sample has in the files of a set that has no others than arrays (docs/syndacate.md). Everything is fetched when it is first read.
    """

    def __init__(
        self, split: str, index: int, fetch: Callable[[str], Tuple[Json, Dict[Tuple[int, str], Any]]], things: Optional[int] = None
    ) -> None:
        self.split = split
        self.index = index
        self._things = things
        self._fetch = fetch
        self._told: Json = {}
        self._arrays: Dict[Tuple[int, str], Any] = {}
        self._fetched: set[str] = set()

    def _get(self, what: str) -> None:
        if what not in self._fetched:
            told, found = self._fetch(what)
            self._told.update(told)
            self._arrays.update(found)
            self._fetched.add(what)

    def array(self, name: str, picture: int = 0) -> Optional["np.ndarray[Any, Any]"]:
        """Return an array of a picture by one of NAMES, or of the sample by a key of its set's files, such as "part_poses"; None where there
        is none. Raises Error for other names, and for what a stream was opened without."""
        self._get(name)
        return self._arrays.get((picture, name))

    @property
    def rgb(self) -> Optional["np.ndarray[Any, Any]"]:
        """(h, w, 3) uint8, sRGB."""
        return self.array("rgb")

    @property
    def depth(self) -> Optional["np.ndarray[Any, Any]"]:
        """(h, w) float32, meters along the camera's axis, 0 where nothing is hit."""
        return self.array("depth")

    @property
    def ids(self) -> Optional["np.ndarray[Any, Any]"]:
        """(h, w) uint16, objects from 1, 0 for background."""
        return self.array("ids")

    @property
    def parts(self) -> Optional["np.ndarray[Any, Any]"]:
        """(h, w) uint16, parts from 1, 0 for none."""
        return self.array("parts")

    @property
    def regions(self) -> Optional["np.ndarray[Any, Any]"]:
        """(h, w) uint16, regions from 1, 0 for none."""
        return self.array("regions")

    @property
    def normals(self) -> Optional["np.ndarray[Any, Any]"]:
        """(h, w, 3) float32, unit vectors of the world, 0 where nothing is hit."""
        return self.array("normals")

    @property
    def things(self) -> int:
        """How many objects there are."""
        if self._things is None:
            told = self.scene["facts"].get("object_count")  # of SynDaCaTE, whose objects have no pixels of ids
            self._things = _objects(self.scene["entities"]) if told is None else told
        return self._things

    @property
    def scene(self) -> Json:
        """What the sample shows: title, facts, pictures, entities, relations."""
        self._get("scene")
        scene: Json = self._told["scene"]
        return scene

    @property
    def questions(self) -> List[Json]:
        """Questions: text, answer, program, and choices where there are few."""
        self._get("questions")
        return list(self._told.get("questions") or [])

    def __repr__(self) -> str:
        return f"<mereo.Sample {self.split}/{self.index}>"


class Changed(Sample):
    """A sample with changes: its scene, its questions with the answers that they have then ("" where they make no sense), and `warnings`,
    sentences about what no sample of the set would have. It has the arrays that were asked for."""

    def __init__(self, split: str, asked: Sequence[str], told: Json, body: bytes) -> None:
        found = arrays(told.pop("arrays"), body)

        def fetch(what: str) -> Tuple[Json, Dict[Tuple[int, str], Any]]:
            if what not in TOLD and what not in asked:
                raise Error(f"the sample with changes has no {what}: name it among the arrays that are asked for")
            return told, found

        super().__init__(split, told["index"], fetch)
        self.warnings: List[str] = told.get("warnings") or []


def what_if(edits: Sequence[Json], arrays: Sequence[str], pictures: Optional[Sequence[int]]) -> Json:
    """Return the keys of a request for a sample with changes."""
    return {"edits": list(edits), "arrays": list(arrays), **({} if pictures is None else {"pictures": list(pictures)})}
