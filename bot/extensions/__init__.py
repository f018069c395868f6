"""Extensions: self-contained packages that are not part of correspondence play."""
