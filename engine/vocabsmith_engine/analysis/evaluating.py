"""Tokenizers on files and on typed text: read once, encoded by each, summed up in documents, on all processors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from vocabsmith_engine.analysis.document_sums import DocumentSums
from vocabsmith_engine.analysis.evaluation import Evaluation, FileEvaluation
from vocabsmith_engine.analysis.measuring import Documents, Measured, Measurer
from vocabsmith_engine.analysis.sampling import Sample, blocks_of
from vocabsmith_engine.chunks import Chunk, ChunkReader
from vocabsmith_engine.corpus import Source, SourceLike, expand, shown
from vocabsmith_engine.corpus.left_out import bytes_of
from vocabsmith_engine.counting import WINDOW
from vocabsmith_engine.errors import CorpusError, TokenizerError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.processors import thread_count, whole_from_1
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text import to_bytes
from vocabsmith_engine.tokenizer import Tokenizer

_PARTS_AT_ONCE: Final = 64


def evaluate(
    tokenizers: Sequence[Tokenizer],
    sources: SourceLike | Iterable[SourceLike],
    monitor: Monitor | None = None,
    threads: int | None = None,
    *,
    names: str | Iterable[str] | None = None,
    sample: int | None = None,
) -> list[FileEvaluation]:
    """Evaluate every tokenizer on every file of `sources`, read as for training.

    A document is a record; running text is divided into blocks of whole lines, some 8 KiB each, so that a bootstrap can
    draw them. All of a running text is encoded as it stands, and divided only where that changes no id; special tokens
    in a text are one token each.

    Args:
        tokenizers: one or more.
        sources: files and folders.
        monitor: what is told how far it is, and that can stop it.
        threads: how many encode, by default one for each processor.
        names: chooses the files of folders, see `expand`.
        sample: at most so many bytes of each file, in whole documents that are spread evenly over it, at least half as
            many where the file has them, and one document at least; each block is then a text of its own. The file is
            still read to its end. None takes everything.

    Raises CorpusError for files that cannot be read and where there is no text at all, TokenizerError when there is no
    tokenizer, Stopped.
    """
    _check(tokenizers, sample)
    monitor = monitor or Monitor()
    measurer = Measurer(tokenizers)
    threads = thread_count(threads, TokenizerError) if measurer.alone else 1
    files = expand(sources, names=names)
    monitor.begin_stage("reading", bytes_of(files) or 0)

    def work(job: _Job) -> _Done:
        measured = measurer.measure(job.documents(), monitor)
        monitor.advance_by(job.file_bytes)
        return _Done(job.file, measured)

    evaluated = []
    with closing(in_order(work, _jobs(tokenizers, files, sample, monitor), threads, monitor)) as results:
        for number, parts in groupby(results, key=lambda done: done.file):
            evaluated.append(_summed_up(files[number].path, len(tokenizers), (part.measured for part in parts)))
    if not any(evaluation.bytes for file in evaluated for evaluation in file.evaluations):
        paths = ", ".join(shown(file.path) for file in files[:3])
        raise CorpusError(paths, "holds no text", "Add a file that holds text")
    return evaluated


def evaluate_texts(tokenizers: Sequence[Tokenizer], texts: Mapping[str, str]) -> list[FileEvaluation]:
    """The same for texts that are at hand, each by itself; `path` is the name of the text.

    Lone halves of surrogate pairs are U+FFFD, as encoding has them. Raises TokenizerError when there is no tokenizer.
    """
    _check(tokenizers, None)
    measurer = Measurer(tokenizers)
    datas = {name: to_bytes(text) for name, text in texts.items()}
    return [
        _summed_up(Path(name), len(tokenizers), [measurer.measure(Documents(data, blocks_of(data)))])
        for name, data in datas.items()
    ]


def _check(tokenizers: Sequence[Tokenizer], sample: int | None) -> None:
    if not tokenizers:
        raise TokenizerError("no tokenizer", "was named", "Name one or more")
    if sample is not None:
        whole_from_1("sample", sample, TokenizerError)


class _Job(NamedTuple):
    """Documents to be measured: the number of their file, what holds them, and how far that takes the reading."""

    file: int
    chunk: Chunk | Documents
    file_bytes: int

    def documents(self) -> Documents:
        return self.chunk if isinstance(self.chunk, Documents) else documents_of(self.chunk)


class _Done(NamedTuple):
    file: int
    measured: list[Measured]


def _jobs(
    tokenizers: Sequence[Tokenizer], files: Sequence[Source], sample: int | None, monitor: Monitor
) -> Iterator[_Job]:
    recipe = _recipe_for(tokenizers, alone=sample is not None)
    for number, file in enumerate(files):
        chunks = ChunkReader(recipe, monitor, WINDOW).chunks([file])
        if sample is None:
            yield from (_Job(number, chunk, chunk.file_bytes) for chunk in chunks)
        else:
            yield from (_Job(number, documents, 0) for documents in _sampled(chunks, sample, monitor))
        yield _Job(number, Documents(b"", np.zeros(0, dtype=np.uint64)), 0)  # a file without text is one all the same


def _sampled(chunks: Iterable[Chunk], sample: int, monitor: Monitor) -> Iterator[Documents]:
    kept = Sample(sample)
    for chunk in chunks:
        kept.take(documents_of(chunk))
        monitor.advance_by(chunk.file_bytes)
        monitor.raise_if_stopped()
    yield from kept.documents(WINDOW)


def documents_of(chunk: Chunk) -> Documents:
    """The documents of a chunk of records, each a text of its own; a chunk of running text in blocks."""
    if chunk.parse is not None:
        chunk = chunk.parse()
    data = bytes(chunk.text)
    if chunk.release is not None:
        chunk.release()
    if chunk.ends is None:
        return Documents(data, blocks_of(data))
    return Documents(data, chunk.ends, apart=True)


def _recipe_for(tokenizers: Sequence[Tokenizer], *, alone: bool) -> Recipe:
    """How to read: text is divided only where that changes no id of any of them.

    That is at every special token of any of them, and at lines if no piece crosses these. With a normaliser, or tokens
    that look at their neighbours, special tokens are no place to divide. `alone`: what is read is cut into texts of
    their own anyway, at lines.
    """
    if alone:
        return Recipe(vocab_size=256, pretokenizer="gpt2")
    literal = all(token.literal for each in tokenizers for token in each.all_added_tokens)
    plain = literal and all(not (each.normalizer or each.pretokenizer.looks_at_places) for each in tokenizers)
    divisible = plain and all(each.pretokenizer.divides_at_lines for each in tokenizers)
    specials = dict.fromkeys(text for each in tokenizers for text in each.special_tokens if "\0" not in text)
    return Recipe(
        vocab_size=256 + len(specials),
        pretokenizer="gpt2" if divisible else "none",
        special_tokens=tuple(specials) if plain else (),
    )


def _summed_up(path: Path, tokenizers: int, parts: Iterable[Sequence[Measured]]) -> FileEvaluation:
    """The parts of one file, each measured with every tokenizer."""
    documents = DocumentSums(tokenizers)
    evaluations: list[list[Evaluation]] = [[] for _ in range(tokenizers)]
    for measured in parts:
        documents.add(np.stack([each.rows for each in measured]))
        for place, each in enumerate(measured):
            evaluations[place].append(each.evaluation)
            if len(evaluations[place]) > _PARTS_AT_ONCE:
                evaluations[place] = [Evaluation.total(evaluations[place])]
    return FileEvaluation(path, tuple(map(Evaluation.total, evaluations)), documents.rows())
