"""Samples, whatever set they are of."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from ._client import Json

NAMES = ("rgb", "depth", "ids", "parts", "regions", "normals")

Array = "np.ndarray[Any, Any]"


class Sample:
    """One sample of a split.

    Of its first picture, or None where there is none (h and w are its size in pixels):

    rgb      (h, w, 3) uint8, sRGB
    depth    (h, w) float32, meters along the camera's axis, 0 where nothing is hit
    ids      (h, w) uint16, objects from 1, 0 for background
    parts    (h, w) uint16, parts from 1, 0 for none
    regions  (h, w) uint16, regions such as planes on a desk from 1, 0 for none
    normals  (h, w, 3) float32, unit vectors of the world, 0 where nothing is hit

    `array(name, picture)` gives those of other pictures. `scene` is what the sample shows (entities with attributes, boxes and
    places, relations, cameras), `questions` is a list of questions with answers and programs. Everything is fetched when it is
    first read.
    """

    def __init__(self, split: str, index: int, fetch: Callable[[str], Tuple[Json, Dict[Tuple[int, str], Any]]]) -> None:
        self.split = split
        self.index = index
        self._fetch = fetch
        self._told: Json = {}
        self._arrays: Dict[Tuple[int, str], Any] = {}
        self._fetched: set[str] = set()

    def _get(self, what: str) -> None:
        if what not in self._fetched:
            told, arrays = self._fetch(what)
            self._told.update(told)
            self._arrays.update(arrays)
            self._fetched.add(what)

    def array(self, name: str, picture: int = 0) -> Optional["np.ndarray[Any, Any]"]:
        """Return an array of a picture, None where there is none. Raises ValueError for a name that is none of NAMES."""
        if name not in NAMES:
            raise ValueError(f"array is {name!r}, want one of {', '.join(NAMES)}")
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
