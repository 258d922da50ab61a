"""What a free text answers, and how right that is."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, List, Optional, Sequence, Set, Tuple

Json = Dict[str, Any]

_WORDS = {
    w: str(n)
    for n, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
}
_ANSWER = re.compile(r"<answer>(.*?)</answer>", re.I | re.S)
_SAID = re.compile(r"\b(?:final answer|the answer|answer)\b\s*(?:is|:|=)+\s*", re.I)
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])|\b(?:" + "|".join(_WORDS) + r")\b", re.I)
_BLANK = r"[\s*_\"'()$~]*"
_BETWEEN = re.compile(
    rf"^{_BLANK}(?:,?\s*or|,?\s*and|to|/|-|–|—|,|;|and/or|maybe|perhaps|possibly)?(?:\s+(?:maybe|perhaps|possibly|even|at most|at least))*{_BLANK}$", re.I
)
_LETTER = re.compile(r"^\W*(?:option\s+)?\(?([A-Za-z])\)?\W*$", re.I)
_PRONOUN = r"(?!['’]|\s+(?!(?:is|was|or|and|but|not)\b)[a-z])"  # follows an I that is a letter, and not who answers
_NOT = re.compile(r"\b(?:not|isn't|aren't|neither|nor|no)\s+(?:an?\s+|the\s+)?$", re.I)


def final(text: str) -> str:
    r"""Return the part of a text that says its answer: the last <answer> tag or \boxed{}, else what stands behind the last "answer is", else the
    last line that says anything."""
    tags = _ANSWER.findall(text)
    if tags:
        text = tags[-1]
    box = text.rfind("\\boxed{")
    if box >= 0:
        depth, begin = 0, box + len("\\boxed")
        for i in range(begin, len(text)):
            depth += (text[i] == "{") - (text[i] == "}")
            if depth == 0:
                return text[begin + 1 : i].strip()
    if tags:
        return text.strip()
    said = list(_SAID.finditer(text))
    if said and text[said[-1].end() :].strip():
        return text[said[-1].end() :].strip().splitlines()[0]
    lines = [line for line in text.splitlines() if line.strip(" \t*#_-.:`")]
    return lines[-1].strip() if lines else ""


def _sentence(text: str) -> str:
    """Return the last sentence."""
    parts = [p for p in re.split(r"(?<=[.!?;])\s+", text.strip()) if re.search(r"\w", p)]
    return parts[-1] if parts else ""


def number(text: str) -> Optional[str]:
    """Return the last number of an answer as digits; None where there is none, or where several are offered: "2 or 3"."""
    part = final(text)
    found = list(_NUMBER.finditer(part))
    if not found:
        return None
    last = found[-1]
    if len(found) > 1 and _value(found[-2].group()) != _value(last.group()):
        if _BETWEEN.match(part[found[-2].end() : last.start()]):
            return None
    return _value(last.group())


def _value(word: str) -> str:
    word = _WORDS.get(word.lower(), word)
    try:
        value = float(word)
    except ValueError:
        return word
    return str(int(value)) if value.is_integer() else word


def _matches(part: str, choices: Sequence[str]) -> List[str]:
    """Return the choices that a part names, those inside longer ones left out, each once, in their order of first places."""
    spans: List[Tuple[int, int, str]] = []
    low = part.lower()
    for choice in sorted(choices, key=len, reverse=True):
        if len(choice) == 1 and choice.isupper():  # a letter: "a" is none
            found = re.finditer(r"(?<!\w)" + choice + r"(?!\w)" + (_PRONOUN if choice == "I" else ""), part)
        else:
            found = re.finditer(r"(?<!\w)" + re.escape(choice.lower()) + r"(?:e?s)?(?!\w)", low)
        for m in found:
            if not any(m.start() < end and begin < m.end() for begin, end, _ in spans):
                spans.append((m.start(), m.end(), choice))
    out: List[str] = []
    for begin, _, choice in sorted(spans):
        if choice not in out and not _NOT.search(low[:begin]):
            out.append(choice)
    return out


def choice(text: str, choices: Sequence[str]) -> Optional[str]:
    """Return the one of the choices that a text answers with, by words or by letter (A is the first); None for none or several."""
    part = final(text)
    letter = _LETTER.match(part)
    if letter and letter.group(1).upper() in choices:
        return letter.group(1).upper()
    if letter and any(len(c) > 1 for c in choices):
        at = ord(letter.group(1).upper()) - ord("A")
        return choices[at] if at < len(choices) else None
    found = _matches(part, choices)
    if len(found) > 1:
        found = _matches(_sentence(part), choices)
    if len(found) > 1 and set(c.lower() for c in choices) == {"yes", "no"}:
        first = re.match(r"\W*(yes|no)\b(?!\s*,?\s*(?:or|and|/))", part, re.I)
        if first and not re.search(r"\b(?:yes|no)\b\s*(?:,\s*)?(?:or|/)\s*\b(?:yes|no)\b", part, re.I):
            found = [c for c in choices if c.lower() == first.group(1).lower()]
    return found[0] if len(found) == 1 else None


def items(text: str) -> Set[str]:
    """Return the items of a list: divided by commas, semicolons or "and", or as JSON."""
    part = final(text)
    try:
        told = json.loads(part)
        if isinstance(told, list):
            return {str(x).strip().lower() for x in told}
    except (ValueError, RecursionError):
        pass
    return {x.strip(" .\t\"'").lower() for x in re.split(r"[,;]|\band\b(?!/)", part) if x.strip(" .\t\"'")}


def objects(text: str) -> Optional[List[Json]]:
    """Return the last JSON list of objects in a text; None where there is none."""
    end = len(text)
    for _ in range(50):
        end = text.rfind("]", 0, end)
        if end < 0:
            return None
        begin, depth = end, 0
        for begin in range(end, max(-1, end - 20_000), -1):
            depth += (text[begin] == "]") - (text[begin] == "[")
            if depth == 0:
                break
        try:
            told = json.loads(text[begin : end + 1])
        except (ValueError, RecursionError):
            continue
        if isinstance(told, list) and all(isinstance(x, dict) for x in told):
            return told
    return None


def overlap(said: Set[str], right: Set[str]) -> float:
    """Return the harmonic mean of precision and recall of a set of items."""
    hit = len(said & right)
    return 2 * hit / (len(said) + len(right)) if said or right else 1.0
