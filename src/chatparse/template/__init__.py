"""Response templates: from a document to frozen objects that parsers share."""

from __future__ import annotations

from chatparse.template.anchor import StartAnchor
from chatparse.template.delimiter import Delimiter
from chatparse.template.document import fresh
from chatparse.template.field import Field
from chatparse.template.limits import LIMITS, TemplateLimits
from chatparse.template.load import VERSIONS, load_document
from chatparse.template.model import ResponseTemplate
from chatparse.template.schema import schema
from chatparse.template.transform import Placeholder, Transform

__all__ = [
    "LIMITS",
    "VERSIONS",
    "Delimiter",
    "Field",
    "Placeholder",
    "ResponseTemplate",
    "StartAnchor",
    "TemplateLimits",
    "Transform",
    "fresh",
    "load_document",
    "schema",
]
