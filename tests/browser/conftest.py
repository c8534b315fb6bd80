"""The site in a real headless Chromium, over the bundled documents. Skips where there is no browser."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

import app as composition

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
PATIENCE = 45.0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass
class Page:
    """A tab, and the site it looks at."""

    driver: Any
    site: str
    slug: str

    def go(self, path: str, width: int = 1500, height: int = 950) -> Page:
        """Open a page of the site and wait until its script has filled it."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        )
        self.driver.get(self.site + path)
        return self

    def incident(self, **more: int) -> Page:
        self.go(f"/incidents/{self.slug}", **more)
        self.ready()
        return self

    def ready(self) -> None:
        self.until(lambda: self.js("return document.body.dataset.ready || document.querySelector('[role=alert]')?.textContent"))
        assert self.js("return document.body.dataset.ready") == "true", self.js("return document.body.innerText")

    def js(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def one(self, css: str) -> Any:
        return self.driver.find_element("css selector", css)

    def all(self, css: str) -> list[Any]:
        return self.driver.find_elements("css selector", css)

    def text(self, css: str) -> str:
        """The text of an element as it is now; the script may replace the element at any time."""
        return str(self.js("return document.querySelector(arguments[0])?.innerText ?? ''", css))

    def click(self, css: str) -> None:
        self.until(lambda: self.all(css))
        self.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", css)
        self.one(css).click()

    def fill(self, css: str, value: str) -> None:
        """Set a field as a reader does, as far as scripts can tell."""
        self.js(
            "const e = document.querySelector(arguments[0]); e.value = arguments[1];"
            "e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true}))",
            css,
            value,
        )

    def press(self, *keys: str) -> None:
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def until(self, condition: Callable[[], Any], said: str = "") -> Any:
        """Wait for something to be so, and give what it is."""
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            assert time.monotonic() < end, said or f"waited in vain; the page says: {self.text('main')[:1500]}"
            time.sleep(0.05)
        return found

    def events(self) -> list[str]:
        """Ids of the events drawn in the lanes, in the page's order."""
        return list(self.js("return [...document.querySelectorAll('.ev')].map(e => e.dataset.event)"))

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests; each gets a clean profile of the site."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    if not CHROMIUM or not DRIVER:
        pytest.skip("Chromium or chromedriver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument("--lang=en")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_page_load_timeout(60)
    driver.set_script_timeout(30)
    yield driver
    driver.quit()


def serve(database: Path) -> Iterator[str]:
    """The site over a database, in a thread."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    site = composition.create_app({"DATABASE_URL": f"sqlite:///{database}"})
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def shared_site(seeded: Path) -> Iterator[str]:
    yield from serve(seeded)


@pytest.fixture
def page(chromium: Any, shared_site: str) -> Iterator[Page]:
    """A tab on the bundled documents; do not write through it. A test that leaves a complaint in the console fails."""
    yield from _tab(chromium, shared_site)


@pytest.fixture
def own_page(chromium: Any, seeded: Path, tmp_path: Path) -> Iterator[Page]:
    """A tab on a copy, to write through."""
    shutil.copy(seeded, tmp_path / "own.sqlite")
    for site in serve(tmp_path / "own.sqlite"):
        yield from _tab(chromium, site)


@pytest.fixture
def crowded(chromium: Any, tmp_path: Path) -> Iterator[Page]:
    """A tab on an incident of 2,000 events."""
    from bench import million

    million.write(tmp_path / "many.sqlite", 2_000)
    for site in serve(tmp_path / "many.sqlite"):
        page = Page(chromium, site, million.INCIDENT)
        page.go(f"/incidents/{million.INCIDENT}").ready()
        yield page
        assert page.complaints() == []
        chromium.get("about:blank")


def _tab(driver: Any, site: str) -> Iterator[Page]:
    driver.get(f"{site}/quality")
    driver.delete_all_cookies()
    driver.execute_script("localStorage.clear()")
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    driver.get_log("browser")
    slug = driver.execute_async_script(
        "const done = arguments[0]; fetch('/api/v1/incidents').then(r => r.json()).then(body => done(body.items[0].slug))"
    )
    page = Page(driver, site, slug)
    yield page
    assert page.complaints() == []
    driver.get("about:blank")
