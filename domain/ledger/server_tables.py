"""The tables of a ledger on a server, what guards them, and what is asked of them.

They have the shape of those in a file (`tables.py`); the library calls a position
`notification_id` here. `{s}` stands for the campaign's schema, `{id}` for the type of a story.
"""

from psycopg.sql import SQL, Identifier

ONE_AT_A_TIME = 0x41435441  # "ACTA": the advisory lock round whatever makes or drops tables
CHANNEL = "acta"  # with the schema's name behind it: who listens hears of new lines

TABLES = """
    CREATE TABLE {s}.stored_events (
        notification_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        originator_id {id} NOT NULL,
        originator_version BIGINT NOT NULL,
        topic TEXT COLLATE "C" NOT NULL,
        state BYTEA NOT NULL,
        hash BYTEA NOT NULL CHECK (length(hash) = 32),
        UNIQUE (originator_id, originator_version)
    );
    CREATE TABLE {s}.log (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        campaign TEXT NOT NULL,
        size BIGINT NOT NULL,
        peaks BYTEA NOT NULL,
        version INTEGER NOT NULL
    );
    CREATE TABLE {s}.notes (
        size BIGINT NOT NULL,
        root TEXT COLLATE "C" NOT NULL,
        note TEXT NOT NULL,
        ranks TEXT NOT NULL,
        keys TEXT NOT NULL,
        PRIMARY KEY (size, root)
    );
    CREATE FUNCTION {s}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
                MESSAGE = coalesce(TG_ARGV[0], 'the record is append-only');
        END
    $$;
    CREATE TRIGGER lines_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON {s}.stored_events
        FOR EACH STATEMENT EXECUTE FUNCTION {s}.refuse();
    CREATE TRIGGER the_log_stays BEFORE DELETE OR TRUNCATE ON {s}.log
        FOR EACH STATEMENT EXECUTE FUNCTION {s}.refuse();
    CREATE TRIGGER the_log_grows BEFORE UPDATE ON {s}.log FOR EACH ROW
        WHEN (new.campaign <> old.campaign OR new.size <= old.size)
        EXECUTE FUNCTION {s}.refuse();
    ALTER TABLE {s}.stored_events ENABLE ALWAYS TRIGGER lines_stay;
    ALTER TABLE {s}.log ENABLE ALWAYS TRIGGER the_log_stays;
    ALTER TABLE {s}.log ENABLE ALWAYS TRIGGER the_log_grows;
"""
GUARDS = ("lines_stay", "the_log_stays", "the_log_grows")
GUARDED = """
    SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = to_regnamespace(%s) AND tgenabled = 'A'
"""
SETTINGS = """
    SELECT name, setting FROM pg_settings
    WHERE name IN ('server_version', 'fsync', 'full_page_writes', 'data_checksums')
"""
SEALED = ("stored_events", "notes")
SEAL = """
    CREATE TRIGGER {t}_moved BEFORE INSERT ON {s}.{t}
    FOR EACH STATEMENT EXECUTE FUNCTION {s}.refuse({why})
"""
IS_SEALED = """
    SELECT tgargs FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = to_regnamespace(%s) AND tgname = 'stored_events_moved'
"""
UNSEAL = "DROP TRIGGER IF EXISTS {t}_moved ON {s}.{t}"

BEGIN = "BEGIN; LOCK TABLE {s}.stored_events IN EXCLUSIVE MODE"
END = "NOTIFY {channel}; COMMIT"
LOG = "SELECT campaign, size, peaks, version FROM {s}.log"
EXISTS = "SELECT to_regnamespace(%s) IS NOT NULL"
FOUND = "INSERT INTO {s}.log VALUES (1, %s, 0, '', %s)"
HEADS = """
    SELECT asked.story, line.originator_version, line.hash
    FROM unnest(%b::{id}[]) AS asked (story), LATERAL (
        SELECT originator_version, hash FROM {s}.stored_events
        WHERE originator_id = asked.story ORDER BY originator_version DESC LIMIT 1
    ) AS line
"""
# The log and the heads, in one question. A server that is set to acknowledge what is not on its
# disk yet does not do so for us.
STATE = """
    SELECT log.size, log.peaks, head.*, CASE current_setting('synchronous_commit')
        WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END
    FROM {s}.log LEFT JOIN (HEADS) AS head (story, line, hash) ON true
""".replace("HEADS", HEADS)
INSERT = """
    WITH grown AS (UPDATE {s}.log SET size = %b, peaks = %b)
    INSERT INTO {s}.stored_events (originator_id, originator_version, topic, state, hash)
    SELECT * FROM unnest(%b::{id}[], %b::bigint[], %b::text[], %b::bytea[], %b::bytea[])
    RETURNING notification_id
"""

_LINES = """
    SELECT notification_id, originator_id, originator_version, topic, state, hash
    FROM {s}.stored_events
"""
LATER = """
    SELECT notification_id, originator_id, originator_version, topic, state, hash
    FROM unnest(%b::{id}[], %b::bigint[]) WITH ORDINALITY AS known (story, line, place)
    JOIN {s}.stored_events ON originator_id = story AND originator_version > line
    ORDER BY place, originator_version
"""
ONE = _LINES + "WHERE originator_id = %b AND originator_version = %b"
PAGE = _LINES + "WHERE notification_id > %b ORDER BY notification_id LIMIT %b"
SOME = _LINES + (
    "WHERE notification_id > %b AND notification_id <= %b AND topic = ANY(%b)"
    " ORDER BY notification_id"
)
LINKS = """
    SELECT originator_id, originator_version, state, hash FROM {s}.stored_events
    ORDER BY notification_id
"""
NEWEST = "SELECT max(notification_id) FROM {s}.stored_events"
KEPT = "SELECT size, root, note, ranks, keys FROM {s}.notes ORDER BY size, root"
KEPT_OF = "SELECT note, ranks, keys FROM {s}.notes WHERE size = %s AND root = %s FOR UPDATE"
KEEP = """
    INSERT INTO {s}.notes (size, root, note, ranks, keys) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (size, root) DO UPDATE SET
    note = excluded.note, ranks = excluded.ranks, keys = excluded.keys
"""
STORIES = """
    WITH RECURSIVE story (id) AS (
        SELECT min(originator_id) FROM {s}.stored_events
        UNION ALL
        SELECT (SELECT min(originator_id) FROM {s}.stored_events WHERE originator_id > id)
        FROM story WHERE id IS NOT NULL
    )
    SELECT id FROM story WHERE id IS NOT NULL ORDER BY (
        SELECT notification_id FROM {s}.stored_events WHERE originator_id = id
        ORDER BY originator_version LIMIT 1
    )
"""


def written(query: str, schema: str, kind: str = "text", **names: SQL | Identifier) -> bytes:
    """A query for a schema, as it is sent."""
    story = SQL('text COLLATE "C"') if kind == "text" and "CREATE TABLE" in query else SQL(kind)
    composed = SQL(query).format(s=Identifier(schema), id=story, **names)
    return composed.as_bytes(None)
