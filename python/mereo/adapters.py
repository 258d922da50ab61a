"""Tasks in the forms that libraries for reinforcement learning take. None of these libraries is needed to import this."""

from __future__ import annotations

import importlib
import itertools
import json
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from .tasks import Entry, score_answer

Json = Dict[str, Any]


def packed(entry: Mapping[str, Any]) -> str:
    """Return what scoring needs of an entry as JSON: everything but its images."""
    return json.dumps({k: v for k, v in entry.items() if k != "images"})


def rows(tasks: Iterable[Entry], count: Optional[int] = None) -> Iterator[Json]:
    """Yield rows for datasets.Dataset.from_generator, at most count: prompt, images (PIL's), answer, and entry for the rewards below.

    A prompt is a list of one chat message with as many places for images as there are.
    """
    image = importlib.import_module("PIL.Image")
    for e in itertools.islice(iter(tasks), count):
        content: List[Json] = [{"type": "image"} for _ in e["images"]]
        content.append({"type": "text", "text": e["question"]})
        yield {
            "prompt": [{"role": "user", "content": content}], "images": [image.fromarray(im) for im in e["images"]], "answer": e["answer"],
            "entry": packed(e),
        }


def said(completion: Union[str, List[Json]]) -> str:
    """Return the text of a completion: a string, or a list of chat messages, of which the last counts."""
    if isinstance(completion, str):
        return completion
    content = completion[-1]["content"] if completion else ""
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content)


def trl_reward(completions: List[Any], entry: List[str], **_: Any) -> List[float]:
    """A reward function of TRL's GRPOTrainer, for a dataset with the column entry of rows()."""
    return [score_answer(said(c), json.loads(e)) for c, e in zip(completions, entry)]


def compute_score(data_source: str, solution_str: str, ground_truth: str, extra_info: Optional[Json] = None, **_: Any) -> float:
    """verl's custom reward function; ground_truth is what packed() gives."""
    return score_answer(solution_str, json.loads(ground_truth))


def verifiers_reward(completion: Any, info: Mapping[str, Any], **_: Any) -> float:
    """A reward function of a verifiers.Rubric, for a dataset whose column info has the key entry of rows()."""
    return score_answer(said(completion), json.loads(info["entry"]))
