"""The two sample crews, their Areas and objectives, as a line sees them."""

from cli.lines import Scene
from domain.names import Name

GREY = "crew-grey-ledger"
WET = "crew-wet-choir"


def unit(crew: str, number: int, name: str, short: str) -> Name:
    """A member of one of the two sample crews."""
    return Name(kind="unit", id=f"{crew}/{number}", name=name, handle=short, side=crew)


NAMES = (
    Name(kind="crew", id=GREY, name="Grey Ledger"),
    Name(kind="crew", id=WET, name="Wet Choir"),
    unit(GREY, 2, "Oum the Counter", "OUM"),
    unit(GREY, 3, "Nine-of-Nine", "NIN"),
    unit(GREY, 4, "Tallow", "TAL"),
    unit(GREY, 5, "The Quiet Girl", "QUI"),
    unit(GREY, 6, "Rat", "RAT"),
    unit(GREY, 7, "Other Rat", "OTH"),
    unit(WET, 2, "First Voice", "FIR"),
    unit(WET, 3, "Low Note", "LOW"),
    unit(WET, 4, "Lower Note", "LWN"),
    unit(WET, 5, "Lowest Note", "LOE"),
    unit(WET, 6, "The Host", "HOS"),
    unit(WET, 7, "The Other Host", "OTR"),
    Name(kind="place", id="hall", name="Granary Hall"),
    Name(kind="place", id="yard", name="Well Yard"),
    Name(kind="place", id="tower", name="Bell Tower"),
    Name(kind="objective", id="bin", name="Open a bin"),
    Name(kind="effect", id="adrenal-sac", name="Adrenal Sac"),
    Name(kind="effect", id="furnace-sprayer", name="Furnace Sprayer"),
    Name(kind="effect", id="plated-housing", name="Plated Housing"),
    Name(kind="offer", id="last-granary", name="The Last Granary"),
)
ANA = Scene(NAMES, GREY)
BEN = Scene(NAMES, WET, asked=(f"{WET}/6", f"{WET}/2"))
