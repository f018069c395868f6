"""Rows of messages: to send, sent, and what each interaction did."""
