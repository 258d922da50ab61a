"""Tasks about parts and wholes, from SynDaCaTE: straight lines, the characters that they make, and words of these.

What is asked of is what the labels know exactly. Samples in which a careful reader could not tell lines or characters apart are left out: lines
of different characters that touch, or run along each other; one that crosses another of nearly the same brightness; an N or a Z that leans so
far that it might be the other; two I that make an X.
"""

from __future__ import annotations

import hashlib
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._sample import Sample

Json = Dict[str, Any]

BUCKET = "part-whole"
SIDE = 256  # pixels
CHARACTERS = ["A", "E", "F", "I", "L", "M", "N", "W", "X", "Z"]
WORDS = ["AI", "HI", "ME", "AIM", "FAN", "HIM", "FAIL", "FILM", "LIME", "MILE"]
FIELDS = [f"{row} {column}" for row in ("upper", "middle", "lower") for column in ("left", "center", "right")]
BARRED = "AEFLZ"  # have lines that are level when they are upright
ALIKE = {"N": 0, "Z": 1}  # a line of the shape that is upright in an N and level in a Z

APART = 3.0  # pixels of black between lines that do not cross
BEYOND = 4.0  # pixels that a line goes on beyond a crossing
ANGLE = 0.26  # sine of the least angle between lines that cross, 15 degrees
GRAYS = 20  # levels of 255 between characters that cross, and between the brightest and the next
THICK = 2.0  # pixels of lines whose brightness is compared: what is thinner looks darker than it is


class Whole(NamedTuple):
    """A character or a word."""

    name: str
    lines: Any  # (n, 2, 2) float: ends, pixels from the upper left
    thick: float  # of its lines, pixels
    gray: int  # of 255
    rotation: float  # degrees, clockwise

    def span(self) -> float:
        """Return how far its farthest ends are apart, in pixels."""
        at = self.lines.reshape(-1, 2)
        return float(np.hypot(*(at[:, None] - at[None]).T).max())

    def middle(self) -> Any:
        """Return the middle of the upright box around it, (2,), in pixels."""
        at = self.lines.reshape(-1, 2)
        return (at.min(0) + at.max(0)) / 2

    def longest(self) -> float:
        """Return the length of its longest line, in pixels."""
        return float(np.hypot(*(self.lines[:, 0] - self.lines[:, 1]).T).max())


class Drawing(NamedTuple):
    """What a picture shows, told apart."""

    wholes: List[Whole]
    number: int  # of the sample
    gaps: Any  # (lines, lines) float: pixels of black between lines, 0 where they cross
    owner: Any  # (lines,) int: whole of each line
    crossings: int  # of lines of different wholes

    def named(self) -> List[Whole]:
        """Return the wholes whose name no other one has."""
        names = [w.name for w in self.wholes]
        return [w for w in self.wholes if names.count(w.name) == 1]


def _distances(p: Any, q: Any) -> Tuple[Any, Any, Any]:
    """Return of each line of p (n, 2, 2) and of q (m, 2, 2): their distance, whether they cross, and how far both go on beyond where they do,
    (n, m), in pixels."""
    a, b = p[:, None, 0], q[None, :, 0]
    u, v = (p[:, 1] - p[:, 0])[:, None], (q[:, 1] - q[:, 0])[None]
    lu, lv = np.hypot(u[..., 0], u[..., 1]), np.hypot(v[..., 0], v[..., 1])
    turn = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    w = b - a
    safe = np.where(turn == 0, 1.0, turn)
    s, t = (w[..., 0] * v[..., 1] - w[..., 1] * v[..., 0]) / safe, (w[..., 0] * u[..., 1] - w[..., 1] * u[..., 0]) / safe
    cross = (turn != 0) & (0 <= s) & (s <= 1) & (0 <= t) & (t <= 1)
    beyond = np.where(np.abs(turn) >= ANGLE * lu * lv, np.minimum(np.minimum(s, 1 - s) * lu, np.minimum(t, 1 - t) * lv), 0.0)

    def to(points: Any, begin: Any, along: Any, length: Any) -> Any:
        k = np.clip(((points - begin) * along).sum(-1) / length**2, 0, 1)
        off = points - begin - k[..., None] * along
        return np.hypot(off[..., 0], off[..., 1])

    far = np.minimum.reduce([to(a, b, v, lv), to(a + u, b, v, lv), to(b, a, u, lu), to(b + v, a, u, lu)])
    return np.where(cross, 0.0, far), cross, np.where(cross, beyond, 0.0)


