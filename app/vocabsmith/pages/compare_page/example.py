"""A text that tokenizers cut differently: apostrophes, numbers, several scripts, marks, emoji, code."""

from __future__ import annotations

EXAMPLE = (
    "The documentation doesn't mention 4,096 spinlocks: 打开文档，选择单元格区域。 المُحلِّل يقسم النص. "
    "शब्दों को बाँटा जाता है। A naïve façade 🧵 unfolds;\n\tint irq = platform_get_irq(pdev, 0);\n"
)
