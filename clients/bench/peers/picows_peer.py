"""The bench's floor with picows on uvloop."""

import asyncio

import uvloop
from picows import (WSListener, WSMsgType, WSUpgradeResponse, WSUpgradeResponseWithListener,
                    ws_create_server)

from rooms import Floor, options


def send_all(members, batch):
    for member in members:
        member.send(WSMsgType.TEXT, batch)


class Guest(WSListener):
    def __init__(self, floor):
        super().__init__()
        self.floor = floor

    def on_ws_frame(self, transport, frame):
        if frame.msg_type == WSMsgType.TEXT:
            answer = self.floor.said(transport, frame.get_payload_as_bytes())
            if answer:
                transport.send(WSMsgType.TEXT, answer)
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport):
        self.floor.left(transport)


async def main():
    told = options()
    floor = Floor(told.rooms, told.players, asyncio.get_running_loop(), send_all)

    def admit(_):
        response = WSUpgradeResponse.create_101_response(
            {"Sec-WebSocket-Protocol": "chromatch.1"})
        return WSUpgradeResponseWithListener(response, Guest(floor))

    server = await ws_create_server(admit, "127.0.0.1", told.port, backlog=1_024)
    await server.serve_forever()


uvloop.run(main())
