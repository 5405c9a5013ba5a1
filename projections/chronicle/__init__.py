"""The chronicle: what a campaign comes to, told in prose, and written in several formats."""
