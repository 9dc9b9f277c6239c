"""Corpora: files and folders of every shape in, text and records out."""

from vocabsmith_engine.corpus.chunk import Chunk
from vocabsmith_engine.corpus.expansion import expand
from vocabsmith_engine.corpus.failures import BadFile, shown, unreadable
from vocabsmith_engine.corpus.reports import FileReport
from vocabsmith_engine.corpus.sources import KINDS, Kind, Source, SourceLike

__all__ = ["KINDS", "BadFile", "Chunk", "FileReport", "Kind", "Source", "SourceLike", "expand", "shown", "unreadable"]
