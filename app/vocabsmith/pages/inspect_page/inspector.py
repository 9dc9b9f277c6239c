"""Encodes the text and looks tokens up, beside the window; the newest request wins."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from vocabsmith.operations.encode_beside import Beside, encode_beside
from vocabsmith.operations.encode_text import Inspection, encode_for_inspection
from vocabsmith.operations.token_details import TokenDetails, token_details
from vocabsmith.operations.trace_text import ShownTrace, TextTracer
from vocabsmith.tasks import LatestTask, TaskRunner
from vocabsmith_engine import Monitor, Stopped, Tokenizer, TokenizerError
from vocabsmith_engine.tokenizer import SpecialPolicy


class Inspector(QObject):
    """What is known of the present text.

    Signals:
        inspected(): `inspection` is that of the newest text.
        refused(str): the newest text cannot be encoded, and why.
        compared(): `beside` is the text of `inspection` as a second tokenizer cuts it.
        not_compared(str): the second tokenizer cannot encode it, and why.
        traced(): `trace` is what the tokenizer did to the text of `inspection` around a place.
        not_traced(str): that cannot be told, and why.
        described(): `details` are those of the token asked for last.
    """

    inspected = Signal()
    refused = Signal(str)
    compared = Signal()
    not_compared = Signal(str)
    traced = Signal()
    not_traced = Signal(str)
    described = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._encoding, self._describing = LatestTask(tasks, self), LatestTask(tasks, self)
        self._comparing, self._tracing = LatestTask(tasks, self), LatestTask(tasks, self)
        self._tracer = TextTracer()
        self.inspection: Inspection | None = None
        self.beside: Beside | None = None
        self.trace: ShownTrace | None = None
        self.details: TokenDetails | None = None

    def encode(self, tokenizer: Tokenizer, text: str, special: SpecialPolicy) -> None:
        """Encodes a text; `inspected` or `refused` follows unless a newer one comes."""

        def encode(monitor: Monitor) -> Inspection:
            return encode_for_inspection(tokenizer=tokenizer, text=text, special=special, monitor=monitor)

        self._encoding.submit(encode, on_done=self._keep_inspection, on_failed=self._refuse)

    def compare(self, tokenizer: Tokenizer) -> None:
        """Cuts the text of the present inspection by a second tokenizer; `compared` or `not_compared` follows."""
        first = self.inspection
        if first is None:
            return

        def encode(monitor: Monitor) -> Beside:
            return encode_beside(first=first, tokenizer=tokenizer, monitor=monitor)

        def keep(beside: Beside) -> None:
            if self.inspection is first:
                self.beside = beside
                self.compared.emit()

        self._comparing.submit(encode, on_done=keep, on_failed=self._refuse_second)

    def trace_around(self, place: int) -> None:
        """Looks up what was done to the text around a token; `traced` or `not_traced` follows."""
        inspection = self.inspection
        if inspection is None:
            return

        tracer = self._tracer

        def look_up(monitor: Monitor) -> ShownTrace:
            return tracer.trace(inspection=inspection, place=place, monitor=monitor)

        def keep(shown: ShownTrace) -> None:
            if self.inspection is inspection:
                self.trace = shown
                self.traced.emit()

        self._tracing.submit(look_up, on_done=keep, on_failed=self._refuse_trace)

    def describe(self, place: int) -> None:
        """Looks a token of the present inspection up; `described` follows unless another is asked for."""
        inspection = self.inspection
        if inspection is None or not 0 <= place < len(inspection):
            return

        def look_up(monitor: Monitor) -> TokenDetails:
            return token_details(inspection=inspection, place=place, monitor=monitor)

        def keep(details: TokenDetails) -> None:
            if self.inspection is inspection:
                self.details = details
                self.described.emit()

        self._describing.submit(look_up, on_done=keep, on_failed=lambda _: None)

    def _keep_inspection(self, inspection: Inspection) -> None:
        self.inspection = inspection
        self.details = self.beside = self.trace = None
        self._tracer = TextTracer()
        self.inspected.emit()

    def _refuse(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.inspection = self.details = self.beside = self.trace = None
            self._tracer = TextTracer()
            self.refused.emit(_in_words(error))

    def _refuse_second(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.beside = None
            self.not_compared.emit(_in_words(error))

    def _refuse_trace(self, error: Exception) -> None:
        if not isinstance(error, Stopped):
            self.trace = None
            self.not_traced.emit(_in_words(error))


def _in_words(error: Exception) -> str:
    """The error as a sentence; the engine's remedies speak to those who program."""
    if isinstance(error, TokenizerError) and error.rule.startswith("is refused"):
        return f"{error.value[:1].upper()}{error.value[1:]} {error.rule}. Remove it, or let it be one id or text."
    return str(error)
