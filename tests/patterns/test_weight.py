"""How large patterns become: the estimate against what the compiler makes of them, and the limits."""

from __future__ import annotations

import sys
import warnings

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chatparse.errors import PatternError
from chatparse.patterns.dialect import compile_dialect
from chatparse.patterns.weight import BEYOND, MAX_DEPTH, MAX_PARTS, check_weight, weigh

BYTES_A_PART = 1_000
"""More than any part takes, and the fixed cost of a pattern with it."""


@pytest.mark.parametrize(
    ("source", "parts", "depth"),
    [
        ("", 0, 0),
        ("abc", 3, 0),
        (r"\{a\}", 3, 0),
        (r"\p{Lu}\N{DIGIT ONE}", 2, 0),
        ("[^]a{9}]{3}", 4, 0),
        ("[[:alpha:]]", 1, 0),
        ("a{4}", 5, 0),
        ("a+", 2, 0),
        ("a*", 1, 0),
        ("a{0,9999}", 1, 0),
        ("a{,9}", 1, 0),
        ("(a{3}){2}", 21, 1),
        ("(?:a(?:b(?:c)))|(d)", 17, 3),
        ("(?#a{9}(\\))(a)", 4, 1),
        ("x{word}", 7, 0),
        ("a{2", 3, 0),
        ("(((a", 10, 3),
        ("a))", 1, 0),
    ],
)
def test_estimates(source: str, parts: int, depth: int) -> None:
    weight = weigh(source)
    assert (weight.parts, weight.depth) == (parts, depth)


@pytest.mark.parametrize(
    "source",
    [
        "((a{1000}){1000}){1000}",
        "a{1000000000}",
        "a{" + "9" * 4_000 + "}",
        "(?:" * 20 + "ab" + ")+" * 20,
        "(?:" * 12 + "ab" + "){2}" * 12,
        "(?:a|b(?#)){100000}",
        "(?:ab)(?i){100000}",
        "(?=(?:ab){300}c){300}",
        "(?:ab){e<=0}{100000}",
        "(?:ab){e<=0:[)]}{100000}",
        "(?x)(?:ab){100 000}",
        "(?x)(?: # ( \n (?:a{100} # ) \n b{100}){100}){100}",
        "(?V1)(?:[[a])]b{100}]){100}){100}",
        "(?if)" + "[\u0100-\ufb50]" * 300,
        "(" * (MAX_DEPTH + 1) + "a" + ")" * (MAX_DEPTH + 1),
    ],
)
def test_too_large_patterns_are_told_before_they_are_compiled(source: str) -> None:
    with pytest.raises(PatternError, match=r"allowed"):
        compile_dialect(source)


def test_the_errors_say_what_is_too_large() -> None:
    with pytest.raises(PatternError, match=r"^its repeats unroll to about 104,104 parts, more than the 20,000 allowed"):
        check_weight("(a{100}){1000}")
    with pytest.raises(PatternError, match=r"^its repeats unroll to a billion parts or more"):
        check_weight("a{4000000000}")
    with pytest.raises(PatternError, match=r"^groups stand inside one another 200 deep, more than the 100 allowed$"):
        check_weight("(" * 200 + ")" * 200)


@pytest.mark.parametrize(
    "source",
    [
        "|".join(f"word{number}" for number in range(450)),
        "(a)" * 1_300,
        "[" + "".join(map(chr, range(0x4E00, 0x5D00))) + "]",
        "(?i)" + "[a-z]" * 800,
        r"[\s\S]{0,100000}",
        r"\w{1,20000}",
        "(?:a?)*" * 500,
        "(?:" * MAX_DEPTH + "a" + ")" * MAX_DEPTH,
        r"(?x) \s* <call \s (?P<name> \w+ ) > # the head" + "\n",
    ],
)
def test_large_patterns_that_cost_little_pass(source: str) -> None:
    compile_dialect(source)


PIECES = [
    *"ab(()))[]^+*?|.:#x,5 \n}{\\",
    *("(?:", "(?>", "(?=", "(?#", "(?|", "(?P<n>", "(?i)", "(?f)", "(?x)", "(?V1)", "(?x:", "(?-x:", "(?i:"),
    *("{3}", "{9}", "{2,}", "{1 0}", "{e<=1}", "{e<=0}", "{e<=0:[)]}", "[[:alpha:]]", "[[:a]", "[]", "[^]", "[ß-ﬆ]"),
    *(r"\)", r"\d", r"\p{L}", r"\p{", r"\N{DIGIT ONE}", r"\x41", r"\0", "--", "&&"),
]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=24), st.sampled_from(["", "{9}", "+", "{20}"]))
def test_no_pattern_is_much_larger_than_its_estimate(pieces: list[str], repeat: str) -> None:
    source = "".join(pieces)
    source += ")" * max(0, source.count("(") - source.count(")")) + repeat
    weight = weigh(source)
    assert 0 <= weight.parts <= max(BEYOND, len(source))
    if weight.parts > MAX_PARTS:
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = regex.compile(source, regex.DOTALL, cache_pattern=False)
    except (regex.error, ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError):
        return
    assert sys.getsizeof(compiled) <= BYTES_A_PART * (weight.parts + 2)


@given(st.text(max_size=40))
def test_any_text_has_a_weight(source: str) -> None:
    weight = weigh(source)
    assert weight.parts >= 0
    assert weight.depth >= 0
