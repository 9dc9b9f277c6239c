"""Vocabsmith's own part: training, the stages of a training, encoding, and how soon a run stops and pauses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from jobs import SPECIAL, Job, Outcome
from taking import digest, digest_of_bytes, documents, size_of, timed, trained

from vocabsmith_engine import Monitor, Recipe, Tokenizer, TrainingResult, _native
from vocabsmith_engine import train as train_files
from vocabsmith_engine.chunks import ChunkReader
from vocabsmith_engine.corpus import expand
from vocabsmith_engine.counting import WINDOW
from vocabsmith_engine.ordered_work import in_order

LOOK = 0.001  # seconds between two looks at a run


def recipe_of(job: Job) -> Recipe:
    return Recipe(
        vocab_size=job.vocab_size,
        pretokenizer=job.pattern,
        special_tokens=(SPECIAL,),
        min_frequency=job.min_frequency,
        tie_break="bytes" if job.ties == "bytes" else "hf",
        document_unit="line" if job.lines else "file",
    )


def train(job: Job) -> Outcome:
    """From the files to the vocabulary and the merges as Python objects, which is what the peers give."""
    recipe = recipe_of(job)

    def work() -> TrainingResult:
        result = train_files([job.text], recipe, threads=job.threads)
        _convert(result)
        return result

    result, seconds, peak = timed(work)
    tokens = [left + right for left, right in result.merges]
    if job.tokens and not Path(job.tokens).exists():
        Path(job.tokens).write_text("\n".join(token.hex() for token in tokens))
    return trained(job, tokens, seconds, peak)


def _convert(result: TrainingResult) -> None:
    assert len(result.vocab) == result.vocab_size
    assert len(result.merges) == len(result.merge_ids)


# ---------------------------------------------------------------- stages


def stages(job: Job) -> Outcome:
    """The same training, watched: a pass that only reads and scans is measured first and taken off the counting."""
    _, scanning, _ = timed(lambda: _scan(job))
    recipe, monitor = recipe_of(job), Monitor()
    began = time.perf_counter()
    with _Watch(monitor) as watch:
        result = train_files([job.text], recipe, monitor, threads=job.threads)
        learned = time.perf_counter()
        _convert(result)
    converting = time.perf_counter() - learned
    counted = began + result.seconds["reading"]
    first_merge = min(watch.first_merge, learned)
    parts = {
        "reading and scanning": scanning,
        "counting": max(0.0, counted - began - scanning),
        "first pairs": first_merge - counted,
        "merging": learned - first_merge,
        "conversion": converting,
    }
    return Outcome(seconds=learned - began + converting, size=size_of(job.text), stages=parts)


class _Watch:
    """Looks every millisecond whether the first merge was made.

    Attributes:
        first_merge: when it was seen, by the performance counter.
    """

    def __init__(self, monitor: Monitor) -> None:
        self.first_merge = float("inf")
        self._monitor = monitor
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            if self._monitor.progress().merges:
                self.first_merge = time.perf_counter()
                return


def _scan(job: Job) -> None:
    """Reads and cuts the text into pieces, and counts none of them."""
    reader = ChunkReader(recipe_of(job), Monitor(), WINDOW)

    def scan(text: bytes) -> int:
        return _native.number_of_pieces(text, job.pattern)

    texts = (chunk.text for chunk in reader.chunks(expand([job.text])))
    for _ in in_order(scan, texts, job.threads, None):
        pass


# ---------------------------------------------------------------- encoding


def save_tokenizer(job: Job) -> Outcome:
    """Trains the vocabulary that the encoders of a row are given."""
    result = train_files([job.text], recipe_of(job), threads=job.threads)
    result.tokenizer.save(job.tokenizer, formats=["huggingface", "tiktoken"])
    return Outcome(merges=len(result.merge_ids))


def encode_file(job: Job) -> Outcome:
    """From the file to a file of ids."""
    tokenizer = Tokenizer.load(Path(job.tokenizer) / "tokenizer.json")
    out = Path(job.tokenizer) / "ids.npy"
    _, seconds, peak = timed(lambda: tokenizer.encode_file(job.text, out, threads=job.threads))
    ids = np.load(out, mmap_mode="r")
    special = tokenizer.special_tokens[SPECIAL]
    ordinary = ids[ids != special].astype(np.uint32)
    return Outcome(seconds=seconds, peak=peak, size=size_of(job.text), digest=digest_of_bytes(ordinary.tobytes()))


def encode_batch(job: Job) -> Outcome:
    """From documents in memory to lists of ids in memory."""
    tokenizer = Tokenizer.load(Path(job.tokenizer) / "tokenizer.json")
    texts = list(documents(job.text))
    lists, seconds, peak = timed(lambda: tokenizer.encode_batch(texts, threads=job.threads))
    every = (token for ids in lists for token in ids)
    return Outcome(seconds=seconds, peak=peak, size=size_of(job.text), digest=digest(every))


# ---------------------------------------------------------------- stopping and pausing


def stop(job: Job) -> Outcome:
    """How long a run goes on after it was told to stop, in each stage; `seconds` is the longest."""
    return _answers(job, _seconds_to_stop)


def pause(job: Job) -> Outcome:
    """How long the process goes on computing after it was told to pause, in each stage; `seconds` is the longest."""
    return _answers(job, _seconds_to_pause)


def _answers(job: Job, ask: Callable[[Job, str], float]) -> Outcome:
    parts = {stage: ask(job, stage) for stage in ("counting", "first pairs", "merging")}
    return Outcome(seconds=max(parts.values()), size=size_of(job.text), stages=parts)


def _seconds_to_stop(job: Job, stage: str) -> float:
    monitor = Monitor()
    with ThreadPoolExecutor(1) as executor:
        run = executor.submit(train_files, [job.text], recipe_of(job), monitor, job.threads)
        _await(monitor, stage)
        began = time.perf_counter()
        monitor.stop()
        run.exception()  # waits; before the first merge a stop is an exception, afterwards a result
    return time.perf_counter() - began


def _seconds_to_pause(job: Job, stage: str) -> float:
    monitor = Monitor()
    with ThreadPoolExecutor(1) as executor:
        run = executor.submit(train_files, [job.text], recipe_of(job), monitor, job.threads)
        _await(monitor, stage)
        began = last = time.perf_counter()
        monitor.pause()
        used = time.process_time()
        while time.perf_counter() < last + 0.3 and not run.done():
            time.sleep(LOOK)
            # Looking costs some of the processor's time itself, much less than the looks are apart.
            if time.process_time() - used > LOOK / 2:
                last = time.perf_counter()
            used = time.process_time()
        monitor.stop()
        run.exception()
    return last - began


def _await(monitor: Monitor, stage: str) -> None:
    while not _has_reached(monitor, stage):
        time.sleep(LOOK)


def _has_reached(monitor: Monitor, stage: str) -> bool:
    """Whether the run is well inside the stage, or past it."""
    now = monitor.progress()
    if now.stage == "finished":
        return True
    if stage == "counting":
        return (now.stage == "reading" and (now.fraction or 0) > 0.3) or now.stage == "merging"
    return now.stage == "merging" and (stage == "first pairs" or now.merges > 10)
