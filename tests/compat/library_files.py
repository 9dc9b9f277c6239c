"""Tokenizers that the `tokenizers` library makes itself, in every shape of BPE that its users have files of.

A shape is named after a model family that is built so, or after the option that it shows.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import tokenizers
from tokenizers import AddedToken, Regex, decoders, models, normalizers, pre_tokenizers, processors, trainers

CL100K: Final = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN: Final = CL100K.replace(r"\p{N}{1,3}", r"\p{N}")
CJK: Final = "[一-龥\u3040-ゟ゠-ヿ]+"
DEEPSEEK: Final = (
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+|"""
    r""" ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
)
CLIP: Final = r"""<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"""
BYTE_TOKENS: Final = [f"<0x{byte:02X}>" for byte in range(256)]
BYTE_ALPHABET: Final = pre_tokenizers.ByteLevel.alphabet()

split = partial(pre_tokenizers.Split, behavior="isolated")
byte_level = partial(pre_tokenizers.ByteLevel, add_prefix_space=False)


@dataclass(frozen=True)
class Shape:
    """What to give to the library: its trainer's options, the parts around the model, and the model's own options."""

    trainer: dict[str, Any] = field(default_factory=dict)
    normalizer: Any = None
    pre_tokenizer: Any = None
    decoder: Any = None
    post_processor: Callable[[tokenizers.Tokenizer], Any] | None = None
    added: Sequence[AddedToken] = ()
    model: dict[str, Any] = field(default_factory=dict)

    def trained(self, lines: Sequence[str], vocab_size: int = 900) -> tokenizers.Tokenizer:
        """The library's tokenizer of this shape, trained on `lines`."""
        made = tokenizers.Tokenizer(models.BPE(**self.model))
        for part in ("normalizer", "pre_tokenizer", "decoder"):
            if (value := getattr(self, part)) is not None:
                setattr(made, part, value)
        trainer = trainers.BpeTrainer(**({"vocab_size": vocab_size, "show_progress": False} | self.trainer))
        made.train_from_iterator(lines, trainer)
        made.add_tokens(list(self.added))
        if self.post_processor is not None:
            made.post_processor = self.post_processor(made)
        return without_added_bytes(made)


def without_added_bytes(made: tokenizers.Tokenizer) -> tokenizers.Tokenizer:
    """The byte tokens, which the trainer makes special ones, as the ordinary tokens they are in every real file."""
    content = json.loads(made.to_str())
    content["added_tokens"] = [token for token in content["added_tokens"] if token["content"] not in BYTE_TOKENS]
    return tokenizers.Tokenizer.from_str(json.dumps(content))


def template(single: str, *names: str) -> Callable[[tokenizers.Tokenizer], Any]:
    """A TemplateProcessing for one text around these special tokens."""

    def make(made: tokenizers.Tokenizer) -> Any:
        ids = [(name, made.token_to_id(name)) for name in names]
        return processors.TemplateProcessing(single=single, pair=f"{single} $B:1", special_tokens=ids)

    return make


def roberta(made: tokenizers.Tokenizer) -> Any:
    """The post-processor of RoBERTa."""
    sep, cls = ((text, made.token_to_id(text)) for text in ("</s>", "<s>"))
    return processors.RobertaProcessing(sep, cls, trim_offsets=False, add_prefix_space=True)


def bert(made: tokenizers.Tokenizer) -> Any:
    """The post-processor of BERT."""
    sep, cls = ((text, made.token_to_id(text)) for text in ("</s>", "<s>"))
    return processors.BertProcessing(sep, cls)


def bos_after_offsets(made: tokenizers.Tokenizer) -> Any:
    """The two steps of Llama 3."""
    return processors.Sequence([processors.ByteLevel(trim_offsets=False), template("<s> $A", "<s>")(made)])


def with_bytes(*special_tokens: str) -> dict[str, Any]:
    """The trainer's options for a model with byte fallback, whose byte tokens it must be told."""
    return {"special_tokens": [*special_tokens, *BYTE_TOKENS], "vocab_size": 1400, "limit_alphabet": 200}


SENTENCE: Final = ("<unk>", "<s>", "</s>")
LLAMA_DECODER: Final = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
BYTES: Final = {"initial_alphabet": BYTE_ALPHABET}

