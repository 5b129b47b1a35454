"""Roll & Build: its sheets, rules and worked examples."""
