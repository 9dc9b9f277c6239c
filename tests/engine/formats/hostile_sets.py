"""For each reader valid sets of files, a changed file among them, and what may come of loading it."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from model_mutations import mutated_model
from mutations import mutated_bytes, mutated_json

from vocabsmith_engine import Recipe, Tokenizer, VocabsmithError, train_from_counts

sys.path.append(str(Path(__file__).resolve().parents[2] / "compat"))

WORDS: Final = ((b" the", 90), (b" there", 40), (b" then", 30), (b"abab", 20), (b"\n\n", 9), ("é中😀".encode(), 5))
LINES: Final = ("the there then other", "abab naïve é 中 😀 42 2026", "Word word  two", "<s>x</s> don't") * 5
PROBES: Final = ("", "the <s> word  é😀\n\n 2026", "a" * 2000, " " * 500, "中" * 50 + "the", "<|im_start|> <mask>\t!")
SECONDS_TO_ENCODE: Final = 1.0


@dataclass(frozen=True)
class Set:
    """Valid files by name, which of them may be changed, and which one is loaded ("" for the folder)."""

    files: dict[str, bytes]
    changed: Sequence[str]
    loaded: str = ""


@dataclass(frozen=True)
class Case:
    """A set of which `file` has this content instead of its own."""

    reader: str
    set: Set
    file: str
    content: bytes

    @classmethod
    def drawn(cls, reader: str, sets: Sequence[Set], dice: random.Random) -> Case:
        """A set and a change drawn by `dice`."""
        chosen = dice.choice(sets)
        file = dice.choice(chosen.changed)
        content = chosen.files[file]
        if file.endswith(".json"):
            return cls(reader, chosen, file, mutated_json(json.loads(content), dice))
        changed = mutated_model(content, dice) if file.endswith(".model") else mutated_bytes(content, dice)
        return cls(reader, chosen, file, changed)

    def write(self, folder: Path) -> Path:
        """Write the files and return what is to be loaded."""
        folder.mkdir()
        for name, content in self.set.files.items():
            (folder / name).write_bytes(self.content if name == self.file else content)
        return folder / self.set.loaded


def load_and_use(path: Path) -> str:
    """What became of the file: "tokenizer", or "refused" with one line. Raises whatever else comes out."""
    try:
        tokenizer = Tokenizer.load(path)
    except VocabsmithError as error:
        assert len(str(error).splitlines()) == 1, f"not one line: {error!s:.300}"
        assert len(str(error)) < 2_000, f"long: {error!s:.300}"
        return "refused"
    try:
        for text in PROBES:
            encoded = tokenizer.encode_with_offsets(text, timeout=SECONDS_TO_ENCODE)
            tokenizer.decode(encoded.ids)
    except VocabsmithError:
        return "loaded, refuses a text"
    return "loaded"


def _contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def _trained(**settings: object) -> Tokenizer:
    recipe = Recipe.from_dict({"vocab_size": 270, "special_tokens": ["<s>", "<pad>"], **settings})
    return train_from_counts(WORDS, recipe).tokenizer


def _saved(folder: Path, *formats: str, **settings: object) -> dict[str, bytes]:
    _trained(**settings).save(folder, formats, roles={"eos": "<s>"})
    return _contents(folder)


def huggingface_sets(folder: Path) -> list[Set]:
    """What the library makes of every shape, small, and what Vocabsmith writes."""
    from library_files import SHAPES  # noqa: PLC0415 - seconds to import

    files = [{"tokenizer.json": shape.trained(LINES, 420).to_str().encode()} for shape in SHAPES.values()]
    sets = [Set(each, ["tokenizer.json"]) for each in files]
    for number, pattern in enumerate(("gpt2", "deepseek3", r"\s?\p{L}+")):
        each = _saved(folder / str(number), "huggingface", pretokenizer=pattern)
        sets.append(Set(each, [name for name in each if name.endswith(".json")]))
    return sets


def gpt2_sets(folder: Path) -> list[Set]:
    """With the side file and without."""
    each = _saved(folder / "t", "gpt2", pretokenizer="cl100k")
    bare = {name: content for name, content in each.items() if name != "vocabsmith.json"}
    both = ["vocab.json", "merges.txt"]
    return [Set(each, both), Set(bare, both, "vocab.json"), Set(bare, both, "merges.txt")]


def tiktoken_sets(folder: Path) -> list[Set]:
    """With the side file and without."""
    each = _saved(folder / "t", "tiktoken", specials="start")
    plain = {"t.tiktoken": _saved(folder / "plain" / "t", "tiktoken")["t.tiktoken"]} if _made(folder / "plain") else {}
    return [Set(each, ["t.tiktoken"]), Set(plain, ["t.tiktoken"], "t.tiktoken")]


def _made(folder: Path) -> bool:
    folder.mkdir()
    return True


def side_file_sets(folder: Path) -> list[Set]:
    """The side file of each format that it stands beside."""
    sets = []
    for name in ("huggingface", "gpt2", "tiktoken"):
        each = _saved(folder / name, name, pretokenizer=r"\s?\p{L}+|\p{N}{1,3}")
        if "vocabsmith.json" in each:
            sets.append(Set(each, ["vocabsmith.json"]))
    return sets


def gguf_sets(folder: Path) -> list[Set]:
    """Loaded by the file."""
    files = (_saved(folder / pattern, "gguf", pretokenizer=pattern) for pattern in ("gpt2", "llama3"))
    return [Set(each, list(each), next(iter(each))) for each in files]


def sentencepiece_sets(folder: Path) -> list[Set]:
    """What the library trains with every option, small."""
    from sentencepiece_models import MODELS, trained  # noqa: PLC0415 - seconds to import

    options = {"vocab_size": 330, "hard_vocab_limit": False}
    _made(folder / "rules")
    files = (trained(name, LINES, folder / "rules", **options) for name in MODELS)
    return [Set({"t.model": content}, ["t.model"]) for content in files]


READERS: Final[dict[str, Callable[[Path], list[Set]]]] = {
    "huggingface": huggingface_sets,
    "gpt2": gpt2_sets,
    "tiktoken": tiktoken_sets,
    "vocabsmith.json": side_file_sets,
    "gguf": gguf_sets,
    "sentencepiece": sentencepiece_sets,
}
