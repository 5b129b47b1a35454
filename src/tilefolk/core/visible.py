"""Signs that nobody sees, or that turn what stands beside them: no name may consist of or hold them."""

import unicodedata

UNSEEN_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # controls, zero-width and turning signs
INVISIBLE_SIGNS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")


def is_visible(text: str) -> bool:
    """Whether all of a text can be seen, and there is something to see."""
    categories = {unicodedata.category(sign) for sign in text}
    if categories & UNSEEN_CATEGORIES or INVISIBLE_SIGNS & set(text):
        return False
    return any(category[0] in "LNPS" or category == "Cn" for category in categories)  # Cn: newer signs
