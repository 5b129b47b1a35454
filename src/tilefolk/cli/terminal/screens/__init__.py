"""The screens: the table, handing the keyboard over, and the result; with layout, keys and colours."""
