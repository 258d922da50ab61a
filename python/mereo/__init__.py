"""Visual-reasoning data from mereo: read datasets, and stream samples into training.

Worlds are in meters, +Z up; pictures are arrays of shape (height, width, ...), rows from the top.
"""

from . import tasks
from ._client import Error
from ._dataset import Dataset, open
from ._sample import Sample
from ._stream import Stream, stream

__all__ = ["Dataset", "Error", "Sample", "Stream", "open", "stream", "tasks"]
