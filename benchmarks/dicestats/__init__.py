"""The statistics of the dice: a battery of tests, and flaws that it must find."""
