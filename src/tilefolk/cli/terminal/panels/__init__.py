"""The panels around a board or market: values, news, legend, results and the standing of a series."""
