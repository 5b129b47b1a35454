"""`tilefolk load`: many clients at many tables, each answering from the view it was sent."""
