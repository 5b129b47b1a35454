"""The kernels that answer cards and play on: whole matches, playouts, beams, on guessed futures."""
