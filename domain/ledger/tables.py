"""The tables of the ledger's file, what guards them, and what is asked of them.

The column names are the library's: a story is an `originator_id`, a line's number its
`originator_version`, a position its `rowid`. `log` has one row: whose record it is, how many
lines it has, and the peaks of the log over them. `notes` are receipts, kept beside the log.
"""

APPLICATION = 0x41435441  # "ACTA", where `file` and SQLite look for the kind of a database

# One row for each checkpoint: its signed note; in which order the copy that made it has those
# lines, where that is not ours; the keys of the ledgers that signed it. A ledger that 0.1.0 made
# has no such table until the first note is kept.
NOTES = """
    CREATE TABLE IF NOT EXISTS notes (
        size BIGINT NOT NULL,
        root TEXT NOT NULL,
        note TEXT NOT NULL,
        ranks TEXT NOT NULL,
        keys TEXT NOT NULL,
        PRIMARY KEY (size, root)
    )
"""
TABLES = (
    """
    CREATE TABLE stored_events (
        rowid INTEGER PRIMARY KEY AUTOINCREMENT,
        originator_id TEXT NOT NULL,
        originator_version INTEGER NOT NULL,
        topic TEXT NOT NULL,
        state BLOB NOT NULL,
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        UNIQUE (originator_id, originator_version)
    )
    """,
    """
    CREATE TABLE log (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        campaign TEXT NOT NULL,
        size INTEGER NOT NULL,
        peaks BLOB NOT NULL
    )
    """,
    """
    CREATE TRIGGER lines_stay_as_they_are BEFORE UPDATE ON stored_events
    BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END
    """,
    """
    CREATE TRIGGER lines_stay BEFORE DELETE ON stored_events
    BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END
    """,
    """
    CREATE TRIGGER the_log_stays BEFORE DELETE ON log
    BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END
    """,
    """
    CREATE TRIGGER the_log_grows BEFORE UPDATE ON log
    WHEN new.campaign <> old.campaign OR new.size <= old.size
    BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END
    """,
    NOTES,
)
INSERT = """
    INSERT INTO stored_events (originator_id, originator_version, topic, state, hash)
    VALUES (?, ?, ?, ?, ?)
"""
_LINES = "SELECT rowid, originator_id, originator_version, topic, state, hash FROM stored_events"
LATER = f"{_LINES} WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version"
END = "SELECT coalesce(max(rowid), 0) FROM stored_events"
UNINDEXED = """
    SELECT rowid FROM stored_events NOT INDEXED WHERE originator_id = ? LIMIT 1
"""
NEXT = """
    SELECT originator_id, originator_version FROM stored_events
    WHERE (originator_id, originator_version) > (?, ?)
    ORDER BY originator_id, originator_version LIMIT 1
"""
ONE = f"{_LINES} WHERE originator_id = ? AND originator_version = ?"
LINKS = "SELECT originator_id, originator_version, state, hash FROM stored_events ORDER BY rowid"
PAGE = f"{_LINES} WHERE rowid > ? ORDER BY rowid LIMIT ?"
SOME = f"{_LINES} WHERE rowid > ? AND rowid <= ? AND topic IN ({{}}) ORDER BY rowid"
HEAD = """
    SELECT originator_version, hash FROM stored_events WHERE originator_id = ?
    ORDER BY originator_version DESC LIMIT 1
"""
HAS_NOTES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'notes'"
KEPT = "SELECT size, root, note, ranks, keys FROM notes ORDER BY size, root"
KEPT_OF = "SELECT note, ranks, keys FROM notes WHERE size = ? AND root = ?"
KEEP = """
    INSERT INTO notes (size, root, note, ranks, keys) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (size, root) DO UPDATE SET
    note = excluded.note, ranks = excluded.ranks, keys = excluded.keys
"""
GUARDS = ("lines_stay_as_they_are", "lines_stay", "the_log_stays", "the_log_grows")
TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
# A ledger that was moved away takes no more lines, nor receipts.
SEALED = ("stored_events", "notes")
SEAL = "CREATE TRIGGER {0}_moved BEFORE INSERT ON {0} BEGIN SELECT RAISE(ABORT, '{1}'); END"
IS_SEALED = "SELECT sql FROM sqlite_master WHERE name = 'stored_events_moved'"
UNSEAL = "DROP TRIGGER IF EXISTS {0}_moved"
# One look into the index for each story, not one for each line.
STORIES = """
    WITH RECURSIVE story (id) AS (
        SELECT min(originator_id) FROM stored_events
        UNION ALL
        SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > id)
        FROM story WHERE id IS NOT NULL
    )
    SELECT id FROM story WHERE id IS NOT NULL ORDER BY (
        SELECT rowid FROM stored_events WHERE originator_id = id
        ORDER BY originator_version LIMIT 1
    )
"""
