# The headers of engine/cpp/include/vocabsmith, declared for Cython. Names that Python classes carry too are prefixed
# with `Core`. Every call that can throw goes through the one translator at the top.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libcpp cimport bool
from libcpp.memory cimport unique_ptr
from libcpp.optional cimport optional
from libcpp.string cimport string
from libcpp.vector cimport vector

cdef extern from *:
    """
    #include <ios>
    #include <new>
    #include <stdexcept>
    #include <system_error>

    #include "vocabsmith/monitor.hpp"

    // Called while a C++ exception is being handled, with the GIL held. Classes that derive from others come first.
    static void raise_python_error() {
      try {
        throw;
      } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
      } catch (const std::domain_error& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
      } catch (const std::overflow_error& error) {
        PyErr_SetString(PyExc_OverflowError, error.what());
      } catch (const std::length_error& error) {
        PyErr_SetString(PyExc_OverflowError, error.what());
      } catch (const std::out_of_range& error) {
        PyErr_SetString(PyExc_IndexError, error.what());
      } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
      } catch (const std::system_error& error) {
        PyErr_SetString(PyExc_OSError, error.what());
      } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
      } catch (const vocabsmith::StopRequested&) {
        PyErr_SetString(PyExc_InterruptedError, "stopped");
      }
    }
    """
    void raise_python_error()

cdef extern from "<string_view>" namespace "std" nogil:
    cdef cppclass string_view:
        string_view()
        string_view(const char* data, size_t size)
        const char* data()
        size_t size()

cdef extern from "<span>" namespace "std" nogil:
    cdef cppclass TokenIdSpan "std::span<const vocabsmith::TokenId>":
        TokenIdSpan(const uint32_t* data, size_t size)
    cdef cppclass EndSpan "std::span<const std::uint64_t>":
        EndSpan(const uint64_t* data, size_t size)
    cdef cppclass TextSpan "std::span<const std::string_view>":
        TextSpan(const string_view* data, size_t size)

cdef extern from "<array>" namespace "std" nogil:
    cdef cppclass TokenIdOfByte "std::array<vocabsmith::TokenId, 256>":
        uint32_t& operator[](size_t byte)
    cdef cppclass ByteOfTokenId "std::array<std::uint8_t, 256>":
        uint8_t& operator[](size_t token)

cdef extern from "vocabsmith/types.hpp" namespace "vocabsmith" nogil:
    ctypedef uint32_t TokenId
    ctypedef uint64_t Count
    cdef struct Merge:
        TokenId left
        TokenId right
        TokenId token
        Count count
        Count tokens_left

cdef extern from "vocabsmith/monitor.hpp" namespace "vocabsmith" nogil:
    cdef enum Stage "vocabsmith::Stage":
        pass
    cdef struct Progress:
        Stage stage
        uint64_t done
        uint64_t total
        double per_second
        uint64_t merges
    cdef cppclass CoreMonitor "vocabsmith::Monitor":
        CoreMonitor() except +raise_python_error
        void begin_stage(Stage stage, uint64_t total) except +raise_python_error
        void extend_stage(uint64_t more) except +raise_python_error
        void advance_to(uint64_t done) except +raise_python_error
        void advance_by(uint64_t amount) except +raise_python_error
        void pass_over(uint64_t amount) except +raise_python_error
        bool checkpoint() except +raise_python_error
        Progress snapshot() except +raise_python_error
        vector[Merge] merges_since(uint64_t first) except +raise_python_error
        void pause() except +raise_python_error
        void resume() except +raise_python_error
        void stop() except +raise_python_error
        bool paused()
        bool stop_requested()

cdef extern from "vocabsmith/utf8.hpp" namespace "vocabsmith" nogil:
    cdef enum InvalidBytes "vocabsmith::InvalidBytes":
        pass
    cdef struct Repair:
        uint64_t bad_bytes
        uint64_t first_offset
    size_t core_valid_prefix "vocabsmith::valid_prefix"(string_view text)
    size_t core_complete_prefix "vocabsmith::complete_prefix"(string_view text)
    Repair append_repaired(string_view text, InvalidBytes policy, string& out) except +raise_python_error

cdef extern from "vocabsmith/special_tokens.hpp" namespace "vocabsmith" nogil:
    cdef struct SpecialMatch "vocabsmith::SpecialTokens::Match":
        size_t begin
        size_t end
        size_t index
    cdef cppclass CoreSpecialTokens "vocabsmith::SpecialTokens":
        CoreSpecialTokens()
        CoreSpecialTokens(vector[string] tokens) except +raise_python_error
        size_t longest()
        optional[SpecialMatch] find(string_view text, size_t begin) except +raise_python_error

