"""Write the pages that repeat what the package knows: `make docs`. The tests check that they are up to date."""

from __future__ import annotations

from pathlib import Path

from chatparse import catalog

__all__ = ["PAGES"]

HERE = Path(__file__).parent

HEAD = """\
# Catalogue

<!-- written by docs/generate.py: change src/chatparse/catalog/index.json, then run `make docs` -->

Templates that come with chatparse. A name or an alias (upper or lower case) will do wherever a template is wanted.
`chatparse show NAME` prints one.

"""


def catalogue() -> str:
    """Return the page about the catalogue."""
    entries = [catalog.entry(name) for name in catalog.names()]
    rows = ["| name | format | aliases |", "|---|---|---|"]
    rows += [f"| [{one.name}](#{anchor(one.name)}) | {one.title} | {', '.join(one.aliases)} |" for one in entries]
    return HEAD + "\n".join(rows) + "\n" + "".join(map(section, entries))


def section(entry: catalog.Entry) -> str:
    """Return what is known about one template."""
    parts = [
        f"\n## {entry.name}\n",
        f"{entry.title}, for {', '.join(f'`{model}`' for model in entry.models)}.",
        f"Checked on {entry.checked}.\n",
    ]
    for title, lines in (("Limits", entry.limits), ("Quirks", entry.quirks)):
        if lines:
            parts += [f"{title}:\n", *(f"- {line}" for line in lines), ""]
    return "\n".join(parts).rstrip("\n") + "\n"


def anchor(heading: str) -> str:
    """Return the link target that Markdown makes of a heading."""
    return heading.replace(".", "")


PAGES = {"catalogue.md": catalogue}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")
