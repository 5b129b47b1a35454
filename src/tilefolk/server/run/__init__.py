"""How a site is run: the application, its processes, its start.

Collecting garbage is made rare before the rest is imported: nearly all that imports make stays for good, and
looking at it again and again was a tenth of the start.
"""

import gc

GC_THRESHOLDS = (20_000, 20, 500)  # live matches are nested tuples that stay: collecting only makes pauses

gc.set_threshold(*GC_THRESHOLDS)
