"""The words of the contract, as enumerations."""

from __future__ import annotations

from enum import StrEnum


class Stance(StrEnum):
    """Who speaks: only `report` builds history."""

    REPORT = "report"
    OPINION = "opinion"
    QUOTE = "quote"
    BOILERPLATE = "boilerplate"


class Kind(StrEnum):
    """What sort of happening a claim tells."""

    TRIGGER = "trigger"
    IMPACT = "impact"
    DETECTION = "detection"
    DIAGNOSIS = "diagnosis"
    MITIGATION = "mitigation"
    RECOVERY = "recovery"
    COMMUNICATION = "communication"
    STATE = "state"


class Relation(StrEnum):
    """How one happening bears on another. `precedes` is order only."""

    CAUSES = "causes"
    TRIGGERS = "triggers"
    AMPLIFIES = "amplifies"
    BLOCKS = "blocks"
    MITIGATES = "mitigates"
    PRECEDES = "precedes"


class Polarity(StrEnum):
    """How sure the sentence is."""

    STATED = "stated"
    HEDGED = "hedged"
    DENIED = "denied"


class Precision(StrEnum):
    """The finest part that was written."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part-of-day"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class Bound(StrEnum):
    """`by`: no later than start; `until`: lasted up to start; `since`: began at start, end unsaid."""

    AT = "at"
    BY = "by"
    UNTIL = "until"
    SINCE = "since"


class Basis(StrEnum):
    """How a zone was known."""

    STATED = "stated"
    INHERITED = "inherited"
    GIVEN = "given"
    UNKNOWN = "unknown"


class PassageKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    QUOTE = "quote"
