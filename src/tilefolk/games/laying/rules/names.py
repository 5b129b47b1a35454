"""What the words in a rule's parameters name; `laying.checking` looks every one of them up."""

from typing import NewType

Kind = NewType("Kind", str)  # of a piece: Y, church, F
Selector = NewType("Selector", str)  # cells: beach, near:temple, row:7, a&b
Layer = NewType("Layer", str)  # a terrain, a symbol or a named set of cells
Cells = NewType("Cells", str)  # a named set of cells, the same on every board
Sticker = NewType("Sticker", str)  # a letter or word of the legend
Cell = NewType("Cell", str)  # C5, or q,r
Card = NewType("Card", str)  # kind-shape
Shape = NewType("Shape", str)
Metric = NewType("Metric", str)  # largest:F, cover:plateau, cover:P@treasure, kinds
Goal = NewType("Goal", str)  # a metric and what it must come to: kinds>=3, open:beach<=8
Bank = NewType("Bank", str)  # left, right