cdef extern from "vocabsmith/pretokenizer.hpp" namespace "vocabsmith" nogil:
    cdef enum Scanner "vocabsmith::Scanner":
        pass
    optional[Scanner] scanner_named(string_view name)
    void append_piece_ends(Scanner scanner, string_view text, vector[uint64_t]& ends) except +raise_python_error
    size_t core_number_of_pieces "vocabsmith::number_of_pieces"(Scanner scanner, string_view text)
    size_t core_longest_piece "vocabsmith::longest_piece"(
        Scanner scanner, string_view text, const CoreSpecialTokens& specials, EndSpan ends) except +raise_python_error
    size_t core_last_safe_cut "vocabsmith::last_safe_cut"(
        string_view text, const CoreSpecialTokens& specials, bool divide_lines) except +raise_python_error
    size_t core_last_cut_in_every_form "vocabsmith::last_cut_in_every_form"(
        string_view text, const CoreSpecialTokens& specials) except +raise_python_error
    cdef enum DocumentUnit "vocabsmith::DocumentUnit":
        pass
    size_t core_last_line_end "vocabsmith::last_line_end"(
        string_view text, const CoreSpecialTokens& specials) except +raise_python_error

cdef extern from "vocabsmith/held_out.hpp" namespace "vocabsmith" nogil:
    cdef struct Documents:
        string text
        vector[uint64_t] ends
        uint64_t begun
    cdef struct DividedDocuments:
        Documents learned
        Documents held_out
    cdef struct HoldingOut:
        uint64_t bound
        optional[bool] continued
    uint64_t core_document_hash "vocabsmith::document_hash"(string_view document)
    DividedDocuments core_divide_documents "vocabsmith::divide_documents"(
        string_view text, const CoreSpecialTokens& specials, DocumentUnit unit,
        HoldingOut rule) except +raise_python_error
    DividedDocuments core_divide_records "vocabsmith::divide_records"(
        string_view text, EndSpan ends, const CoreSpecialTokens& specials, DocumentUnit unit,
        uint64_t bound) except +raise_python_error

cdef extern from "vocabsmith/piece_source.hpp" namespace "vocabsmith" nogil:
    cdef cppclass PieceSource "vocabsmith::PieceSource":
        pass

cdef extern from "vocabsmith/piece_counts.hpp" namespace "vocabsmith" nogil:
    cdef struct CountingOptions:
        DocumentUnit unit
        Count weight
        bool lent
        uint64_t file_bytes
    cdef cppclass Overflow:
        pass
    cdef cppclass CorePieceCounts "vocabsmith::PieceCounts"(PieceSource):
        CorePieceCounts() except +raise_python_error
        void bound(size_t limit, Overflow& overflow, CoreMonitor& monitor)
        void add(string_view piece, Count count) except +raise_python_error
        void add_all(const CorePieceCounts& other, Count weight) except +raise_python_error
        size_t size()
        Count total() except +raise_python_error
        Count total_bytes() except +raise_python_error
        size_t distinct_bytes()
        size_t longest()
        Count count_of(string_view piece) except +raise_python_error
        size_t memory()
        bool holds_lent_text()
        size_t times_lent()
    void count_pieces(string_view text, Scanner scanner, const CoreSpecialTokens& specials,
                      CorePieceCounts& counts, const CountingOptions& options) except +raise_python_error
    void core_count_records "vocabsmith::count_records"(
        string_view text, EndSpan ends, Scanner scanner, const CoreSpecialTokens& specials,
        CorePieceCounts& counts, const CountingOptions& options) except +raise_python_error
    uint64_t core_number_of_documents "vocabsmith::number_of_documents"(
        string_view text, EndSpan ends, const CoreSpecialTokens& specials,
        DocumentUnit unit) except +raise_python_error

cdef extern from "vocabsmith/spilled_counts.hpp" namespace "vocabsmith" nogil:
    cdef cppclass CoreSpilledCounts "vocabsmith::SpilledCounts"(PieceSource):
        size_t size()
        Count total() except +raise_python_error
        Count total_bytes() except +raise_python_error
        size_t distinct_bytes()
        size_t longest()
    cdef cppclass CoreSpilledPieces "vocabsmith::SpilledPieces":
        CoreSpilledPieces(const CoreSpilledCounts& counts) except +raise_python_error
        bool next() except +raise_python_error
        string_view piece()
        Count count()
    cdef cppclass CoreSpill "vocabsmith::Spill"(Overflow):
        CoreSpill(string folder, CoreMonitor& monitor, size_t max_runs) except +raise_python_error
        void take(CorePieceCounts& full) except +raise_python_error
        bool empty()
        uint64_t bytes_written()
        unique_ptr[CoreSpilledCounts] merge() except +raise_python_error
        vector[string] keep(const string& folder, const string& prefix) except +raise_python_error
        vector[string] kept() except +raise_python_error
        void adopt(const string& folder, const string& name) except +raise_python_error

