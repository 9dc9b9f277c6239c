"""A text that shows what tokenizers find easy and hard: several scripts, emoji, numbers, code."""

from __future__ import annotations

EXAMPLE = """\
A tokenizer cuts text into pieces that it knows, so that a language model can count them.

分词器把文本切成片段，再按频率合并。
المُحلِّل يقسم النص إلى أجزاء صغيرة.
शब्दों को छोटे टुकड़ों में बाँटा जाता है।

Shipped 🚀 thanks 🙏 to all who tested 4,096 buffers 🧵👀

static int probe(struct device *dev)
{
\tint irq = get_irq(dev, 0);

\treturn irq < 0 ? irq : register_handler(irq);
}
"""
