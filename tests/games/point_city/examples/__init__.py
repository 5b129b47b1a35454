"""The examples and sentences of the rules of Point City, in their order; solo stands in `test_automaton`.

Where nothing else lies in the market it holds single resources:  I N M C / E I N M / C E I N / M C E I.
"""
