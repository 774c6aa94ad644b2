/* See scenery.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/tests/contact/scenery.h"

#include <math.h>

double scenery_gap(const struct scenery *s, const double *x, double *slope) {
    double nearest = INFINITY;
    for (int i = 0; i < pegs; i++) {
        const double dx = x[0] - s->peg[i][0], dy = x[1] - s->peg[i][1];
        const double distance = sqrt(dx * dx + dy * dy);
        if (distance < nearest) {
            nearest = distance;
            slope[0] = dx / distance, slope[1] = dy / distance;
        }
    }
    if (s->hump != 0) {
        const double away = s->hump * (x[0] - s->place),
                     height = s->high * exp(-away * away);
        slope[0] = 2 * s->hump * away * height, slope[1] = 1;
        return x[1] - height;
    }
    if (s->wave == 0)
        return nearest - s->radius;
    slope[0] = -s->high * s->wave * cos(s->wave * x[0]), slope[1] = 1;
    return x[1] - s->high * sin(s->wave * x[0]);
}

static int rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = ydot[1] = 0;
    return 0;
}

static int gap(void *context, double t, const double *x, double *gap) {
    double slope[2];
    (void)t;
    *gap = scenery_gap(context, x, slope);
    return 0;
}

static int rows(void *context, double t, const double *x, double *gap, double *offset,
                double *matrix) {
    (void)t;
    *gap = scenery_gap(context, x, matrix);
    *offset = 0;
    return 0;
}

struct integrator_system scenery_system(struct scenery *s, const double *restitution) {
    return (struct integrator_system){.nq = 2,
                                      .nv = 2,
                                      .context = s,
                                      .rates = rates,
                                      .contacts = 1,
                                      .restitution = restitution,
                                      .gap = gap,
                                      .contact_rows = rows};
}

double scenery_meet_pegs(const struct scenery *s, const double *x, double h) {
    double first = NAN;
    for (int i = 0; i < pegs; i++) {
        const double dx = x[0] - s->peg[i][0], dy = x[1] - s->peg[i][1];
        const double a = x[2] * x[2] + x[3] * x[3], b = dx * x[2] + dy * x[3];
        const double rest = b * b - a * (dx * dx + dy * dy - s->radius * s->radius);
        const double t = (-b - sqrt(rest)) / a;
        if (rest > 0 && t > 0 && t < h)
            first = fmin(first, t);
    }
    return first;
}
