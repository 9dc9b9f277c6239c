"""What is measured: every row names the jobs that are run in turn and set side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from jobs import SPECIAL, Job
from texts import MB, Texts

OWN = "Vocabsmith"


@dataclass(frozen=True)
class Entry:
    """One line of a row: what it is called, what is done, and whether it takes so long that it may be run less."""

    label: str
    job: Job
    slow: bool = False


@dataclass(frozen=True)
class Row:
    """Jobs that belong side by side; the first is what the others are compared with.

    Attributes:
        title: what is worked on, and how.
        section: the table it stands in.
        entries: in the order in which they are run, again and again.
        vocabulary: the job that makes the vocabulary for encoders, if one is needed.
    """

    title: str
    section: str
    entries: list[Entry]
    vocabulary: Job | None = None


Maker = Callable[[], Row]


class Rows:
    """Makes rows by name. Nothing is written before a row is asked for."""

    def __init__(self, texts: Texts, work: Path, *, quick: bool) -> None:
        self._texts = texts
        self._work = work
        self._quick = quick
        self.makers = self._makers()

    def _makers(self) -> dict[str, Maker]:
        texts = self._texts
        main = texts.main
        makers: dict[str, Maker] = {f"train-{name}": partial(self._train, name) for name in texts.names}
        makers |= {
            "train-cl100k": self._cl100k,
            "train-ties": self._ties,
            "train-100k": self._large_vocabulary,
            "train-none": self._none,
        }
        makers |= {f"stages-{name}": partial(self._stages, name, "gpt2") for name in texts.names}
        makers |= {
            "stages-cl100k": partial(self._stages, main, "cl100k"),
            "encode-file": self._encode_file,
            "encode-documents": self._encode_documents,
            "encode-letter": partial(self._worst, "1 MB of one letter", "letter", b"a" * MB),
            "encode-spaces": partial(self._worst, "200,000 spaces and a letter", "spaces", b" " * 200_000 + b"a"),
            "growth-text": self._growth_of_text,
            "growth-vocabulary": self._growth_of_vocabulary,
            "growth-piece": self._growth_of_piece,
            "growth-piece-encoded": self._growth_of_encoded_piece,
            "answers": self._answers,
        }
        return makers

    # ------------------------------------------------------------ training

    def _train(self, name: str) -> Row:
        text = self._texts.whole(name)
        job = partial(Job, text=str(text), tokens=self._tokens(f"train-{name}"))
        entries = [
            Entry(OWN, job(by="vocabsmith:train")),
            Entry("gigabpe", job(by="train:gigabpe")),
            Entry("gigabpe, as it comes", job(by="train:gigabpe_as_it_comes"), slow=True),
            Entry("gigatoken", job(by="train:gigatoken"), slow=self._quick or name == "linux"),
        ]
        if name != "linux":
            entries += [
                Entry("tokenizers, 2 threads", job(by="train:tokenizers"), slow=True),
                Entry("tokenizers, 1 thread", job(by="train:tokenizers", threads=1), slow=True),
            ]
        if name == self._texts.main:
            entries += [Entry("bpeasy", job(by="train:bpeasy"), slow=True)]
        return Row(f"{self._described(name, text)}, gpt2, 32,000", "training", self._affordable(entries))

    def _cl100k(self) -> Row:
        text = self._texts.whole(self._texts.main)
        # rustbpe goes on to pairs that occur once; here no pair comes so low before the vocabulary is full.
        job = partial(Job, text=str(text), pattern="cl100k", tokens=self._tokens("train-cl100k"))
        entries = [Entry(OWN, job(by="vocabsmith:train")), Entry("rustbpe", job(by="train:rustbpe"))]
        return Row(f"{self._described(self._texts.main, text)}, cl100k, 32,000", "training", entries)

    def _ties(self) -> Row:
        text = self._texts.whole(self._texts.main)
        job = partial(Job, by="vocabsmith:train", text=str(text), tokens=self._tokens("train-ties"))
        entries = [Entry(f"{OWN}, ties {ties}", job(ties=ties)) for ties in ("hf", "bytes")]
        return Row(f"{self._described(self._texts.main, text)}, gpt2, 32,000", "training", entries)

    def _large_vocabulary(self) -> Row:
        text = self._texts.whole(self._texts.main)
        job = partial(Job, text=str(text), vocab_size=100_000, min_frequency=10, tokens=self._tokens("train-100k"))
        entries = [
            Entry(OWN, job(by="vocabsmith:train")),
            Entry("gigabpe", job(by="train:gigabpe")),
            Entry("tokenizers, 2 threads", job(by="train:tokenizers"), slow=True),
        ]
        title = f"{self._described(self._texts.main, text)}, gpt2, 100,000, least frequency 10"
        return Row(title, "training", self._affordable(entries))

    def _none(self) -> Row:
        name = "cjk" if "cjk" in self._texts.names else self._texts.main
        text = self._texts.head(name, (2 if self._quick else 5) * MB * 47 // 50)
        tokens = self._tokens("train-none")
        job = partial(Job, text=str(text), pattern="none", vocab_size=16_000, lines=True, tokens=tokens)
        entries = [
            Entry(OWN, job(by="vocabsmith:train")),
            Entry("sentencepiece", job(by="train:sentencepiece")),
            Entry("sentencepiece, as it comes", job(by="train:sentencepiece_as_it_comes")),
            Entry("tokenizers, 2 threads", job(by="train:tokenizers")),
            Entry("tokenizers, 1 thread", job(by="train:tokenizers", threads=1), slow=self._quick),
            Entry("tokenizers, characters", job(by="train:tokenizers_characters"), slow=self._quick),
        ]
        title = f"{self._described(name, text)}, none, lines, 16,000"
        return Row(title, "training", self._affordable(entries))

    def _stages(self, name: str, pattern: str) -> Row:
        text = self._texts.whole(name)
        job = partial(Job, by="vocabsmith:stages", text=str(text), pattern=pattern)
        entries = [Entry("1 thread", job(threads=1)), Entry("2 threads", job(threads=2))]
        return Row(f"{self._described(name, text)}, {pattern}, 32,000", "stages", entries)

    # ------------------------------------------------------------ encoding

    def _encode_file(self) -> Row:
        name = self._texts.main
        text = self._texts.whole(name)
        job = partial(Job, text=str(text), tokenizer=self._vocabulary(name))
        entries = [
            Entry(f"{OWN}, file", job(by="vocabsmith:encode_file")),
            Entry("gigatoken", job(by="encode:gigatoken")),
            Entry("tokie", job(by="encode:tokie")),
        ]
        return Row(f"{self._described(name, text)}, file to ids", "encoding", entries, self._vocabulary_job())

    def _encode_documents(self) -> Row:
        name = self._texts.main
        text = self._texts.part(name, 1, 6 if self._quick else 24)
        job = partial(Job, text=str(text), tokenizer=self._vocabulary(name))
        entries = [
            Entry(f"{OWN}, batch", job(by="vocabsmith:encode_batch")),
            Entry("tiktoken", job(by="encode:tiktoken")),
            Entry("tokenizers, 2 threads", job(by="encode:tokenizers")),
            Entry("tokenizers, 1 thread", job(by="encode:tokenizers", threads=1), slow=self._quick),
        ]
        title = f"part of {self._described(name, text)}, documents to ids"
        return Row(title, "encoding", self._affordable(entries), self._vocabulary_job())

    def _worst(self, title: str, name: str, content: bytes) -> Row:
        text = self._texts.filled(name, content)
        job = partial(Job, text=str(text), tokenizer=self._vocabulary(self._texts.main), seconds=30)
        entries = [
            Entry(f"{OWN}, batch", job(by="vocabsmith:encode_batch")),
            Entry("gigatoken", job(by="encode:gigatoken")),
            Entry("tokie", job(by="encode:tokie")),
            Entry("tiktoken", job(by="encode:tiktoken")),
            Entry("tokenizers, 2 threads", job(by="encode:tokenizers")),
        ]
        return Row(title, "encoding", entries, self._vocabulary_job())

    def _vocabulary(self, name: str) -> str:
        return str(self._work / f"vocabulary-{name}")

    def _vocabulary_job(self) -> Job:
        name = self._texts.main
        text = str(self._texts.whole(name))
        return Job(by="vocabsmith:save_tokenizer", text=text, tokenizer=self._vocabulary(name))

    # ------------------------------------------------------------ growth, answers

    def _growth_of_text(self) -> Row:
        name = self._texts.main
        texts = {kept: self._texts.part(name, kept, 8) for kept in (1, 2, 4, 8)}
        entries = [
            Entry(f"{text.stat().st_size / MB:,.0f} MB", Job(by="vocabsmith:train", text=str(text)))
            for text in texts.values()
        ]
        return Row(f"parts of {name}, gpt2, 32,000", "growth", entries)

    def _growth_of_vocabulary(self) -> Row:
        text = self._texts.whole(self._texts.main)
        sizes = [2**power * 1000 for power in range(3, 7 if self._quick else 9)]
        entries = [Entry(f"{size:,}", Job(by="vocabsmith:train", text=str(text), vocab_size=size)) for size in sizes]
        return Row(f"{self._described(self._texts.main, text)}, gpt2, vocabulary", "growth", entries)

    def _growth_of_piece(self) -> Row:
        entries = [
            Entry(label, Job(by="vocabsmith:train", text=str(text), pattern="none", vocab_size=4000))
            for label, text in self._pieces().items()
        ]
        return Row("one piece, trained, none, 4,000", "growth", entries)

    def _growth_of_encoded_piece(self) -> Row:
        folder = str(self._work / "vocabulary-none")
        pieces = self._pieces()
        trained = Job(
            by="vocabsmith:save_tokenizer",
            text=str(pieces["2 MB"]),
            pattern="none",
            vocab_size=16_000,
            tokenizer=folder,
        )
        entries = [
            Entry(label, Job(by="vocabsmith:encode_batch", text=str(text), tokenizer=folder))
            for label, text in pieces.items()
        ]
        return Row("one piece, encoded, none, 16,000", "growth", entries, trained)

    def _pieces(self) -> dict[str, Path]:
        """Texts of 0.125 MB and doublings without a special token, each a single piece to `none`."""
        name = "cjk" if "cjk" in self._texts.names else self._texts.main
        sizes = [2**power * MB // 8 for power in range(6 if self._quick else 7)]
        return {f"{size / MB:g} MB": self._unparted(name, size) for size in sizes}

    def _unparted(self, name: str, size: int) -> Path:
        parted = self._texts.head(name, size + size // 10)
        text = parted.read_bytes().replace(SPECIAL.encode(), b"")[:size]
        return self._texts.filled(f"{parted.stem}-unparted", text.decode("utf-8", "ignore").encode())

    def _answers(self) -> Row:
        text = self._texts.whole(self._texts.main)
        entries = [Entry(what, Job(by=f"vocabsmith:{what}", text=str(text))) for what in ("stop", "pause")]
        return Row(f"{self._described(self._texts.main, text)}, gpt2, 32,000", "answers", entries)

    # ------------------------------------------------------------ parts

    def _affordable(self, entries: list[Entry]) -> list[Entry]:
        return [entry for entry in entries if not (self._quick and entry.slow)]

    def _tokens(self, row: str) -> str:
        return str(self._work / f"{row}.tokens")

    def _described(self, name: str, text: Path) -> str:
        return f"{name} ({text.stat().st_size / MB:,.0f} MB)"


def runs_of(entry: Entry, runs: int, long_runs: int) -> int:
    """How often an entry is run."""
    return long_runs if entry.slow else runs


def as_dict(row: Row) -> dict[str, Any]:
    """What a table says of a row besides the outcomes."""
    return {"title": row.title, "section": row.section, "labels": [entry.label for entry in row.entries]}
