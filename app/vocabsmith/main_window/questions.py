"""The window's questions: each says what is at stake and names every way out on its button."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

ACCEPT = QMessageBox.ButtonRole.AcceptRole
DISCARD = QMessageBox.ButtonRole.DestructiveRole
STAY = QMessageBox.ButtonRole.RejectRole


class Unsaved(Enum):
    """What becomes of changes that are not saved."""

    SAVE = "Save"
    DROP = "Don't save"
    STAY = "Cancel"


class Changed(Enum):
    """What becomes of a project file that another program has written."""

    SAVE_AS = "Save as…"
    OVERWRITE = "Write over it"
    STAY = "Cancel"


class Work(Enum):
    """What becomes of work that goes on."""

    KEEP = "Stop and keep"
    SUSPEND = "Go on at the next start"
    STOP = "Stop and quit"
    STAY = "Keep working"


_WHAT_FOLLOWS = {
    Work.KEEP: "Stop and keep ends the run with what was learned so far.",
    Work.SUSPEND: "Go on at the next start saves how far it has come.",
    Work.STOP: "Quitting stops it, and nothing of it is kept.",
}


def ask_about_changes(parent: QWidget, name: str, *, has_file: bool) -> Unsaved:
    """Asks before another project takes the place of one that was changed."""
    save = "Save" if has_file else "Save as…"
    options = {save: (Unsaved.SAVE, ACCEPT), "Don't save": (Unsaved.DROP, DISCARD), "Cancel": (Unsaved.STAY, STAY)}
    pressed = _ask(
        parent,
        "Unsaved changes",
        f"Save the changes in {name}?",
        "The corpus list and the recipe are lost if they are not saved. Runs and tokenizers are kept in any case.",
        [(text, role) for text, (_, role) in options.items()],
        usual=save,
    )
    return options[pressed][0]


def ask_about_changed_file(parent: QWidget, name: str) -> Changed:
    """Asks before what another program has written is lost."""
    roles = {Changed.SAVE_AS: ACCEPT, Changed.OVERWRITE: DISCARD, Changed.STAY: STAY}
    pressed = _ask(
        parent,
        "Project changed on the disk",
        f"Another program has changed {name} since it was opened here.",
        "Save your work under another name, or write over what the other program has saved.",
        [(choice.value, role) for choice, role in roles.items()],
        usual=Changed.SAVE_AS.value,
    )
    return Changed(pressed)


def ask_about_work(parent: QWidget, name: str, choices: Sequence[Work]) -> Work:
    """Asks before work is cut off by leaving."""
    roles = {Work.KEEP: ACCEPT, Work.SUSPEND: ACCEPT, Work.STOP: DISCARD}
    pressed = _ask(
        parent,
        "Quit",
        f"{name} is still going on.",
        "\n".join(_WHAT_FOLLOWS[choice] for choice in choices),
        [*((choice.value, roles[choice]) for choice in choices), (Work.STAY.value, STAY)],
        usual=Work.STAY.value,
    )
    return Work(pressed)


def _ask(
    parent: QWidget,
    title: str,
    text: str,
    more: str,
    options: Sequence[tuple[str, QMessageBox.ButtonRole]],
    *,
    usual: str,
) -> str:
    """The text of the button that was pressed; Escape presses the one whose role is STAY."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(more)
    buttons: dict[str, QPushButton] = {option: box.addButton(option, role) for option, role in options}
    box.setDefaultButton(buttons[usual])
    stay = next(option for option, role in options if role is STAY)
    box.setEscapeButton(buttons[stay])
    box.exec()
    pressed = next((option for option, button in buttons.items() if box.clickedButton() is button), stay)
    box.deleteLater()
    return pressed
