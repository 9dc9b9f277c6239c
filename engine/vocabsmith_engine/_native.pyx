# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, embedsignature=True
# distutils: language = c++
"""The border between Python and the C++ core: convert, release the GIL, call, convert back. See _native.pyi."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.operator cimport dereference
from libc.string cimport memcpy
from libcpp.utility cimport move

import numpy as np

_STAGES = ("idle", "reading", "merging", "measuring", "checking", "saving", "finished")
_POLICIES = ("replace", "skip", "keep")
_TIE_BREAKS = ("hf", "bytes")
_STOP_REASONS = ("reached_size", "below_min_frequency", "no_pairs", "stopped")
_SCANNERS = ("none", "gpt2", "cl100k", "llama3", "qwen2", "o200k", "nanochat", "deepseek3", "digits", "whitespace")
_DOCUMENT_UNITS = ("file", "line")


# --- converting


cdef inline string_view view_of(const uint8_t[::1] text) noexcept nogil:
    return string_view(<const char*> &text[0], text.shape[0])


cdef uint8_t place_of(object name, tuple names) except? 255:
    """The value of a C++ enumeration whose names stand in `names`."""
    if name not in names:
        raise ValueError(f"{name!r} is not one of {', '.join(names)}")
    return names.index(name)


cdef Scanner scanner_of(object name) except *:
    cdef bytes encoded = str(name).encode()
    cdef optional[Scanner] found = scanner_named(string_view(PyBytes_AS_STRING(encoded), len(encoded)))
    if not found.has_value():
        raise ValueError(f"{name!r} is not a native scanner; there are {', '.join(_SCANNERS)}")
    return found.value()


cdef CountingOptions counting_options(object document_unit, Count weight, uint64_t file_bytes, bool lent) except *:
    cdef CountingOptions options
    options.unit = <DocumentUnit> place_of(document_unit, _DOCUMENT_UNITS)
    options.weight = weight
    options.file_bytes = file_bytes
    options.lent = lent
    return options


cdef object array_of_ids(const vector[TokenId]& ids):
    array = np.empty(ids.size(), np.uint32)
    cdef uint32_t[::1] target = array
    with nogil:
        memcpy(&target[0], ids.data(), ids.size() * sizeof(TokenId))
    return array


cdef object narrow_array_of_ids(const vector[TokenId]& ids):
    """For a vocabulary whose ids need no more than 16 bits."""
    array = np.empty(ids.size(), np.uint16)
    cdef uint16_t[::1] target = array
    cdef uint16_t* to = &target[0]
    cdef const TokenId* source = ids.data()
    cdef size_t place
    with nogil:
        for place in range(ids.size()):
            to[place] = <uint16_t> source[place]
    return array


cdef object array_of_ends(const vector[uint64_t]& ends):
    array = np.empty(ends.size(), np.uint64)
    cdef uint64_t[::1] target = array
    memcpy(&target[0], ends.data(), ends.size() * sizeof(uint64_t))
    return array


cdef tuple arrays_of_merges(const vector[Merge]& merges):
    """Ids (n, 3) of left, right and token; numbers (n, 2) of count and tokens left."""
    ids = np.empty((merges.size(), 3), np.uint32)
    numbers = np.empty((merges.size(), 2), np.uint64)
    cdef uint32_t[:, ::1] id_rows = ids
    cdef uint64_t[:, ::1] number_rows = numbers
    cdef size_t row
    for row in range(merges.size()):
        id_rows[row, 0] = merges[row].left
        id_rows[row, 1] = merges[row].right
        id_rows[row, 2] = merges[row].token
        number_rows[row, 0] = merges[row].count
        number_rows[row, 1] = merges[row].tokens_left
    return ids, numbers


# --- watching


cdef class Monitor:
    def begin_stage(self, str stage not None, uint64_t total=0):
        self.core.begin_stage(<Stage> place_of(stage, _STAGES), total)

    def extend_stage(self, uint64_t more):
        self.core.extend_stage(more)

    def advance_to(self, uint64_t done):
        self.core.advance_to(done)

    def advance_by(self, uint64_t amount):
        self.core.advance_by(amount)

    def pass_over(self, uint64_t amount):
        self.core.pass_over(amount)

    def checkpoint(self):
        cdef bool go_on
        with nogil:
            go_on = self.core.checkpoint()
        return go_on

    def snapshot(self):
        cdef Progress now = self.core.snapshot()
        return _STAGES[<uint8_t> now.stage], now.done, now.total, now.per_second, now.merges

    def merges_since(self, uint64_t first):
        cdef vector[Merge] merges
        with nogil:
            merges = self.core.merges_since(first)
        return arrays_of_merges(merges)

    def pause(self):
        self.core.pause()

    def resume(self):
        self.core.resume()

    def stop(self):
        self.core.stop()

    @property
    def paused(self):
        return self.core.paused()

    @property
    def stop_requested(self):
        return self.core.stop_requested()


# --- text


cdef class SpecialTokens:
    def __cinit__(self, tokens):
        self.core = CoreSpecialTokens(<vector[string]> tokens)

    @property
    def longest(self):
        return self.core.longest()

    def split(self, const uint8_t[::1] text not None):
        cdef vector[SpecialMatch] matches
        cdef string_view view = view_of(text)
        cdef optional[SpecialMatch] found
        with nogil:
            found = self.core.find(view, 0)
            while found.has_value():
                matches.push_back(found.value())
                found = self.core.find(view, found.value().end)
        cdef list spans = []
        cdef size_t end = 0
        for match in matches:
            if end < match.begin:
                spans.append((end, match.begin, -1))
            spans.append((match.begin, match.end, match.index))
            end = match.end
        if end < view.size():
            spans.append((end, view.size(), -1))
        return spans


def native_scanners():
    return _SCANNERS


def piece_ends(const uint8_t[::1] text not None, str scanner not None):
    cdef Scanner pattern = scanner_of(scanner)
    cdef string_view view = view_of(text)
    cdef vector[uint64_t] ends
    with nogil:
        append_piece_ends(pattern, view, ends)
    return array_of_ends(ends)


def number_of_pieces(const uint8_t[::1] text not None, str scanner not None):
    cdef Scanner pattern = scanner_of(scanner)
    cdef size_t number
    with nogil:
        number = core_number_of_pieces(pattern, view_of(text))
    return number


def longest_piece(const uint8_t[::1] text not None, str scanner not None, SpecialTokens specials not None,
                  const uint64_t[::1] ends=None):
    cdef Scanner pattern = scanner_of(scanner)
    if ends is None:
        ends = np.array([text.shape[0]], np.uint64)
    cdef size_t longest
    with nogil:
        longest = core_longest_piece(pattern, view_of(text), specials.core, EndSpan(&ends[0], ends.shape[0]))
    return longest


def last_safe_cut(const uint8_t[::1] text not None, SpecialTokens specials not None, bool divide_lines):
    cdef size_t cut
    with nogil:
        cut = core_last_safe_cut(view_of(text), specials.core, divide_lines)
    return cut


def last_cut_in_every_form(const uint8_t[::1] text not None, SpecialTokens specials not None):
    cdef size_t cut
    with nogil:
        cut = core_last_cut_in_every_form(view_of(text), specials.core)
    return cut


def last_line_end(const uint8_t[::1] text not None, SpecialTokens specials not None):
    cdef size_t end
    with nogil:
        end = core_last_line_end(view_of(text), specials.core)
    return end


def document_hash(const uint8_t[::1] document not None):
    return core_document_hash(view_of(document))


cdef tuple text_ends_begun(const Documents& documents):
    text = PyBytes_FromStringAndSize(documents.text.data(), documents.text.size())
    return text, array_of_ends(documents.ends), documents.begun


def divide_documents(const uint8_t[::1] text not None, SpecialTokens specials not None, str document_unit not None,
                     uint64_t bound, continued=None):
    cdef DocumentUnit unit = <DocumentUnit> place_of(document_unit, _DOCUMENT_UNITS)
    cdef HoldingOut rule
    rule.bound = bound
    if continued is not None:
        rule.continued = <bool> continued
    cdef DividedDocuments divided
    with nogil:
        divided = core_divide_documents(view_of(text), specials.core, unit, rule)
    return text_ends_begun(divided.learned), text_ends_begun(divided.held_out)


def divide_records(const uint8_t[::1] text not None, const uint64_t[::1] ends not None, SpecialTokens specials not None,
                   str document_unit not None, uint64_t bound):
    cdef DocumentUnit unit = <DocumentUnit> place_of(document_unit, _DOCUMENT_UNITS)
    cdef DividedDocuments divided
    with nogil:
        divided = core_divide_records(view_of(text), EndSpan(&ends[0], ends.shape[0]), specials.core, unit, bound)
    return text_ends_begun(divided.learned), text_ends_begun(divided.held_out)


def valid_prefix(const uint8_t[::1] text not None):
    cdef size_t length
    with nogil:
        length = core_valid_prefix(view_of(text))
    return length


def complete_prefix(const uint8_t[::1] text not None):
    return core_complete_prefix(view_of(text))


def repair_utf8(const uint8_t[::1] text not None, str policy not None):
    cdef InvalidBytes rule = <InvalidBytes> place_of(policy, _POLICIES)
    cdef string repaired
    cdef Repair repair
    with nogil:
        repair = append_repaired(view_of(text), rule, repaired)
    return <bytes> repaired, repair.bad_bytes, repair.first_offset


def number_of_documents(const uint8_t[::1] text not None, const uint64_t[::1] ends not None,
                        SpecialTokens specials not None, str document_unit not None):
    cdef DocumentUnit unit = <DocumentUnit> place_of(document_unit, _DOCUMENT_UNITS)
    cdef uint64_t number
    with nogil:
        number = core_number_of_documents(view_of(text), EndSpan(&ends[0], ends.shape[0]), specials.core, unit)
    return number


# --- counting


cdef class CountedPieces:
    cdef const PieceSource* source(self) noexcept:
        return NULL


cdef class PieceCounts(CountedPieces):
    cdef const PieceSource* source(self) noexcept:
        return &self.core

    def __cinit__(self):
        self.lent_texts = []

    def bound(self, size_t limit, Spill overflow not None):
        self.overflow = overflow
        self.core.bound(limit, dereference(overflow.core), overflow.monitor.core)

    def add(self, const uint8_t[::1] piece not None, Count count=1):
        self.core.add(view_of(piece), count)

    def add_all(self, PieceCounts other not None, Count weight=1):
        with nogil:
            self.core.add_all(other.core, weight)

    def count_text(self, const uint8_t[::1] text not None, str scanner not None, SpecialTokens specials not None,
                   str document_unit not None="file", Count weight=1, uint64_t file_bytes=0, bool lent=False):
        cdef Scanner pattern = scanner_of(scanner)
        cdef CountingOptions options = counting_options(document_unit, weight, file_bytes, lent)
        cdef size_t times_lent = self.core.times_lent()
        with nogil:
            count_pieces(view_of(text), pattern, specials.core, self.core, options)
        self.keep_if_lent(text, times_lent)

    def count_records(self, const uint8_t[::1] text not None, const uint64_t[::1] ends not None,
                      str scanner not None, SpecialTokens specials not None, str document_unit not None="file",
                      Count weight=1, uint64_t file_bytes=0, bool lent=False):
        cdef Scanner pattern = scanner_of(scanner)
        cdef CountingOptions options = counting_options(document_unit, weight, file_bytes, lent)
        cdef size_t times_lent = self.core.times_lent()
        with nogil:
            core_count_records(view_of(text), EndSpan(&ends[0], ends.shape[0]), pattern, specials.core, self.core,
                               options)
        self.keep_if_lent(text, times_lent)

    cdef object keep_if_lent(self, const uint8_t[::1] text, size_t times_lent_before):
        if not self.core.holds_lent_text():
            self.lent_texts = []
        elif self.core.times_lent() != times_lent_before:
            self.lent_texts.append(text)

    def add_many(self, const uint8_t[::1] pieces not None, const uint32_t[::1] lengths not None,
                 const uint64_t[::1] counts not None):
        cdef size_t row, begin = 0
        cdef size_t total = np.sum(lengths, dtype=np.uint64)
        if lengths.shape[0] != counts.shape[0] or total != <size_t> pieces.shape[0]:
            raise ValueError(f"{lengths.shape[0]} lengths with the sum {total} and {counts.shape[0]} counts"
                             f" do not describe a buffer of {pieces.shape[0]} bytes")
        with nogil:
            for row in range(<size_t> lengths.shape[0]):
                self.core.add(string_view(<const char*> &pieces[0] + begin, lengths[row]), counts[row])
                begin += lengths[row]

    def arrays(self):
        if self.core.longest() > <uint32_t> -1:
            raise OverflowError(f"a piece of {self.core.longest()} bytes is longer than a 32-bit length can tell")
        cdef bytes pieces = PyBytes_FromStringAndSize(NULL, self.core.distinct_bytes())
        lengths = np.empty(self.core.size(), np.uint32)
        counts = np.empty(self.core.size(), np.uint64)
        cdef uint32_t[::1] length_target = lengths
        cdef uint64_t[::1] count_target = counts
        cdef char* piece_target = PyBytes_AS_STRING(pieces)
        with nogil:
            copy_pieces(self.core, piece_target, &length_target[0], &count_target[0])
        return pieces, lengths, counts

    def items(self):
        pieces, lengths, counts = self.arrays()
        begin = 0
        for length, count in zip(lengths.tolist(), counts.tolist(), strict=True):
            yield pieces[begin:begin + length], count
            begin += length

    def count_of(self, const uint8_t[::1] piece not None):
        return self.core.count_of(view_of(piece))

    def save(self, bytes folder not None, bytes name not None, Monitor monitor not None):
        cdef string core_folder = folder, core_name = name
        with nogil:
            core_save_table(self.core, core_folder, core_name, monitor.core)

    def load(self, bytes folder not None, bytes name not None, Monitor monitor not None):
        cdef string core_folder = folder, core_name = name
        with nogil:
            core_load_counts(core_folder, core_name, self.core, monitor.core)

    def __len__(self):
        return self.core.size()

    @property
    def total(self):
        return self.core.total()

    @property
    def total_bytes(self):
        return self.core.total_bytes()

    @property
    def distinct_bytes(self):
        return self.core.distinct_bytes()

    @property
    def longest(self):
        return self.core.longest()

    @property
    def memory(self):
        return self.core.memory()


cdef class SpilledCounts(CountedPieces):
    cdef const PieceSource* source(self) noexcept:
        return self.core.get()

    @staticmethod
    def opened(bytes folder not None, bytes name not None, Monitor monitor not None):
        cdef string core_folder = folder, core_name = name
        cdef SpilledCounts counts = SpilledCounts.__new__(SpilledCounts)
        with nogil:
            counts.core = core_open_counts(core_folder, core_name, monitor.core)
        return counts

    def save(self, bytes folder not None, bytes name not None, Monitor monitor not None):
        cdef string core_folder = folder, core_name = name
        with nogil:
            core_save_spilled(dereference(self.core), core_folder, core_name, monitor.core)

    def items(self):
        cdef unique_ptr[CoreSpilledPieces] pieces
        pieces.reset(new CoreSpilledPieces(dereference(self.core)))
        while dereference(pieces).next():
            piece = dereference(pieces).piece()
            yield PyBytes_FromStringAndSize(piece.data(), piece.size()), dereference(pieces).count()

    def __len__(self):
        return dereference(self.core).size()

    @property
    def total(self):
        return dereference(self.core).total()

    @property
    def total_bytes(self):
        return dereference(self.core).total_bytes()

    @property
    def distinct_bytes(self):
        return dereference(self.core).distinct_bytes()

    @property
    def longest(self):
        return dereference(self.core).longest()


cdef class Spill:
    def __cinit__(self, bytes folder not None, Monitor monitor not None, size_t max_runs=64):
        self.monitor = monitor
        self.core.reset(new CoreSpill(folder, monitor.core, max_runs))

    def take(self, PieceCounts full not None):
        with nogil:
            dereference(self.core).take(full.core)
        full.lent_texts = []

    def merge(self):
        cdef SpilledCounts merged = SpilledCounts.__new__(SpilledCounts)
        with nogil:
            merged.core = dereference(self.core).merge()
        return merged

    def keep(self, bytes folder not None, bytes prefix not None):
        cdef string core_folder = folder, core_prefix = prefix
        cdef vector[string] names
        with nogil:
            names = dereference(self.core).keep(core_folder, core_prefix)
        return <list> names

    def kept(self):
        return <list> dereference(self.core).kept()

    def adopt(self, bytes folder not None, bytes name not None):
        cdef string core_folder = folder, core_name = name
        with nogil:
            dereference(self.core).adopt(core_folder, core_name)

    def __bool__(self):
        return not dereference(self.core).empty()

    @property
    def bytes_written(self):
        return dereference(self.core).bytes_written()


def are_spilled(bytes folder not None, bytes name not None):
    return core_are_spilled(folder, name)


# --- learning


def count_characters(CountedPieces counts not None, Monitor monitor not None):
    cdef const PieceSource* source = counts.source()
    cdef vector[CharacterCount] found
    with nogil:
        found = core_count_characters(dereference(source), monitor.core)
    characters = np.empty(found.size(), np.uint32)
    numbers = np.empty(found.size(), np.uint64)
    cdef uint32_t[::1] character_rows = characters
    cdef uint64_t[::1] number_rows = numbers
    cdef size_t row
    for row in range(found.size()):
        character_rows[row] = found[row].character
        number_rows[row] = found[row].count
    return characters, numbers


def train(CountedPieces counts not None, size_t max_merges, Count min_frequency, size_t max_token_length,
          str tie_break not None, const uint8_t[::1] byte_of_id not None, Monitor monitor not None,
          size_t pair_memory=0, const uint32_t[::1] characters=None):
    if byte_of_id.shape[0] != 256:
        raise ValueError(f"byte_of_id has {byte_of_id.shape[0]} entries; each of the 256 ids stands for one byte")
    cdef TrainerOptions options
    options.max_merges = max_merges
    options.min_frequency = min_frequency
    options.max_token_length = max_token_length
    options.tie_break = <TieBreak> place_of(tie_break, _TIE_BREAKS)
    options.pair_memory = pair_memory
    cdef size_t token
    for token in range(256):
        options.byte_of_id[token] = byte_of_id[token]
    cdef vector[char32_t] listed
    if characters is not None:
        for token in range(<size_t> characters.shape[0]):
            listed.push_back(characters[token])
        options.characters = optional[vector[char32_t]](listed)
    cdef const PieceSource* source = counts.source()
    cdef TrainingOutcome outcome
    with nogil:
        outcome = core_train(dereference(source), options, monitor.core)
    ids, numbers = arrays_of_merges(outcome.merges)
    return ids, numbers, outcome.initial_tokens, _STOP_REASONS[<uint8_t> outcome.stop_reason]


# --- encoding


cdef CoreMonitor* core_of(Monitor monitor):
    if monitor is None:
        return NULL
    return &monitor.core


cdef object raise_unless(bool complete):
    if not complete:
        raise InterruptedError("encoding was stopped")


cdef class Encoder:
    def __cinit__(self, tokens, const uint32_t[::1] byte_ids not None, const uint32_t[:, ::1] merges not None,
                  special_ids, bool whole_pieces_first, size_t merging_memory=0):
        if byte_ids.shape[0] != 256:
            raise ValueError(f"byte_ids has {byte_ids.shape[0]} entries; each of the 256 bytes has one id")
        if merges.shape[1] != 3:
            raise ValueError(f"a row of merges has {merges.shape[1]} entries, not left, right and token")
        cdef Vocabulary vocabulary
        vocabulary.tokens = tokens
        vocabulary.special_ids = special_ids
        vocabulary.whole_pieces_first = whole_pieces_first
        cdef size_t row
        for row in range(256):
            vocabulary.byte_ids[row] = byte_ids[row]
        vocabulary.merges.reserve(merges.shape[0])
        for row in range(<size_t> merges.shape[0]):
            vocabulary.merges.push_back(MergeRule(merges[row, 0], merges[row, 1], merges[row, 2]))
        self.size = vocabulary.tokens.size()
        with nogil:
            self.core.reset(new CoreEncoder(move(vocabulary), merging_memory))

    cdef vector[TokenId] ids_of(self, const uint8_t[::1] text, str scanner, bool allow_specials,
                                Monitor monitor) except *:
        cdef Scanner pattern = scanner_of(scanner)
        cdef CoreMonitor* watch = core_of(monitor)
        cdef vector[TokenId] ids
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode(view_of(text), pattern, allow_specials, ids, watch)
        raise_unless(complete)
        return move(ids)

    def encode(self, const uint8_t[::1] text not None, str scanner not None, bool allow_specials,
               Monitor monitor=None):
        return array_of_ids(self.ids_of(text, scanner, allow_specials, monitor))

    def encode_narrow(self, const uint8_t[::1] text not None, str scanner not None, bool allow_specials,
                      Monitor monitor=None):
        if self.size > 1 << 16:
            raise ValueError(f"the ids of {self.size} tokens need more than 16 bits")
        return narrow_array_of_ids(self.ids_of(text, scanner, allow_specials, monitor))

    def encode_batch(self, texts, str scanner not None, bool allow_specials):
        cdef Scanner pattern = scanner_of(scanner)
        cdef tuple held = tuple(texts)
        cdef vector[string_view] views
        cdef bytes text
        for text in held:
            views.push_back(string_view(PyBytes_AS_STRING(text), len(text)))
        cdef vector[TokenId] ids
        cdef vector[uint64_t] ends
        with nogil:
            dereference(self.core).encode_batch(TextSpan(views.data(), views.size()), pattern, allow_specials,
                                                ids, ends, NULL)
        return array_of_ids(ids), array_of_ends(ends)

    def encode_pieces(self, const uint8_t[::1] text not None, const uint64_t[::1] ends not None, Monitor monitor=None):
        cdef CoreMonitor* watch = core_of(monitor)
        cdef vector[TokenId] ids
        cdef bool complete
        with nogil:
            complete = dereference(self.core).encode_pieces(view_of(text), EndSpan(&ends[0], ends.shape[0]), ids,
                                                            watch)
        raise_unless(complete)
        return array_of_ids(ids)

    def decode(self, const uint32_t[::1] ids not None):
        cdef string decoded
        cdef size_t position
        with nogil:
            position = dereference(self.core).decode(TokenIdSpan(&ids[0], ids.shape[0]), decoded)
        if position < <size_t> ids.shape[0]:
            raise IndexError(position)
        return <bytes> decoded
