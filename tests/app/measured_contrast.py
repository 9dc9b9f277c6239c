"""How far writing stands out from its ground, measured in the pixels of a picture."""

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from vocabsmith_resources.themes.palette import contrast

ENOUGH = 4.5
_ENLARGED = 4  # so that even thin strokes hold pixels of the full colour of the ink


def pixels_of(widget: QWidget) -> np.ndarray:
    """The pixels of a widget as 0xRRGGBB, shape (height, width), enlarged."""
    picture = QImage(widget.size() * _ENLARGED, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(_ENLARGED)
    widget.render(picture)
    return np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), picture.width()) & 0xFFFFFF


def strongest_contrast(pixels: np.ndarray, place: QRect) -> float:
    """In `place`, in pixels of the widget: between the most frequent colour and the one that differs most from it."""
    left, top = place.left() * _ENLARGED, place.top() * _ENLARGED
    part = pixels[top : top + place.height() * _ENLARGED, left : left + place.width() * _ENLARGED]
    colours, times = np.unique(part, return_counts=True)
    ground = f"#{colours[times.argmax()]:06X}"
    return max(contrast(f"#{colour:06X}", ground) for colour in colours[times >= 8])
