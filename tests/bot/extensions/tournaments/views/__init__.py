"""Tests of the views of tournaments."""
