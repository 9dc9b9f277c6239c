# The header of the measures of words and characters, declared for Cython.
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.vector cimport vector

from ._models cimport ByteRange
from ._native cimport Encoder, EndSpan, Scanner, TokenId, TokenIdSpan, raise_python_error, scanner_named, string_view

cdef extern from "<span>" namespace "std" nogil:
    cdef cppclass LengthSpan "std::span<const std::uint32_t>":
        LengthSpan(const uint32_t* data, size_t size)
    cdef cppclass ByteRangeSpan "std::span<const vocabsmith::ByteRange>":
        ByteRangeSpan(const ByteRange* data, size_t size)
    cdef cppclass KnownSpan "std::span<const std::uint8_t>":
        KnownSpan(const uint8_t* data, size_t size)
    cdef cppclass PlaceSpan "std::span<const std::int64_t>":
        PlaceSpan()
        PlaceSpan(const int64_t* data, size_t size)
    cdef cppclass TextSumsSpan "std::span<const vocabsmith::TextSums>":
        const TextSums* data()

cdef extern from "vocabsmith/word_measures.hpp" namespace "vocabsmith" nogil:
    cdef struct TextSums:
        uint64_t bytes
        uint64_t characters
        uint64_t words
    cdef struct TokenSums:
        uint64_t tokens
        uint64_t word_tokens
        uint64_t whole_words
        uint64_t continued_words
        uint64_t whole_characters
        uint64_t cut_characters
    cdef cppclass CoreWordMarks "vocabsmith::WordMarks":
        CoreWordMarks(string_view text, EndSpan ends) except +raise_python_error
        size_t documents()
        TextSumsSpan texts()
    cdef struct IdUses:
        vector[TokenId] ids
        vector[uint64_t] counts
    vector[TokenSums] core_measure_spelling "vocabsmith::measure_spelling"(
        const CoreWordMarks& marks, TokenIdSpan ids, LengthSpan lengths) except +raise_python_error
    vector[TokenSums] core_measure_places "vocabsmith::measure_places"(
        const CoreWordMarks& marks, ByteRangeSpan spans, KnownSpan known) except +raise_python_error
    IdUses core_count_ids "vocabsmith::count_ids"(TokenIdSpan ids, size_t vocab_size) except +raise_python_error

cdef extern from "vocabsmith/original_places.hpp" namespace "vocabsmith" nogil:
    cdef struct EditedText:
        string_view original
        string_view edited
        PlaceSpan begins
        PlaceSpan ends
    vector[ByteRange] core_places_in_original "vocabsmith::places_in_original"(
        const EditedText& text, ByteRangeSpan spans) except +raise_python_error


cdef class WordMarks:
    cdef unique_ptr[CoreWordMarks] core