cdef extern from "vocabsmith/saved_counts.hpp" namespace "vocabsmith" nogil:
    void core_save_table "vocabsmith::save_counts"(
        const CorePieceCounts& counts, const string& folder, const string& name,
        CoreMonitor& monitor) except +raise_python_error
    void core_save_spilled "vocabsmith::save_counts"(
        const CoreSpilledCounts& counts, const string& folder, const string& name,
        CoreMonitor& monitor) except +raise_python_error
    void core_load_counts "vocabsmith::load_counts"(
        const string& folder, const string& name, CorePieceCounts& into,
        CoreMonitor& monitor) except +raise_python_error
    unique_ptr[CoreSpilledCounts] core_open_counts "vocabsmith::open_counts"(
        const string& folder, const string& name, CoreMonitor& monitor) except +raise_python_error
    bool core_are_spilled "vocabsmith::are_spilled"(
        const string& folder, const string& name) except +raise_python_error

cdef extern from *:
    ctypedef uint32_t char32_t

cdef extern from "vocabsmith/character_counts.hpp" namespace "vocabsmith" nogil:
    cdef struct CharacterCount:
        char32_t character
        Count count
    vector[CharacterCount] core_count_characters "vocabsmith::count_characters"(
        const PieceSource& pieces, CoreMonitor& monitor) except +raise_python_error

cdef extern from "vocabsmith/trainer.hpp" namespace "vocabsmith" nogil:
    cdef enum TieBreak "vocabsmith::TieBreak":
        pass
    cdef enum StopReason "vocabsmith::StopReason":
        pass
    cdef cppclass TrainerOptions:
        size_t max_merges
        Count min_frequency
        size_t max_token_length
        TieBreak tie_break
        size_t pair_memory
        ByteOfTokenId byte_of_id
        optional[vector[char32_t]] characters
    cdef cppclass TrainingOutcome:
        vector[Merge] merges
        Count initial_tokens
        StopReason stop_reason
    TrainingOutcome core_train "vocabsmith::train"(
        const PieceSource& counts, const TrainerOptions& options, CoreMonitor& monitor) except +raise_python_error

cdef extern from "vocabsmith/encoder.hpp" namespace "vocabsmith" nogil:
    cdef struct MergeRule:
        TokenId left
        TokenId right
        TokenId token
    cdef cppclass Vocabulary:
        vector[string] tokens
        TokenIdOfByte byte_ids
        vector[MergeRule] merges
        vector[TokenId] special_ids
        bool whole_pieces_first
    cdef cppclass CoreEncoder "vocabsmith::Encoder":
        CoreEncoder(Vocabulary vocabulary, size_t merging_memory) except +raise_python_error
        bool encode(string_view text, Scanner scanner, bool allow_specials, vector[TokenId]& out,
                    CoreMonitor* monitor) except +raise_python_error
        bool encode_batch(TextSpan texts, Scanner scanner, bool allow_specials, vector[TokenId]& out,
                          vector[uint64_t]& ends, CoreMonitor* monitor) except +raise_python_error
        bool encode_pieces(string_view text, EndSpan ends, vector[TokenId]& out,
                           CoreMonitor* monitor) except +raise_python_error
        size_t decode(TokenIdSpan ids, string& out) except +raise_python_error

# What Cython cannot write itself: a visitor for `PieceCounts::for_each`.
cdef extern from *:
    """
    #include <algorithm>
    #include "vocabsmith/piece_counts.hpp"

    // Writes the pieces one behind the other, with their lengths and counts; each array must have room for all.
    static void copy_pieces(const vocabsmith::PieceCounts& table, char* bytes, std::uint32_t* lengths,
                            std::uint64_t* counts) {
      table.for_each([&](std::string_view piece, vocabsmith::Count count) {
        bytes = std::copy(piece.begin(), piece.end(), bytes);
        *lengths++ = static_cast<std::uint32_t>(piece.size());
        *counts++ = count;
      });
    }
    """
    void copy_pieces(const CorePieceCounts& table, char* bytes, uint32_t* lengths, uint64_t* counts) nogil

cdef class Monitor:
    cdef CoreMonitor core

cdef class SpecialTokens:
    cdef CoreSpecialTokens core

cdef class CountedPieces:
    cdef const PieceSource* source(self) noexcept

cdef class PieceCounts(CountedPieces):
    cdef CorePieceCounts core
    cdef Spill overflow  # is kept as long as the table may spill
    cdef list lent_texts  # are kept as long as pieces lie in them
    cdef object keep_if_lent(self, const uint8_t[::1] text, size_t times_lent_before)

cdef class SpilledCounts(CountedPieces):
    cdef unique_ptr[CoreSpilledCounts] core

cdef class Spill:
    cdef unique_ptr[CoreSpill] core
    cdef Monitor monitor  # is kept as long as the core looks at it

cdef class Encoder:
    cdef unique_ptr[CoreEncoder] core
    cdef size_t size
    cdef vector[TokenId] ids_of(self, const uint8_t[::1] text, str scanner, bool allow_specials,
                                Monitor monitor) except *
