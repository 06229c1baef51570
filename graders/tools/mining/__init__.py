"""Mine positions nobody has seen: random games in, a suite of proved mates out."""
