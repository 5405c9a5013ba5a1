"""All that is on record as tables: declared once, written as one JSON document or as CSV."""
