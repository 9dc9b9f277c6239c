"""Added tokens: where they are found, and what goes with them."""

from __future__ import annotations

import random
from typing import Final

import pytest
import tokenizers
from tokenizers import models

from vocabsmith_engine import TokenizerError
from vocabsmith_engine.added_tokens import AddedToken, AddedTokenFinder, is_word_character


def found(text: str, *tokens: AddedToken, cut_special: bool = True) -> list[str]:
    """All stretches; an added token in brackets."""
    data = text.encode()
    finder = AddedTokenFinder(tokens, [token.text for token in tokens])
    stretches = finder.split(data, cut_special=cut_special)
    return [f"[{data[a:b].decode()}]" if token else data[a:b].decode() for a, b, token in stretches]


def test_the_leftmost_and_longest_is_found() -> None:
    assert found("a<d><d>b", AddedToken("<d>", 0), AddedToken("<d><d>", 1)) == ["a", "[<d><d>]", "b"]


def test_a_single_word_is_not_found_inside_one() -> None:
    token = AddedToken("cat", 0, single_word=True)
    assert found("cat cats concat _cat. cat", token) == ["[cat]", " cats concat _cat. ", "[cat]"]


def test_white_space_goes_with_a_token_that_strips() -> None:
    assert found("a \u3000<m> b", AddedToken("<m>", 0, lstrip=True)) == ["a", "[ \u3000<m>]", " b"]
    assert found("a <m>\n\t b", AddedToken("<m>", 0, rstrip=True)) == ["a ", "[<m>\n\t ]", "b"]


def test_any_amount_of_white_space_goes_with_it() -> None:
    spaces = "\u3000 \n" * 1_000
    token = AddedToken("<m>", 0, lstrip=True, rstrip=True)
    assert found(f"a{spaces}<m>{spaces}b", token) == ["a", f"[{spaces}<m>{spaces}]", "b"]


def test_white_space_that_went_with_one_token_does_not_go_with_the_next() -> None:
    token = AddedToken("<m>", 0, lstrip=True, rstrip=True)
    assert found("<m>  <m>", token) == ["[<m>  ]", "[<m>]"]


def test_only_special_tokens_can_be_text() -> None:
    assert found("<s>x<t>", AddedToken("<s>", 0), AddedToken("<t>", 1, special=False), cut_special=False) == [
        *["<s>x", "[<t>]"],
    ]


def test_an_empty_token_is_refused() -> None:
    with pytest.raises(TokenizerError, match="is empty and would match everywhere"):
        AddedTokenFinder([AddedToken("é", 0, normalized=True)], [""])


def library_with(*tokens: AddedToken) -> tokenizers.Tokenizer:
    """A tokenizer that knows nothing but these tokens; all other text is its token 0."""
    library = tokenizers.Tokenizer(models.BPE({"<unk>": 0}, [], unk_token="<unk>", fuse_unk=True))
    for token in tokens:
        flags = {"single_word": token.single_word, "lstrip": token.lstrip, "rstrip": token.rstrip}
        add = library.add_special_tokens if token.special else library.add_tokens
        add([tokenizers.AddedToken(token.text, normalized=False, special=token.special, **flags)])
    return library


def test_word_characters_are_those_of_tokenizers() -> None:
    library = library_with(AddedToken("zq", 1, single_word=True))
    characters = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]
    different = []
    for begin in range(0, len(characters), 20):
        text = "".join(f"{character}zq " for character in characters[begin : begin + 20])
        encoding = library.encode(text)
        found_at = {span[0] for token_id, span in zip(encoding.ids, encoding.offsets, strict=True) if token_id == 1}
        different += [c for c in range(0, len(text), 4) if (c + 1 in found_at) == is_word_character(text[c])]
    assert not different


PARTS: Final = ["a", "b", "ab", "<a>", " ", "  ", "\n", "\u3000", "é", "<b>", "_", "1", "-", "ba"]


def test_tokens_are_found_where_tokenizers_finds_them() -> None:
    rng = random.Random(5)
    for _ in range(150):
        contents = rng.sample(["a", "b", "ab", "ba", "<a>", "<b>", "aba", "é", "<a><b>"], rng.randrange(1, 6))
        tokens = [
            AddedToken(text, place, *(rng.random() < 0.4 for _ in range(4))) for place, text in enumerate(contents, 1)
        ]
        library = library_with(*tokens)
        finder = AddedTokenFinder(tokens, contents)
        for cut_special in (True, False):
            library.encode_special_tokens = not cut_special
            for text in ("".join(rng.choices(PARTS, k=rng.randrange(14))) for _ in range(40)):
                data = text.encode()
                ours = [
                    (token.id if token else 0, (len(data[:begin].decode()), len(data[:end].decode())))
                    for begin, end, token in finder.split(data, cut_special=cut_special)
                ]
                encoding = library.encode(text)
                assert ours == list(zip(encoding.ids, encoding.offsets, strict=True)), (text, tokens)
