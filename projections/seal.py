"""The seal on the views' file: whoever opens it knows whether it is as it was written.

The ledger's lines are chained, the views' rows are not: a bit that flips in them would be shown as
if it were so. Each transaction therefore ends with a sum over all pages, kept where SQLite leaves
room for a number of ours, in the header. What the header counts by itself at a commit is left out.
"""

import zlib

from sqlalchemy import Connection

_CHANGES = slice(24, 28)  # how often the file was written
_SUM = slice(60, 64)  # `user_version`: ours
_VERSIONS = slice(92, 100)  # by which SQLite, and at which change
_HEADER = 100
_HALF = 2**31


def press(connection: Connection) -> None:
    """Seal what a transaction leaves behind; its last deed."""
    connection.exec_driver_sql(f"PRAGMA user_version={_sum(connection)}")


def read(connection: Connection) -> int:
    """The sum that the file was sealed with; 0 if it never was."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())


def holds(connection: Connection) -> bool:
    """Whether the file is as it was when it was sealed."""
    return read(connection) == _sum(connection)


def _sum(connection: Connection) -> int:
    """A sum over all pages, as a number that the header can hold and that is not 0."""
    driver = connection.connection.driver_connection
    if driver is None:
        return 0
    content: bytes = driver.serialize()
    header = bytearray(content[:_HEADER])
    for part in (_CHANGES, _SUM, _VERSIONS):
        header[part] = bytes(part.stop - part.start)
    found = zlib.crc32(memoryview(content)[_HEADER:], zlib.crc32(header))
    return (found - _HALF) or 1
