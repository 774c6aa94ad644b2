/* Lines to compare with: slopes and floors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

void guide_slope(struct text *script, const struct chart *c, const struct curve *curve,
                 double slope) {
    const double below = 0.09, place = 0.66;
    double offset;
    if (!curve_offset(curve, slope, &offset)) {
        return;
    }
    offset -= below * (c->top - c->bottom);
    double x = c->left + place * (c->right - c->left);
    text_format(script,
                "set label \"slope %g\" at first %.6g,%.6g left offset 0.9,-0.5 "
                "tc rgb '#0101%02x'\n",
                slope, x, slope * x + offset, COLOUR_GUIDE);
    text_format(script, "guide_%d(x) = %.6g * x + %.9g\n", slope == 1 ? 1 : 0, slope,
                offset);
}

void guide_floors(struct text *script, const struct chart *c, const struct series *series,
                  int count) {
    for (int i = 0; i < count; i++) {
        double floor = log10(series[i].curve.result->floor);
        if (!(floor > c->bottom && floor < c->top)) {
            continue;
        }
        text_format(script,
                    "set arrow from graph 0, first %.6g to graph 1, first %.6g nohead "
                    "dt (2,3) lw 1.2 lc rgb '#0101%02x'\n"
                    "set label \"round-off floor\" at graph 0.985, first %.6g right "
                    "offset 0,0.6 tc rgb '#0101%02x'\n",
                    floor, floor, COLOUR_GUIDE, floor, COLOUR_GUIDE);
    }
}
