"""Mine positions that nobody has seen: random sound games, and proofs of what is found in them."""
