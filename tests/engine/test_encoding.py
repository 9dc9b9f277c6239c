"""Text to ids through added tokens, normalisers, pieces and models of other kinds, as tokenizers does it."""

from __future__ import annotations

import dataclasses
import json
import pickle
import random
from typing import Any, Final

import numpy as np
import pytest
import tokenizers
from tokenizers import models, processors, trainers
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from vocabsmith_engine import Pretokenizer, Stopped, Tokenizer, TokenizerError
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.byte_alphabet import unspell
from vocabsmith_engine.models import BYTE_LEVEL, Characters, ModelSettings
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization import (
    Lowercase,
    Normalizer,
    Prefix,
    Prepend,
    Replace,
    Step,
    Strip,
    UnicodeForm,
)
from vocabsmith_engine.normalization.huggingface_steps import LibraryForm, LibraryStripAccents
from vocabsmith_engine.piece_cutting import Entry, Split
from vocabsmith_engine.templates import Template

GPT2: Final = Pretokenizer.of("gpt2").pattern
CORPUS: Final = [
    "the quick brown fox, jumps over the lazy dog 123 4567!",
    "ein Haus und zwei Häuser — élan naïve café",
    "今天天气很好 我们去公园",
    "aaa bbb   ccc\n\nddd",
    "I'll don't we've x_y z",
] * 5
NORMALIZERS: Final[list[tuple[Any, tuple[Step, ...]]]] = [
    (None, ()),
    (norm.NFKC(), (LibraryForm("NFKC"),)),
    (
        norm.Sequence([norm.NFD(), norm.Lowercase(), norm.StripAccents()]),
        (LibraryForm("NFD"), Lowercase(), LibraryStripAccents()),
    ),
    (norm.Sequence([norm.Prepend("▁"), norm.Replace(" ", "▁")]), (Prepend("▁"), Replace(" ", "▁"))),
    (norm.Strip(), (Strip(),)),
]
PRETOKENIZERS: Final[list[tuple[Any, list[Entry]]]] = [
    (None, []),
    (pre.Metaspace("▁", "always"), [Replace(" ", "▁"), Prefix("▁"), Split("▁", "MergedWithNext")]),
    (pre.Metaspace("▁", "first"), [Replace(" ", "▁"), Prefix("▁", first_only=True), Split("▁", "MergedWithNext")]),
    (pre.Metaspace("▁", "first", split=False), [Replace(" ", "▁"), Prefix("▁", first_only=True)]),
    (pre.ByteLevel(add_prefix_space=False), [GPT2]),
    (pre.ByteLevel(add_prefix_space=True), [Prefix(" "), GPT2]),
    (pre.WhitespaceSplit(), [Split(r"\s", "Removed")]),
]
ADDED: Final = ["<s>", "<t>", "[m]", "zq", "the", " x", "ﬁ", "Zq", "Häuser"]
PARTS: Final = [
    *"abcde xyz123é,.!?\n_▁ﬁ½①A",
    *["  ", " the", " fox", "<s>", "<t>", "[m]", "zq", "今天", "好", "\u0301", "ß", "😀", "Häuser", "don't"],
]


