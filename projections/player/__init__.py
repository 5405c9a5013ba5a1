"""The replay page: a battle that plays in a browser, and checks there the record it rests on."""
