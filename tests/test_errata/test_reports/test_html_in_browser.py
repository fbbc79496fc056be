"""The HTML page in a real browser: filtering, sorting, keyboard, printing, security policy, accessibility."""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from errata.commands.site import site_pages
from errata.report import Matrix
from errata.reports import Options, render
from tests.test_errata.test_reports.pages import (
    HOSTILE,
    finding,
    hostile_report,
    page,
    panel_report,
    probe_report,
    report,
)
from tests.test_errata.vtts import RIGHT, WRONG, write

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
AXE = Path(sys.prefix) / "axe" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium with its chromedriver is installed")


def several():
    """A report of findings of every level, of two codebases side by side."""
    found = [
        finding(file="one/src/combat.js", line=1, column=18),
        finding("RC203", "contested", "space/critical-effects/hull/severity-2", "one/b.js", expected="3D", actual="2D"),
        finding(file="two/c.js", actual="+3", level_given="note", words={"title": "A third one", "book": "the book"}),
    ]
    made = report(findings=found, texts={"one/src/combat.js": lambda: "const DM = { short: -2 };\n"})
    made.matrix = Matrix(("one", "two"), ((finding().rule, ("-2", "+3")),), (finding().rule,))
    return made


def unread():
    """A report of house rules of which two lines are not understood."""
    made = panel_report()
    lines = ("'Ion weapons hurt more': it gives no value", "'Snacks for all': no rule here speaks of 'Snacks'")
    made.findings += [
        finding("RC006", "unchecked", "", "house.md", line=n, words={"reason": told}) for n, told in enumerate(lines, 1)
    ]
    return made


PAGES = {
    "several": lambda: page(several(), least="warning"),
    "hostile": lambda: page(hostile_report(HOSTILE[0] + HOSTILE[1] + HOSTILE[2])),
    "panel": lambda: page(panel_report()),
    "unread": lambda: page(unread()),
    "probe": lambda: page(probe_report()),
    "index": lambda: index(),
}


