"""The version of this program, as it stands in the stamp of every line."""

VERSION = "0.2.0"
PROGRAM = f"acta {VERSION}"
