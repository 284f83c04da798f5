"""The bench's floor with websockets on uvloop, whose own function sends to many."""

import asyncio

import uvloop
from websockets.asyncio.server import broadcast, serve
from websockets.exceptions import ConnectionClosed

from rooms import Floor, options


async def main():
    told = options()
    floor = Floor(told.rooms, told.players, asyncio.get_running_loop(),
                  lambda members, batch: broadcast(members, batch.decode()))

    async def attend(connection):
        try:
            async for message in connection:
                answer = floor.said(connection, message.encode())
                if answer:
                    await connection.send(answer.decode())
        except ConnectionClosed:
            pass
        finally:
            floor.left(connection)

    async with serve(attend, "127.0.0.1", told.port, subprotocols=["chromatch.1"],
                     compression=None, ping_interval=None, backlog=1_024):
        await asyncio.get_running_loop().create_future()


uvloop.run(main())
