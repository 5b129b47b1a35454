"""My City: its boards, worked examples, rulings and campaign."""
