"""Tables of the first schema. Never edited: every change is a new migration."""
