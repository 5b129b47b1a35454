"""My Island: its boards, worked examples, rulings and campaign."""
