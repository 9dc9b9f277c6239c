"""How each peer is asked to encode with a vocabulary that Vocabsmith saved. NOTES is printed under the table.

The clock runs from the file, or from documents in memory, to ids in the form in which the peer gives them.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from jobs import SPECIAL, Job, Outcome
from taking import PATTERNS, digest, digest_of_bytes, documents, size_of, timed

NOTES = {
    "gigatoken": "`encode_files`, documents parted at `<|endoftext|>`, ids in memory.",
    "tokie": "`encode_files`, documents parted at `<|endoftext|>`, ids in memory.",
    "tiktoken": "`encode_ordinary_batch` of the documents, in lists.",
    "tokenizers": "`encode_batch_fast` of the documents, in its own objects; making lists of them is not measured.",
    "Vocabsmith, file": "`encode_file`; the ids are written to a file, which the peers do not do.",
    "Vocabsmith, batch": "`encode_batch` of the documents, in lists.",
}


def _json(job: Job) -> str:
    return str(Path(job.tokenizer) / "tokenizer.json")


def _encoded(job: Job, work: Callable[[], Any], digest_of: Callable[[Any], str]) -> Outcome:
    result, seconds, peak = timed(work)
    return Outcome(seconds=seconds, peak=peak, size=size_of(job.text), digest=digest_of(result))


def _digest_of_lists(lists: Iterable[list[int]]) -> str:
    return digest(token for ids in lists for token in ids)


def _digest_of_array(ids: Any) -> str:
    return digest_of_bytes(ids.astype("uint32").tobytes())


def gigatoken(job: Job) -> Outcome:
    import gigatoken as peer  # noqa: PLC0415, each peer is imported in its own process only

    os.environ["RAYON_NUM_THREADS"] = str(job.threads)
    tokenizer = peer.Tokenizer(_json(job))
    source = peer.TextFileSource([job.text], separator=SPECIAL)
    return _encoded(job, lambda: tokenizer.encode_files(source, parallel=job.threads != 1), _digest_of_rows)


def _digest_of_rows(found: Any) -> str:
    import awkward  # noqa: PLC0415, comes with gigatoken

    return _digest_of_array(awkward.to_numpy(awkward.flatten(found)))


def tokie(job: Job) -> Outcome:
    import tokie as peer  # noqa: PLC0415

    tokenizer = peer.Tokenizer.from_json(_json(job))
    separator = SPECIAL.encode()
    return _encoded(
        job, lambda: tokenizer.encode_files([job.text], separator), lambda found: _digest_of_array(found[0])
    )


def tiktoken(job: Job) -> Outcome:
    from tiktoken import Encoding  # noqa: PLC0415

    (file,) = Path(job.tokenizer).glob("*.tiktoken")
    lines = file.read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    pattern = PATTERNS[job.pattern]
    encoding = Encoding("peer", pat_str=pattern, mergeable_ranks=ranks, special_tokens={SPECIAL: len(ranks)})
    texts = list(documents(job.text))
    return _encoded(job, lambda: encoding.encode_ordinary_batch(texts, num_threads=job.threads), _digest_of_lists)


def tokenizers(job: Job) -> Outcome:
    os.environ |= {"TOKENIZERS_PARALLELISM": str(job.threads != 1).lower(), "RAYON_NUM_THREADS": str(job.threads)}
    from tokenizers import Tokenizer  # noqa: PLC0415

    peer = Tokenizer.from_file(_json(job))
    texts = list(documents(job.text))
    return _encoded(
        job, lambda: peer.encode_batch_fast(texts), lambda found: _digest_of_lists(one.ids for one in found)
    )
