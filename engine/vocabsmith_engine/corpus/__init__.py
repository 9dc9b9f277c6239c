"""Corpora: files and folders of every shape in, text and records out."""

from vocabsmith_engine.corpus.chunk import Chunk
from vocabsmith_engine.corpus.expansion import expand
from vocabsmith_engine.corpus.failures import BadFile, BadFiles, raise_all, shown, unreadable
from vocabsmith_engine.corpus.path_lists import read_path_list
from vocabsmith_engine.corpus.reports import FileReport
from vocabsmith_engine.corpus.sources import KINDS, Kind, Source, SourceLike

__all__ = [
    "KINDS",
    "BadFile",
    "BadFiles",
    "Chunk",
    "FileReport",
    "Kind",
    "Source",
    "SourceLike",
    "expand",
    "raise_all",
    "read_path_list",
    "shown",
    "unreadable",
]
