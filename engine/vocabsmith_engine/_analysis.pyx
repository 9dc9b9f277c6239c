# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, embedsignature=True
# distutils: language = c++
"""The measures of words and characters, as Python sees them: convert, release the GIL, call, convert back.

See _analysis.pyi.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from cython.operator cimport dereference
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp cimport bool
from libcpp.optional cimport optional

import numpy as np

from ._native cimport CoreMonitor, Monitor, TextSpan


cdef object array_of_ids(const vector[TokenId]& ids):
    array = np.empty(ids.size(), np.uint32)
    cdef uint32_t[::1] target = array
    memcpy(&target[0], ids.data(), ids.size() * sizeof(TokenId))
    return array


cdef object array_of_sums(const vector[TokenSums]& sums):
    array = np.empty((sums.size(), 6), np.int64)
    cdef int64_t[:, ::1] target = array
    memcpy(&target[0, 0], sums.data(), sums.size() * sizeof(TokenSums))
    return array


cdef class WordMarks:
    def __cinit__(self, const uint8_t[::1] text not None, const uint64_t[::1] ends not None):
        cdef string_view view = string_view(<const char*> &text[0], text.shape[0])
        with nogil:
            self.core.reset(new CoreWordMarks(view, EndSpan(&ends[0], ends.shape[0])))

    def texts(self):
        cdef size_t documents = dereference(self.core).documents()
        array = np.empty((documents, 3), np.int64)
        cdef int64_t[:, ::1] target = array
        memcpy(&target[0, 0], dereference(self.core).texts().data(), documents * sizeof(TextSums))
        return array

    def spelled(self, const uint32_t[::1] ids not None, const uint32_t[::1] lengths not None):
        cdef vector[TokenSums] sums
        with nogil:
            sums = core_measure_spelling(dereference(self.core), TokenIdSpan(&ids[0], ids.shape[0]),
                                         LengthSpan(&lengths[0], lengths.shape[0]))
        return array_of_sums(sums)

    def placed(self, const uint64_t[:, ::1] spans not None, const uint8_t[::1] known not None):
        if spans.shape[1] != 2:
            raise ValueError(f"a row of spans has {spans.shape[1]} entries, not begin and end")
        cdef const ByteRange* places = <const ByteRange*> &spans[0, 0]
        cdef vector[TokenSums] sums
        with nogil:
            sums = core_measure_places(dereference(self.core), ByteRangeSpan(places, spans.shape[0]),
                                       KnownSpan(&known[0], known.shape[0]))
        return array_of_sums(sums)


def count_ids(const uint32_t[::1] ids not None, size_t vocab_size):
    cdef IdUses uses
    with nogil:
        uses = core_count_ids(TokenIdSpan(&ids[0], ids.shape[0]), vocab_size)
    counts = np.empty(uses.counts.size(), np.int64)
    cdef int64_t[::1] target = counts
    memcpy(&target[0], uses.counts.data(), uses.counts.size() * sizeof(uint64_t))
    return array_of_ids(uses.ids), counts


def encode_documents(Encoder encoder not None, const uint8_t[::1] text not None, const uint64_t[::1] ends not None,
                     str scanner not None, bool allow_specials, Monitor monitor=None):
    cdef bytes name = scanner.encode()
    cdef optional[Scanner] pattern = scanner_named(string_view(PyBytes_AS_STRING(name), len(name)))
    if not pattern.has_value():
        raise ValueError(f"{scanner!r} is not a native scanner")
    cdef CoreMonitor* watch = NULL
    if monitor is not None:
        watch = &monitor.core
    cdef vector[string_view] documents
    cdef uint64_t begin = 0
    cdef Py_ssize_t document
    for document in range(ends.shape[0]):
        if ends[document] < begin or ends[document] > <uint64_t> text.shape[0]:
            raise ValueError("the ends of documents do not rise to the end")
        documents.push_back(string_view(<const char*> &text[0] + begin, ends[document] - begin))
        begin = ends[document]
    cdef vector[TokenId] ids
    cdef vector[uint64_t] id_ends
    cdef bool complete
    with nogil:
        complete = dereference(encoder.core).encode_batch(TextSpan(documents.data(), documents.size()),
                                                          pattern.value(), allow_specials, ids, id_ends, watch)
    if not complete:
        raise InterruptedError("encoding was stopped")
    return array_of_ids(ids)


def places_in_original(const uint8_t[::1] original not None, const uint8_t[::1] edited not None,
                       const int64_t[::1] begins not None, const int64_t[::1] ends not None,
                       const uint64_t[:, ::1] spans not None):
    if spans.shape[1] != 2:
        raise ValueError(f"a row of spans has {spans.shape[1]} entries, not begin and end")
    cdef EditedText text
    text.original = string_view(<const char*> &original[0], original.shape[0])
    text.edited = string_view(<const char*> &edited[0], edited.shape[0])
    text.begins = PlaceSpan(&begins[0], begins.shape[0])
    text.ends = PlaceSpan(&ends[0], ends.shape[0])
    cdef const ByteRange* places = <const ByteRange*> &spans[0, 0]
    cdef vector[ByteRange] found
    with nogil:
        found = core_places_in_original(text, ByteRangeSpan(places, spans.shape[0]))
    array = np.empty((found.size(), 2), np.uint64)
    cdef uint64_t[:, ::1] target = array
    memcpy(&target[0, 0], found.data(), found.size() * sizeof(ByteRange))
    return array
