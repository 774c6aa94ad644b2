"""browser.py DIR: the pages of methods, card and large in headless Chromium.

Each check is a function; it fails by an exception. Prints one line for each.
SPDX-License-Identifier: BSD-2-Clause"""
import base64
import glob
import os
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = sys.argv[1]

# The ratio of luminances of words and what is behind them: WCAG 2.1, 1.4.3.
CONTRAST = """
const parse = (c) => c.startsWith("color(") ? c.match(/[\\d.]+/g).slice(0, 3).map((x) => 255 * x) : (c.match(/[\\d.]+/g) ?? []).map(Number);
const channel = (v) => v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4;
const light = (c) => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
  if (c.length === 3 || c[3] === 1) return c; } return parse(getComputedStyle(document.body).backgroundColor); };
const bad = [];
for (const e of [...document.querySelectorAll("body *")].slice(0, 4000)) {
  if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
  const style = getComputedStyle(e), box = e.getBoundingClientRect();
  if (box.width < 2 || e.closest("style, script, title, [hidden], .out, .skip, math")) continue;
  const svg = e.closest("svg");
  const a = light(parse(svg ? style.fill : style.color)), b = light(behind(e));
  if (e.closest(".node-upon") || (svg && svg.classList.contains("tree"))) continue;
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) bad.push([e.tagName, e.className.baseVal ?? e.className, e.textContent.slice(0, 30), ratio.toFixed(2)]);
}
return bad.slice(0, 10);
"""


def start():
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def colours(driver, scheme):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def size(driver, width, height=900):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})


def visit(driver, page):
    driver.get("file://" + os.path.join(ROOT, page))


def pages():
    """All of the card, and of the others one of each kind."""
    found = glob.glob(os.path.join(ROOT, "card", "**", "*.html"), recursive=True)
    one = [sorted(glob.glob(os.path.join(ROOT, "methods", kind)))[0]
           for kind in ("index.html", "methods/*.html", "models/*.html")]
    return sorted(os.path.relpath(page, ROOT) for page in found + one) + [
        "large/index.html", "large/models/problem_007.html"]


def check_every_page(driver):
    """Each page narrow, where it is widest, and its contrast in light and dark."""
    for page in pages():
        for width, scheme in ((390, "light"), (1440, "dark")):
            size(driver, width)
            colours(driver, scheme)
            if width == 390:
                visit(driver, page)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width, f"{page} is {wide} px wide at {width}"
            driver.execute_script("document.querySelectorAll('details').forEach((d) => d.open = true)")
            bad = driver.execute_script(CONTRAST)
            assert not bad, f"{page}: contrast {bad} ({scheme})"
    colours(driver, "light")
    errors = [e for e in driver.get_log("browser") if e["level"] in ("SEVERE", "WARNING")]
    assert not errors, errors[:5]


def check_single(driver):
    """The file to be mailed, far from the others: its figures, style and scripts are inside."""
    size(driver, 1440)
    driver.get("file://" + os.path.join(ROOT, "single", "problem_007.html"))
    assert driver.find_elements(By.CSS_SELECTOR, "svg.figure .p")
    assert not driver.execute_script("return [...document.querySelectorAll('[href], [src]')]"
                                     ".some((e) => !(e.getAttribute('href') ?? '').startsWith('#'))")
    body = driver.find_element(By.TAG_NAME, "body")
    assert body.value_of_css_property("background-color") .startswith(("rgb(251, 250, 247", "rgba(251, 250, 247"))
    driver.find_element(By.ID, "theme").click()
    assert body.value_of_css_property("background-color") .startswith(("rgb(20, 23, 26", "rgba(20, 23, 26"))
    driver.find_element(By.ID, "theme").click()
    assert not [e for e in driver.get_log("browser") if e["level"] == "SEVERE"]


def rows_shown(driver):
    return driver.execute_script("return [...document.querySelectorAll('#problems tbody tr')]"
                                 ".filter((r) => r.offsetParent).map((r) => r.querySelector('a').textContent)")


def check_search(driver):
    size(driver, 1440)
    visit(driver, "large/index.html")
    box = driver.find_element(By.ID, "search")
    driver.find_element(By.TAG_NAME, "body").send_keys("/")
    box.send_keys("problem_12")
    assert len(rows_shown(driver)) == 10, rows_shown(driver)
    assert "q=problem_12" in driver.current_url, driver.current_url
    driver.refresh()
    again = driver.find_element(By.ID, "found").text
    assert again.startswith("20 of") or again.startswith("10 of"), again
    driver.find_element(By.ID, "search").send_keys(Keys.ESCAPE)
    assert driver.find_element(By.ID, "found").text == ""


