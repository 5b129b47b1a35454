"""A bot over the network: sits down at a table and plays one match there, building wherever it can.

python examples/network_bot.py http://127.0.0.1:8080 TABLE TOKEN      (POST /api/me/bots gives the token)"""

import json
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect

site, table, token = sys.argv[1:]
headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}


def choose(view):
    """The first placement that is allowed, else the first other answer."""
    for piece in view.get("pieces", []):
        for shape in piece["shapes"]:
            if first := int(shape["legal"], 16):
                row, column = divmod((first & -first).bit_length() - 1, view["grid"]["width"])
                row, column = row + view["grid"]["top"], column + view["grid"]["left"]
                square = view["grid"]["lattice"] == "square"
                cell = f"{chr(ord('A') + column)}{row + 1}" if square else f"{column},{row}"
                return f"place {piece['name']} {shape['orientation']} {cell}"
    return " ".join(map(str, view["answers"][0]))


shown = json.load(urlopen(Request(f"{site}/api/tables/{table}", headers=headers)))
seat = next(seat["seat"] for seat in shown["seats"] if seat["sitter"] is None)
sit = Request(f"{site}/api/tables/{table}/seats/{seat}", b'{"sitter": "me"}', headers, method="PUT")
urlopen(sit).close()
live = f"{site.replace('http', 'ws', 1)}/api/tables/{table}/live"
with connect(live, additional_headers=headers) as socket:
    for message in map(json.loads, socket):
        if message["type"] == "push" and seat in message["view"]["to_act"]:
            act = {key: message[key] for key in ("match", "seat", "n")}
            socket.send(json.dumps({"type": "act", **act, "line": choose(message["view"])}))
        elif message["type"] == "table" and (message["table"]["match"] or {}).get("over"):
            break
