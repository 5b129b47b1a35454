"""`python -m bench.server.site DATA PORT`: a site that tells on standard output what its stages took.

Every line on standard input is answered by one line of JSON: what was spent since the line before. `stages`
switches the clocks on until the next line.
"""

import json
import sys
import threading
import time

from bench.server.stages import StageTimes, wrap_all
from tilefolk.server.run.load_server import serve_alone


def main() -> None:
    times = wrap_all()
    threading.Thread(target=_answer, args=(times,), daemon=True).start()
    serve_alone(*sys.argv[1:])


def _answer(times: StageTimes) -> None:
    begin = time.process_time_ns()
    for command in map(str.strip, sys.stdin):
        spent = times.spent()
        told = {"total": (time.process_time_ns() - begin) / 1000, **spent}
        begin = time.process_time_ns()
        times.reset(is_on=command == "stages")
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
