"""The tables of one ground, made from the rules of its episode: all that kernels know, without a compiler."""
