"""What a campaign's folder says of how its documents look, as a check of it tells."""

import msgspec

from domain.content import Told


class Framed(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a campaign's own templates, languages and style, and what is wrong in them."""

    templates: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    faults: tuple[Told, ...] = ()
