"""The protocol of web sockets as `websockets` has it, and what RFC 6455 asks of a server beyond that."""

from websockets.exceptions import InvalidHeader
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

VERSION = "13"
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class StrictProtocol(ServerProtocol):
    """Asks for one host, names the version it knows, lets a client close in the middle of a message."""

    def process_request(self, request: Request) -> tuple[str, str | None, str | None]:
        if len(request.headers.get_all("Host")) != 1:
            raise InvalidHeader("Host")
        return super().process_request(request)

    def accept(self, request: Request) -> Response:
        response = super().accept(request)
        if response.status_code != 101:
            response.headers["Sec-WebSocket-Version"] = VERSION
        return response

    def recv_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            self.current_size = None  # the message that is not complete will not come
        super().recv_frame(frame)
