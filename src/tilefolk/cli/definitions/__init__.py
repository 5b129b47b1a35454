"""The definitions of the commands: names, options, help and examples.

A definition imports the code that does the work only when its command is called, so that `--help` needs
neither games nor server.
"""
