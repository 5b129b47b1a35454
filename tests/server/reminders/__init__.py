"""Being called back: one message per person and barrier, to a browser or a webhook, never inwards."""
