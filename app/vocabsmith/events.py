"""Telling those who care that something has changed. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Event(Generic[T]):
    """Tells its subscribers, in the order they came, that something has changed."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[T], None]] = []

    def subscribe(self, subscriber: Callable[[T], None]) -> Callable[[], None]:
        """Calls `subscriber` at every change from now on; the function returned ends that."""
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def emit(self, value: T) -> None:
        """Tells everyone. A subscriber may unsubscribe while it is told."""
        for subscriber in tuple(self._subscribers):
            subscriber(value)
