"""Labels of the events of matches, in the language of the reader."""

from bot import extension_points
from bot.i18n.translator import Translator


def event_label(t: Translator, label: str) -> str:
    """Return the label of an event as its extension translates it."""
    for extension in extension_points.installed():
        if extension.event_label is not None:
            label = extension.event_label(t, label)
    return label
