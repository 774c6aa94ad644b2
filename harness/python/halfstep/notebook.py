"""What a notebook shows: tables and figures as HTML and SVG, which need no other package.

SPDX-License-Identifier: BSD-2-Clause"""

import html
import math

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
WIDTH, HEIGHT, MARGIN = 480, 300, 46
MOST_ROWS = 40


def _cell(value):
    if value is None:
        return ""
    return html.escape("%.6g" % value if isinstance(value, float) else str(value))


def table(heads, rows, caption=""):
    """An HTML table of at most 40 rows, with the number of those that are left out."""
    lines = ["<tr>%s</tr>" % "".join("<th>%s</th>" % _cell(h) for h in heads)]
    lines += ["<tr>%s</tr>" % "".join("<td>%s</td>" % _cell(v) for v in row)
              for row in rows[:MOST_ROWS]]
    rest = len(rows) - MOST_ROWS
    foot = "<p>and %d rows more</p>" % rest if rest > 0 else ""
    return "<table><caption>%s</caption>%s</table>%s" % (html.escape(caption), "".join(lines), foot)


class _Axis:
    """From values to a line of pixels; by logarithms where `is_log`."""

    def __init__(self, values, is_log, begin, end):
        self.is_log, self.begin, self.end = is_log, begin, end
        seen = [self.take(v) for v in values if self.shows(v)]
        self.low, self.high = (min(seen), max(seen)) if seen else (0, 1)
        if self.low == self.high:
            self.low, self.high = self.low - 0.5, self.high + 0.5

    def shows(self, value):
        return math.isfinite(value) and (value > 0 or not self.is_log)

    def take(self, value):
        return math.log10(value) if self.is_log else value

    def place(self, value):
        share = (self.take(value) - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ends(self):
        return ["%.3g" % (10 ** a if self.is_log else a) for a in (self.low, self.high)]


def _text(x, y, text, anchor="middle", colour="currentColor"):
    return '<text x="%g" y="%g" text-anchor="%s" fill="%s" font-size="11">%s</text>' % (
        x, y, anchor, colour, html.escape(text))


def _curve(x, y, points, colour):
    shown = [(x.place(a), y.place(b)) for a, b in points if x.shows(a) and y.shows(b)]
    line = " ".join("%.1f,%.1f" % p for p in shown)
    marks = "".join('<circle cx="%.1f" cy="%.1f" r="2" fill="%s"/>' % (*p, colour) for p in shown)
    return '<polyline points="%s" fill="none" stroke="%s"/>%s' % (
        line, colour, marks if len(shown) <= MOST_ROWS else "")


def figure(curves, across, up, is_log=False):
    """An SVG figure of {name: (abscissae, ordinates)}; "" where there are none. What logarithms
    or infinities cannot show is left out."""
    if not curves:
        return ""
    x = _Axis([a for c in curves.values() for a in c[0]], is_log, MARGIN, WIDTH - 12)
    y = _Axis([b for c in curves.values() for b in c[1]], is_log, HEIGHT - MARGIN, 12)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" role="img">' % (
        WIDTH, HEIGHT + 14 * len(curves))]
    parts.append('<path d="M%g,12 V%g H%g" fill="none" stroke="currentColor"/>' % (
        MARGIN, HEIGHT - MARGIN, WIDTH - 12))
    parts += [_text(MARGIN, HEIGHT - MARGIN + 14, x.ends()[0]),
              _text(WIDTH - 30, HEIGHT - MARGIN + 14, x.ends()[1]),
              _text(MARGIN - 4, HEIGHT - MARGIN, y.ends()[0], "end"),
              _text(MARGIN - 4, 20, y.ends()[1], "end"),
              _text(WIDTH / 2, HEIGHT - MARGIN + 28, across), _text(MARGIN + 6, 22, up, "start")]
    for i, (name, (abscissae, ordinates)) in enumerate(curves.items()):
        colour = COLOURS[i % len(COLOURS)]
        parts.append(_curve(x, y, list(zip(abscissae, ordinates)), colour))
        parts.append(_text(MARGIN, HEIGHT + 14 * i, name, "start", colour))
    return "".join(parts) + "</svg>"
