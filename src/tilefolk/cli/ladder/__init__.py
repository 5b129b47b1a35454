"""`tilefolk ladder`: how strong bots are beside each other, as a table, a chart and a page."""
