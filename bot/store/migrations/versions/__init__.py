"""The changes of the tables, oldest first; never edited once released."""
