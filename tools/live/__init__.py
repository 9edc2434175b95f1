"""A game followed as it is played: console, board, overlay, and the record."""
