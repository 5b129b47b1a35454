"""HTTP and sockets: what clients ask and what they are answered."""
