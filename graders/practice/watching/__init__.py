"""Grade a file after every save: when to run, what changed, which keys there are."""
