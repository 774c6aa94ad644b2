/* A change with its interval as a picture of one line: the band inside which the rule calls
 * two builds the same, zero, the interval, the value. What lies beyond the scale ends in an
 * arrow head.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>

enum { WIDTH = 150, HEIGHT = 16 };

static double place(double change, double reach) {
    double x = WIDTH / 2.0 * (1 + change / reach);
    return fmin(fmax(x, 3), WIDTH - 3);
}

void page_interval(struct text *out, const struct speed_comparison *c, double delta,
                   double reach) {
    if (!isfinite(c->change)) {
        return;
    }
    const double middle = HEIGHT / 2.0;
    double half = isfinite(c->half) ? c->half : 0;
    double from = place(c->change - half, reach), to = place(c->change + half, reach);
    double band = place(-delta / 2, reach);
    static const char *const names[SPEED_VERDICTS] = {"slower", "faster", "cannot",
                                                      "none", "same"};
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"interval %s\" "
                "viewBox=\"0 0 %d %d\" aria-hidden=\"true\">"
                "<rect class=\"band\" x=\"%.1f\" y=\"0\" width=\"%.1f\" "
                "height=\"%d\"/><path class=\"zero\" d=\"M%.1f 0V%d\"/>"
                "<path class=\"reach\" d=\"M%.1f %.1fH%.1f\"/>",
                names[c->verdict], WIDTH, HEIGHT, band, WIDTH - 2 * band, HEIGHT,
                WIDTH / 2.0, HEIGHT, from, middle, to);
    if (fabs(c->change) > reach) {
        double tip = c->change > 0 ? WIDTH : 0, back = c->change > 0 ? -7 : 7;
        text_format(out, "<path class=\"dot\" d=\"M%.1f %.1fl%.1f -5v10z\"/>", tip,
                    middle, back);
    } else {
        text_format(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.4\"/>",
                    place(c->change, reach), middle);
    }
    text_add(out, "</svg>");
}
