"""NAME.gguf: the keys that llama.cpp reads, and files that are damaged or mean harm."""

from __future__ import annotations

import dataclasses
import struct
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gguf import GGUFReader

from vocabsmith_engine import FormatError, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.formats.gguf_values import read_values
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.models import Characters
from vocabsmith_engine.normalization import Normalizer, UnicodeForm
from vocabsmith_engine.templates import Template


def trained(*special_tokens: str, **settings: Any) -> Tokenizer:
    recipe = Recipe(vocab_size=258 + len(special_tokens), special_tokens=special_tokens, **settings)
    return train_from_counts([(b" a", 9), (b" ab", 5)], recipe).tokenizer


def saved(tokenizer: Tokenizer, folder: Path) -> dict[str, Any]:
    tokenizer.save(folder, ["gguf"])
    return read_values(folder / f"{folder.name}.gguf")


def refusal(tokenizer: Tokenizer) -> str:
    return next(note.text for note in formats.FORMATS["gguf"].cannot_carry(tokenizer) if note.level == "refused")


# --- written


def test_the_file_holds_what_llama_cpp_looks_at(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(
        trained("<s>", "</s>", "<pad>"),
        roles={"bos": "<s>", "eos": "</s>", "pad": "<pad>"},
        chat_template="{{ messages }}",
    )
    values = saved(tokenizer, tmp_path)
    assert values["general.architecture"] == "llama"
    assert values["tokenizer.ggml.model"] == "gpt2"
    assert values["tokenizer.ggml.pre"] == "gpt-2"
    assert values["tokenizer.ggml.tokens"][-5:] == ["Ġa", "Ġab", "<s>", "</s>", "<pad>"]
    assert values["tokenizer.ggml.token_type"] == [1] * 258 + [3] * 3
    assert values["tokenizer.ggml.merges"] == ["Ġ a", "Ġa b"]
    assert [values[f"tokenizer.ggml.{role}_token_id"] for role in ("bos", "eos", "padding")] == [258, 259, 260]
    assert (values["tokenizer.ggml.add_bos_token"], values["tokenizer.ggml.add_eos_token"]) == (False, False)
    assert values["tokenizer.chat_template"] == "{{ messages }}"
    assert "general.name" not in values


@pytest.mark.parametrize(
    ("pretokenizer", "pre"),
    [
        ("gpt2", "gpt-2"),
        ("cl100k", "llama-bpe"),
        ("llama3", "llama-bpe"),
        ("qwen2", "qwen2"),
        ("o200k", "gpt-4o"),
        ("deepseek3", "deepseek-v3"),
    ],
)
def test_a_pattern_has_the_name_that_llama_cpp_knows(pretokenizer: str, pre: str, tmp_path: Path) -> None:
    tokenizer = trained(pretokenizer=pretokenizer)
    assert saved(tokenizer, tmp_path)["tokenizer.ggml.pre"] == pre
    assert Tokenizer.load(tmp_path).pretokenizer.splits == tokenizer.pretokenizer.splits


@pytest.mark.parametrize("pretokenizer", ["none", "whitespace", "digits", "nanochat", r"\w+"])
def test_other_patterns_are_refused_by_name(pretokenizer: str, tmp_path: Path) -> None:
    assert "llama.cpp has none for" in refusal(trained(pretokenizer=pretokenizer))
    with pytest.raises(FormatError, match="format gguf: GGUF holds only the name of a pattern"):
        trained(pretokenizer=pretokenizer).save(tmp_path / "t", ["gguf"])
    assert not (tmp_path / "t").exists()


def test_what_gguf_cannot_hold_is_refused() -> None:
    normalised = dataclasses.replace(trained(), normalizer=Normalizer((UnicodeForm("NFC"),)))
    assert refusal(normalised) == "GGUF cannot carry a normaliser."
    framed = dataclasses.replace(trained("<s>"), template=Template((258,), ()))
    assert refusal(framed) == "GGUF cannot carry tokens other than bos and eos that encoding puts around a text."
    greedy = dataclasses.replace(trained("<s>"), added_tokens=(AddedToken("<s>", 258, lstrip=True),))
    assert refusal(greedy) == "GGUF cannot carry how the added token '<s>' is found in a text."
    every_byte = [bytes([value]) for value in range(256)]
    model = Characters(byte_ids=tuple(range(256)))
    other = Tokenizer(every_byte, np.zeros((0, 3), dtype=np.uint32), {}, trained().pretokenizer, model=model)
    assert refusal(other) == "Only byte-level BPE is saved as GGUF, not Characters."


def test_added_tokens_that_are_not_special_are_user_defined(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(
        trained("<s>", "<tool>"), added_tokens=(AddedToken("<s>", 258), AddedToken("<tool>", 259, special=False))
    )
    assert saved(tokenizer, tmp_path)["tokenizer.ggml.token_type"][-2:] == [3, 4]
    assert Tokenizer.load(tmp_path).all_added_tokens == tokenizer.added_tokens


def test_tokens_for_whole_pieces_only_go_where_llama_cpp_looks_whole_pieces_up() -> None:
    base = trained(pretokenizer="llama3")
    tokens, merges = (*base.tokens, b"xyz"), base.merges
    with_whole = Tokenizer(tokens, merges, {}, base.pretokenizer, whole_pieces_first=True)
    assert not any(note.level == "refused" for note in formats.FORMATS["gguf"].cannot_carry(with_whole))
    assert "llama.cpp looks whole pieces up" in refusal(Tokenizer(tokens, merges, {}, base.pretokenizer))
    gpt2 = Tokenizer(tokens, merges, {}, trained().pretokenizer, whole_pieces_first=True)
    assert "llama.cpp does not look whole pieces up" in refusal(gpt2)


def test_without_roles_the_stand_ins_of_llama_cpp_are_told() -> None:
    notes = [note.text for note in formats.FORMATS["gguf"].cannot_carry(trained())]
    assert any("No token is named bos or eos: llama.cpp then takes id 11 (b',')" in text for text in notes)
    named = dataclasses.replace(trained("<s>"), roles={"bos": "<s>", "eos": "<s>"})
    assert not any("is named" in note.text for note in formats.FORMATS["gguf"].cannot_carry(named))


def test_special_tokens_that_overlap_are_told() -> None:
    notes = [note.text for note in formats.FORMATS["gguf"].cannot_carry(trained("<a>", "><b>>"))]
    assert any("where '<a>' and '><b>>' overlap" in text for text in notes)


class LlamaCpp(ModuleType):
    """Stands for llama-cpp-python, which cannot be had everywhere: it gives ids that were prepared."""

    def __init__(self, ids: dict[str, list[int]]) -> None:
        super().__init__("llama_cpp")
        self.__spec__ = ModuleSpec("llama_cpp", None)
        self.Llama = lambda *_, **__: SimpleNamespace(tokenize=lambda text, **_: ids[text.decode()])


def test_ids_are_compared_with_llama_cpp_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = trained("<s>")
    ids = {text: tokenizer.encode(text) for text in nasty_strings(["<s>"])}
    monkeypatch.setitem(sys.modules, "llama_cpp", LlamaCpp(ids))
    report = tokenizer.save(tmp_path / "t", ["gguf"])
    assert report.files[0].check == f"read back, {len(ids)} texts equal in llama.cpp"
    monkeypatch.setitem(sys.modules, "llama_cpp", LlamaCpp(ids | {"a": [0]}))
    with pytest.raises(FormatError, match=r'the text "a": gets the ids \[64\] here and \[0\] in llama\.cpp'):
        tokenizer.save(tmp_path / "other", ["gguf"])
    assert not (tmp_path / "other").exists()


# --- read back


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(
        trained("<s>", "[SEP] ", pretokenizer="qwen2", byte_order="value"), roles={"bos": "<s>"}, chat_template="é"
    )
    tokenizer.save(tmp_path / "my tok", ["gguf"])
    for path in (tmp_path / "my tok", tmp_path / "my tok" / "my tok.gguf"):
        loaded = Tokenizer.load(path)
        assert loaded.tokens == tokenizer.tokens
        assert loaded.merges.tolist() == tokenizer.merges.tolist()
        assert (loaded.special_tokens, loaded.roles) == (tokenizer.special_tokens, {"bos": "<s>"})
        assert (loaded.chat_template, loaded.name) == ("é", "my tok")
        assert loaded.encode(" ab<s>[SEP] x") == tokenizer.encode(" ab<s>[SEP] x")


def test_bos_and_eos_around_a_text_are_carried(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(
        trained("<s>", "</s>"), roles={"bos": "<s>", "eos": "</s>"}, template=Template((258,), (259,))
    )
    values = saved(tokenizer, tmp_path)
    assert (values["tokenizer.ggml.add_bos_token"], values["tokenizer.ggml.add_eos_token"]) == (True, True)
    loaded = Tokenizer.load(tmp_path)
    assert loaded.template == tokenizer.template
    assert loaded.encode(" ab") == [258, 257, 259]


def test_what_llama_cpp_does_when_a_file_is_silent_is_done_here(tmp_path: Path) -> None:
    """With the pattern of Llama 3 it puts bos in front."""
    dataclasses.replace(trained("<s>", pretokenizer="llama3"), roles={"bos": "<s>"}).save(tmp_path, ["gguf"])
    file = tmp_path / f"{tmp_path.name}.gguf"
    file.write_bytes(file.read_bytes().replace(b"tokenizer.ggml.add_bos_token", b"tokenizer.ggml.add_xxx_token"))
    assert Tokenizer.load(file).template == Template((258,), ())
    file.write_bytes(file.read_bytes().replace(b"tokenizer.ggml.bos_token_id", b"tokenizer.ggml.xxx_token_id"))
    with pytest.raises(FormatError, match=r"bos_token_id null: is missing, though tokenizer\.ggml\.add_bos_token"):
        Tokenizer.load(file)


def test_the_gguf_package_reads_the_same_values(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(trained("<s>"), roles={"bos": "<s>"}, chat_template="é")
    values = saved(tokenizer, tmp_path)
    fields = GGUFReader(tmp_path / f"{tmp_path.name}.gguf").fields
    theirs = {key: field.contents() for key, field in fields.items() if not key.startswith("GGUF.")}
    assert values == theirs


def test_the_tensors_of_a_model_are_not_looked_at(tmp_path: Path) -> None:
    trained().save(tmp_path, ["gguf"])
    file = tmp_path / f"{tmp_path.name}.gguf"
    content = bytearray(file.read_bytes())
    content[8:16] = struct.pack("<Q", 2**60)  # so many tensors
    file.write_bytes(bytes(content) + b"\xff" * 100)
    assert Tokenizer.load(file).vocab_size == 258


# --- damaged files and files that mean harm


def gguf_file(path: Path, *values: bytes, count: int | None = None) -> Path:
    path.write_bytes(struct.pack("<4sIQQ", b"GGUF", 3, 0, len(values) if count is None else count) + b"".join(values))
    return path


def text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


def array(kind: int, length: int, content: bytes = b"") -> bytes:
    return struct.pack("<IIQ", 9, kind, length) + content


@pytest.mark.parametrize(
    ("values", "count", "rule"),
    [
        ((), 2**63, "promises 9,223,372,036,854,775,808 values more"),
        ((struct.pack("<Q", 2**62),), 1, "promises 1 values more"),
        ((struct.pack("<Q", 2**62) + b"abcdefgh",), 1, "promises 4,611,686,018,427,387,904 bytes more"),
        ((text(b"a") + array(4, 2**60),), None, "promises 1,152,921,504,606,846,976 values more"),
        ((text(b"a") + array(8, 2**40),), None, "promises 1,099,511,627,776 values more"),
        ((text(b"a") + array(9, 1, array(9, 1)[4:]),), None, "holds an array of arrays"),
        ((text(b"a") + struct.pack("<I", 77) + b"\0" * 8,), None, "holds a value of the unknown type 77"),
        ((text(b"a") + struct.pack("<I", 10) + b"\0\0\0",), None, "promises 8 bytes more"),
    ],
)
def test_a_file_that_promises_more_than_it_holds_is_refused(
    values: tuple[bytes, ...], count: int | None, rule: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=rule):
        Tokenizer.load(gguf_file(tmp_path / "bad.gguf", *values, count=count))


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"", "is no GGUF file"),
        (b"GGML" + b"\0" * 40, "is no GGUF file"),
        (struct.pack("<4sIQQ", b"GGUF", 1, 0, 0), "is GGUF of version 1"),
        (struct.pack(">4sIQQ", b"GGUF", 3, 0, 0), "or written for another order of bytes"),
        (struct.pack("<4sIQQ", b"GGUF", 3, 0, 0), r"tokenizer\.ggml\.model null: is not supported, only \"gpt2\""),
    ],
)
def test_what_is_no_vocabulary_is_refused(content: bytes, rule: str, tmp_path: Path) -> None:
    (tmp_path / "bad.gguf").write_bytes(content)
    with pytest.raises(FormatError, match=rule):
        Tokenizer.load(tmp_path / "bad.gguf")


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    value = text(b"a") + struct.pack("<II", 4, 1)
    with pytest.raises(FormatError, match="names the key 'a' twice"):
        Tokenizer.load(gguf_file(tmp_path / "bad.gguf", value, value))


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("tokenizer.ggml.model", "llama", 'tokenizer.ggml.model "llama": is not supported, only "gpt2"'),
        ("tokenizer.ggml.pre", "tekken", 'tokenizer.ggml.pre "tekken": is not supported'),
    ],
)
def test_other_models_and_patterns_are_refused_by_name(key: str, value: str, rule: str, tmp_path: Path) -> None:
    trained().save(tmp_path, ["gguf"])
    file = tmp_path / f"{tmp_path.name}.gguf"
    old = read_values(file)[key].encode()
    begin = text(key.encode()) + struct.pack("<I", 8)
    file.write_bytes(file.read_bytes().replace(begin + text(old), begin + text(value.encode())))
    with pytest.raises(FormatError, match=rule):
        Tokenizer.load(file)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (text("Ġab".encode()), text("Ġaa".encode()), 'needs "Ġab", which is not in the vocabulary'),
        (text(b"\xc4\xa0 a"), text(b"\xc4\xa0-a"), "is not two tokens with one space between them"),
        (text(b"!"), text(b'"'), "lists '\"' twice, as 0 and 1"),
        (text(b"!"), text(b" "), "is not in the byte alphabet"),
    ],
)
def test_a_damaged_vocabulary_is_refused(old: bytes, new: bytes, rule: str, tmp_path: Path) -> None:
    trained().save(tmp_path, ["gguf"])
    file = tmp_path / f"{tmp_path.name}.gguf"
    content = file.read_bytes()
    assert content.count(old) == 1
    file.write_bytes(content.replace(old, new))
    with pytest.raises(FormatError, match=rule):
        Tokenizer.load(file)
