"""Graphs in Graphviz DOT."""

from __future__ import annotations

from kb.model import Graph, Polarity
from kb.render.table import clean

_STYLE = {Polarity.STATED: "solid", Polarity.HEDGED: "dashed", Polarity.DENIED: "dotted"}


def quoted(text: str) -> str:
    """A DOT string."""
    return '"' + clean(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def graph_dot(graph: Graph) -> str:
    """A digraph; the sentences of an edge are its tooltip."""
    lines = ["digraph pmkb {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  {quoted(node.id)} [label={quoted(node.label)}];" for node in graph.nodes]
    lines += [
        f"  {quoted(edge.source)} -> {quoted(edge.target)} [label={quoted(edge.relation)}, style={_STYLE[edge.polarity]}, "
        f"tooltip={quoted(' / '.join(edge.quotes))}];"
        for edge in graph.edges
    ]
    return "\n".join([*lines, "}"]) + "\n"
