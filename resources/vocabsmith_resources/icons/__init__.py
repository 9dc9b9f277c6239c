"""The icons of the window: strokes on a 16 × 16 grid, coloured when they are used."""

from __future__ import annotations

# Path data of SVG (https://www.w3.org/TR/SVG11/paths.html). Several strokes of one icon follow each other.
ICONS: dict[str, str] = {
    "build": "M2.5 13.5 8.2 7.8 M6.2 5.8 9.2 2.8 Q11 2 12.6 3 L11.6 4.6 13.4 6.4 11.2 8.6 9.6 7 8.2 7.8 Z",
    "inspect": "M6.8 11.3a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z M10.1 10.1 14 14 M5 5.7h3.6 M5 7.9h2.4",
    "compare": "M3.6 6.8h1.8a.8.8 0 0 1 .8.8v5.4a.8.8 0 0 1-.8.8H3.6a.8.8 0 0 1-.8-.8V7.6a.8.8 0 0 1 .8-.8Z "
    "M10.6 2.2h1.8a.8.8 0 0 1 .8.8v10a.8.8 0 0 1-.8.8h-1.8a.8.8 0 0 1-.8-.8V3a.8.8 0 0 1 .8-.8Z",
    "plus": "M8 3v10 M3 8h10",
    "minus": "M3 8h10",
    "folder": "M2 12.2V4.3a.8.8 0 0 1 .8-.8h3l1.5 1.8h5.9a.8.8 0 0 1 .8.8v6.1a.8.8 0 0 1-.8.8H2.8a.8.8 0 0 1-.8-.8Z",
    "file": "M4 2h5l3 3v8.2a.8.8 0 0 1-.8.8H4a.8.8 0 0 1-.8-.8V2.8A.8.8 0 0 1 4 2Z M9 2v3h3 M5.6 8.2h4 M5.6 10.8h4",
    "braces": "M6 2.5H5A1.5 1.5 0 0 0 3.5 4v2.5L2.3 8l1.2 1.5V12A1.5 1.5 0 0 0 5 13.5h1 "
    "M10 2.5h1A1.5 1.5 0 0 1 12.5 4v2.5L13.7 8l-1.2 1.5V12a1.5 1.5 0 0 1-1.5 1.5h-1",
    "table": "M2.8 3.2h10.4a.6.6 0 0 1 .6.6v8.4a.6.6 0 0 1-.6.6H2.8a.6.6 0 0 1-.6-.6V3.8a.6.6 0 0 1 .6-.6Z "
    "M2.2 6.4h11.6 M2.2 9.6h11.6 M6.2 6.4v6.4",
    "open-external": "M7 3.5H3.3a.8.8 0 0 0-.8.8v8.4a.8.8 0 0 0 .8.8h8.4a.8.8 0 0 0 .8-.8V9 "
    "M9.5 2.5h4v4 M13.3 2.7 7.5 8.5",
    "pencil": "M2.8 13.2l.7-3L10.6 3a1.2 1.2 0 0 1 1.7 0l.7.7a1.2 1.2 0 0 1 0 1.7L5.9 12.5Z M9.4 4.2l2.4 2.4",
    "close": "M3.8 3.8l8.4 8.4 M12.2 3.8l-8.4 8.4",
    "check": "M2.8 8.6 6.2 12 13.2 4.4",
    "warning": "M8 2.4 14.2 13.2H1.8Z M8 6.4v3.2 M8 11.4v.1",
    "info": "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z M8 7.4v3.6 M8 5v.1",
    "error": "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z M8 4.8v4 M8 11v.1",
    "download": "M8 2.2v8 M4.8 7.2 8 10.4l3.2-3.2 M2.5 11v2.2a.6.6 0 0 0 .6.6h9.8a.6.6 0 0 0 .6-.6V11",
    "upload": "M8 10.4V2.4 M4.8 5.4 8 2.2l3.2 3.2 M2.5 9v4.2a.6.6 0 0 0 .6.6h9.8a.6.6 0 0 0 .6-.6V9",
    "play": "M5 3.2v9.6L12.6 8Z",
    "pause": "M5.6 3.4v9.2 M10.4 3.4v9.2",
    "stop": "M4.3 3.7h7.4a.6.6 0 0 1 .6.6v7.4a.6.6 0 0 1-.6.6H4.3a.6.6 0 0 1-.6-.6V4.3a.6.6 0 0 1 .6-.6Z",
    "refresh": "M13 8a5 5 0 1 1-1.5-3.6L13 5.8 M13 2.6v3.2H9.8",
    "reset": "M3 8a5 5 0 1 0 1.5-3.6L3 5.8 M3 2.6v3.2h3.2",
    "chevron-up": "M4 10l4-4 4 4",
    "chevron-down": "M4 6l4 4 4-4",
    "chevron-left": "M10 4 6 8l4 4",
    "chevron-right": "M6 4l4 4-4 4",
    "dots": "M3.4 8v.1 M8 8v.1 M12.6 8v.1",
    "pilcrow": "M8 13.5V2.5h4.5 M11 2.5v11 M8 2.5H6.6a3 3 0 0 0 0 6H8",
    "trash": "M2.8 4.2h10.4 M6 4V2.5h4V4 M4 4.4l.6 8.4a.9.9 0 0 0 .9.9h5a.9.9 0 0 0 .9-.9l.6-8.4 M6.6 7v4 M9.4 7v4",
    "copy": "M6 5.2h6.6a.7.7 0 0 1 .7.7v7a.7.7 0 0 1-.7.7H6a.7.7 0 0 1-.7-.7v-7A.7.7 0 0 1 6 5.2Z "
    "M3 10.6a.5.5 0 0 1-.4-.5V3a.7.7 0 0 1 .7-.7h6.9a.5.5 0 0 1 .5.4",
    "runs": "M6 4h7.5 M6 8h7.5 M6 12h7.5 M2.8 4v.1 M2.8 8v.1 M2.8 12v.1",
    "flask": "M6.4 2.2v4L2.9 12.6a.8.8 0 0 0 .7 1.2h8.8a.8.8 0 0 0 .7-1.2L9.6 6.2v-4 M5.2 2.2h5.6 M4.8 9.6h6.4",
    "memory": "M4.6 3.8h6.8a.8.8 0 0 1 .8.8v6.8a.8.8 0 0 1-.8.8H4.6a.8.8 0 0 1-.8-.8V4.6a.8.8 0 0 1 .8-.8Z "
    "M6.4 6.4h3.2v3.2H6.4Z M6.2 1.8v2 M9.8 1.8v2 M6.2 12.2v2 M9.8 12.2v2 M1.8 6.2h2 M1.8 9.8h2 M12.2 6.2h2 M12.2 9.8h2",
    "search": "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z M10.3 10.3l3.4 3.4",
    "sun": "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z M8 1.6v1.4 M8 13v1.4 M1.6 8H3 M13 8h1.4 "
    "M3.5 3.5l1 1 M11.5 11.5l1 1 M12.5 3.5l-1 1 M4.5 11.5l-1 1",
    "moon": "M13.4 9.4A5.6 5.6 0 0 1 6.6 2.6a5.6 5.6 0 1 0 6.8 6.8Z",
    "circle": "M8 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z",
    "half": "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z M8.6 2.6v10.8 M9.9 3v10 M11.2 3.7v8.6 M12.4 5v6",
    "ban": "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z M4.2 4.2l7.6 7.6",
    "sieve": "M2.5 4.5h11 M4.5 8h7 M6.5 11.5h3",
    "arrow-down": "M8 3v10 M4 9l4 4 4-4",
    "brackets": "M5.8 4.2 2.4 8l3.4 3.8 M10.2 4.2 13.6 8l-3.4 3.8",
    "beside": "M2.3 2.5h11.4v4H2.3Z M2.3 9.5h11.4v4H2.3Z",
    "stages": "M2.2 3.5h11.6 M2.2 8h4.4 M9.4 8h4.4 M2.2 12.5h2 M7 12.5h2 M11.8 12.5h2",
    "undo": "M5.6 3.6 2.6 6.6l3 3 M2.6 6.6h7.2a3.4 3.4 0 0 1 0 6.8H6.4",
    "redo": "M10.4 3.6l3 3-3 3 M13.4 6.6H6.2a3.4 3.4 0 0 0 0 6.8h3.4",
    "dot": "M8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z M8 8v.1",
}

STROKE = 1.35
# These are read at a glance as points: their strokes are wider.
_WIDE = {"dots": 1.9, "dot": 3.4}


def svg(name: str, colour: str) -> bytes:
    """The icon `name` of ICONS as an SVG document drawn in `colour` ("#RRGGBB")."""
    width = _WIDE.get(name, STROKE)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">'
        f'<path d="{ICONS[name]}" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/></svg>'
    ).encode()