def index():
    """The index of a site."""
    with TemporaryDirectory() as folder:
        for name, files in (("right", RIGHT), ("wrong", WRONG)):
            write(Path(folder, name), files)
        paths = [f"{folder}/right", f"{folder}/wrong"]
        Path(folder, "probe.json").write_text(render(probe_report(), "json", Options()), encoding="utf-8")
        probes = [f"{paths[1]}={folder}/probe.json"]
        site_pages(f"{folder}/site", paths, force=False, tests=False, cached=False, probes=probes)
        return Path(folder, "site", "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options, Service(DRIVER))
    yield made
    made.quit()


@pytest.fixture(scope="module")
def urls(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, text in PAGES.items():
        (folder / f"{name}.html").write_text(text(), encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in PAGES}


@pytest.fixture
def opened(browser, urls):
    """Opens a page, at a size and in light or dark."""

    def open_page(name, size="wide", scheme="light", media="", at=""):
        width, height = SIZES[size]
        phone = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
        wanted = {"media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
        browser.get("about:blank")
        browser.get_log("browser")
        browser.get(urls[name] + at)
        return browser

    return open_page


def shown(browser):
    """The places of the findings that can be seen, in order."""
    return browser.execute_script(
        "return [...document.querySelectorAll('.part')[0].querySelectorAll('tbody')]"
        ".filter((item) => item.offsetParent).map((item) => item.querySelector('.place bdi').textContent)"
    )


def arrived(browser, seen):
    """Waits for what the browser does a little after a link was followed; fails if it never does."""
    from selenium.webdriver.support.wait import WebDriverWait

    WebDriverWait(browser, 10, poll_frequency=0.02).until(seen)


def status(browser):
    return browser.execute_script("return document.querySelector('[role=status]').textContent")


def test_the_list_filters_by_text_and_level_and_counts_what_is_shown(opened):
    browser = opened("several")
    assert (shown(browser), status(browser)) == (["one/src/combat.js", "one/b.js"], "2 of 3 shown")
    field = browser.find_element("css selector", "input[type=search]")
    field.send_keys("HULL severity")
    assert (shown(browser), status(browser)) == (["one/b.js"], "1 of 3 shown")
    browser.find_element("css selector", "button[type=reset]").click()
    assert (len(shown(browser)), status(browser)) == (3, "3 of 3 shown")
    browser.find_element("css selector", "input[name=verdict][value=differs]").click()
    assert shown(browser) == ["one/b.js"]


def test_a_heading_sorts_the_list_up_down_and_back(opened):
    browser = opened("several")
    browser.find_element("css selector", "button[type=reset]").click()
    first = shown(browser)
    head = browser.find_element("css selector", "thead th:nth-child(6)")
    for sort, order in (("ascending", sorted(first)), ("descending", sorted(first)[::-1]), (None, first)):
        head.find_element("css selector", "button").click()
        assert (head.get_attribute("aria-sort"), shown(browser)) == (sort, order)


def test_everything_can_be_done_from_the_keyboard(opened):
    from selenium.webdriver.common.keys import Keys

    browser = opened("several")
    title = browser.find_element("css selector", "button.what")
    code = browser.find_element("css selector", "pre.code")
    assert not code.is_displayed()
    title.send_keys(Keys.ENTER)
    assert (code.is_displayed(), title.get_attribute("aria-expanded")) == (True, "true")
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    assert browser.execute_script(outline) == "solid"
    browser.find_element("css selector", "button.sort").send_keys(Keys.SPACE)
    assert browser.find_element("css selector", "thead th").get_attribute("aria-sort") == "ascending"


def test_a_link_to_a_filtered_finding_shows_it(opened):
    browser = opened("several")
    [last] = [link for link in browser.find_elements("css selector", ".matrix a") if link.text == "+3"]
    last.click()
    arrived(browser, lambda seen: "two/c.js" in shown(seen))
    assert browser.switch_to.active_element.get_attribute("aria-expanded") == "true"


def test_a_page_without_its_script_shows_everything(opened, browser):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened("several")
        assert len(shown(browser)) == 3
        assert browser.find_element("css selector", "pre.code").is_displayed()
        assert not browser.find_element("css selector", "form").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_printed_page_has_everything_and_no_filters(opened):
    browser = opened("several", media="print")
    assert len(shown(browser)) == 3
    assert browser.find_element("css selector", "pre.code").is_displayed()
    assert not browser.find_element("css selector", "form").is_displayed()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_loaded_or_executed_and_a_phone_needs_no_sideways_scrolling(opened, name, tmp_path):
    browser = opened(name, "phone")
    assert browser.get_log("browser") == []
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.execute_script("return document.querySelectorAll('img, [onload], [onmouseover]').length") == 0
    assert browser.save_screenshot(str(tmp_path / "page.png"))
    assert (tmp_path / "page.png").stat().st_size > 10_000


def test_the_content_security_policy_blocks_injected_scripts(opened):
    browser = opened("several")
    browser.execute_script(
        "const script = document.createElement('script'); script.textContent = 'window.ran = 1';"
        "document.body.append(script); document.body.setAttribute('onclick', 'window.ran = 2'); document.body.click()"
    )
    assert browser.execute_script("return window.ran") is None
    assert any("Content Security Policy" in line["message"] for line in browser.get_log("browser"))


def test_two_thousand_findings_filter_at_once(browser, tmp_path):
    many = report(findings=[finding(line=n + 1, actual=f"-{n}") for n in range(2000)])
    (tmp_path / "many.html").write_text(page(many), encoding="utf-8")
    browser.get((tmp_path / "many.html").as_uri())
    arrived(browser, status)  # the page is ready when it tells how many it shows
    took, said = browser.execute_script(
        "const field = document.querySelector('input[type=search]'), began = performance.now(); field.value = '-1999';"
        "field.dispatchEvent(new Event('input', { bubbles: true })); document.body.offsetHeight;"
        "return [performance.now() - began, document.querySelector('[role=status]').textContent]"
    )
    assert said == "1 of 2000 shown"
    assert took < 2000


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed; make .venv/axe does it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_accessibility_problem(opened, name, size, scheme):
    browser = opened(name, size, scheme)
    browser.execute_script("document.querySelector('button.all')?.click()")
    browser.execute_script(AXE.read_text(encoding="utf-8"))
    found = browser.execute_async_script("axe.run().then(arguments[0])")
    assert found["passes"]
    assert [
        (one["id"], one["nodes"][0]["html"], one["nodes"][0].get("failureSummary")) for one in found["violations"]
    ] == []
