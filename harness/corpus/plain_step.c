/* Steps of a plain integrator, of a given size or, under error control, of its own
 * choice: a step is kept when the largest entry of its estimate is at most the
 * accuracy, and the next one, or the next attempt, is 0.9 (accuracy / error)^(1/p)
 * times as long, but at most five times and at least a tenth (Hairer, Norsett, Wanner,
 * Solving ODEs I, II.4 (4.13)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/corpus/plain.h"

static const double safety = 0.9, most_growth = 5, most_shrinkage = 0.1;

/* Without a longest step the first one is so much of what is asked for. */
static const double first_share = 0.01;

enum { MOST_ATTEMPTS = 60 };

int plain_fail(struct plain *p, const char *why) {
    p->why = why;
    return -1;
}

static double time_seen(const struct plain *p, double t) {
    return p->scheme.is_elapsed ? t - p->start_time : t;
}

int plain_rates(struct plain *p, double t, const double *x, double *ydot) {
    const struct scheme *r = &p->scheme;
    const double factor = p->steps > 0 ? r->later_force_factor : r->force_factor;
    if (p->system->rates(p->system->context, time_seen(p, t), x, ydot))
        return plain_fail(p, "the rates failed");
    for (int i = 0; factor != 1 && i < p->ny; i++)
        ydot[i] *= factor;
    return 0;
}

int plain_derivative(struct plain *p, double t, const double *x, double *xdot) {
    if (p->system->derivative(p->system->context, time_seen(p, t), x, xdot))
        return plain_fail(p, "the derivative failed");
    return 0;
}

static int attempt(struct plain *p, double h) {
    return p->scheme.table.stages > 0 ? plain_table_step(p, h) : plain_doubled_step(p, h);
}

/* The attempt becomes the state. */
static int accept(struct plain *p, double h) {
    const int frozen = p->scheme.frozen_entry;
    if (frozen >= 0 && frozen < p->nx)
        p->x[STATE_SMALL][p->nx - 1 - frozen] = p->x[STATE_START][p->nx - 1 - frozen];
    for (int i = 0; i < p->nx; i++) {
        if (!isfinite(p->x[STATE_SMALL][i]))
            return plain_fail(p, "the state is not finite");
    }
    memcpy(p->last_positions, p->x[STATE_START], (size_t)p->nq * sizeof(double));
    memcpy(p->x[STATE_START], p->x[STATE_SMALL], (size_t)p->nx * sizeof(double));
    p->t += p->scheme.time_factor * h;
    p->steps++;
    return 0;
}

int plain_step(struct plain *p, double h) {
    return attempt(p, h) || accept(p, h) ? -1 : 0;
}

static double error_size(const struct plain *p) {
    double size = 0;
    for (int i = 0; i < p->nx; i++)
        size = fmax(size, fabs(p->estimate[i]));
    return size;
}

/* By what the next step is longer, after an error of this size. */
static double find_growth(const struct plain *p, double error) {
    if (error == 0)
        return most_growth;
    double growth = safety * pow(p->accuracy / error, 1.0 / p->scheme.control_order);
    return fmin(fmax(growth, most_shrinkage), most_growth);
}

int plain_advance(struct plain *p, double t_final) {
    if (!p->scheme.has_estimate)
        return plain_fail(p, "this method has no error control");
    double longest = isfinite(p->max_step) ? p->max_step : first_share * (t_final - p->t);
    double h = p->next_step > 0 ? p->next_step : longest;
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
        double tried = fmin(fmin(h, t_final - p->t), p->max_step);
        bool failed = attempt(p, tried) != 0;
        double error = failed ? INFINITY : error_size(p);
        h = tried * find_growth(p, error);
        if (failed || !(error <= p->accuracy)) {
            p->rejected++;
            continue;
        }
        p->next_step = h;
        return accept(p, tried);
    }
    return plain_fail(p, "no step is short enough");
}
