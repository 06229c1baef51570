"""Programs with one mistake in every shape: what the probe positions are mined and proved with."""
