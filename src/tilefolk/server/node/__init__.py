"""What one node shares between requests and does in the background."""
