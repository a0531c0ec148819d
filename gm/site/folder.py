"""The folder of the pages. Each file is written whole or not at all, and only if it is another than the one there.

What gm wrote stands in a list beside the files. What does not stand there is somebody else's: it is neither overwritten
nor removed, and no link is followed. So a folder may hold other things, and somebody who can put a link there cannot
make gm write elsewhere. One gm at a time writes: two that write the same file would put half of it in its place.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import msgspec

LIST = ".gm-site.json"
FORMAT = 1
FOR_ALL = 0o755  # who may look into a folder
PART = ".gm-part"  # what the name of a file ends with while it is written


class FolderError(Exception):
    """The folder cannot be used, or a file in it cannot be written. The text says which, and why."""


class InUse(FolderError):
    """Another gm writes into the folder now."""


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """A file as it was written. at: the time that it bears, in seconds; of: what it was made of."""

    size: int
    at: int
    digest: str
    of: str = ""


class _Listed(msgspec.Struct, frozen=True):
    format: int
    files: dict[str, Kept]


def is_there(path: Path) -> bool:
    """Whether gm has written into a folder, and that is still there."""
    return (path / LIST).exists()


@contextmanager
def opened(path: Path) -> Iterator[Folder]:
    """A folder that nobody else writes into meanwhile. It is made if it is not there. Raises FolderError."""
    _made(path)
    try:
        number = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise FolderError(f"{path} cannot be used as a folder: {error.strerror}") from None
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"another gm writes into {path} now: try again in a minute") from None
        except OSError:
            pass  # a file system without locks
        yield Folder(path)
    finally:
        os.close(number)


def _made(path: Path) -> None:
    """Make a folder that is not there, for a web server to read whatever the umask; see that one there is no link."""
    try:
        if path.is_symlink():
            raise FolderError(f"{path} is a link to elsewhere: name the folder itself")
        if not path.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            path.chmod(FOR_ALL)
        if not os.access(path, os.W_OK | os.X_OK):
            raise FolderError(f"{path} cannot be written to")
    except OSError as error:
        raise FolderError(f"{path} cannot be used as a folder: {error.strerror}") from None


class Folder:
    """A folder, and what gm has written into it. foreign: files that are in the way and not gm's."""

    def __init__(self, path: Path) -> None:
        """Read the list. Raises FolderError."""
        self.path = path
        self.foreign: list[str] = []
        self.written: list[str] = []
        self.removed: list[str] = []
        self._files = self._read_list()
        self._before = dict(self._files)

    def _read_list(self) -> dict[str, Kept]:
        path, there = self.path / LIST, self._stat(LIST)
        if there is not None and not stat.S_ISREG(there.st_mode):
            raise FolderError(f"{path} is no file of gm's: remove it")
        try:
            found = msgspec.json.decode(path.read_bytes(), type=_Listed)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise FolderError(f"{path} cannot be read: {error.strerror}") from None
        except msgspec.MsgspecError:
            return {}  # files that are as they should be are taken for gm's all the same
        return {name: kept for name, kept in found.files.items() if _is_plain(name)} if found.format == FORMAT else {}

    # -- writing -----------------------------------------------------------------------------------------------

    def keep(self, name: str, at: datetime, of: str, make: Callable[[], bytes]) -> None:
        """Have a file in the folder that bears the time *at*. Raises FolderError.

        of: what it is made of; a file that was made of the same is left alone, and *make* not called. "" if that cannot
        be named: then one that has not changed keeps its time, too.
        """
        kept, seconds = self._files.get(name), int(at.timestamp())
        there = self._stat(name)
        untouched = kept is not None and there is not None and _is_as_written(there, kept)
        if untouched and kept is not None and of and (kept.of, kept.at) == (of, seconds):
            return
        data = make()
        now = Kept(len(data), seconds, sha256(data).hexdigest(), of)
        if untouched and kept is not None and kept.digest == now.digest and (not of or kept.at == now.at):
            self._files[name] = now if of else kept
        elif there is not None and (stat.S_ISDIR(there.st_mode) or not (kept or self._is_same(name, there, data))):
            self.foreign.append(name)
        else:
            self._announce(name)
            self._write(name, data, seconds)
            self._files[name] = now
            self.written.append(name)

    def has(self, name: str, at: datetime, of: str) -> bool:
        """Whether, as far as the list says, a file is there that bears that time and was made of the same."""
        kept = self._files.get(name)
        return bool(of) and kept is not None and (kept.of, kept.at) == (of, int(at.timestamp()))

    def _announce(self, name: str) -> None:
        """Enter a new file into the list before it is there: if gm dies in between, it is still known as gm's."""
        if name not in self._before:
            self._before[name] = self._files[name] = Kept(0, 0, "")
            self._write_list(self._before)

    def _is_same(self, name: str, there: os.stat_result, data: bytes) -> bool:
        """Whether a file that gm does not know is what gm would write."""
        if not stat.S_ISREG(there.st_mode) or there.st_size != len(data):
            return False
        try:
            return (self.path / name).read_bytes() == data
        except OSError as error:
            raise FolderError(f"{self.path / name} cannot be read: {error.strerror}") from None

    def announce(self, names: Iterable[str]) -> None:
        """Enter many new files into the list at once. Those in whose place there is something are left out."""
        new = [name for name in names if name not in self._before and self._stat(name) is None]
        self._before |= dict.fromkeys(new, Kept(0, 0, ""))
        if new:
            self._write_list(self._before)

    def settle(self, wanted: Iterable[str], at: datetime) -> None:
        """Remove what gm wrote and is no longer *wanted*, and write the list. *at*: the time that it bears.

        Raises FolderError.
        """
        for name in sorted(self._files.keys() - set(wanted)):
            self._remove(name)
            del self._files[name]
        self.note(at)

    def note(self, at: datetime) -> None:
        """Write the list, if it has changed. *at*: the time that it bears. Raises FolderError."""
        if self._files != self._before or not is_there(self.path):
            self._write_list(self._files, int(at.timestamp()))
            self._before = dict(self._files)

    def _remove(self, name: str) -> None:
        path, there = self.path / name, self._stat(name)
        if there is not None and not stat.S_ISREG(there.st_mode):
            self.foreign.append(name)
            return
        try:
            _part_of(path).unlink(missing_ok=True)  # of a gm that was killed
            path.unlink(missing_ok=True)
        except OSError as error:
            raise FolderError(f"{path} cannot be removed: {error.strerror}") from None
        if there is not None:
            self.removed.append(name)

    def _write_list(self, files: dict[str, Kept], seconds: int = 0) -> None:
        data = msgspec.json.encode(_Listed(FORMAT, dict(sorted(files.items()))))
        self._write(LIST, data, seconds or max((one.at for one in files.values()), default=0), mode=0o600)

    def _write(self, name: str, data: bytes, seconds: int, mode: int = 0o644) -> None:
        """Write a file beside its place, and then put it there.

        mode: whatever the umask, a web server of another user reads the pages, and not the list, which names games
        that no page names.
        """
        path = self.path / name
        part = _part_of(path)
        try:
            if path.parent != self.path:
                _made(path.parent)
            part.unlink(missing_ok=True)  # of a gm that was killed
            number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
            with os.fdopen(number, "wb") as file:
                os.fchmod(number, mode)
                file.write(data)
            os.utime(part, (seconds, seconds))
            os.replace(part, path)
        except OSError as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise FolderError(f"{path} cannot be written: {error.strerror}") from None

    def _stat(self, name: str) -> os.stat_result | None:
        """What is at a place in the folder, the link itself if it is one; None if nothing is."""
        path = self.path / name
        try:
            if path.parent != self.path and path.parent.is_symlink():
                raise FolderError(f"{path.parent} is a link to elsewhere: remove it")
            return path.lstat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FolderError(f"{path} cannot be looked at: {error.strerror}") from None


def _part_of(path: Path) -> Path:
    """Where a file is while it is written."""
    return path.with_name(f"{path.name}{PART}")


def _is_as_written(there: os.stat_result, kept: Kept) -> bool:
    return stat.S_ISREG(there.st_mode) and (there.st_size, int(there.st_mtime)) == (kept.size, kept.at)


def _is_plain(name: str) -> bool:
    """Whether a name in the list is one that gm may have written: whoever changes the list removes nothing else."""
    parts = name.split("/")
    return len(parts) <= 2 and all(part.isprintable() and part and part[0] != "." for part in parts)
