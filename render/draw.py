"""Drawing of a scene: pastes sprites, then draws the last move and the markers."""

from functools import lru_cache

from PIL import Image

from render.dashed_route import lay_dashes
from render.footer import paint_footer
from render.last_move import lay_trail
from render.markers import lay_marks
from render.png_file import encode
from render.scenes import Scene
from render.sprites import sprite_set


@lru_cache(maxsize=64)
def png(scene: Scene) -> bytes:
    """Return the PNG file of a scene, cached for recent scenes. Thread-safe."""
    return encode(render_scene(scene))


def render_scene(scene: Scene) -> Image.Image:
    """Return the picture of a scene in palette mode."""
    tools = sprite_set(scene.stage, scene.turn)
    image = tools.base.copy()
    pale = {mark.cell for mark in scene.marks if mark.kind == "still"}
    for cell, byte in enumerate(scene.cells):
        if byte:
            image.paste(tools.sprite(cell, byte, is_pale=cell in pale), tools.boxes[cell])
    lay_trail(image, scene, tools)
    lay_dashes(image, scene, tools)
    lay_marks(image, scene, tools)
    below = paint_footer(scene, tools)
    if below is None:
        return image
    whole = image.crop((0, 0, image.width, image.height + below.height))
    whole.paste(below, (0, image.height))
    return whole
