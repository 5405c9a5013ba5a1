"""The sentences of a campaign's documents: in English, or as its folder translates them.

`content/messages/LANG.toml` has a table for each kind of document. What is missing there is said in
English, and so is what this version of the program does not know as the file says it.
"""

from pathlib import Path

import msgspec

from domain import textfile
from domain.content import refuse
from domain.names import said
from domain.terms import NotFound, WrongUsage
from projections.frame.catalogue import ENGLISH, Language, english, language
from projections.frame.own import FOLDER, own_text
from projections.frame.translations import FOLDER as LANGUAGES
from projections.frame.translations import LARGEST, TAG, faults


def load(folder: Path | None, tag: str) -> Language:
    """A campaign's catalogue of a language; English without a file is the package's.

    Raises NotFound for a language that has no file, WrongUsage for a file that is wrong.
    """
    if not TAG.fullmatch(tag):
        raise WrongUsage(f"{said(tag)} is no language", hint="de, pt-BR")
    file = f"{FOLDER}/{LANGUAGES}/{tag}.toml"
    text = own_text(folder, file, LARGEST) if folder else None
    if text is None and tag == ENGLISH:
        return english()
    if text is None:
        hint = f"acta content messages {tag} prints what may stand in it"
        raise NotFound(f"there is no language {tag} here: no file {file}", hint=hint)
    found = list(faults(text, file))
    refuse(fault for fault, without in found if not without)
    without = {code for _, code in found}
    spoken = language(tag, textfile.parse(text))
    known = {code: forms for code, forms in spoken.messages.items() if code not in without}
    strange = tuple(fault for fault, _ in found)
    return msgspec.structs.replace(spoken, messages=known, strange=strange)
