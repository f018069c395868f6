"""Pictures of positions, and their alt texts.

`png(scene(variant, position))` draws a picture; `describe(...)` returns its content in words.
"""

from render.alt_text import describe
from render.draw import png
from render.layout import WIDTH
from render.scenes import Marker, Scene, scene, seat_label
from render.theme import ThemeName

__all__ = ["WIDTH", "Marker", "Scene", "ThemeName", "describe", "png", "scene", "seat_label"]
