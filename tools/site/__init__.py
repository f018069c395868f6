"""Documentation site: the pages of docs/, a page per game, and the API reference.

`build.build_site` writes Markdown sources into a folder and runs Sphinx on it (docs/conf.py).
"""
