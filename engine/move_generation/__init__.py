"""Move generation: movers, of which games are built, and tables of their moves.

Nothing here knows a variant: `engine.legal_moves` lists the moves of a position.
"""
