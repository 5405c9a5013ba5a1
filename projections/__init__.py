"""What the ledger says, arranged for reading."""
