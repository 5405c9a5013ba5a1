"""The games: a package here with a module `rules` is one."""
