"""What a board may still become: what the learned value looks at, and its weights."""
