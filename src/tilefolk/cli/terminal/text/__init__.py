"""Text for every panel: a canvas of characters, and words made from the messages of `locale`."""