class Pair:
    """A tokenizer of the library, trained with random settings, and the same as ours."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        normalizer, steps = rng.choice(NORMALIZERS)
        pretokenizer, entries = rng.choice(PRETOKENIZERS)
        self.byte_level = isinstance(pretokenizer, pre.ByteLevel)
        self.byte_fallback = not self.byte_level and rng.random() < 0.4
        self.affixes = {} if self.byte_level else self.some_affixes()
        self.unknown = "<unk>" if rng.random() < 0.6 else None
        self.fuse_unknown, self.ignore_merges = rng.random() < 0.5, rng.random() < 0.3
        self.library = self.trained(normalizer, pretokenizer)
        self.added = [self.add(text) for text in rng.sample(ADDED, rng.randrange(5))]
        self.ours = self.same(Normalizer(steps), Pretokenizer.of_splits(entries), self.some_template())

    def some_affixes(self) -> dict[str, str]:
        affixes = {"continuing_subword_prefix": "##", "end_of_word_suffix": "</w>"}
        return {name: affix for name, affix in affixes.items() if self.rng.random() < 0.3}

    def trained(self, normalizer: Any, pretokenizer: Any) -> tokenizers.Tokenizer:
        unknown = {"unk_token": self.unknown} if self.unknown else {}
        model = models.BPE(fuse_unk=self.fuse_unknown, byte_fallback=self.byte_fallback, **unknown, **self.affixes)
        library = tokenizers.Tokenizer(model)
        if normalizer is not None:
            library.normalizer = normalizer
        if pretokenizer is not None:
            library.pre_tokenizer = pretokenizer
        byte_tokens = [f"<0x{byte:02X}>" for byte in range(256)] if self.byte_fallback else []
        trainer = trainers.BpeTrainer(
            vocab_size=len(byte_tokens) + self.rng.choice((60, 150, 400)),
            special_tokens=[*unknown.values(), *byte_tokens],
            show_progress=False,
            initial_alphabet=pre.ByteLevel.alphabet() if self.byte_level else [],
            **self.affixes,
        )
        library.train_from_iterator(CORPUS, trainer)
        self.json = json.loads(library.to_str())
        self.json["added_tokens"] = []
        self.json["model"]["ignore_merges"] = self.ignore_merges
        return tokenizers.Tokenizer.from_str(json.dumps(self.json))

    def add(self, text: str) -> AddedToken:
        special = self.rng.random() < 0.5
        names = ("single_word", "lstrip", "rstrip", "normalized")
        flags = {name: self.rng.random() < 0.3 for name in names if (name, text) != ("lstrip", " x")}
        add = self.library.add_special_tokens if special else self.library.add_tokens
        add([tokenizers.AddedToken(text, special=special, **{"normalized": False, **flags})])
        ordinary = text in self.json["model"]["vocab"]
        return AddedToken(text, self.library.token_to_id(text), special=special, ordinary=ordinary, **flags)

    def some_template(self) -> Template | None:
        around = next((token for token in self.added if " " not in token.text), None)
        if around is None or self.rng.random() < 0.5:
            return None
        self.library.post_processor = processors.TemplateProcessing(
            single=f"{around.text} $A {around.text}", special_tokens=[(around.text, around.id)]
        )
        return Template((around.id,), (around.id,))

    def same(self, normalizer: Normalizer, pretokenizer: Pretokenizer, template: Template | None) -> Tokenizer:
        ids = self.library.get_vocab()
        names = sorted(ids, key=ids.__getitem__)
        prefix = len(self.affixes.get("continuing_subword_prefix", ""))
        merges = [(ids[a], ids[b], ids[a + b[prefix:]]) for a, b in self.json["model"]["merges"]]
        return Tokenizer(
            [self.bytes_of(name) for name in names],
            np.array(merges, dtype=np.uint32).reshape(-1, 3),
            {token.text: token.id for token in self.added},
            pretokenizer,
            added_tokens=tuple(self.added),
            normalizer=normalizer,
            model=self.model(ids),
            whole_pieces_first=self.ignore_merges,
            template=template,
        )

    def bytes_of(self, name: str) -> bytes:
        if self.byte_fallback and name.startswith("<0x"):
            return bytes.fromhex(name[3:5])
        is_text = not self.byte_level or name in (self.unknown, *(token.text for token in self.added))
        return name.encode() if is_text else unspell(name)

    def model(self, ids: dict[str, int]) -> ModelSettings:
        if self.byte_level:
            return BYTE_LEVEL
        return Characters(
            byte_ids=tuple(ids[f"<0x{byte:02X}>"] for byte in range(256)) if self.byte_fallback else None,
            unknown_id=ids[self.unknown] if self.unknown else None,
            fuse_unknown=self.fuse_unknown,
            continuing_prefix=self.affixes.get("continuing_subword_prefix", ""),
            word_suffix=self.affixes.get("end_of_word_suffix", ""),
        )

    def texts(self, number: int) -> list[str]:
        return ["".join(self.rng.choices(PARTS, k=self.rng.randrange(14))) for _ in range(number)]


@pytest.mark.parametrize("seed", range(60))
def test_ids_are_those_of_tokenizers(seed: int) -> None:
    pair = Pair(random.Random(seed))
    for special in ("allow", "as_text"):
        pair.library.encode_special_tokens = special == "as_text"
        texts = pair.texts(40)
        expected = [encoding.ids for encoding in pair.library.encode_batch(texts)]
        assert [pair.ours.encode(text, special) for text in texts] == expected
        assert pair.ours.encode_batch(texts, special, threads=2) == expected
        assert [pair.ours.encode_with_offsets(text, special).ids.tolist() for text in texts] == expected


@pytest.mark.parametrize("seed", range(0, 60, 6))
def test_a_tokenizer_of_any_kind_travels_to_other_processes(seed: int) -> None:
    pair = Pair(random.Random(seed))
    copy = pickle.loads(pickle.dumps(pair.ours))
    assert all(copy.encode(text) == pair.ours.encode(text) for text in pair.texts(20))


# --- single rules, on vocabularies that can be read

BYTES: Final = [bytes([value]) for value in range(256)]


def of_bytes(*added: AddedToken, **settings: Any) -> Tokenizer:
    """A vocabulary of the bytes by value, and added tokens from 256 on."""
    tokens = BYTES + [token.text.encode() for token in added]
    return Tokenizer(
        tokens,
        np.zeros((0, 3), np.uint32),
        {token.text: token.id for token in added},
        settings.pop("pretokenizer", Pretokenizer.of("none")),
        added_tokens=added,
        **settings,
    )


def test_added_tokens_that_are_not_special_are_cut_from_text_too() -> None:
    tokenizer = of_bytes(AddedToken("<s>", 256), AddedToken("<t>", 257, special=False))
    assert tokenizer.encode("<s><t>", "as_text") == [*b"<s>", 257]
    assert tokenizer.encode("<t>", "refuse") == [257]


def test_only_special_tokens_are_refused() -> None:
    tokenizer = of_bytes(AddedToken("<t>", 256, special=False), AddedToken("<S>", 257, normalized=True))
    with pytest.raises(TokenizerError, match="special token '<S>' at character 4: is refused"):
        tokenizer.encode("é<t><S>", "refuse")


def test_a_normalised_special_token_is_refused_at_its_place_in_the_original() -> None:
    normalizer = Normalizer((UnicodeForm("NFKC"), Lowercase()))
    tokenizer = of_bytes(AddedToken("<S>", 256, normalized=True), normalizer=normalizer)
    assert tokenizer.encode("ﬀ<s>") == [*b"ff", 256]
    with pytest.raises(TokenizerError, match="'<S>' at character 1"):
        tokenizer.encode("ﬀ<S>", "refuse")


def test_a_token_that_no_text_becomes_is_text() -> None:
    tokenizer = of_bytes(AddedToken("<s>", 256, in_text=False))
    assert tokenizer.encode("<s>") == [*b"<s>"]
    assert tokenizer.encode("<s>", "refuse") == [*b"<s>"]
    assert tokenizer.decode([256]) == "<s>"


def test_text_is_normalised_between_special_tokens_only() -> None:
    tokenizer = of_bytes(AddedToken("ﬁ", 256), normalizer=Normalizer((UnicodeForm("NFKC"),)))
    assert tokenizer.encode("ﬁﬀ") == [256, *b"ff"]
    assert tokenizer.encode("ﬁ", "as_text") == [*b"fi"]


def test_an_added_token_may_be_one_that_merges_make() -> None:
    tokenizer = Tokenizer(
        [*BYTES, b"ab"],
        np.array([[97, 98, 256]], np.uint32),
        {"ab": 256},
        Pretokenizer.of("none"),
        added_tokens=(AddedToken("ab", 256, special=False, single_word=True),),
    )
    assert tokenizer.encode("ab cab") == [256, 32, 99, 256]


def test_added_tokens_and_special_tokens_say_the_same() -> None:
    with pytest.raises(TokenizerError, match="the added tokens: are not those of special_tokens"):
        dataclasses.replace(of_bytes(AddedToken("<s>", 256)), added_tokens=())


def test_a_template_stands_around_every_text_unless_it_is_left_out() -> None:
    tokenizer = of_bytes(AddedToken("<s>", 256), AddedToken("</s>", 257), template=Template((256,), (257,)))
    assert tokenizer.encode("a") == [256, 97, 257]
    assert tokenizer.encode("a", template=False) == [97]
    assert tokenizer.encode("") == [256, 257]
    assert tokenizer.encode_batch(["a", ""]) == [[256, 97, 257], [256, 257]]
    assert [ids.tolist() for ids in tokenizer.encode_batch_arrays(["a"])] == [[256, 97, 257]]
    assert tokenizer.encode_batch(["a"], template=False) == [[97]]
    assert (tokenizer.count_tokens("a"), tokenizer.count_tokens("a", template=False)) == (3, 1)


def test_a_template_of_ids_that_do_not_exist_is_refused() -> None:
    with pytest.raises(TokenizerError, match="id 300 of the template: lies outside 0 to 255"):
        of_bytes(template=Template((300,)))


def test_a_vocabulary_that_contradicts_its_model_is_refused() -> None:
    with pytest.raises(TokenizerError, match="unknown id 256: is above 255, the last"):
        of_bytes(model=Characters(unknown_id=256))


def test_bytes_that_are_not_utf_8_are_kept_by_a_normaliser() -> None:
    tokenizer = of_bytes(normalizer=Normalizer((Lowercase(),)))
    assert tokenizer.encode_bytes(b"A\xff\xcc").tolist() == [*b"a\xff\xcc"]


def test_encoding_with_a_normaliser_can_be_stopped() -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        of_bytes(normalizer=Normalizer((Lowercase(),))).encode_bytes(b"abc", monitor=monitor)


def test_its_model_is_told() -> None:
    tokenizer = of_bytes(model=Characters())
    assert (
        repr(tokenizer)
        == "<Tokenizer '' of Characters: 256 tokens, 0 merges, 0 special, pieces None: each document is one piece>"
    )


def test_fewer_merges_leave_added_tokens_what_they_are() -> None:
    added = AddedToken("<m>", 257, special=False, lstrip=True)
    tokenizer = Tokenizer(
        [*BYTES, b"ab", b"<m>"],
        np.array([[97, 98, 256]], np.uint32),
        {"<m>": 257},
        Pretokenizer.of("none"),
        added_tokens=(added,),
        template=Template((257,)),
    )
    smaller = tokenizer.truncated(257)
    assert smaller.added_tokens == (dataclasses.replace(added, id=256),)
    assert smaller.encode("a <m>b") == [256, 97, 256, 98]
