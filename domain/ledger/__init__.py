"""The record: bytes, chain, masks, and the one way to append."""
