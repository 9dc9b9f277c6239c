"""Tokenizers on files and on typed text: read once, encoded by each, summed up in documents, on all processors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain, groupby
from pathlib import Path
from typing import Final, NamedTuple

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis.document_sums import DocumentSums
from vocabsmith_engine.analysis.evaluation import Evaluation, FileEvaluation
from vocabsmith_engine.analysis.measuring import Documents, Measured, Measurer
from vocabsmith_engine.analysis.sampling import Blocks, Sample
from vocabsmith_engine.analysis.words import word_spans
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
    draw them, at the same places for all tokenizers. All of a running text is encoded as it stands, and divided only
    where that changes no id; special tokens in a text are one token each.

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
        measured = measurer.measure(_documents_of(job), monitor)
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
    return [
        _summed_up(Path(name), len(tokenizers), [measurer.measure(Blocks().divide(to_bytes(text)))])
        for name, text in texts.items()
    ]


def _check(tokenizers: Sequence[Tokenizer], sample: int | None) -> None:
    if not tokenizers:
        raise TokenizerError("no tokenizer", "was named", "Name one or more")
    if sample is not None:
        whole_from_1("sample", sample, TokenizerError)


class _Job(NamedTuple):
    """Documents to be measured, or a chunk of records that holds them; the number of their file, and bytes read."""

    file: int
    documents: Documents | Chunk
    file_bytes: int = 0


class _Done(NamedTuple):
    file: int
    measured: Measured


def _jobs(
    tokenizers: Sequence[Tokenizer], files: Sequence[Source], sample: int | None, monitor: Monitor
) -> Iterator[_Job]:
    recipe = _recipe_for(tokenizers, alone=sample is not None)
    for number, file in enumerate(files):
        chunks = ChunkReader(recipe, monitor, WINDOW).chunks([file])
        yield from _jobs_of_file(number, chunks) if sample is None else _sampled(number, chunks, sample, monitor)
        yield _Job(number, Blocks().divide(b""))  # a file without text is one all the same


def _jobs_of_file(number: int, chunks: Iterable[Chunk]) -> Iterator[_Job]:
    blocks = Blocks()
    for chunk in chunks:
        running = chunk.ends is None and chunk.parse is None
        yield _Job(number, blocks.divide(_text_of(chunk)) if running else chunk, chunk.file_bytes)


def _sampled(number: int, chunks: Iterable[Chunk], sample: int, monitor: Monitor) -> Iterator[_Job]:
    kept = Sample(sample)
    for job in _jobs_of_file(number, chunks):
        kept.take(_documents_of(job))
        monitor.advance_by(job.file_bytes)
        monitor.raise_if_stopped()
    yield from (_Job(number, documents) for documents in kept.documents(WINDOW))


def _documents_of(job: _Job) -> Documents:
    """A record is a text of its own."""
    if isinstance(job.documents, Documents):
        return job.documents
    chunk = job.documents if job.documents.parse is None else job.documents.parse()
    assert chunk.ends is not None
    return Documents(_text_of(chunk), chunk.ends, apart=True)


def _text_of(chunk: Chunk) -> bytes:
    data = bytes(chunk.text)
    if chunk.release is not None:
        chunk.release()
    return data


def _recipe_for(tokenizers: Sequence[Tokenizer], *, alone: bool) -> Recipe:
    """How to read: text is divided only where that changes neither an id of any of them nor a word.

    That is behind a special token that all of them have, and at lines if no piece crosses these and no normaliser looks
    beyond them. Where tokens look at their neighbours or end in a letter, text is not divided. `alone`: what is read is
    cut into texts of their own anyway, at lines.
    """
    if alone:
        return Recipe(vocab_size=256, pretokenizer="gpt2")
    undivided = Recipe(vocab_size=256, pretokenizer="none")
    added = [[token for token in each.all_added_tokens if token.in_text] for each in tokenizers]
    lines = all(each.pretokenizer.divides_at_lines for each in tokenizers)
    edited = any(each.normalizer for each in tokenizers)
    if not all(map(_is_border, chain(*added))) or (edited and not (lines and all(map(_edits_lines, tokenizers)))):
        return undivided
    texts = [{token.text for token in tokens} for tokens in added]
    shared = set.intersection(*texts)
    if lines and any(set(text) & set(" \r\n") for text in set.union(*texts) - shared):
        return undivided  # lines would be divided inside of it
    if any(each.pretokenizer.looks_at_places for each in tokenizers) or any("\0" in text for text in shared):
        return undivided
    return Recipe(
        vocab_size=256 + len(shared),
        pretokenizer="gpt2" if lines else "none",
        special_tokens=tuple(sorted(shared)),
        normalization="NFC" if edited else "none",  # to divide only where that is right in every form
    )


def _edits_lines(tokenizer: Tokenizer) -> bool:
    """Whether its normaliser may be applied to lines one by one, and no token is looked for in what it gives."""
    return tokenizer.normalizer.local and not any(token.normalized for token in tokenizer.all_added_tokens)


def _is_border(token: AddedToken) -> bool:
    """Whether text may be divided behind the token wherever it stands."""
    words = word_spans(token.text)
    return token.literal and not (len(words) and words[-1, 1] == len(token.text))


def _summed_up(path: Path, tokenizers: int, parts: Iterable[Measured]) -> FileEvaluation:
    """The parts of one file."""
    documents = DocumentSums(tokenizers)
    evaluations: list[list[Evaluation]] = [[] for _ in range(tokenizers)]
    for part in parts:
        documents.add(part.rows, continues=part.continues)
        for known, more in zip(evaluations, part.evaluations, strict=True):
            known.append(more)
            if len(known) > _PARTS_AT_ONCE:
                known[:] = [Evaluation.total(known)]
    return FileEvaluation(path, tuple(map(Evaluation.total, evaluations)), documents.rows())
