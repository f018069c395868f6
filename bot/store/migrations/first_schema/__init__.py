"""Tables of the first schema, never edited: each change is a revision."""
