"""The web socket of load clients, against a server that speaks the protocol by itself."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from websockets.asyncio.server import ServerConnection, serve

from tilefolk.cli.load.client_socket import ClientSocket, open_socket


def against(
    server: Callable[[ServerConnection], Awaitable[None]],
    client: Callable[[ClientSocket, "asyncio.Queue[str]"], Awaitable[None]],
) -> None:
    async def main() -> None:
        async with serve(server, "127.0.0.1", 0) as running, asyncio.timeout(30):
            port = next(iter(running.sockets)).getsockname()[1]
            received: asyncio.Queue[str] = asyncio.Queue()
            url = f"http://127.0.0.1:{port}"
            socket = await open_socket(url, "/x", "a=b", lambda _, text: received.put_nowait(text))
            await client(socket, received)
            socket.abort()

    asyncio.run(main())


async def echo(socket: ServerConnection) -> None:
    assert socket.request and socket.request.headers["cookie"] == "a=b"
    async for text in socket:
        await socket.send(text)


def test_texts_of_all_lengths_go_both_ways() -> None:
    texts = ["", "x", "ł" * 125, "y" * 126, "z" * 70_000, *map(str, range(50))]

    async def client(socket: ClientSocket, received: "asyncio.Queue[str]") -> None:
        for text in texts:
            socket.send(text[:60_000])
        assert [await received.get() for _ in texts] == [text[:60_000] for text in texts]

    against(echo, client)


def test_pings_are_answered() -> None:
    async def ping(socket: ServerConnection) -> None:
        await (await socket.ping())
        await socket.send("answered")

    async def client(_: ClientSocket, received: "asyncio.Queue[str]") -> None:
        assert await received.get() == "answered"

    against(ping, client)


@pytest.mark.parametrize("ours", [True, False])
def test_it_is_known_who_closed(ours: bool) -> None:
    async def server(socket: ServerConnection) -> None:
        if not ours:
            await socket.close()
        await socket.wait_closed()
        assert socket.close_code == 1000

    async def client(socket: ClientSocket, _: "asyncio.Queue[str]") -> None:
        if ours:
            socket.close()
        assert await socket.closed is ours

    against(server, client)


def test_who_is_not_let_in_is_told() -> None:
    async def main() -> None:
        async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as running:
            port = running.sockets[0].getsockname()[1]
            with pytest.raises(ConnectionRefusedError, match="403"):
                await open_socket(f"http://127.0.0.1:{port}", "/x", "", print)

    asyncio.run(main())
