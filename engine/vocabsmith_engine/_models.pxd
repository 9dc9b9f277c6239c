# The headers of the encoders of characters, scored pairs and unigrams, declared for Cython.
from libc.stdint cimport uint32_t, uint64_t
from libcpp cimport bool
from libcpp.memory cimport unique_ptr
from libcpp.optional cimport optional
from libcpp.string cimport string
from libcpp.vector cimport vector

from ._native cimport (CoreMonitor, EndSpan, MergeRule, TokenId, TokenIdOfByte, raise_python_error, string_view)

cdef extern from "vocabsmith/encoded_pieces.hpp" namespace "vocabsmith" nogil:
    cdef struct CutText:
        string_view text
        EndSpan begins
        EndSpan ends
    cdef struct ByteRange:
        uint64_t begin
        uint64_t end
    cdef struct EncodedPieces:
        vector[TokenId] ids
        vector[ByteRange] spans

cdef extern from "vocabsmith/character_encoder.hpp" namespace "vocabsmith" nogil:
    cdef cppclass CharacterVocabulary:
        vector[string] tokens
        optional[TokenIdOfByte] byte_ids
        vector[MergeRule] merges
        vector[TokenId] special_ids
        optional[TokenId] unknown_id
        bool fuse_unknown
        bool whole_pieces_first
        string continuing_prefix
        string word_suffix
    cdef cppclass CoreCharacterEncoder "vocabsmith::CharacterEncoder":
        CoreCharacterEncoder(CharacterVocabulary vocabulary) except +raise_python_error
        bool encode_pieces(const CutText& cut, EncodedPieces& out, CoreMonitor* monitor) except +raise_python_error

cdef extern from "<span>" namespace "std" nogil:
    cdef cppclass TokenTexts "std::span<const std::string_view>":
        TokenTexts(const string_view* data, size_t size)
    cdef cppclass TokenRanks "std::span<const vocabsmith::TokenId>":
        TokenRanks(const TokenId* data, size_t size)

cdef extern from "vocabsmith/rebuilt_merges.hpp" namespace "vocabsmith" nogil:
    cdef struct RebuiltMerge:
        TokenId left
        TokenId right
        TokenId token
    cdef vector[RebuiltMerge] core_rebuild_merges "vocabsmith::rebuild_merges"(
        TokenTexts tokens, TokenRanks ranks) except +raise_python_error

cdef extern from "vocabsmith/scored_vocabulary.hpp" namespace "vocabsmith" nogil:
    cdef enum PieceKind "vocabsmith::PieceKind":
        pass
    cdef cppclass ScoredVocabulary:
        vector[string] tokens
        vector[float] scores
        vector[PieceKind] kinds
        optional[TokenIdOfByte] byte_ids
        optional[TokenId] unknown_id

cdef extern from "vocabsmith/scored_pair_encoder.hpp" namespace "vocabsmith" nogil:
    cdef cppclass CoreScoredPairEncoder "vocabsmith::ScoredPairEncoder":
        CoreScoredPairEncoder(ScoredVocabulary vocabulary) except +raise_python_error
        bool encode_pieces(const CutText& cut, EncodedPieces& out, CoreMonitor* monitor) except +raise_python_error

cdef extern from "vocabsmith/unigram_encoder.hpp" namespace "vocabsmith" nogil:
    cdef cppclass CoreUnigramEncoder "vocabsmith::UnigramEncoder":
        CoreUnigramEncoder(ScoredVocabulary vocabulary) except +raise_python_error
        bool encode_pieces(const CutText& cut, EncodedPieces& out, CoreMonitor* monitor) except +raise_python_error
        double score(string_view text) except +raise_python_error

cdef class CharacterEncoder:
    cdef unique_ptr[CoreCharacterEncoder] core

cdef class ScoredPairEncoder:
    cdef unique_ptr[CoreScoredPairEncoder] core

cdef class UnigramEncoder:
    cdef unique_ptr[CoreUnigramEncoder] core
