"""A house whose games may be seen, and its folder of pages, made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers.sites import config, house

from gm.desk.office import Office
from gm.site.keeper import Keeper
from gm.store.store import Store


class Site(NamedTuple):
    """A house, and its folder of pages."""

    office: Office
    folder: Path
    files: dict[str, str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site") / "www"
    store = Store(":memory:")
    office = house(store)
    Keeper(config(), store, folder).make()
    files = {
        str(one.relative_to(folder)): one.read_text(encoding="utf-8") for one in folder.rglob("*") if one.is_file()
    }
    yield Site(office, folder, files)
    store.close()
