"""What one measured process is asked to do, and what it answers: both travel as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

CHILD = Path(__file__).with_name("child.py")

SPECIAL = "<|endoftext|>"


@dataclass(frozen=True, kw_only=True)
class Job:
    """A piece of work for a process of its own.

    Attributes:
        by: who does it, a name in child.py.
        text: the file that is worked on.
        vocab_size: bytes, merges and the special token together.
        pattern: the pre-tokenizer, by Vocabsmith's name.
        min_frequency: training ends when the best pair occurs less often.
        ties: which of two pairs with equal counts is merged first.
        lines: whether each line is a document, as Hugging Face's file reader has it.
        threads: how many; 0 for as many as the peer likes.
        seconds: when to give up, starting and reading included.
        tokenizer: folder of the vocabulary that encodes, for encoders.
        tokens: file of the tokens that Vocabsmith learned, written by it and compared with by the others.
    """

    by: str
    text: str
    vocab_size: int = 32000
    pattern: str = "gpt2"
    min_frequency: int = 2
    ties: str = "hf"
    lines: bool = False
    threads: int = 2
    seconds: float = 900
    tokenizer: str = ""
    tokens: str = ""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of a job.

    Attributes:
        seconds: of the work alone, without starting Python and importing.
        peak: most bytes of memory that the process had when the work was done.
        size: bytes of text that were worked on.
        merges: how many were learned.
        shared: which part of Vocabsmith's tokens the peer has too.
        digest: stands for all ids, special tokens left out; equal ids, equal digest.
        stages: seconds of each stage.
        failure: why there is none of this.
    """

    seconds: float = 0.0
    peak: int = 0
    size: int = 0
    merges: int | None = None
    shared: float | None = None
    digest: str | None = None
    stages: dict[str, float] = field(default_factory=dict)
    failure: str | None = None


def run_job(job: Job, answer: Path) -> Outcome:
    """Does the job in a process of its own, which leaves its outcome in the file `answer`; never raises for a job."""
    answer.unlink(missing_ok=True)
    command = [sys.executable, str(CHILD), json.dumps(asdict(job)), str(answer)]
    try:
        # What a peer prints is its own business.
        child = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=job.seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return Outcome(failure=f"given up after {job.seconds:g} s")
    if child.returncode or not answer.exists():
        return Outcome(failure=_reason(child.returncode, child.stderr))
    return Outcome(**json.loads(answer.read_text("utf-8")))


def _reason(status: int, errors: str) -> str:
    lines = errors.strip().splitlines()
    return f"{lines[-1] if lines else 'no message'} (status {status})"
