"""numba behind typed names, and what kernels need that numba lacks."""
