"""What an owner edits in his own record, all hashes made to fit again, and what an audit says."""
