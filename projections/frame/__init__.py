"""What every export shares: templates, sentences, the page, print, and what it says of itself."""
