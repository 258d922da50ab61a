"""Visual-reasoning data from mereo: read datasets, stream samples into training, draw exactly scored tasks, build scenes.

Worlds are in meters, +Z up; pictures are arrays of shape (height, width, ...), rows from the top.
"""

from . import envs, tasks
from ._client import Error, Refused
from ._dataset import Dataset
from ._sample import Sample
from ._scene import Film, Render, Scene, Thing
from ._server import Server, connect, default
from ._stream import Stream

open = default.open
stream = default.stream

__all__ = [
    "Dataset", "Error", "Film", "Refused", "Render", "Sample", "Scene", "Server", "Stream", "Thing", "connect", "envs", "open", "stream", "tasks",
]
