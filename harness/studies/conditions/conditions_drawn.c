/* What a system that has been drawn is: its size, its components, its start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/studies/conditions/conditions_draw.h"

/* Exponents of modest magnitudes and times; their differences. */
enum { MOST_MODEST = 8, MOST_MIXED = 12 };

struct draw draw_plain(const struct draw *d) {
    struct draw plain = *d;
    plain.copies = 1;
    plain.time_exponent = 0;
    plain.t0 = d->forced ? ldexp(d->t0, -d->time_exponent) : 0;
    plain.origin = d->forced ? ldexp(d->origin, -d->time_exponent) : 0;
    for (int i = 0; i < d->bodies; i++)
        plain.place[i] = i;
    for (int i = 0; i < d->states; i++)
        plain.place[d->bodies + i] = i;
    for (int i = 0; i < d->bodies + d->states; i++)
        plain.exponent[i] = 0;
    return plain;
}

bool draw_is_modest(const struct draw *d) {
    for (int i = 0; i < d->copies * (d->bodies + d->states); i++)
        if (abs(d->exponent[i]) > MOST_MODEST)
            return false;
    return -d->time_exponent <= MOST_MODEST;
}

bool draw_is_mixed(const struct draw *d) {
    int low = draw_component(d, 0).exponent, high = low;
    for (int i = 1; i < draw_size(d); i++) {
        int exponent = draw_component(d, i).exponent;
        low = exponent < low ? exponent : low;
        high = exponent > high ? exponent : high;
    }
    return high - low > MOST_MIXED;
}

double draw_drive(const struct draw *d) {
    double largest = 0;
    for (int i = 0; i < d->bodies + d->states && d->kind == DRAW_STIFF; i++)
        largest = fmax(largest, fabs(d->formula[i].linear[0]) * d->eta);
    return largest;
}

struct draw draw_milder(const struct draw *d) {
    struct draw milder = *d;
    int exponent;
    frexp(draw_drive(d) / DRAW_MILD, &exponent);
    for (int i = 0; i < d->bodies + d->states && exponent > 0; i++)
        milder.formula[i].linear[0] = ldexp(milder.formula[i].linear[0], -exponent);
    return milder;
}

int draw_size(const struct draw *d) {
    return d->copies * (2 * d->bodies + d->states);
}

double draw_step(const struct draw *d) {
    return ldexp(d->eta, d->time_exponent);
}

struct draw_component draw_component(const struct draw *d, int i) {
    int bodies = d->copies * d->bodies;
    if (i >= 2 * bodies) {
        int state = d->place[bodies + i - 2 * bodies];
        return (struct draw_component){2 * d->bodies + state % d->states,
                                       d->exponent[bodies + state]};
    }
    int body = d->place[i % bodies], core = body % d->bodies;
    if (i < bodies)
        return (struct draw_component){core, d->exponent[body]};
    return (struct draw_component){d->bodies + core,
                                   d->exponent[body] - d->time_exponent};
}

void draw_start(const struct draw *d, double *x) {
    for (int i = 0; i < draw_size(d); i++) {
        struct draw_component c = draw_component(d, i);
        x[i] = ldexp(d->start[c.plain], c.exponent);
    }
}

void draw_describe(char *text, size_t size, const struct draw *d) {
    static const char *const kind[] = {"coupled", "copies", "linear", "stiff"};
    int low = d->exponent[0], high = low, count = d->copies * (d->bodies + d->states);
    for (int i = 1; i < count; i++) {
        low = d->exponent[i] < low ? d->exponent[i] : low;
        high = d->exponent[i] > high ? d->exponent[i] : high;
    }
    snprintf(text, size,
             "seed %lu, system %d (%s, %d components, positions and states from 2^%d to "
             "2^%d, t0 = %.6g, h = %.4g)",
             d->seed, d->index, kind[d->kind], draw_size(d), low, high, d->t0,
             draw_step(d));
}
