"""How each peer is asked to train: the same text, pattern, vocabulary size and special token, as far as it takes them.

The clock runs from the files to merges that Python can reach. NOTES is printed under the table.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable
from typing import Any

from jobs import SPECIAL, Job, Outcome
from taking import PATTERNS, documents, timed, trained

NOTES = {
    "gigabpe": '`pretokenizer="bytelevel"`. Its alphabet is the bytes that occur, so it makes some merges more; lines'
    " are documents, and `<|endoftext|>` in the text is counted as text.",
    "gigabpe, as it comes": "its default, pieces of white space and an alphabet of all characters that occur: fewer"
    " merges, and other tokens.",
    "gigatoken": "`train_bpe` of the encoder gigatoken: always pieces of GPT-2, documents as here.",
    "tokenizers": "`BpeTrainer` with `ByteLevel`; `RAYON_NUM_THREADS` as many as the row says. Lines are documents, and"
    " `<|endoftext|>` in the text is counted as text.",
    "bpeasy": "the same expression, documents handed over as strings, tokens of at most 128 bytes; the special token is"
    " reckoned into the size.",
    "rustbpe": "the same expression, documents handed over as strings; the special token is reckoned into the size.",
    "sentencepiece": "a BPE model without splitting at white space, scripts and numbers, all characters kept, text"
    " taken as it is. It merges characters, not bytes, so it makes fewer merges for the same vocabulary,"
    " each at most 16 characters long.",
    "sentencepiece, as it comes": "a BPE model with its default splitting.",
    "tokenizers, characters": "no pre-tokenizer at all: the alphabet is all characters that occur, so fewer merges.",
}


def gigabpe(job: Job) -> Outcome:
    return _gigabpe(job, pretokenizer="bytelevel")


def gigabpe_as_it_comes(job: Job) -> Outcome:
    return _gigabpe(job)


def _gigabpe(job: Job, **more: str) -> Outcome:
    import gigabpe as peer  # noqa: PLC0415, each peer is imported in its own process only

    options = {"special_tokens": [SPECIAL], "min_frequency": job.min_frequency, "threads": job.threads}
    (_, merges), seconds, peak = timed(lambda: peer.train_bpe([job.text], job.vocab_size, **options, **more))
    spelled = (left + right for left, right in merges)
    return trained(job, map(_unspelled, spelled) if more else map(str.encode, spelled), seconds, peak)


def gigatoken(job: Job) -> Outcome:
    import gigatoken as peer  # noqa: PLC0415

    source = peer.TextFileSource([job.text], separator=SPECIAL)
    (_, merges), seconds, peak = timed(lambda: peer.train_bpe(source, job.vocab_size, [SPECIAL]))
    return trained(job, (left + right for left, right in merges), seconds, peak)


def tokenizers(job: Job) -> Outcome:
    from tokenizers import pre_tokenizers  # noqa: PLC0415

    splitter = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=job.pattern != "none")
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    merges, seconds, peak = _tokenizers(job, splitter, alphabet)
    return trained(job, (_unspelled(left + right) for left, right in merges), seconds, peak)


def tokenizers_characters(job: Job) -> Outcome:
    merges, seconds, peak = _tokenizers(job, None, [])
    return trained(job, ((left + right).encode() for left, right in merges), seconds, peak)


def _tokenizers(job: Job, splitter: Any, alphabet: list[str]) -> tuple[list[tuple[str, str]], float, int]:
    os.environ |= {"TOKENIZERS_PARALLELISM": str(job.threads != 1).lower(), "RAYON_NUM_THREADS": str(job.threads)}
    from tokenizers import Tokenizer, models, trainers  # noqa: PLC0415

    tokenizer = Tokenizer(models.BPE())
    if splitter:
        tokenizer.pre_tokenizer = splitter
    trainer = trainers.BpeTrainer(
        vocab_size=job.vocab_size,
        min_frequency=job.min_frequency,
        special_tokens=[SPECIAL],
        initial_alphabet=alphabet,
        show_progress=False,
    )
    _, seconds, peak = timed(lambda: tokenizer.train([job.text], trainer))
    return json.loads(tokenizer.to_str())["model"]["merges"], seconds, peak


def bpeasy(job: Job) -> Outcome:
    import bpeasy as peer  # noqa: PLC0415

    def work() -> Any:
        return peer.train_bpe(documents(job.text), PATTERNS[job.pattern], 128, job.vocab_size - 1)

    vocabulary, seconds, peak = timed(work)
    return trained(job, vocabulary, seconds, peak)


def rustbpe(job: Job) -> Outcome:
    import rustbpe as peer  # noqa: PLC0415

    def work() -> Iterable[tuple[Iterable[int], int]]:
        tokenizer = peer.Tokenizer()
        tokenizer.train_from_iterator(documents(job.text), job.vocab_size - 1, pattern=PATTERNS[job.pattern])
        ranks: list[tuple[bytes, int]] = tokenizer.get_mergeable_ranks()
        return ranks

    ranks, seconds, peak = timed(work)
    return trained(job, (bytes(token) for token, _ in ranks), seconds, peak)


def sentencepiece(job: Job) -> Outcome:
    return _sentencepiece(
        job,
        split_by_whitespace=False,
        split_by_unicode_script=False,
        split_by_number=False,
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
        normalization_rule_name="identity",
    )


def sentencepiece_as_it_comes(job: Job) -> Outcome:
    return _sentencepiece(job)


def _sentencepiece(job: Job, **more: Any) -> Outcome:
    import sentencepiece as peer  # noqa: PLC0415

    model = io.BytesIO()
    options = {
        "model_type": "bpe",
        "vocab_size": job.vocab_size,
        "character_coverage": 1.0,
        "max_sentence_length": 2**20,
        "user_defined_symbols": [SPECIAL],
        "num_threads": job.threads,
        "minloglevel": 2,
    }
    _, seconds, peak = timed(
        lambda: peer.SentencePieceTrainer.train(input=job.text, model_writer=model, **options, **more)
    )
    processor = peer.SentencePieceProcessor(model_proto=model.getvalue())
    pieces = [processor.id_to_piece(number) for number in range(processor.get_piece_size())]
    learned = [piece for piece in pieces[4:] if len(piece) > 1]  # after the three control symbols and the special token
    return trained(job, (piece.replace("\u2581", " ").encode() for piece in learned), seconds, peak)


def _unspelled(token: str) -> bytes:
    from vocabsmith_engine.byte_alphabet import unspell  # noqa: PLC0415

    return unspell(token)
