"""Archives (zip, tar, tar.gz/bz2/xz) read member by member in memory: nothing is written, escapes or explodes."""
from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from ingest.formats.decode import LIMIT
from kb.errors import TooLarge, UnreadableDocument, UnsupportedFormat

_ZIP, _GZIP, _BZIP2, _XZ = b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
_TAR_AT, _TAR = 257, b"ustar"
_WORDS = "word/document.xml"
_CONTAINERS = ("[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF")
_CHUNK = 64 * 1024
_SMALL = 1024 * 1024  # a ratio says nothing of small members: a page of blanks compresses a thousandfold


@dataclass(frozen=True, slots=True)
class Limits:
    """The most members, bytes of one member, bytes of all, and how many times larger than packed."""

    members: int = 10_000
    member: int = LIMIT
    total: int = 1024 * 1024 * 1024
    ratio: int = 200


def is_archive(data: bytes) -> bool:
    """Whether the bytes are an archive of documents (an office document is a zip too, and is not)."""
    if data.startswith(_ZIP):
        names = _names(data)
        return not any(name in names for name in (*_CONTAINERS, _WORDS))
    return data.startswith((_GZIP, _BZIP2, _XZ)) or data[_TAR_AT:_TAR_AT + 5] == _TAR


def is_docx(data: bytes) -> bool:
    """Whether a zip is a word-processor document."""
    return data.startswith(_ZIP) and _WORDS in _names(data)


def _names(data: bytes) -> frozenset[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return frozenset(packed.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
        return frozenset()


def expand(source: str | Path | bytes, limits: Limits | None = None) -> Iterator[tuple[str, bytes]]:
    """The name and bytes of every file in an archive, in its order, lazily.

    Raises UnreadableDocument (broken, encrypted, a path that leaves the archive), TooLarge (a limit, by name) or
    UnsupportedFormat (no archive).
    """
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    bounds = limits or Limits()
    if not is_archive(data):
        raise UnsupportedFormat("not an archive that is read (zip, tar, tar.gz, tar.bz2, tar.xz)")
    members = zip_members(data, bounds) if data.startswith(_ZIP) else _tar(data, bounds)
    total = 0
    try:
        for count, (name, content) in enumerate(members, 1):
            total += len(content)
            if count > bounds.members:
                raise TooLarge(f"the archive has more than {bounds.members:,} members")
            if total > bounds.total:
                raise TooLarge(f"the archive unpacks to more than {bounds.total:,} bytes")
            if not _hidden(name):
                yield name, content
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError,
            NotImplementedError, RuntimeError, OverflowError) as error:
        raise UnreadableDocument(f"the archive cannot be read: {error}") from error


def zip_members(data: bytes, limits: Limits) -> Iterator[tuple[str, bytes]]:
    """The files of a zip, an office document included, within the limits."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        infos = packed.infolist()
        if len(infos) > limits.members:
            raise TooLarge(f"the archive has {len(infos):,} members; the limit is {limits.members:,}")
        for info in infos:
            if info.is_dir():
                continue
            name = _inside(info.filename)
            if info.flag_bits & 1:
                raise UnreadableDocument(f"{name} in the archive is encrypted")
            if info.file_size > max(_SMALL, limits.ratio * max(info.compress_size, 1)):
                raise TooLarge(f"{name} in the archive unpacks to more than {limits.ratio} times its packed size")
            with packed.open(info) as member:
                yield name, _bounded(member, name, limits)


def _tar(data: bytes, limits: Limits) -> Iterator[tuple[str, bytes]]:
    unpacked = 0
    with tarfile.open(fileobj=io.BytesIO(data), mode="r|*") as packed:
        for number, info in enumerate(packed, 1):
            if number > limits.members:
                raise TooLarge(f"the archive has more than {limits.members:,} members")
            unpacked += info.size
            if unpacked > max(_SMALL, limits.ratio * len(data)):
                raise TooLarge(f"the archive unpacks to more than {limits.ratio} times its packed size")
            name = _inside(info.name)
            if info.isfile() and (member := packed.extractfile(info)) is not None:
                yield name, _bounded(member, name, limits)


def _bounded(member: IO[bytes], name: str, limits: Limits) -> bytes:
    parts, size = [], 0
    while chunk := member.read(min(_CHUNK, limits.member + 1 - size)):
        parts.append(chunk)
        size += len(chunk)
        if size > limits.member:
            raise TooLarge(f"{name} in the archive has more than {limits.member:,} bytes")
    return b"".join(parts)


def _inside(name: str) -> str:
    """The name, where it stays inside the archive. Nothing is ever written; a name that tries is refused anyway."""
    plain = name.replace("\\", "/")
    path = PurePosixPath(plain)
    if plain.startswith("/") or ".." in path.parts or plain[1:2] == ":" or "\x00" in plain or not path.parts:
        raise UnreadableDocument(f"the archive has a member whose path leaves it: {name[:200]!r}")
    return str(path)


def _hidden(name: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(name).parts)