def check_filter(driver):
    visit(driver, "large/index.html")
    driver.find_element(By.CSS_SELECTOR, "#marks [data-mark=fail]").click()
    assert rows_shown(driver) == ["problem_007"], rows_shown(driver)


def choose(driver, kind, value):
    for option in driver.find_elements(By.CSS_SELECTOR, f"select[data-by={kind}] option"):
        if option.text == value:
            option.click()
            return
    raise AssertionError(f"no {value} among the choices of {kind}")


def check_choices(driver):
    """By tag, grade and method; kept in the address."""
    visit(driver, "large/index.html?tag=even&grade=closed-form")
    shown = rows_shown(driver)
    assert shown[:2] == ["problem_000", "problem_006"] and 40 < len(shown) < 60, shown[:4]
    choose(driver, "tag", "all")
    choose(driver, "grade", "all")
    assert "tag=" not in driver.current_url and len(rows_shown(driver)) == 300
    choose(driver, "method", "method-number-2")
    driver.find_element(By.CSS_SELECTOR, "#marks [data-mark=fail]").click()
    assert rows_shown(driver) == [], "problem_007 fails with another method"
    choose(driver, "method", "method-number-3")
    assert rows_shown(driver) == ["problem_007"] and "method=method-number-3" in driver.current_url


def check_sort(driver):
    visit(driver, "large/index.html")
    head = driver.find_element(By.CSS_SELECTOR, "#problems thead th")
    head.send_keys(Keys.ENTER)
    head.send_keys(Keys.ENTER)
    first = driver.find_element(By.CSS_SELECTOR, "#problems tbody a").text
    assert first == "problem_295" and "sort=0.0d" in driver.current_url, first


def check_two_clicks(driver):
    """From a failure to its figure, numbers, reason and command."""
    size(driver, 1440)
    visit(driver, "large/index.html")
    failure = driver.find_element(By.CSS_SELECTOR, ".failure")
    assert failure.location["y"] < 700, failure.location
    failure.find_element(By.TAG_NAME, "a").click()
    text = driver.find_element(By.TAG_NAME, "main").text
    for words in ("problem_007", "fitted over all steps", "./halfstep order problem_007"):
        assert words in text, words
    assert driver.find_elements(By.CSS_SELECTOR, "svg.figure .p")


def check_hover(driver):
    size(driver, 1440)
    visit(driver, "large/models/problem_007.html")
    point = driver.find_elements(By.CSS_SELECTOR, "svg.figure .p")[5]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", point)
    deadline = time.monotonic() + 10  # of a loaded machine
    tip = ""
    while not tip and time.monotonic() < deadline:
        webdriver.ActionChains(driver).move_to_element(point).perform()
        tip = driver.find_element(By.CLASS_NAME, "tip").text
    for words in ("h = ", "error = ", "./halfstep solve problem_007 --method method-number-",
                  "--until '3*pi'"):
        assert words in tip, tip
    driver.execute_script("window.dispatchEvent(new Event('scroll'))")
    assert driver.find_element(By.CLASS_NAME, "tip").text == tip
    driver.execute_script("window.scrollBy({top: 600, behavior: 'instant'})")
    gone = lambda: driver.find_element(By.CLASS_NAME, "tip").text != tip
    while not gone() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert gone(), "the tip stays where its point has left"


def tip(driver):
    return driver.find_element(By.CLASS_NAME, "tip").text


def check_keys(driver):
    visit(driver, "large/models/problem_007.html")
    figure = driver.find_element(By.CSS_SELECTOR, "svg.figure")
    figure.send_keys(Keys.ARROW_RIGHT)
    first = tip(driver)
    figure.send_keys(Keys.ARROW_RIGHT)
    assert "h = 0.5" in first and "h = 0.25" in tip(driver), (first, tip(driver))
    figure.send_keys(Keys.ENTER)
    assert "(copied)" in tip(driver)
    figure.send_keys(Keys.ESCAPE)
    assert tip(driver) == ""


def check_zoom(driver):
    """What is dragged over fills the axes, whose words are those of the points there."""
    size(driver, 1440)
    visit(driver, "large/models/problem_007.html")
    figure = driver.find_element(By.CSS_SELECTOR, "svg.figure")
    words = lambda: driver.execute_script("return [...document.querySelectorAll('svg.figure')[0].querySelectorAll('text')]"
                                          ".filter((t) => t.getBoundingClientRect().width > 0).map((t) => t.textContent)")
    whole = words()
    driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", figure)
    width = figure.size["width"]
    actions = webdriver.ActionChains(driver).move_to_element_with_offset(figure, int(width * 0.1), int(-width * 0.25))
    actions.click_and_hold().move_by_offset(int(width * 0.2), int(width * 0.25)).release().perform()
    assert "zoom=" in driver.current_url, driver.current_url
    part = words()
    assert part != whole and any("e-" in w for w in part) and "mn0" not in part, part
    driver.refresh()
    assert words() == part
    figure = driver.find_element(By.CSS_SELECTOR, "svg.figure")
    figure.send_keys("0")
    assert words() == whole and "zoom=" not in driver.current_url, words()


