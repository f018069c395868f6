"""Translation: the catalogues, and dates and durations in the reader's language."""
