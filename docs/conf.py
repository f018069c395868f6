"""Sphinx configuration of the documentation site; `make docs` builds it."""

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

project = "Halma by Post"
author = "The Halma by Post authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["html_image"]
# Heading anchors follow GitHub's, because the same files are read there.
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

html_theme = "furo"
html_title = "Halma by Post"
html_theme_options = {"top_of_page_buttons": []}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
# The summaries of search results are fetched, which browsers refuse for file:// pages.
html_show_search_summary = False

# For `make links`: web pages often refuse programs, and scripts create their anchors.
linkcheck_allow_unauthorized = True
linkcheck_anchors = False
linkcheck_timeout = 20
linkcheck_retries = 2

# Docstrings mark code with single backticks.
default_role = "code"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
# The values of some constants fill a screen.
autodoc_default_options = {"no-value": True}
_UNDOCUMENTED_FIELD = re.compile(r"Alias for field number \d+")


def _drop_generated(*event: Any) -> None:
    """Drop the docstrings that Python generates for the fields of named tuples."""
    lines = event[-1]
    if _UNDOCUMENTED_FIELD.fullmatch("".join(lines)):
        lines.clear()


def setup(app: Any) -> None:
    """Connect the hooks."""
    app.connect("autodoc-process-docstring", _drop_generated)
