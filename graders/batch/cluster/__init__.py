"""Grade on many machines: a coordinator's workers are those of a Dask scheduler."""
