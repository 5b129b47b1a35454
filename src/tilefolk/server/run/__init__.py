"""How a site is run: the application, its processes, its start."""
