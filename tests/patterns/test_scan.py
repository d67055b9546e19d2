"""The scan finds what a backtracking engine finds, holds what may still become a delimiter, and reads nothing twice."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from .scanning import (
    Source,
    cuts,
    feed,
    finish,
    first_hit,
    held_from,
    patterns,
    pieces_at,
    searcher,
    texts,
    texts_up_to,
    watch,
)

LITERAL_PAIR: tuple[Source, ...] = (("END", "ENDING"),)
FOUND: list[tuple[tuple[Source, ...], str, tuple[int, int, int] | None]] = [
    ((("<a>",),), "x<a>y", (0, 1, 4)),
    ((("<a>",),), "x<a", None),
    ((("<a>",),), "<<a><a>", (0, 1, 4)),
    ((("aab",),), "aaab", (0, 1, 4)),
    (LITERAL_PAIR, "ENDING", (0, 0, 6)),
    (LITERAL_PAIR, "ENDIN", (0, 0, 3)),
    (LITERAL_PAIR, "ENDIx", (0, 0, 3)),
    ((("<a",), ("<ab",)), "<ab", (1, 0, 3)),
    ((("<a",), ("<ab",)), "<ac", (0, 0, 2)),
    ((("<a>",), ("<a>",)), "<a>", (0, 0, 3)),
    ((("<b>",), "<[ab]>"), "<b>", (0, 0, 3)),
    ((("<", "a<<"),), "a<<", (0, 0, 3)),
    ((("<", "a<<"),), "a<b", (0, 1, 2)),
    ((("STOP",), ("[STOP]",)), "x[STOP]", (1, 1, 7)),
    ((("STOP",), ("[STOP]",)), "x[STOP", (0, 2, 6)),
    ((("STOP",), ("[STOP",)), "x[STOP", (1, 1, 6)),
    (("b", ("ab",)), "ab", (1, 0, 2)),
    (("b", ("abc",)), "abd", (0, 1, 2)),
    ((r"\s*</t>\s*",), "x \n</t>  y", (0, 1, 9)),
    ((r"\s*</t>\s*",), "x  </t", None),
    ((r"<e>\s*|$",), "x<e>  ", (0, 1, 6)),
    ((r"<e>\s*|$",), "x", (0, 1, 1)),
    (("$",), "x\n", (0, 1, 1)),
    (("$",), "x\n\n", (0, 2, 2)),
    ((r"\Z",), "x\n", (0, 2, 2)),
    (("^",), "x", (0, 0, 0)),
    ((r"\A<a>",), "<a><a>", (0, 0, 3)),
    ((r"\A<a>",), " <a>", None),
    ((r"</t>(?!abc)",), "</t>ab", (0, 0, 4)),
    ((r"</t>(?!abc)",), "</t>abc</t>", (0, 7, 11)),
    ((r"(?=[^!]*!)<",), "<a<!", (0, 0, 1)),
    ((r"(?=[^!]*!)<",), "<a<", None),
    ((r"<(?=a)",), "<b<a", (0, 2, 3)),
    ((r"(?<=\n)E",), "E\nE", (0, 2, 3)),
    ((r"(?<!\n)E",), "\nE", None),
    ((r"(?<!\n)E",), "E", (0, 0, 1)),
    ((r"\bE\b",), "EE E.", (0, 3, 4)),
    ((r"\BE",), "E EE", (0, 3, 4)),
    ((r"a|ab",), "ab", (0, 0, 1)),
    ((r"ab|a",), "ab", (0, 0, 2)),
    ((r"(?:a|ab)(?:c|bcd)",), "abcd", (0, 0, 4)),
    ((r"a+?",), "aaa", (0, 0, 1)),
    ((r"a+?(?!a)",), "aaa", (0, 0, 3)),
    ((r"a{2,3}",), "aaaaa", (0, 0, 3)),
    ((r"a{2,3}?",), "aaaaa", (0, 0, 2)),
    ((r"<.*?>",), "<a>>", (0, 0, 3)),
    ((r"<.*>",), "<a>>b", (0, 0, 4)),
    ((r"<.>",), "<\n>", (0, 0, 3)),
    ((r"(?i)<END>",), "<eNd>", (0, 0, 5)),
    ((r"\w\s",), "é ", (0, 0, 2)),
    ((r"\p{Lu}",), "aÀ", (0, 1, 2)),
    ((r"[[:alpha:]]+!",), "ab!", (0, 0, 3)),
    # what no automaton follows
    ((r"<(x+)-\1>",), "<xx-x><xx-xx>", (0, 6, 13)),
    ((r"<(x+)-\1>",), "<xx-", None),
    ((r"(?>a+)b",), "aab", (0, 0, 3)),
    ((r"a++b|b",), "aac b", (0, 4, 5)),
    ((r"<(?R)?>",), "<<>>", (0, 0, 4)),
    ((r"(a)\1$",), "aa", (0, 0, 2)),
    ((r"(a)\1", ("aab",)), "aab", (1, 0, 3)),
]


@pytest.mark.parametrize(("sources", "text", "hit"), FOUND)
def test_what_is_found(sources: tuple[Source, ...], text: str, hit: tuple[int, int, int] | None) -> None:
    watched = watch(*sources)
    assert searcher(sources)(text) == hit, "the table itself"
    for pieces in ([text], list(text), *([text[:cut], text[cut:]] for cut in range(1, len(text)))):
        assert first_hit(watched, pieces).hit == hit, pieces


@given(st.lists(patterns, min_size=1, max_size=3), st.lists(texts, min_size=1, max_size=5), cuts)
@example([r"$"], ["a\n", "\n", ""], [1])
@example([r"a??\b"], ["a"], [])
def test_regular_patterns_are_found_as_a_backtracking_engine_finds_them(
    sources: list[str], samples: list[str], places: list[int]
) -> None:
    watched = watch(*sources)
    assert not watched.irregular, sources
    search = searcher(sources)
    for text in samples:
        expected = search(text)
        for pieces in ([text], list(text), pieces_at(text, places)):
            assert first_hit(watched, pieces).hit == expected, (text, pieces)


markers = st.text(alphabet="ab<", min_size=1, max_size=4)


@given(st.lists(st.lists(markers, min_size=1, max_size=4).map(tuple), min_size=1, max_size=3), texts, cuts)
def test_literals_are_found_longest_first(sources: list[tuple[str, ...]], text: str, places: list[int]) -> None:
    watched, expected = watch(*sources), searcher(sources)(text)
    for pieces in ([text], list(text), pieces_at(text, places)):
        assert first_hit(watched, pieces).hit == expected, pieces
    far = "-" * 100
    later = expected and (expected[0], expected[1] + 100, expected[2] + 100)
    for pieces in ([far + text], [far, text], [far + text[:1], text[1:], far]):
        assert first_hit(watched, pieces).hit == later, pieces


IRREGULAR = [
    r"<(a+)-\1>",
    r"(a|b)\1",
    r"(?>a|ab)<",
    r"a++b",
    r"a*+$",
    r"(?P<x>a)b?(?P=x)",
    r"<(?R)?b",
    r"(a)\1\b",
    r"(b)\1\s*",
]


@given(st.lists(st.sampled_from(IRREGULAR), min_size=1, max_size=2), st.none() | patterns, texts, cuts)
def test_the_fallback_finds_what_a_backtracking_engine_finds(
    irregular: list[str], regular: str | None, text: str, places: list[int]
) -> None:
    sources = [*irregular, *([regular] if regular is not None else [])]
    watched = watch(*sources)
    assert watched.irregular
    if regular is not None and ("(?" in regular or "$" in regular or "Z" in regular):
        return  # looking further ahead than one character is more than the fallback promises
    expected = searcher(sources)(text)
    for pieces in ([text], list(text), pieces_at(text, places)):
        assert first_hit(watched, pieces).hit == expected, pieces


# ------------------------------------------------------------------ what is held
EXACT: list[tuple[tuple[Source, ...], str]] = [
    ((("<a>",),), "<a>"),
    ((("aab",), ("ba",)), "ab"),
    ((("ab", "abba"),), "ab"),
    ((r"\s*<",), " <"),
    ((r"<a+>",), "<a>"),
    ((r"<(?!a)",), "<ab"),
    ((r"<(?!aa)",), "<ab"),
    ((r"<(?=ab)",), "<ab"),
    ((r"<a?(?=b)",), "<ab"),
    ((r"(?<=b)a<",), "<ab"),
    ((r"(?<!b)a<",), "<ab"),
    ((r"<\b",), "<a-"),
    ((r"ab|$",), "ab"),
    ((r"ab\Z",), "ab"),
    ((r"(?:a|ab)(?:b|<)",), "ab<"),
    ((r"a.*?b", ("ba",)), "ab-"),
    ((r"<[^>]*>", ("aa",)), "<>a"),
    ((r"^a?<",), "a<"),
    ((r"(a|b)-\1",), "ab-"),
    ((r"a++b",), "ab-"),
    ((r"a(?>b|ba)<",), "ab<"),
]
FAR = 4
"""How many further characters the oracle tries; more than any pattern of the table needs to come to an end."""


@pytest.mark.parametrize(("sources", "alphabet"), EXACT)
def test_exactly_the_text_that_may_become_a_delimiter_is_held(sources: tuple[Source, ...], alphabet: str) -> None:
    """The fallback may need one character more to decide, but holds no more text than the automaton does."""
    watched, search = watch(*sources), searcher(sources)
    futures = list(texts_up_to(alphabet, FAR))
    known: dict[str, tuple[int, int, int] | None] = {}
    for text in texts_up_to(alphabet, 4):
        ways = set()
        for future in futures:
            whole = text + future
            if whole not in known:
                known[whole] = search(whole)
            ways.add(known[whole])
        starts = [way[1] for way in ways if way is not None and way[1] < len(text)]
        outcome = first_hit(watched, list(text), ends=False)
        if outcome.hit is not None:
            assert ways == {outcome.hit}, f"{outcome.hit} was decided too early in {text!r}"
            continue
        if not watched.irregular:
            only = next(iter(ways))
            settled = len(ways) == 1 and only is not None and only[1] < only[2] <= len(text)
            assert not settled, f"{only} ought to be decided in {text!r}"
        assert held_from(watched, text) == (min(starts) if starts else None), text


@given(st.lists(patterns, min_size=1, max_size=2), texts)
def test_nothing_is_let_go_that_a_continuation_makes_a_delimiter(sources: list[str], text: str) -> None:
    watched, search = watch(*sources), searcher(sources)
    outcome = first_hit(watched, list(text), ends=False)
    held = held_from(watched, text) if outcome.hit is None else None
    for future in texts_up_to("ab<\n", 2):
        hit = search(text + future)
        if outcome.hit is not None:
            assert hit == outcome.hit, future
        elif hit is not None and hit[1] < len(text):
            assert held is not None, future
            assert held <= hit[1], future


@given(st.lists(patterns, min_size=1, max_size=2), texts, cuts)
def test_what_is_held_does_not_depend_on_the_cuts(sources: list[str], text: str, places: list[int]) -> None:
    watched = watch(*sources)
    for pieces in (list(text), pieces_at(text, places)):
        scan, so_far = watched.scan(), ""
        for piece in pieces:
            so_far += piece
            if feed(watched, scan, so_far, len(so_far) - len(piece)) is not None:
                break
        else:
            assert (scan.held if 0 <= scan.held < len(text) else None) == held_from(watched, text)


def test_a_scan_goes_on_after_a_hit_and_two_scans_share_a_watch() -> None:
    watched = watch((r"<b>",), r"<a+>\s?")
    text = "x<a> <b><aa>"
    one, two = watched.scan(), watched.scan()
    assert feed(watched, two, "<", 0) is None
    hit, hits = feed(watched, one, text, 0), []
    while hit is not None:
        hits.append(hit)
        hit = one.read(text, hit[2], 0, "")
    assert hits == [(1, 1, 5), (0, 5, 8)]
    assert one.held == 8
    assert finish(watched, one, text) == (1, 8, 12)
    assert two.held == 0
    assert feed(watched, two, "<b>", 1) == (0, 0, 3)


def test_an_irregular_pattern_that_is_too_costly_is_given_up() -> None:
    watched = watch(r"(a+)x\1")
    running = watched.scan(1_000)
    for length in range(1, 200):
        assert feed(watched, running, "a" * length, length - 1) is None
    assert running.held == -1
    assert finish(watched, running, "a" * 200) is None


def test_why_there_is_no_automaton() -> None:
    assert watch(r"a", ("b",)).irregular == ""
    assert "possessive" in watch(r"a", r"b++").irregular


def test_an_irregular_pattern_may_stand_beside_literals_of_any_length() -> None:
    literals = tuple(f"<{number:_>400}>" for number in range(20))
    watched = watch(r"<(x+)-\1>", literals)
    assert first_hit(watched, ["a" + literals[7]]).hit == (1, 1, 1 + len(literals[7]))
