"""Every text in Polish and English."""
