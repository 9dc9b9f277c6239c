"""From text to merges: count the pieces, then let the C++ core learn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from vocabsmith_engine import _native
from vocabsmith_engine.base_characters import base_of, code_points
from vocabsmith_engine.corpus import FileReport, SourceLike, shown
from vocabsmith_engine.counting import CorpusCounts, count_pieces
from vocabsmith_engine.errors import CorpusError, RecipeError
from vocabsmith_engine.held_out import HeldOutCounts
from vocabsmith_engine.held_out_measure import HeldOut, measure
from vocabsmith_engine.merging_needs import bytes_for_pairs, notes_before_merging
from vocabsmith_engine.merging_start import MergingStart
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization import UnicodeForm
from vocabsmith_engine.normalizing_counter import unicode_form
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.spilling import Counts, spilling_failed
from vocabsmith_engine.text import to_bytes
from vocabsmith_engine.training_result import CorpusSummary, StopReason, TrainingResult

CountEntry = tuple[bytes | str, int]
PieceCounts = CorpusCounts | Mapping[bytes | str, int] | Iterable[CountEntry]


def train(
    sources: SourceLike | Iterable[SourceLike],
    recipe: Recipe,
    monitor: Monitor | None = None,
    threads: int | None = None,
    memory: int | None = None,
    *,
    names: str | Iterable[str] | None = None,
    skip_bad: bool = False,
) -> TrainingResult:
    """Learn a vocabulary from the files that `sources` name.

    The result depends on the text and the recipe alone. `memory` is the number of bytes that the run may take; without
    it counting takes half of what the computer has at most, and merging as much as there is. `names` chooses the files
    of folders; with `skip_bad` files that no run can use are left out and named in the notes. A stop while merging is a
    normal result with the merges so far; a stop before raises Stopped. What should be known before merging begins, such
    as a very long piece, is left in the notes of `monitor`, and of the result. Raises CorpusError for files that cannot
    be read or hold nothing to learn from, when merging would take more memory than there is, and when the folder for
    temporary files has no room; RecipeError for base "characters" when the vocabulary is too small for them.
    """
    monitor = monitor or Monitor()
    began = time.perf_counter()
    corpus = count_pieces(sources, recipe, monitor, threads, memory, names=names, skip_bad=skip_bad)
    return learn(corpus, recipe, monitor, reading=time.perf_counter() - began)


def train_from_counts(counts: PieceCounts, recipe: Recipe, monitor: Monitor | None = None) -> TrainingResult:
    """Learn from pieces counted elsewhere: pairs of piece and count, a mapping, or the result of `count_pieces`.

    A piece given more than once is added up. Text is counted as its UTF-8 bytes. Raises CorpusError for a count that is
    not a whole number from 1 to 2^64 - 1, for a piece that holds a special token or is not in the form that the recipe
    normalises text to, and when there is no piece; RecipeError where a share of documents is to be held out, since
    pieces have no documents.
    """
    corpus = counts if isinstance(counts, CorpusCounts) else _corpus_of(counts, recipe)
    return learn(corpus, recipe, monitor or Monitor(), reading=0.0)


def learn(
    corpus: CorpusCounts,
    recipe: Recipe,
    monitor: Monitor,
    *,
    reading: float,
    before_merging: Callable[[MergingStart], None] = lambda _start: None,
) -> TrainingResult:
    """Learn from what was counted in `reading` seconds; see `train`. `before_merging` is told where merging begins."""
    counted_bytes = _counted_bytes(corpus)
    skipped = (f"{shown(file.path)} was left out: it {file.reason}." for file in corpus.skipped)
    notes = (*skipped, *notes_before_merging(corpus.counts, recipe, corpus.memory))
    for text in notes:
        monitor.note(text)
    began = time.perf_counter()
    with _told_of_merging():
        base = monitor.base = base_of(corpus.counts, counted_bytes, recipe, monitor)
        start = MergingStart(_summary(corpus), counted_bytes, base, notes, reading)
        before_merging(start)
        result = _merged(corpus, recipe, monitor, start, began)
    if corpus.held_out:
        result = _measured(result, corpus.held_out, monitor)
    monitor.begin_stage("finished")
    return result


@contextmanager
def _told_of_merging() -> Iterator[None]:
    try:
        yield
    except OverflowError as error:
        raise CorpusError("the corpus", f"is too large: {error}", "Cut it into smaller pieces, or use a part") from None
    except OSError as error:
        raise spilling_failed(error) from None


def _merged(
    corpus: CorpusCounts, recipe: Recipe, monitor: Monitor, start: MergingStart, began: float
) -> TrainingResult:
    characters = start.base.characters
    ids, numbers, _, stop_reason = _native.train(
        corpus.counts,
        recipe.max_merges - len(characters),
        recipe.min_frequency,
        recipe.max_token_length or 0,
        recipe.tie_break,
        recipe.byte_of_id,
        monitor,
        bytes_for_pairs(corpus.counts, recipe, corpus.memory),
        code_points(characters) if recipe.base == "characters" else None,
    )
    return start.result(
        recipe,
        merge_ids=ids,
        merge_counts=numbers[:, 0].copy(),
        tokens_left=numbers[:, 1].copy(),
        stop_reason=StopReason(stop_reason),
        seconds={"merging": time.perf_counter() - began},
    )


def _measured(result: TrainingResult, held_out: HeldOutCounts, monitor: Monitor) -> TrainingResult:
    """With the figures of the held-out text; without them if the run was stopped."""
    began = time.perf_counter()
    found = measure(held_out, result.recipe, result.trained_tokens, result.merge_ids, monitor)
    seconds = {**result.seconds, "measuring": time.perf_counter() - began}
    notes = tuple(_notes_on(found, result))
    for text in notes:
        monitor.note(text)
    return replace(result, held_out=found, seconds=seconds, notes=(*result.notes, *notes))


def _notes_on(found: HeldOut | None, result: TrainingResult) -> Iterator[str]:
    if found is None:
        yield "What was held out was not measured, since the run was stopped."
    elif not found.documents:
        share, documents = result.recipe.held_out, result.corpus.documents
        yield f"A share of {share:g} held out none of the documents ({documents:,}): their beginnings decide."


def _summary(corpus: CorpusCounts) -> CorpusSummary:
    counts = corpus.counts
    return CorpusSummary(
        corpus.documents,
        corpus.bytes,
        counts.total,
        len(counts),
        counts.longest,
        corpus.files,
        corpus.spilled_bytes,
        corpus.skipped,
    )


def _counted_bytes(corpus: CorpusCounts) -> int:
    """Bytes that there are to learn from. Raises CorpusError if there are none, or too many."""
    if len(corpus.counts):
        return _total_bytes(corpus.counts)
    remedy = "Add a file with text"
    if corpus.files and corpus.bytes == 0:
        raise CorpusError(_listed(corpus.files), "holds no text: 0 bytes", remedy)
    if corpus.held_out and corpus.held_out.documents:
        rule = f"holds no text to learn from: all documents ({corpus.held_out.documents:,}) are held out"
        raise CorpusError("the corpus", rule, "Choose a smaller share, or take lines as documents")
    useless = sum(file.broken_records + file.missing_records for file in corpus.files)
    records = f"; records without text: {useless:,}" if useless else ""
    name = _listed(corpus.files) if corpus.files else "the corpus"
    raise CorpusError(name, f"holds no text to learn from, special tokens apart{records}", remedy)


def _total_bytes(counts: Counts) -> int:
    """Bytes of the corpus, repeats counted; no count of the training is larger."""
    try:
        return counts.total_bytes
    except OverflowError:
        raise CorpusError(
            "the counts", "pass 2^64 - 1 bytes together", "Divide all counts or choose smaller weights"
        ) from None


def _listed(files: tuple[FileReport, ...]) -> str:
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return shown(files[0].path) + more


def _corpus_of(entries: Mapping[bytes | str, int] | Iterable[CountEntry], recipe: Recipe) -> CorpusCounts:
    if recipe.held_out:
        rule = "needs documents, and counts of pieces have none"
        raise RecipeError(f"held_out {recipe.held_out:g}", rule, "Leave it out, or train from files")
    specials = _native.SpecialTokens([token.encode() for token in recipe.special_tokens])
    form = unicode_form(recipe)
    counts = _native.PieceCounts()
    for piece, count in entries.items() if isinstance(entries, Mapping) else entries:
        _add_checked(counts, piece, count, specials, form)
    return CorpusCounts(counts, 0, _total_bytes(counts), ())


def _add_checked(
    counts: _native.PieceCounts,
    piece: bytes | str,
    count: int,
    specials: _native.SpecialTokens,
    form: UnicodeForm | None,
) -> None:
    if not isinstance(piece, str | bytes):
        raise CorpusError(f"piece {piece!r}", "must be text or bytes", "Convert it first")
    data = to_bytes(piece) if isinstance(piece, str) else piece
    if any(special >= 0 for _, _, special in specials.split(data)):
        raise CorpusError(
            f"piece {piece!r}",
            "holds a special token, which is never learned",
            "Cut special tokens out of the text first",
        )
    characters = data.decode("utf-8", "surrogateescape")
    if form and form.text(characters) != characters:
        rule = f"is not in the form {form.form}, into which text is brought before it is cut into pieces"
        raise CorpusError(f"piece {piece!r}", rule, "Normalise the text first")
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise CorpusError(f"count {count!r} of piece {piece!r}", "must be a whole number from 1", "Leave the piece out")
    try:
        counts.add(data, count)
    except OverflowError:
        raise CorpusError(f"count of piece {piece!r}", "passes 2^64 - 1", "Divide all counts") from None
