"""Every text of the window stands out from the ground it is painted on."""

import pytest

from vocabsmith_resources.themes.palette import DARK, LIGHT, Palette, contrast, mixed

BOTH = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
ENOUGH = 4.5


def test_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)


def test_contrast_of_a_colour_with_itself_is_1():
    assert contrast("#3B5BDB", "#3B5BDB") == pytest.approx(1)


def test_half_of_white_over_black_is_grey():
    assert mixed("#FFFFFF", "#000000", 0.5) == "#808080"


@BOTH
@pytest.mark.parametrize("text", ["text", "secondary", "disabled"])
@pytest.mark.parametrize("ground", ["window", "surface", "hover", "press", "accent_ground"])
def test_writing_on_every_ground(palette: Palette, text: str, ground: str):
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= ENOUGH


@BOTH
@pytest.mark.parametrize("tone", ["accent", "good", "warning", "error"])
@pytest.mark.parametrize("ground", ["window", "surface"])
def test_coloured_writing(palette: Palette, tone: str, ground: str):
    assert contrast(getattr(palette, tone), getattr(palette, ground)) >= ENOUGH


@BOTH
def test_accent_writing_on_selected_rows_and_pressed_controls(palette: Palette):
    assert contrast(palette.accent, palette.accent_ground) >= ENOUGH
    assert contrast(palette.accent, palette.hover) >= ENOUGH


@BOTH
@pytest.mark.parametrize("tone", ["good", "warning", "error"])
def test_messages_on_their_own_ground(palette: Palette, tone: str):
    ground = getattr(palette, f"{tone}_ground")
    assert contrast(getattr(palette, tone), ground) >= ENOUGH
    assert contrast(palette.text, ground) >= ENOUGH
    assert contrast(palette.secondary, ground) >= ENOUGH


@BOTH
def test_writing_on_the_accent(palette: Palette):
    assert contrast(palette.on_accent, palette.accent) >= ENOUGH


@BOTH
def test_writing_on_token_grounds(palette: Palette):
    assert len(set(palette.token_grounds)) == 8
    for ground in palette.token_grounds:
        assert contrast(palette.text, ground) >= ENOUGH
        assert contrast(mixed(palette.text, ground, 185 / 255), ground) >= ENOUGH, (
            "marker letters are painted at 185/255"
        )


@BOTH
def test_curves_and_their_legends(palette: Palette):
    assert palette.curve_hues[0] == palette.accent
    for hue in palette.curve_hues:
        assert contrast(hue, palette.surface) >= ENOUGH


@BOTH
def test_axis_text_of_charts(palette: Palette):
    assert contrast(palette.secondary, palette.surface) >= ENOUGH


def test_dark_is_dark():
    assert DARK.dark
    assert not LIGHT.dark
