"""Where a crew stands between battles: the recruits it may still take on, and its grant."""

from domain.books import Books, Crew
from domain.games.mortisphere.recruiting import value
from domain.games.mortisphere.shapes import Book, book


def season(books: Books, crew: Crew) -> dict[str, int]:
    """MS-REC-4, -6: the recruits that a crew may still take on, and what it is granted for them."""
    recruits = 0 if crew.ended else recruits_left(books, crew)
    return {"recruits": recruits, "grant": grant_due(books, crew)}


def recruits_left(books: Books, crew: Crew) -> int:
    """MS-REC-4: how many members a crew may still take on before its next battle."""
    rules = book(books.edition).recruitment
    most = rules.founding.max_members if crew.founding else rules.roster_max
    room = max(0, most - len(crew.present))
    return min(room, max(0, rules.between_battles.max_new_members - crew.recruited))


def grant_due(books: Books, crew: Crew) -> int:
    """MS-REC-6: what a crew has been granted, or is when the shop phase it waits for begins."""
    if crew.grant or not crew.aftermath:
        return crew.grant
    return rebuilding(book(books.edition), crew)


def rebuilding(book: Book, crew: Crew) -> int:
    """MS-REC-6: a crew with fewer than 3 fit, or less than 20 fit value, is helped to 20."""
    table = book.recruitment.rebuild
    fit = value(book, crew.fit)
    few = len(crew.fit) < table.min_fit_members or fit < table.min_fit_value
    return max(0, table.min_fit_value - fit) if few and not crew.founding else 0
