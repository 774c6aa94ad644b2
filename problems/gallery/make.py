#!/usr/bin/python3
"""The catalogue as a gallery: problems/GALLERY.md, and a picture of each problem's motion beside this
script. A variant of a problem is named with it and has no picture.

    make.py HALFSTEP            makes them
    make.py --check HALFSTEP    exit status 1 if the page and a picture here are not what comes out;
                                77 where the program lacks bdf, which draws most of them

A picture shows the three states that move most, each over its own range, as halfstep solves the model.

SPDX-License-Identifier: BSD-2-Clause
"""
import csv
import io
import json
import os
import subprocess
import sys

WIDTH, HEIGHT, POINTS, CURVES = 240, 90, 120, 3
ROUNDING = 1e-12  # of the largest value; what moves in the catalogue moves by 1e-5 of it and more
COLOURS = ("#0072b2", "#d55e00", "#009e73")  # told apart by the colour-blind (Okabe, Ito 2008)
HERE = os.path.dirname(os.path.abspath(__file__))
HEAD = """# The catalogue

Each problem with the motion of the three states that move most, each drawn over its own range, from the
start of its span to the end. `halfstep show NAME` prints its equations. This page is made by
`problems/gallery/make.py`.
"""


def ask(halfstep, *words):
    """What a command prints; None if it ends with a failure."""
    done = subprocess.run([halfstep, *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def ways(model):
    """The commands that may solve it, the best first."""
    if model["contacts"] > 0:
        return [("--method", "contact-stepper", "--step", "1/1000")]
    if model["joints"] > 0:
        return [("--method", "bdf", "--accuracy", "1e-5"),
                ("--method", "semi-explicit-euler-2", "--accuracy", "1e-4")]
    return [("--method", "bdf", "--accuracy", "1e-6"),
            ("--method", "implicit-euler", "--accuracy", "1e-3")]


def solve(halfstep, model):
    """The states over time, {name: [values]}, in the model's order, with "t"."""
    begin, end = (float(t) for t in model["span"])
    times = ",".join(repr(begin + (end - begin) * k / POINTS) for k in range(1, POINTS))
    for way in ways(model):
        text = ask(halfstep, "solve", model["name"], *way, "--until", repr(end), "--at", times, "--csv")
        if text is not None:
            rows = list(csv.DictReader(io.StringIO(text)))
            return {name: [float(row[name]) for row in rows] for name in rows[0]}
    raise SystemExit(f"{model['name']}: no method solves it")


def curve(values, colour):
    """A polyline over the whole picture."""
    low, high = min(values), max(values)
    points = " ".join(
        f"{4 + (WIDTH - 8) * k / (len(values) - 1):.1f},"
        f"{HEIGHT - 4 - (HEIGHT - 20) * (v - low) / (high - low):.1f}"
        for k, v in enumerate(values))
    return f'<polyline points="{points}" stroke="{colour}"/>'


def find_moving(solution):
    """The three states that move most; the first ones of those that move alike. What only rounding moves is at
    rest."""
    states = {name: values for name, values in solution.items() if name != "t"}
    largest = max(abs(v) for values in states.values() for v in values)
    ranges = {name: max(values) - min(values) for name, values in states.items()}
    moving = [name for name in states if ranges[name] > ROUNDING * largest]
    return sorted(moving, key=lambda name: -ranges[name])[:CURVES]


def picture(solution):
    moving = find_moving(solution)
    is_narrow = sum(12 + 7 * len(name) for name in moving) > WIDTH
    lines, left = [], 4
    for name, colour in zip(moving, COLOURS):
        lines.append(curve(solution[name], colour))
        lines.append(f'<text x="{left}" y="11" fill="{colour}">{name}</text>')
        left += (WIDTH - 8) // CURVES if is_narrow else 12 + 7 * len(name)
    if not moving:
        lines.append(f'<text x="{left}" y="11" fill="#000">at rest</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}" fill="none" font-family="sans-serif" font-size="11">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n' + "\n".join(lines) + "\n</svg>\n")


def entry(model, variants):
    """The words below a picture's heading."""
    words = [f"\n## {model['name']}\n", f"![{model['title']}](gallery/{model['name']}.svg)\n",
             f"**{model['title']}.** {model['why'].rstrip('.')}. *{', '.join(model['tags'])}*"]
    if variants:
        words.append(f"\nVariants: {', '.join(variants)}.")
    return "\n".join(words) + "\n"


def check(path, text):
    """Whether a file holds the text; what differs is told."""
    with open(path, encoding="utf-8") as file:
        if file.read() == text:
            return True
    print(f"{path} is not what comes out: problems/gallery/make.py HALFSTEP makes it anew")
    return False


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return True


def main(words):
    put = check if words[0] == "--check" else write
    halfstep = os.path.abspath(words[-1])
    known = json.loads(ask(halfstep, "list", "--json"))
    models = known["models"]
    if "bdf" not in [m["name"] for m in known["methods"]]:
        print("skipped: the program is without SUNDIALS, and so without bdf")
        return 77
    page, well = HEAD, True
    families = [m for m in models if m["variant_of"] is None]
    for model in families:
        variants = [m["name"] for m in models if m["variant_of"] == model["name"]]
        page += entry(model, variants)
        shown = json.loads(ask(halfstep, "show", model["name"], "--json"))
        well &= put(f"{HERE}/{model['name']}.svg", picture(solve(halfstep, shown)))
    return 0 if put(f"{HERE}/../GALLERY.md", page) & well else 1


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
