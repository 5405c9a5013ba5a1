"""Names that try something: what each does elsewhere, and what becomes of it here.

A name is refused, or it is kept exactly as it was typed, and then it does nothing anywhere. The kit
is for whoever shows names, writes them to a file, or makes a file's name of them.
"""

import re

REFUSED = {
    "nothing": "",
    "spaces alone": "  \u00a0 ",
    "81 letters": "x" * 81,
    "a colour": "\x1b[31mVex",
    "a colour in one byte": "\x9b31mVex",
    "a bell": "Vex\x07",
    "backspaces": "Vex\b\b\bSura",
    "the beginning of the line": "Vex\rSura",
    "a new line": "Vex\nSura joins Ash.",
    "a new line of Unicode": "Vex\u2028Sura",
    "a tab": "Vex\tSura",
    "NUL": "Vex\0Sura",
    "turned round": "\u202exeV",
    "turned round, isolated": "\u2067xeV\u2069",
    "a mark of direction": "Vex\u200f",
    "nothing between two letters": "V\u200bex",
    "a byte order mark": "\ufeffVex",
    "joined pictures": "\U0001f469\u200d\U0001f680",
    "a soft hyphen": "V\u00adex",
    "letters of tags": "Vex\U000e0041",
    "half a character": "Vex\ud83d",
    "a character of one's own": "Vex\ue000",
    "no character yet": "Vex\u0378",
    "a blank letter": "\u3164",
    "a blank of Braille": "\u2800",
    "an accent on nothing": "\u0301",
}
"""What is no name: what it tries, and the name."""

KEPT = {
    "markup of rich": "[red]Vex[/red]",
    "a link of rich": "[link=file:///etc/passwd]Vex",
    "an emoji of rich": ":skull:",
    "HTML": "<script>alert(1)</script>",
    "an image": '<img src=x onerror="x()">',
    "an entity": "&lt;b&gt; & <b>",
    "a template": "{{7*7}}{% raw %}",
    "a format": "{0}{name!r}%s%n%d",
    "a shell's command": "$(rm -rf ~)",
    "a shell's old command": "`id`; reboot & true",
    "a shell's variable": "${HOME}~!!",
    "SQL": "'; DROP TABLE stored_events; --",
    "SQL's signs": "50% _off_ \" '",
    "a formula": "=1+1",
    "a formula with plus": "+1+1",
    "a formula with minus": "-1+1",
    "a formula with at": "@SUM(A1:A9)",
    "a formula with a call": "=cmd|' /C calc'!A1",
    "a table of Markdown": "| a | b |",
    "signs of Markdown": "*a* _b_ **c** # d",
    "a link of Markdown": "![x](http://x.example/?q=1)",
    "Typst": '#import "/etc/passwd": *',
    "LaTeX": r"\input{/etc/passwd} $x^2$ %",
    "escapes written out": r"\n\t\x1b[31m\u202e",
    "quotes": "\"Vex\" and 'Vex' and \u201cVex\u201d",
    "an apostrophe": "D'Artagnan O\u2019Neil",
    "a comma": "Vex, Sura",
    "a semicolon": "Vex; hold Sura",
    "words of lines": "Vex then undo and redo vs all",
    "a comment": "Vex # a comment",
    "a section": "[lines]",
    "signs of lines": "A > B & C : D / E !F",
    "a handle": "@SUR",
    "a stroke": "/",
    "a way up": "../../../etc/passwd",
    "a dot": ".",
    "two dots": "..",
    "a device": "CON",
    "a device with an end": "aux.txt",
    "a stream": "Vex:Zone.Identifier",
    "an option": "--force",
    "an option's end": "--",
    "a dash": "-",
    "a number": "10",
    "a fraction": "1e308",
    "nothing of JSON": "null",
    "no number": "NaN",
    "a truth": "true",
    "80 letters": "W" * 80,
    "80 wide letters": "雨" * 80,
    "an address": "crew-ash/1",
    "an accent": "\u00c9lan \u00e9t\u00e9",
    "a heap of accents": "Z" + "\u0335\u0321\u0322\u0489" * 15,
    "sharp s": "Stra\u00dfe \u1e9e",
    "i with and without a dot": "\u0130stanbul \u0131",
    "Greek that looks Latin": "\u0391\u03a3\u0397",
    "from right to left": "\u0645\u062d\u0645\u062f \u05e9\u05dc\u05d5\u05dd",
    "Chinese": "\u4e2d\u6587",
    "pictures": "\U0001f480\u2694\ufe0f",
    "letters of mathematics": "\U0001d54d\U0001d556\U0001d569",
    "many spaces": "Vex    Vex",
    "a space that does not break": "Vex\u00a0and Vex",
}
"""What is kept to the letter: what it tries elsewhere, and the name."""

COMPOSED = {
    "e and an accent": ("Ele\u0301", "El\u00e9"),
    "Hangul in parts": ("\u1112\u1161\u11ab", "\ud55c"),
    "outer spaces": ("  Vex ", "Vex"),
    "Angstrom": ("\u212bke", "\u00c5ke"),
}
"""What is kept in the one way of writing it (NFC): what it is, as typed, as kept."""

UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
"""What no output may hold; a line end aside."""

FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""