def check_against(driver):
    """A figure that has changed stands beside the one before."""
    size(driver, 1440)
    visit(driver, "against/models/pendulum.html")
    before = driver.find_elements(By.CSS_SELECTOR, "figure .beside img")
    assert len(before) == 1, len(before)
    driver.execute_script("arguments[0].loading = 'eager'", before[0])
    beside = before[0].find_element(By.XPATH, "ancestor::figure").find_element(By.CSS_SELECTOR, "svg.figure")
    assert abs(before[0].location["y"] - beside.location["y"]) < 60
    assert before[0].location["x"] + before[0].size["width"] <= beside.location["x"]
    visit(driver, "against/index.html")
    assert "What changed" in driver.find_element(By.TAG_NAME, "main").text


def check_series(driver):
    visit(driver, "large/models/problem_007.html")
    driver.find_element(By.CSS_SELECTOR, "#series button").click()
    assert "hide=1" in driver.current_url, driver.current_url
    hidden = driver.execute_script("return [...document.querySelectorAll('svg.figure [stroke=\"var(--m1)\"]')]"
                                   ".every((e) => getComputedStyle(e).display === 'none')")
    assert hidden


def check_hostile(driver):
    for page in glob.glob(os.path.join(ROOT, "large/models/*script*.html")) + \
            glob.glob(os.path.join(ROOT, "large/models/*onerror*.html")) + [
                os.path.join(ROOT, "large/index.html")]:
        driver.get("file://" + page)
        assert driver.title != "evil", page
        assert not driver.find_elements(By.CSS_SELECTOR, "img"), page


def work(driver):
    """Seconds of a processor that the page's thread has worked: other programs do not add to them."""
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(m["value"] for m in metrics if m["name"] == "TaskDuration")


def check_speed(driver):
    """The large index opens in half a second of work, and is scrolled through at 60 frames a second."""
    size(driver, 1440)
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    opened, frames = [], []
    for _ in range(3):
        driver.get("about:blank")
        begun = work(driver)
        visit(driver, "large/index.html")
        driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")
        opened.append(work(driver) - begun)
        steps = []
        for part in range(1, 41):
            begun = work(driver)
            driver.execute_async_script("scrollTo({top: document.body.scrollHeight * arguments[0] / 40, behavior: 'instant'});"
                                        "requestAnimationFrame(() => setTimeout(arguments[1]))", part)
            steps.append(work(driver) - begun)
        frames.append(steps)
    slowest = max(map(min, zip(*frames)))
    print(f"  the large index opens in {1e3 * min(opened):.0f} ms, its slowest frame takes {1e3 * slowest:.1f} ms")
    assert min(opened) < 0.5, opened
    assert slowest < 1 / 60, slowest


def check_print(driver):
    for page in ("card/index.html", "methods/index.html"):
        visit(driver, page)
        pdf = driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
        sheets = base64.b64decode(pdf["data"]).count(b"/Type /Page\n")
        assert 1 <= sheets <= 4, (page, sheets)


def check_without_scripts(driver):
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    visit(driver, "card/index.html")
    text = driver.find_element(By.TAG_NAME, "main").text
    assert "What fails" in text and "pendulum" in text
    assert not driver.find_elements(By.CSS_SELECTOR, ".tools:not([hidden])")
    visit(driver, "card/models/pendulum.html")
    assert driver.find_elements(By.CSS_SELECTOR, "svg.figure title")


def run(checks):
    failed = 0
    driver = start()
    try:
        for check in checks:
            began = time.monotonic()
            try:
                check(driver)
                print("passes", check.__name__, f"{time.monotonic() - began:.1f} s")
            except Exception as why:  # one failing check does not hide the others
                failed += 1
                print("FAILS ", check.__name__, type(why).__name__, str(why)[:600])
    finally:
        driver.quit()
    return failed


with tempfile.TemporaryDirectory() as home:
    os.environ["HOME"] = home
    failures = run([check for name, check in list(globals().items()) if name.startswith("check_")])
sys.exit(1 if failures else 0)
