"""The tutorial: lessons played step by step on a board."""
