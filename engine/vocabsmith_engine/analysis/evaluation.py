"""How well a tokenizer fits a text: how far it shortens it, what it does to words, how much of itself it uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.analysis.words import word_spans
from vocabsmith_engine.chunks import Chunk, ChunkReader
from vocabsmith_engine.corpus import Source, SourceLike, expand, shown
from vocabsmith_engine.corpus.left_out import bytes_of
from vocabsmith_engine.counting import WINDOW
from vocabsmith_engine.errors import CorpusError, TokenizerError
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.processors import thread_count
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.text import Int64Array
from vocabsmith_engine.tokenizer import Tokenizer

RENYI_ORDER: Final = 2.5
"""Zouhar and others, Tokenization and the Noiseless Channel (2023), found that order to go best with translation."""


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What one tokenizer makes of some text. Evaluations of the same tokenizer can be added.

    Attributes:
        bytes: of the text, as UTF-8.
        characters: code points of the text.
        tokens: ids that the text becomes, without what a template puts around it.
        words: runs of letters and their marks.
        word_tokens: tokens that hold any part of a word, each counted for every word that it touches.
        whole_words: words that lie in one token.
        uses: (vocabulary) how often each id occurs.
    """

    bytes: int
    characters: int
    tokens: int
    words: int
    word_tokens: int
    whole_words: int
    uses: npt.NDArray[np.int64]

    @classmethod
    def of(cls, tokenizer: Tokenizer, texts: Iterable[str]) -> Evaluation:
        """Evaluate texts, each by itself. Special tokens in them are one token each."""
        size = characters = number_of_words = word_tokens = whole_words = 0
        ids = [np.zeros(0, dtype=np.uint32)]
        for text in texts:
            encoded = tokenizer.encode_with_offsets(text, template=False)
            touching = _tokens_of_words(encoded.code_points, word_spans(text))
            size += len(text.encode(errors="surrogatepass"))
            characters += len(text)
            number_of_words += len(touching)
            word_tokens += int(touching.sum())
            whole_words += int((touching == 1).sum())
            ids.append(encoded.ids)
        every_id = np.concatenate(ids)
        uses = np.bincount(every_id, minlength=tokenizer.vocab_size)
        return cls(size, characters, len(every_id), number_of_words, word_tokens, whole_words, uses)

    def __add__(self, other: Evaluation) -> Evaluation:
        return Evaluation(
            self.bytes + other.bytes,
            self.characters + other.characters,
            self.tokens + other.tokens,
            self.words + other.words,
            self.word_tokens + other.word_tokens,
            self.whole_words + other.whole_words,
            self.uses + other.uses,
        )

    @property
    def bytes_per_token(self) -> float:
        """How much text a token holds on average; 0 without text."""
        return _share(self.bytes, self.tokens)

    @property
    def tokens_per_word(self) -> float:
        """How many tokens a word is spread over on average ("fertility"); 0 without words."""
        return _share(self.word_tokens, self.words)

    @property
    def whole_word_share(self) -> float:
        """Share of the words that are not cut; 0 without words."""
        return _share(self.whole_words, self.words)

    @property
    def vocabulary_share(self) -> float:
        """Share of the vocabulary that the text uses at all."""
        return _share(int(np.count_nonzero(self.uses)), len(self.uses))

    @property
    def renyi_efficiency(self) -> float:
        """Rényi entropy of the use of tokens, of order 2.5, beside that of using every token alike; 0 to 1.

        A diagnostic: how evenly the vocabulary is used, not how good it is.
        """
        used = self.uses[self.uses > 0]
        if len(self.uses) < 2 or not len(used):
            return 0.0
        shares = used / self.tokens
        entropy = np.log((shares**RENYI_ORDER).sum()) / (1 - RENYI_ORDER)
        return float(entropy / np.log(len(self.uses)))


@dataclass(frozen=True, slots=True)
class FileEvaluation:
    """One file as each of the tokenizers cuts it, in their order."""

    path: Path
    evaluations: tuple[Evaluation, ...]


def evaluate(
    tokenizers: Sequence[Tokenizer],
    sources: SourceLike | Iterable[SourceLike],
    monitor: Monitor | None = None,
    threads: int | None = None,
    *,
    names: str | Iterable[str] | None = None,
) -> list[FileEvaluation]:
    """Evaluate every tokenizer on every file of `sources`, read as for training; records are texts of their own.

    `names` chooses the files of folders, see `expand`.

    Text is divided only where that changes no id. Raises CorpusError for files that cannot be read and where there is
    no text at all, TokenizerError when there is no tokenizer, Stopped.
    """
    if not tokenizers:
        raise TokenizerError("no tokenizer", "was named", "Name one or more")
    monitor = monitor or Monitor()
    threads = thread_count(threads, TokenizerError)
    files = expand(sources, names=names)
    monitor.begin_stage("reading", bytes_of(files) or 0)
    evaluated = [
        FileEvaluation(file.path, _evaluate_file(tokenizers, file, _recipe_for(tokenizers), monitor, threads))
        for file in files
    ]
    if not any(evaluation.bytes for file in evaluated for evaluation in file.evaluations):
        names = ", ".join(shown(file.path) for file in files[:3])
        raise CorpusError(names, "holds no text", "Add a file that holds text")
    return evaluated


def _recipe_for(tokenizers: Sequence[Tokenizer]) -> Recipe:
    """How to read: cut at every special token of any of them, and at lines if no piece of any of them crosses these."""
    divisible = all(tokenizer.pretokenizer.divides_at_lines and not tokenizer.normalizer for tokenizer in tokenizers)
    specials = tuple(dict.fromkeys(text for each in tokenizers for text in each.special_tokens if "\0" not in text))
    return Recipe(vocab_size=256 + len(specials), pretokenizer="gpt2" if divisible else "none", special_tokens=specials)


def _evaluate_file(
    tokenizers: Sequence[Tokenizer], file: Source, recipe: Recipe, monitor: Monitor, threads: int
) -> tuple[Evaluation, ...]:
    reader = ChunkReader(recipe, monitor, WINDOW)

    def work(chunk: Chunk) -> list[Evaluation]:
        texts = _texts_of(chunk)
        evaluations = [Evaluation.of(tokenizer, texts) for tokenizer in tokenizers]
        monitor.advance_by(chunk.file_bytes)
        return evaluations

    totals = [Evaluation.of(tokenizer, ()) for tokenizer in tokenizers]
    with closing(in_order(work, reader.chunks([file]), threads, monitor)) as results:
        for sums in results:
            totals = [total + one for total, one in zip(totals, sums, strict=True)]
    return tuple(totals)


def _texts_of(chunk: Chunk) -> list[str]:
    """The documents of a chunk of records; a chunk of running text as it is."""
    if chunk.parse is not None:
        chunk = chunk.parse()
    ends = [len(chunk.text)] if chunk.ends is None else chunk.ends.tolist()
    begins = [0, *ends]
    texts = [bytes(chunk.text[begin:end]).decode(errors="replace") for begin, end in zip(begins, ends, strict=False)]
    if chunk.release is not None:
        chunk.release()
    return texts


def _tokens_of_words(tokens: Int64Array, words: Int64Array) -> Int64Array:
    """(words) how many tokens touch each word. Places never fall from token to token, so these are neighbours."""
    first = np.searchsorted(tokens[:, 1], words[:, 0], side="right")
    last = np.searchsorted(tokens[:, 0], words[:, 1], side="left")
    return last - first


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