def read(s: Sample) -> Optional[Drawing]:
    """Return what a sample shows; None where a reader could not be sure of it."""
    wholes = []
    for e in s.scene["entities"]:
        f = e["facts"]
        lines = np.array(e["lines"][0], float)
        wholes.append(Whole(e["class"].upper(), lines, f["thickness_px"] * f["scale"], int(f["brightness"] * 255), float(np.degrees(f["angle_rad"]))))
        if e["class"] in ALIKE and _leans(e["class"], lines):
            return None
    owner = np.repeat(np.arange(len(wholes)), [len(w.lines) for w in wholes])
    lines, thick = np.concatenate([w.lines for w in wholes]), np.array([w.thick for w in wholes])[owner]
    far, cross, beyond = _distances(lines, lines)
    gaps = np.maximum(0.0, far - (thick[:, None] + thick[None]) / 2)
    gray = np.array([w.gray for w in wholes])[owner]
    other = owner[:, None] != owner[None]
    clear = cross & (beyond >= BEYOND + np.maximum(thick[:, None], thick[None]) / 2) & (np.abs(gray[:, None] - gray[None]) >= GRAYS)
    single = np.array([w.name == "I" for w in wholes])[owner]
    if not (clear | (gaps >= APART))[other].all() or (cross & other & single[:, None] & single[None]).any():
        return None
    return Drawing(wholes, s.index, np.where(cross, 0.0, gaps), owner, int((cross & other).sum()) // 2)


def _leans(name: str, lines: Any) -> bool:
    """Tell whether an N has stems over 40 degrees from upright, or a Z bars over 22 degrees from level."""
    x, y = np.abs(lines[0, 1] - lines[0, 0])
    return bool(x > np.tan(np.radians(40)) * y) if name == "N" else bool(y > np.tan(np.radians(22)) * x)


Question = Tuple[str, str, List[str], int, Json]  # text, answer, choices, how hard it is, and what that is made of
NUMBERS = [str(n) for n in range(21)]
LIST: List[str] = []  # any of them


def _crowd(d: Drawing) -> Tuple[int, Json]:
    return len(d.owner) + d.crossings, {"wholes": len(d.wholes), "lines": len(d.owner), "crossings": d.crossings}


def _first(values: Sequence[float]) -> Tuple[int, int]:
    """Return which two are the largest."""
    i, j = sorted(range(len(values)), key=lambda i: -values[i])[:2]
    return i, j


def _some(d: Drawing) -> bool:
    """Tell whether a picture is asked about: of one character two of three are not, since fewer crowded ones are clear."""
    return len(d.wholes) > 1 or d.number % 3 == 0


def _count(d: Drawing) -> Optional[Question]:
    if not _some(d):
        return None
    return ("How many characters are in the picture?", str(len(d.wholes)), NUMBERS, *_crowd(d))


def _lines(d: Drawing) -> Optional[Question]:
    if not _some(d):
        return None
    return ("How many straight lines do the characters in the picture consist of in total? An E has four, an M four, an X two; a line that is crossed is "
            "one.", str(len(d.owner)), NUMBERS, *_crowd(d))


def _character(d: Drawing) -> Question:
    px = d.wholes[0].span()
    return "Which character is in the picture?", d.wholes[0].name, CHARACTERS, -round(px), {"span_px": round(px, 1)}


def _characters(d: Drawing) -> Optional[Question]:
    if not _some(d):
        return None
    return ("Which characters are in the picture? Name each only once.", ", ".join(sorted({w.name for w in d.wholes})), LIST,
            *_crowd(d))


def _brightest(d: Drawing) -> Optional[Question]:
    if len(d.wholes) < 2 or min(w.thick for w in d.wholes) < THICK:
        return None
    i, j = _first([w.gray for w in d.wholes])
    more = d.wholes[i].gray - d.wholes[j].gray
    if more < GRAYS or d.wholes[i].name == d.wholes[j].name:
        return None
    return "Which character is the brightest?", d.wholes[i].name, CHARACTERS, -more, {"gray_levels_brighter": more}


def _larger(d: Drawing, text: str, size: Callable[[Whole], float], least: float) -> Optional[Question]:
    if len(d.wholes) < 2:
        return None
    i, j = _first([size(w) for w in d.wholes])
    percent = 100 * (size(d.wholes[i]) / size(d.wholes[j]) - 1)
    if percent < least or d.wholes[i].name == d.wholes[j].name:
        return None
    return text, d.wholes[i].name, CHARACTERS, -round(percent), {"percent_more": round(percent, 1)}


def _largest(d: Drawing) -> Optional[Question]:
    return _larger(d, "Which character is the largest? Its two points that are farthest apart are farther apart than those of any other one.", Whole.span, 12)


def _longest(d: Drawing) -> Optional[Question]:
    return _larger(d, "Which character has the longest straight line?", Whole.longest, 12)


def _told(line: Any) -> str:
    (x1, y1), (x2, y2) = sorted([int(round(x)), int(round(y))] for x, y in line)
    return f"from ({x1}, {y1}) to ({x2}, {y2})"


_PIXELS = f"The picture is {SIDE} pixels wide and high; (x, y) are pixels from the left and from the top. "


def _owner(d: Drawing) -> Optional[Question]:
    if len({w.name for w in d.wholes}) < 2:
        return None
    i = d.number % len(d.owner)
    others = d.owner != d.owner[i]
    gap, crossed = d.gaps[i][others].min(), int((d.gaps[i][others] == 0).sum())
    lines = np.concatenate([w.lines for w in d.wholes])
    return (f"{_PIXELS}A straight line goes {_told(lines[i])}. Which character is it part of?", d.wholes[d.owner[i]].name, CHARACTERS,
            100 * crossed - round(gap), {"gap_px": round(float(gap), 1), "crossed": crossed})


def _same(d: Drawing) -> Optional[Question]:
    if len(d.wholes) < 2:
        return None
    same, n = d.number % 2 == 0, len(d.owner)
    pairs = [(i, j) for i in range(n) for j in range(i) if (d.owner[i] == d.owner[j]) == same]
    if not pairs:
        return None
    i, j = pairs[d.number // 2 % len(pairs)]
    lines = np.concatenate([w.lines for w in d.wholes])
    return (f"{_PIXELS}One straight line goes {_told(lines[i])}, another one {_told(lines[j])}. Are they parts of the same character?", "yes" if same else "no",
            ["no", "yes"], *_crowd(d))


_SIDES = {"leftmost": (0, 1), "rightmost": (0, -1), "uppermost": (1, 1), "lowermost": (1, -1)}


def _parts(d: Drawing) -> Optional[Question]:
    if len(d.wholes) < 2:
        return None
    side = list(_SIDES)[d.number % len(_SIDES)]
    axis, sign = _SIDES[side]
    at = [-sign * w.middle()[axis] for w in d.wholes]
    i, j = _first(at)
    if at[i] - at[j] < 10 or len(d.wholes[i].lines) == len(d.wholes[j].lines):
        return None
    return (f"How many straight lines does the {side} character consist of?", str(len(d.wholes[i].lines)), NUMBERS, *_crowd(d))


def _where(d: Drawing) -> Optional[Question]:
    known = d.named()
    if not known:
        return None
    w = known[d.number % len(known)]
    at = w.middle() * 3 / SIDE
    inside = float(np.minimum(at % 1, 1 - at % 1).min() * SIDE / 3)
    if inside < 6:
        return None
    x, y = at.astype(int)
    return (f"The picture is divided into nine equal squares, three in each of three rows. In which one is the middle of the smallest upright box "
            f"around the {w.name}?", FIELDS[3 * y + x], FIELDS, -round(inside), {"inside_px": round(inside, 1)})


def _tilt(d: Drawing) -> Optional[Question]:
    known = [w for w in d.named() if w.name in BARRED and abs(w.rotation) >= 4]
    if not known:
        return None
    w = known[d.number % len(known)]
    return (f"The {w.name} has at least one line that would be level if the character stood upright. Which end of it is higher?", "left" if w.rotation > 0 else "right",
            ["left", "right"], -round(abs(w.rotation)), {"degrees": round(abs(w.rotation), 1)})


def _word(d: Drawing) -> Question:
    px = d.wholes[0].span()
    return "Which word is in the picture?", d.wholes[0].name, WORDS, -round(px), {"span_px": round(px, 1)}


def _words(d: Drawing) -> Question:
    return ("Which words are in the picture? Name each only once, and none that is only a part of another.", ", ".join(sorted({w.name for w in d.wholes})), LIST,
            *_crowd(d))


def _letters(d: Drawing) -> Question:
    n = sum(len(w.name) for w in d.wholes)
    return ("How many letters do the words in the picture have in total?", str(n), NUMBERS, *_crowd(d))


class Task(NamedTuple):
    """What a task asks. hard is what its level is made of; where `less` is harder, it counts downwards."""

    asks: Callable[[Drawing], Optional[Question]]
    most: int  # characters or words in a picture
    hard: str
    less: bool = False
    words: bool = False


_CROWD = "lines, and crossings of those of different characters or words"
_TASKS = {
    "count": Task(_count, 5, _CROWD),
    "lines": Task(_lines, 5, _CROWD),
    "character": Task(_character, 1, "pixels between its farthest ends", True),
    "characters": Task(_characters, 5, _CROWD),
    "brightest": Task(_brightest, 3, "gray levels between it and the next", True),
    "largest": Task(_largest, 4, "percent between it and the next", True),
    "longest": Task(_longest, 4, "percent between it and the next", True),
    "owner": Task(_owner, 4, "pixels between the line and the nearest of another character, 100 less for each that crosses it", True),
    "same": Task(_same, 4, _CROWD),
    "parts": Task(_parts, 5, _CROWD),
    "where": Task(_where, 4, "pixels between the middle and the border of the square", True),
    "tilt": Task(_tilt, 4, "degrees", True),
    "word": Task(_word, 1, "pixels between its farthest ends", True, True),
    "words": Task(_words, 3, _CROWD, False, True),
    "letters": Task(_letters, 3, _CROWD, False, True),
}

NAMES = tuple(sorted("syndacate." + name for name in _TASKS))


def stem(name: str, seed: int, split: str) -> str:
    """Return the split of the stream that a task's samples are of: a seed and a split give the seed of a file."""
    task = _TASKS[name.split(".")[1]]
    number = int.from_bytes(hashlib.sha256(f"{split} {seed}".encode()).digest()[:6], "big")
    if task.words:
        return f"words_h{SIDE}o{task.most}s{number}u4w{SIDE}"
    return f"syndacate_aFfFh{SIDE}o{task.most}p{4 * task.most}rTs{number}u4w{SIDE}"


def levels(name: str, bounds: Sequence[Tuple[int, int]]) -> str:
    """Return what the levels of a task are, in words."""
    task = _TASKS[name.split(".")[1]]
    if task.less:
        return f"{task.hard}: at least {', '.join(str(-a) for a, _ in bounds)}, or less"
    return f"{task.hard}: up to {', '.join(str(a) for a, _ in bounds)}, or more"


def questions(name: str, s: Sample) -> List[Json]:
    """Return the question about a sample, in the form that questions of samples have, with `work`; none for a sample that the task does not ask
    about."""
    task = _TASKS[name.split(".")[1]]
    d = read(s)
    asked = task.asks(d) if d else None
    if d is None or asked is None:
        return []
    text, answer, choices, hard, measured = asked
    what, among = ("words", WORDS) if task.words else ("characters", CHARACTERS)
    text = (f"The {what} in the picture are among these: {', '.join(among)}. They are made of straight lines, and may be turned by up to 30 degrees and slanted.\n"
            f"{text}")
    return [{"text": text, "answer": answer, "choices": choices, "facts": measured, "work": (hard, len(d.wholes))}]
