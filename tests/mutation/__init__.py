"""Small faults, planted one at a time: how many do the tests notice? `python -m tests.mutation`"""
