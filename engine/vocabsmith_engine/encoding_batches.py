"""Many texts to ids, on several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vocabsmith_engine import _native
from vocabsmith_engine.errors import TokenizerError, VocabsmithError, told_by_the_engine
from vocabsmith_engine.ordered_work import in_order
from vocabsmith_engine.processors import thread_count
from vocabsmith_engine.text import to_bytes

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor
    from vocabsmith_engine.tokenizer import SpecialPolicy, Tokenizer

CHARACTERS_PER_JOB: Final = 2**18
"""Texts go to the threads in groups of about so many characters, or one at a time if they are longer."""


@dataclass(frozen=True, slots=True)
class Group:
    """Texts that follow one another, and the place of the first among all."""

    first: int
    texts: list[str]


@dataclass(frozen=True, slots=True)
class GroupIds:
    """The ids of the texts of a group one after the other, and where those of each text end."""

    ids: _native.UInt32Array
    ends: _native.UInt64Array

    def arrays(self) -> Iterator[_native.UInt32Array]:
        """The ids of each text."""
        ends = self.ends.tolist()
        return (self.ids[begin:end] for begin, end in zip([0, *ends], ends, strict=False))

    def lists(self) -> Iterator[list[int]]:
        """The same as lists; converted in one go, which takes a fraction of the time for short texts."""
        ids: list[int] = self.ids.tolist()
        ends = self.ends.tolist()
        return (ids[begin:end] for begin, end in zip([0, *ends], ends, strict=False))


def encode_groups(
    tokenizer: Tokenizer, texts: Iterable[str], special: SpecialPolicy, threads: int | None
) -> Iterator[GroupIds]:
    """The ids of all texts, group by group in order. See `Tokenizer.encode_batch`."""
    groups = list(_groups(texts))
    # What Python does holds the GIL: with more threads it would only get in its own way.
    alone = tokenizer.text_encoder.scanner_for("allow" if special == "refuse" else special) is not None
    threads = min(thread_count(threads, TokenizerError), len(groups) if alone else 1)

    def encoded(group: Group) -> GroupIds:
        return _encode_group(tokenizer, group, special)

    if threads < 2:
        yield from map(encoded, groups)
        return
    with closing(in_order(encoded, groups, threads, None)) as results:
        yield from results


def encode_all(tokenizer: Tokenizer, texts: Iterable[bytes], monitor: Monitor | None) -> _native.UInt32Array:
    """The ids of texts that are bytes already, one text behind the other, without templates. On the calling thread.

    Raises TokenizerError, Stopped.
    """
    held = list(texts)
    encoder = tokenizer.text_encoder
    scanner = encoder.scanner_for("allow")
    if len(held) > 1 and scanner is not None and encoder.core is not None:
        with told_by_the_engine():
            return encoder.core.encode_batch(held, scanner, allow_specials=True)[0]
    return np.concatenate([np.zeros(0, np.uint32), *(tokenizer.encode_bytes(text, "allow", monitor) for text in held)])


def _groups(texts: Iterable[str]) -> Iterator[Group]:
    if isinstance(texts, str):
        raise TokenizerError(f"texts {texts[:40]!r}", "is one string, not several", "Use encode, or give a list")
    first, group, characters = 0, list[str](), 0
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise TokenizerError(f"texts[{place}] {text!r:.80}", "is not a string", "Give strings only")
        group.append(text)
        characters += len(text)
        if characters >= CHARACTERS_PER_JOB:
            yield Group(first, group)
            first, group, characters = place + 1, [], 0
    if group:
        yield Group(first, group)


def _encode_group(tokenizer: Tokenizer, group: Group, special: SpecialPolicy) -> GroupIds:
    texts = [to_bytes(text) for text in group.texts]
    scanner, core = tokenizer.text_encoder.scanner_for(special), tokenizer.text_encoder.core
    if scanner is not None and core is not None:
        with told_by_the_engine():
            return GroupIds(*core.encode_batch(texts, scanner, special == "allow"))
    found = []
    for place, text in enumerate(texts, group.first):
        try:
            found.append(tokenizer.encode_bytes(text, special))
        except VocabsmithError as error:
            raise type(error)(f"texts[{place}]: {error.value}", error.rule, error.remedy) from None
    return GroupIds(np.concatenate(found), np.cumsum([len(ids) for ids in found], dtype=np.uint64))
