"""Hands lines on between the bench, which started this process, and the socket that is named: a
thread of a Python process listens there (bench.py). Needs nothing but the standard library.

SPDX-License-Identifier: BSD-2-Clause"""

import os
import socket
import sys
import threading


def _pump(read, write, end):
    while True:
        data = read(65536)
        if not data:
            return end()
        write(data)


def main(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    threading.Thread(target=_pump, daemon=True, args=(
        lambda size: os.read(0, size), connection.sendall,
        lambda: connection.shutdown(socket.SHUT_WR))).start()
    _pump(connection.recv, lambda data: os.write(1, data), lambda: None)


if __name__ == "__main__":
    main(sys.argv[1])
