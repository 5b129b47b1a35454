"""How a site is run: the application, its processes, its start.

Collecting garbage is made rare before the rest is imported: nearly all that imports make stays for good, and
looking at it again and again was a tenth of the start. A server that runs has its own way (`node.garbage`).
"""

import gc

START_THRESHOLDS = (20_000, 20, 500)

gc.set_threshold(*START_THRESHOLDS)
