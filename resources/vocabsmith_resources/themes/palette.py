"""Every colour of the window, in one place, light and dark.

Text is at least 4.5:1 on every ground it is painted on (WCAG 2.1, level AA); a test computes each pair.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as "#RRGGBB".

    Attributes:
        window, surface: grounds of the frame and of the panes.
        border, line, control_border: between panes, between rows of a list, around controls.
        text, secondary, disabled: the three strengths of writing.
        accent, accent_ground, on_accent: what can be done next or is running; selection; writing on accent.
        good_ground, warning_ground, error_ground: grounds of messages.
        hover, press, track: a control under the pointer, pressed, and the groove of bars.
        token_grounds: grounds of neighbouring tokens, in turn.
        curve_hues: curves of compared runs, in turn; the first is the accent, and what is like it comes last.
    """

    name: str
    window: str
    surface: str
    border: str
    line: str
    control_border: str
    text: str
    secondary: str
    disabled: str
    accent: str
    accent_ground: str
    on_accent: str
    good: str
    good_ground: str
    warning: str
    warning_ground: str
    error: str
    error_ground: str
    hover: str
    press: str
    track: str
    token_grounds: tuple[str, ...]
    curve_hues: tuple[str, ...]

    @property
    def dark(self) -> bool:
        """Whether writing is lighter than its ground."""
        return luminance(self.text) > luminance(self.surface)


LIGHT = Palette(
    name="light",
    window="#F6F7F9",
    surface="#FFFFFF",
    border="#D9DDE3",
    line="#E8EBEF",
    control_border="#C6CCD4",
    text="#1C2128",
    secondary="#57606A",
    disabled="#5F6872",
    accent="#3B5BDB",
    accent_ground="#E7ECFD",
    on_accent="#FFFFFF",
    good="#1A7F37",
    good_ground="#EAF6ED",
    warning="#8A5A00",
    warning_ground="#FFF6E0",
    error="#C21F2B",
    error_ground="#FDECEC",
    hover="#ECEFF3",
    press="#E3E7EC",
    track="#E3E7EC",
    token_grounds=("#CFE1FF", "#FFE0B8", "#CDEFD4", "#F6D1E8", "#FFF0A8", "#D6D3FA", "#C8F0EE", "#FFD3CC"),
    curve_hues=("#3B5BDB", "#B45309", "#0F766E", "#A21C6B", "#7A6200", "#6D5BD0"),
)

DARK = Palette(
    name="dark",
    window="#16181D",
    surface="#1E2127",
    border="#343942",
    line="#2A2E36",
    control_border="#414752",
    text="#E6E8EB",
    secondary="#9DA5B0",
    disabled="#949DA9",
    accent="#8CA3FF",
    accent_ground="#28304D",
    on_accent="#14172A",
    good="#57AB5A",
    good_ground="#1C2B22",
    warning="#D4A72C",
    warning_ground="#2E2818",
    error="#F47067",
    error_ground="#351F22",
    hover="#282C34",
    press="#2F343D",
    track="#31363F",
    token_grounds=("#24406B", "#5E4315", "#1F4D2E", "#5A2A4B", "#554B12", "#3B3672", "#17504E", "#66302A"),
    curve_hues=("#8CA3FF", "#F0A052", "#4FC4B7", "#EE86C2", "#D4C04A", "#B3A6FF"),
)


def luminance(colour: str) -> float:
    """Relative luminance of "#RRGGBB", 0 (black) to 1 (white), as WCAG 2.1 defines it."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast of two colours, 1 (the same) to 21 (black on white), in either order."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(colour: str, ground: str, share: float) -> str:
    """The colour that `colour` painted over `ground` with opacity `share` (0 to 1) gives."""
    pairs = ((int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(over * share + under * (1 - share)):02X}" for over, under in pairs)
