# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, embedsignature=True
# distutils: language = c++
"""The encoders that are not byte-level, as Python sees them: convert, release the GIL, call, convert back.

See _models.pyi.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from cython.operator cimport dereference
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp cimport bool
from libcpp.utility cimport move

import numpy as np

from ._native cimport Monitor

# --- converting


cdef inline string_view view_of(const uint8_t[::1] text) noexcept nogil:
    return string_view(<const char*> &text[0], text.shape[0])


cdef CutText cut_text(const uint8_t[::1] text, const uint64_t[::1] begins, const uint64_t[::1] ends) noexcept nogil:
    cdef CutText cut
    cut.text = view_of(text)
    cut.begins = EndSpan(&begins[0], begins.shape[0])
    cut.ends = EndSpan(&ends[0], ends.shape[0])
    return cut


cdef CutText one_piece(const uint8_t[::1] text, const uint64_t* border) noexcept nogil:
    """The whole text; `border` is 0 and its length."""
    cdef CutText cut
    cut.text = view_of(text)
    cut.begins = EndSpan(border, 1)
    cut.ends = EndSpan(border + 1, 1)
    return cut


cdef CoreMonitor* core_of(Monitor monitor):
    if monitor is None:
        return NULL
    return &monitor.core


cdef object ids_of(const EncodedPieces& encoded, bool complete):
    if not complete:
        raise InterruptedError("encoding was stopped")
    ids = np.empty(encoded.ids.size(), np.uint32)
    cdef uint32_t[::1] target = ids
    memcpy(&target[0], encoded.ids.data(), encoded.ids.size() * sizeof(TokenId))
    return ids


cdef object spans_of(const EncodedPieces& encoded):
    spans = np.empty((encoded.spans.size(), 2), np.uint64)
    cdef uint64_t[:, ::1] target = spans
    memcpy(&target[0, 0], encoded.spans.data(), encoded.spans.size() * sizeof(ByteRange))
    return spans


cdef optional[TokenId] id_or_none(object number) except *:
    cdef optional[TokenId] found
    if number != -1:
        found = <TokenId> number
    return found


cdef optional[TokenIdOfByte] ids_of_bytes(const uint32_t[::1] byte_ids) except *:
    cdef optional[TokenIdOfByte] found
    cdef TokenIdOfByte ids
    cdef size_t byte
    if byte_ids is None:
        return found
    if byte_ids.shape[0] != 256:
        raise ValueError(f"byte_ids has {byte_ids.shape[0]} entries; each of the 256 bytes has one id")
    for byte in range(256):
        ids[byte] = byte_ids[byte]
    found = ids
    return found


cdef ScoredVocabulary scored_vocabulary(object tokens, const float[::1] scores, const uint8_t[::1] kinds,
                                        const uint32_t[::1] byte_ids, object unknown_id) except *:
    cdef ScoredVocabulary vocabulary
    cdef size_t row
    vocabulary.tokens = tokens
    vocabulary.byte_ids = ids_of_bytes(byte_ids)
    vocabulary.unknown_id = id_or_none(unknown_id)
    for row in range(<size_t> scores.shape[0]):
        vocabulary.scores.push_back(scores[row])
    for row in range(<size_t> kinds.shape[0]):
        vocabulary.kinds.push_back(<PieceKind> kinds[row])
    return vocabulary


# --- encoding


cdef class CharacterEncoder:
    def __cinit__(self, tokens, const uint32_t[::1] byte_ids, const uint32_t[:, ::1] merges not None, special_ids,
                  unknown_id, bool fuse_unknown, bool whole_pieces_first, bytes continuing_prefix not None=b"",
                  bytes word_suffix not None=b""):
        if merges.shape[1] != 3:
            raise ValueError(f"a row of merges has {merges.shape[1]} entries, not left, right and token")
        cdef CharacterVocabulary vocabulary
        cdef size_t row
        vocabulary.tokens = tokens
        vocabulary.byte_ids = ids_of_bytes(byte_ids)
        for row in range(<size_t> merges.shape[0]):
            vocabulary.merges.push_back(MergeRule(merges[row, 0], merges[row, 1], merges[row, 2]))
        vocabulary.special_ids = special_ids
        vocabulary.unknown_id = id_or_none(unknown_id)
        vocabulary.fuse_unknown = fuse_unknown
        vocabulary.whole_pieces_first = whole_pieces_first
        vocabulary.continuing_prefix = continuing_prefix
        vocabulary.word_suffix = word_suffix
        with nogil:
            self.core.reset(new CoreCharacterEncoder(move(vocabulary)))

    def encode(self, const uint8_t[::1] text not None, Monitor monitor=None):
        cdef CoreMonitor* watch = core_of(monitor)
        cdef uint64_t[2] border = [0, text.shape[0]]
        cdef EncodedPieces encoded
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode_pieces(one_piece(text, border), encoded, watch)
        return ids_of(encoded, complete)

    def encode_pieces(self, const uint8_t[::1] text not None, const uint64_t[::1] begins not None,
                      const uint64_t[::1] ends not None, Monitor monitor=None):
        cdef CoreMonitor* watch = core_of(monitor)
        cdef EncodedPieces encoded
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode_pieces(cut_text(text, begins, ends), encoded, watch)
        return ids_of(encoded, complete), spans_of(encoded)


cdef class ScoredPairEncoder:
    def __cinit__(self, tokens, const float[::1] scores not None, const uint8_t[::1] kinds not None,
                  const uint32_t[::1] byte_ids, unknown_id):
        cdef ScoredVocabulary vocabulary = scored_vocabulary(tokens, scores, kinds, byte_ids, unknown_id)
        with nogil:
            self.core.reset(new CoreScoredPairEncoder(move(vocabulary)))

    def encode(self, const uint8_t[::1] text not None, Monitor monitor=None):
        cdef CoreMonitor* watch = core_of(monitor)
        cdef uint64_t[2] border = [0, text.shape[0]]
        cdef EncodedPieces encoded
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode_pieces(one_piece(text, border), encoded, watch)
        return ids_of(encoded, complete)

    def encode_pieces(self, const uint8_t[::1] text not None, const uint64_t[::1] begins not None,
                      const uint64_t[::1] ends not None, Monitor monitor=None):
        cdef CoreMonitor* watch = core_of(monitor)
        cdef EncodedPieces encoded
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode_pieces(cut_text(text, begins, ends), encoded, watch)
        return ids_of(encoded, complete), spans_of(encoded)


cdef class UnigramEncoder:
    def __cinit__(self, tokens, const float[::1] scores not None, const uint8_t[::1] kinds not None,
                  const uint32_t[::1] byte_ids, unknown_id):
        cdef ScoredVocabulary vocabulary = scored_vocabulary(tokens, scores, kinds, byte_ids, unknown_id)
        with nogil:
            self.core.reset(new CoreUnigramEncoder(move(vocabulary)))

    def encode(self, const uint8_t[::1] text not None, Monitor monitor=None):
        cdef CoreMonitor* watch = core_of(monitor)
        cdef uint64_t[2] border = [0, text.shape[0]]
        cdef EncodedPieces encoded
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode_pieces(one_piece(text, border), encoded, watch)
        return ids_of(encoded, complete)

    def encode_pieces(self, const uint8_t[::1] text not None, const uint64_t[::1] begins not None,
                      const uint64_t[::1] ends not None, Monitor monitor=None):
        cdef CoreMonitor* watch = core_of(monitor)
        cdef EncodedPieces encoded
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode_pieces(cut_text(text, begins, ends), encoded, watch)
        return ids_of(encoded, complete), spans_of(encoded)

    def score(self, const uint8_t[::1] text not None):
        cdef double total
        with nogil:
            total = dereference(self.core).score(view_of(text))
        return total


# --- merges that a file does not tell


def rebuild_merges(tokens, const uint32_t[::1] ranks not None):
    cdef tuple held = tuple(tokens)
    if len(held) != ranks.shape[0]:
        raise ValueError(f"{len(held)} tokens have {ranks.shape[0]} ranks")
    cdef vector[string_view] texts
    texts.reserve(len(held))
    cdef bytes token
    for token in held:
        texts.push_back(string_view(PyBytes_AS_STRING(token), len(token)))
    cdef vector[RebuiltMerge] merges
    if len(held):
        with nogil:
            merges = core_rebuild_merges(TokenTexts(texts.data(), texts.size()), TokenRanks(&ranks[0], ranks.shape[0]))
    rows = np.empty((merges.size(), 3), np.uint32)
    cdef uint32_t[:, ::1] target = rows
    if merges.size():
        memcpy(&target[0, 0], merges.data(), merges.size() * sizeof(RebuiltMerge))
    return rows
