"""Archives: members one by one; paths that leave, bombs, locks and junk are refused by name."""
from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from ingest.formats import Limits, expand, is_archive, read
from kb.errors import PmkbError, TooLarge, UnreadableDocument, UnsupportedFormat
from kb.model import Source

FILES = {"a.txt": b"first", "folder/b.md": b"# second"}


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def tarred(files: Mapping[str, bytes], mode: str = "w:gz") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as packed:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            packed.addfile(info, io.BytesIO(content))
    return out.getvalue()


@pytest.mark.parametrize("data", [zipped(FILES), tarred(FILES), tarred(FILES, "w"), tarred(FILES, "w:bz2"),
                                  tarred(FILES, "w:xz")], ids=["zip", "gz", "tar", "bz2", "xz"])
def test_members_in_order(data: bytes, tmp_path: Path) -> None:
    assert is_archive(data)
    assert list(expand(data)) == list(FILES.items())
    (tmp_path / "x").write_bytes(data)
    assert dict(expand(tmp_path / "x")) == FILES


def test_hidden_files_and_folders_of_the_mac_are_left_out() -> None:
    data = zipped({".git/config": b"x", "__MACOSX/a": b"x", "a/.DS_Store": b"x", "b": b"y"})
    assert [name for name, _ in expand(data)] == ["b"]


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "C:\\x", "..\\x"])
def test_paths_that_leave_are_refused(name: str) -> None:
    for data in (zipped({name: b"x"}), tarred({name: b"x"})):
        with pytest.raises(UnreadableDocument, match="leaves"):
            list(expand(data))


def test_links_are_not_followed() -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as packed:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
    assert list(expand(out.getvalue())) == []


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_bombs_are_refused_by_ratio(pack: object) -> None:
    data = pack({"zeros.txt": b"0" * 30_000_000})  # type: ignore[operator]
    with pytest.raises(TooLarge, match="times its packed size"):
        list(expand(data, Limits(member=100_000_000)))


def test_limits_of_size_count_and_sum() -> None:
    many = {f"{number}.txt": b"12345" for number in range(20)}
    for data in (zipped(many), tarred(many)):
        with pytest.raises(TooLarge, match="members"):
            list(expand(data, Limits(members=10)))
        with pytest.raises(TooLarge, match="more than 4 bytes"):
            list(expand(data, Limits(member=4)))
        with pytest.raises(TooLarge, match="unpacks to more than 50 bytes"):
            list(expand(data, Limits(total=50)))


@pytest.mark.parametrize("data", [b"PK\x03\x04 broken", zipped(FILES)[:-30], tarred(FILES)[:40], b"\x1f\x8b\x08junk"],
                         ids=["no zip", "cut zip", "cut tar", "no gzip"])  # the bytes hold a time stamp: no name for a test
def test_broken_archives_are_refused(data: bytes) -> None:
    with pytest.raises(PmkbError):
        list(expand(data))


def test_what_is_no_archive() -> None:
    with pytest.raises(UnsupportedFormat):
        list(expand(b"plain words"))


def test_read_refuses_an_archive_and_says_what_to_do() -> None:
    with pytest.raises(UnreadableDocument, match="one by one"):
        read(Source(zipped(FILES)))
    with pytest.raises(UnsupportedFormat):
        read(Source(zipped({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"})))
