"""One file a game: every module of this folder with a tuple `VARIANTS` is found by itself."""