SHAPES: Final[dict[str, Shape]] = {
    "gpt2": Shape(
        BYTES | {"special_tokens": ["<|endoftext|>"]},
        pre_tokenizer=byte_level(),
        decoder=decoders.ByteLevel(),
        post_processor=lambda _: processors.ByteLevel(trim_offsets=False),
    ),
    "roberta": Shape(
        BYTES | {"special_tokens": ["<s>", "<pad>", "</s>"]},
        pre_tokenizer=byte_level(add_prefix_space=True),
        decoder=decoders.ByteLevel(),
        post_processor=roberta,
        added=[AddedToken("<mask>", lstrip=True, special=True)],
    ),
    "llama3": Shape(
        BYTES | {"special_tokens": ["<s>", "<|eot|>"]},
        pre_tokenizer=pre_tokenizers.Sequence([split(Regex(CL100K)), byte_level(use_regex=False)]),
        decoder=decoders.ByteLevel(),
        post_processor=bos_after_offsets,
        model={"ignore_merges": True},
    ),
    "qwen2": Shape(
        BYTES,
        normalizer=normalizers.NFC(),
        pre_tokenizer=pre_tokenizers.Sequence([split(Regex(QWEN)), byte_level(use_regex=False)]),
        decoder=decoders.ByteLevel(),
        added=[AddedToken("<|im_start|>", special=True, normalized=False), AddedToken("<tool_call>", normalized=False)],
    ),
    "deepseek3": Shape(
        BYTES | {"special_tokens": ["<s>"]},
        normalizer=normalizers.Sequence([]),
        pre_tokenizer=pre_tokenizers.Sequence(
            [split(Regex(r"\p{N}{1,3}")), split(Regex(CJK)), split(Regex(DEEPSEEK)), byte_level(use_regex=False)]
        ),
        decoder=decoders.ByteLevel(),
        post_processor=template("<s> $A", "<s>"),
    ),
    "starcoder": Shape(
        BYTES,
        pre_tokenizer=pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), byte_level()]),
        decoder=decoders.ByteLevel(),
    ),
    "digits-with-prefix-space": Shape(
        BYTES,
        pre_tokenizer=pre_tokenizers.Sequence([pre_tokenizers.Digits(), byte_level(add_prefix_space=True)]),
        decoder=decoders.ByteLevel(),
    ),
    "byte-level-normalizer": Shape(
        BYTES,
        normalizer=normalizers.Sequence([normalizers.NFKC(), normalizers.ByteLevel()]),
        decoder=decoders.ByteLevel(),
    ),
    "llama2": Shape(
        with_bytes(*SENTENCE),
        normalizer=normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]),
        decoder=decoders.Sequence(LLAMA_DECODER),
        post_processor=template("<s> $A", "<s>"),
        model={"byte_fallback": True, "fuse_unk": True, "unk_token": "<unk>"},
    ),
    "mistral": Shape(
        with_bytes(*SENTENCE),
        pre_tokenizer=pre_tokenizers.Metaspace(prepend_scheme="first", split=False),
        decoder=decoders.Sequence(LLAMA_DECODER),
        post_processor=template("<s> $A </s>", "<s>", "</s>"),
        model={"byte_fallback": True, "fuse_unk": True, "unk_token": "<unk>"},
    ),
    "metaspace-always": Shape(
        with_bytes(*SENTENCE),
        pre_tokenizer=pre_tokenizers.Metaspace(prepend_scheme="always", split=True),
        decoder=decoders.Metaspace(),
        model={"byte_fallback": True, "unk_token": "<unk>"},
    ),
    "metaspace-never": Shape(
        with_bytes(*SENTENCE),
        pre_tokenizer=pre_tokenizers.Metaspace(prepend_scheme="never", split=True),
        decoder=decoders.Sequence([decoders.ByteFallback(), decoders.Metaspace(prepend_scheme="never")]),
        model={"byte_fallback": True, "unk_token": "<unk>"},
    ),
    "gemma": Shape(
        with_bytes("<pad>", "<eos>", "<bos>", "<unk>"),
        normalizer=normalizers.Replace(" ", "▁"),
        pre_tokenizer=pre_tokenizers.Split(" ", "merged_with_previous"),
        decoder=decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]),
        post_processor=template("<bos> $A", "<bos>"),
        added=[AddedToken("<start_of_turn>", special=True, normalized=False), AddedToken("\n\n", normalized=False)],
        model={"byte_fallback": True, "fuse_unk": True, "unk_token": "<unk>"},
    ),
    "clip": Shape(
        BYTES | {"special_tokens": ["<s>", "</s>"], "end_of_word_suffix": "</w>", "vocab_size": 1400},
        normalizer=normalizers.Sequence(
            [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
        ),
        pre_tokenizer=pre_tokenizers.Sequence(
            [pre_tokenizers.Split(Regex(CLIP), "removed", invert=True), byte_level(use_regex=True)]
        ),
        decoder=decoders.ByteLevel(),
        post_processor=roberta,
        model={"end_of_word_suffix": "</w>", "unk_token": "</s>"},
    ),
    "gpt1": Shape(
        {"special_tokens": ["<unk>"], "end_of_word_suffix": "</w>"},
        normalizer=normalizers.BertNormalizer(lowercase=True),
        pre_tokenizer=pre_tokenizers.BertPreTokenizer(),
        decoder=decoders.BPEDecoder(suffix="</w>"),
        model={"end_of_word_suffix": "</w>", "unk_token": "<unk>"},
    ),
    "word-prefix": Shape(
        {"special_tokens": ["<unk>"], "continuing_subword_prefix": "##"},
        pre_tokenizer=pre_tokenizers.Whitespace(),
        model={"continuing_subword_prefix": "##", "unk_token": "<unk>", "fuse_unk": True},
    ),
    "no-unknown": Shape(
        {"limit_alphabet": 60},
        pre_tokenizer=pre_tokenizers.WhitespaceSplit(),
        decoder=decoders.Fuse(),
    ),
    "scripts": Shape(
        {"special_tokens": ["<unk>"]},
        normalizer=normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents(), normalizers.Strip()]),
        pre_tokenizer=pre_tokenizers.Sequence([pre_tokenizers.UnicodeScripts(), pre_tokenizers.Punctuation()]),
        decoder=decoders.Fuse(),
        post_processor=template("$A <unk>", "<unk>"),
        model={"unk_token": "<unk>"},
    ),
    "fixed-length": Shape(
        {"special_tokens": ["<unk>"]},
        normalizer=normalizers.NFKD(),
        pre_tokenizer=pre_tokenizers.FixedLength(7),
        decoder=decoders.Fuse(),
        model={"unk_token": "<unk>"},
    ),
    "nothing": Shape({"special_tokens": ["<unk>"]}, decoder=decoders.Fuse(), model={"unk_token": "<unk>"}),
    "nmt": Shape(
        {"special_tokens": ["<unk>"], "min_frequency": 3, "max_token_length": 5, "vocab_size": 600},
        normalizer=normalizers.Sequence([normalizers.Nmt(), normalizers.Replace(Regex(r"[0-9]"), "0")]),
        pre_tokenizer=pre_tokenizers.CharDelimiterSplit(" "),
        decoder=decoders.Fuse(),
        model={"unk_token": "<unk>"},
    ),
    "added-with-flags": Shape(
        BYTES | {"special_tokens": ["<s>", "</s>"]},
        normalizer=normalizers.Lowercase(),
        pre_tokenizer=byte_level(),
        decoder=decoders.ByteLevel(),
        post_processor=bert,
        added=[
            AddedToken("<L>", lstrip=True, normalized=False),
            AddedToken("<R>", rstrip=True, normalized=False),
            AddedToken("<LR>", lstrip=True, rstrip=True, special=True, normalized=False),
            AddedToken("word", single_word=True),
            AddedToken("Norm", normalized=True),
            AddedToken("the", single_word=True, lstrip=True),
        ],
    ),
}


def converted(lines: Sequence[str], class_name: str, folder: Path) -> tokenizers.Tokenizer:
    """What transformers makes of a SentencePiece model with byte fallback, as the class of a model family."""
    import sentencepiece  # noqa: PLC0415 - only these need it
    from transformers import AutoTokenizer  # noqa: PLC0415 - seconds to import

    content = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=content,
        model_type="bpe",
        vocab_size=900,
        byte_fallback=True,
        character_coverage=0.98,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        hard_vocab_limit=False,
        minloglevel=3,
    )
    folder.mkdir()
    (folder / "tokenizer.model").write_bytes(content.getvalue())
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": class_name}))
    return AutoTokenizer.from_pretrained(str(folder)).backend_tokenizer


CONVERTED: Final = ("LlamaTokenizer", "CodeLlamaTokenizer", "GemmaTokenizer")
