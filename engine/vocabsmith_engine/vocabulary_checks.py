"""What must be true of a vocabulary before text is encoded with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import add

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.models import BYTE_LEVEL, ByteLevel, Characters, ModelSettings

_REMEDY = "Load the tokenizer from the files it was saved to"


def check_vocabulary(
    tokens: Sequence[bytes],
    merges: npt.NDArray[np.uint32],
    special_tokens: Mapping[str, int],
    *,
    ordinary: frozenset[int] = frozenset(),
    model: ModelSettings = BYTE_LEVEL,
) -> None:
    """Raises TokenizerError, naming token and place, unless ids, merges and special tokens fit together.

    `ordinary`: ids of special tokens that the model knows as well.
    """
    _check_special_tokens(tokens, special_tokens)
    special_ids = frozenset(special_tokens.values()) - ordinary
    spelled_bytes = frozenset() if isinstance(model, ByteLevel) else frozenset(model.byte_ids or ())
    _check_distinct(tokens, special_ids | spelled_bytes)
    _check_merges(tokens, merges, special_ids, prefix=_prefix_of(model))
    _check_model(model, tokens, merges)


def ordinary_ids(
    tokens: Sequence[bytes], merges: npt.NDArray[np.uint32], added: Sequence[AddedToken], model: ModelSettings
) -> frozenset[int]:
    """Ids of the added tokens that the model knows as well: they say so, or a merge or a byte needs them."""
    ids = frozenset(token.id for token in added)
    listed = np.array(sorted(ids), dtype=np.int64)
    merged = frozenset(listed[np.isin(listed, merges)].tolist())
    said = frozenset(token.id for token in added if token.ordinary)
    if not isinstance(model, ByteLevel):
        return merged | said
    return merged | said | _bytes_without_another(tokens, ids)


def _bytes_without_another(tokens: Sequence[bytes], added_ids: frozenset[int]) -> frozenset[int]:
    """Ids of the added tokens that are one byte, which has no other token."""
    single = [i for i, token in enumerate(tokens) if len(token) == 1]
    others = {tokens[i] for i in single if i not in added_ids}
    found = {tokens[i]: i for i in single if i in added_ids and tokens[i] not in others}
    return frozenset(found.values())


def byte_ids(tokens: Sequence[bytes], special_tokens: Mapping[str, int]) -> npt.NDArray[np.uint32]:
    """(256) the id of each single byte, that of an added token only where it is the byte's only one.

    Raises TokenizerError that names a byte without a token.
    """
    ids = frozenset(special_tokens.values())
    return byte_ids_without(tokens, ids - _bytes_without_another(tokens, ids))


def byte_ids_without(tokens: Sequence[bytes], special_ids: Collection[int]) -> npt.NDArray[np.uint32]:
    """The same; `special_ids` are those of tokens that are only found in text."""
    found = {token[0]: i for i, token in enumerate(tokens) if len(token) == 1 and i not in special_ids}
    for byte in range(256):
        if byte not in found:
            raise TokenizerError(
                f"byte 0x{byte:02X}", "has no token, so text with it could not be encoded", "Add all 256 single bytes"
            )
    return np.array([found[byte] for byte in range(256)], dtype=np.uint32)


def _prefix_of(model: ModelSettings) -> int:
    return len(model.continuing_prefix.encode()) if isinstance(model, Characters) else 0


def _check_model(model: ModelSettings, tokens: Sequence[bytes], merges: npt.NDArray[np.uint32]) -> None:
    if isinstance(model, ByteLevel):
        return
    for name, ids in (
        ("byte", model.byte_ids or ()),
        ("unknown", () if model.unknown_id is None else (model.unknown_id,)),
    ):
        for token_id in ids:
            if token_id >= len(tokens):
                raise TokenizerError(f"{name} id {token_id}", f"is above {len(tokens) - 1}, the last", _REMEDY)
    if isinstance(model, Characters):
        return
    for name, values in (("scores", model.scores), ("kinds", model.kinds)):
        if values.shape != (len(tokens),):
            raise TokenizerError(f"{values.shape} {name}", f"are not one for each of {len(tokens)} tokens", _REMEDY)
    if len(merges):
        raise TokenizerError(f"{len(merges)} merges", "belong to no model with scores", "Leave them out")


def _check_special_tokens(tokens: Sequence[bytes], special_tokens: Mapping[str, int]) -> None:
    owners: dict[int, str] = {}
    for text, token_id in special_tokens.items():
        value = f"special token {text!r} with id {token_id}"
        if not text:
            raise TokenizerError(value, "is empty and would match everywhere", "Remove it")
        if not 0 <= token_id < len(tokens):
            raise TokenizerError(value, f"lies outside the ids 0 to {len(tokens) - 1}", "Give it an id in this range")
        if token_id in owners:
            raise TokenizerError(value, f"has the id of {owners[token_id]!r}", "Give each special token its own id")
        if tokens[token_id] != text.encode(errors="surrogatepass"):
            raise TokenizerError(value, f"is listed there as {tokens[token_id]!r}", _REMEDY)
        owners[token_id] = text


def _check_distinct(tokens: Sequence[bytes], special_ids: frozenset[int]) -> None:
    different = set(tokens)
    if len(different) == len(tokens) and b"" not in different:
        return
    first: dict[bytes, int] = {}
    for token_id, token in enumerate(tokens):
        if not token:
            raise TokenizerError(f"token {token_id}", "is empty", "Every token has at least one byte")
        if token_id not in special_ids and first.setdefault(token, token_id) != token_id:
            raise TokenizerError(f"token {token!r}", f"has two ids, {first[token]} and {token_id}", "Keep one of them")


def _check_merges(
    tokens: Sequence[bytes], merges: npt.NDArray[np.uint32], special_ids: frozenset[int], prefix: int
) -> None:
    """Whole columns at a time: rows as Python objects would hold up every other thread of a large vocabulary."""
    for rows, rule, remedy in (
        ((merges >= len(tokens)).any(axis=1), f"names an id above {len(tokens) - 1}, the last", _REMEDY),
        (
            np.isin(merges, np.fromiter(special_ids, np.uint32)).any(axis=1),
            "holds a special token, and these are never merged",
            _REMEDY,
        ),
        (_repeats(merges), "is listed twice", "Remove the second one"),
    ):
        if rows.any():
            raise _wrong_merge(merges, int(rows.argmax()), rule, remedy)
    left, right, made = (list(map(tokens.__getitem__, merges[:, place].tolist())) for place in range(3))
    spelled = list(map(add, left, (token[prefix:] for token in right) if prefix else right))
    if spelled != made:
        rank = next(rank for rank, token in enumerate(made) if spelled[rank] != token)
        raise _wrong_merge(merges, rank, f"does not spell its token {made[rank]!r}", _REMEDY)


def _repeats(merges: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """(n) whether the same pair stands further up."""
    pairs = merges[:, 0].astype(np.uint64) << np.uint64(32) | merges[:, 1]
    in_order = np.sort(pairs)
    if (in_order[1:] != in_order[:-1]).all():
        return np.zeros(len(pairs), dtype=np.bool_)
    repeats = np.ones(len(pairs), dtype=np.bool_)
    repeats[np.unique(pairs, return_index=True)[1]] = False
    return repeats


def _wrong_merge(merges: npt.NDArray[np.uint32], rank: int, rule: str, remedy: str) -> TokenizerError:
    left, right, token = merges[rank].tolist()
    return TokenizerError(f"merge {rank} ({left}, {right} → {token})", rule, remedy)


ROLES = ("bos", "eos", "pad", "unk")


def check_roles(roles: Mapping[str, str] | None, special_tokens: Mapping[str, int]) -> None:
    """Raises TokenizerError unless every role is a known one and is played by a special token."""
    for role, text in (roles or {}).items():
        if role not in ROLES:
            raise TokenizerError(f"role {role!r}", "is not a known role", f"Use {', '.join(ROLES)}")
        if text not in special_tokens:
            raise TokenizerError(f"{role} {text!r}", "is not one of the special tokens", "Choose one of them")
