"""The styles and brackets that boards, markets and panels share."""

FAINT, GOOD, BAD = "#aca199", "#9fd6a0", "#ffa391"
HEADING = "bold #f5b94a"
LINE_STYLE = "#c9bdb4"

BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the lines that meet: 1 up, 2 right, 4 down, 8 left

LEGAL, FORBIDDEN, COMMITTED, CHOSEN = "[+]", "<!>", "( )", "{ }"
BRACKET_STYLES = {
    LEGAL: "bold #14181c on #9fd6a0",
    FORBIDDEN: "bold #14181c on #ffa391",
    COMMITTED: "bold #f6ecda on #5c4520",
    CHOSEN: "bold #14181c on #f5b94a",
}
