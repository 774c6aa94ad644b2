/* The path of a step of h, under constant forces, at tau within it,
 *
 *     q(tau) = q0 + N (tau v+ + k tau^2/h (v1 - v+)),   v(tau) = v+ + tau/h (v1 - v+),
 *
 * k = 1/2, or 1 where positions go with the velocity at the end; and where on it a contact
 * first closes: its gap's root, by the Illinois variant of false position (G. Dahlquist, A.
 * Bjorck, Numerical Methods (1974), 6.4) kept in a bracket.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fast/contact/stepper/stepper.h"

enum { most_iterations = 400, bisect_every = 4 };
/* Gaps that differ by so many eps of the scene's length close at once. */
static const double rounding_of_gaps = 16;

enum fast_status stepper_find_path(struct contact_stepper *c) {
    struct stepper *s = c->stepper;
    struct scene *scene = c->scene;
    for (int j = 0; j < scene->nv; j++)
        s->change[j] = s->answer.v[j] - s->v_plus[j];
    enum fast_status status = scene_map(scene, s->x, s->v_plus, s->qdot);
    if (status == FAST_OK)
        status = scene_map(scene, s->x, s->change, s->qdot_change);
    return status;
}

/* *tau := a time before `end`, where the gap is below zero, at which contact i, which touches and
 * leaves, is open: the top of the parabola through what is known, or nearer. NaN: none. */
static enum fast_status find_top(struct contact_stepper *c, double h, double end,
                                 double gap_then, int i, double *tau, double *gap) {
    const struct stepper *s = c->stepper;
    const double rise = s->u_plus[c->scene->first[i]];
    const double drop = gap_then - s->gap_before[i] - rise * end;
    double top = drop < 0 ? rise * end * end / (-2 * drop) : end / 2;
    for (int k = 0; k < bisect_every; k++, top /= 2) {
        const enum fast_status status = stepper_find_gap(c, h, top, i, gap);
        if (status != FAST_OK)
            return status;
        *tau = top;
        if (*gap > 0 && top < end)
            return FAST_OK;
    }
    *tau = NAN;
    return FAST_OK;
}

/* *hi, where the gap is b < 0, becomes the root beyond lo, where it is a > 0. */
static enum fast_status find_root(struct contact_stepper *c, double h, int i, double lo,
                                  double a, double *hi, double b) {
    /* At the root the contact touches, however fast it is. */
    const double close =
        fmin(DBL_EPSILON * fmax(a, -b), c->thresholds.constraint_tolerance);
    int side = 0; /* which end the last iteration has moved */
    for (int k = 1; k <= most_iterations; k++) {
        const double part = k % bisect_every == 0 ? 0.5 : a / (a - b);
        double tau = lo + (*hi - lo) * part, gap;
        if (!(tau > lo && tau < *hi)) /* one end is at the root, to rounding */
            tau = lo + (*hi - lo) / 2;
        if (!(tau > lo && tau < *hi))
            break;
        const enum fast_status status = stepper_find_gap(c, h, tau, i, &gap);
        if (status != FAST_OK)
            return status;
        if (gap > close) {
            lo = tau, a = gap;
            b = side > 0 ? b / 2 : b;
            side = 1;
        } else {
            *hi = tau, b = gap;
            a = side < 0 ? a / 2 : a;
            side = -1;
        }
        if (fabs(gap) <= close)
            break;
    }
    return FAST_OK;
}

/* Which of those that bounce, but for those that are met, has a gap below -rounding in
 * gap[], and would close first by the straight line; -1: none. */
static int find_first(const struct contact_stepper *c, const double *gap,
                      double rounding) {
    const struct stepper *s = c->stepper;
    double first = INFINITY;
    int found = -1;
    for (int i = 0; i < c->scene->contacts; i++) {
        if (!s->bounces[i] || s->is_met[i] || !(gap[i] < -rounding))
            continue;
        const double from = fmax(s->gap_before[i], 0), part = from / (from - gap[i]);
        if (part < first) {
            first = part;
            found = i;
        }
    }
    return found;
}

/* Contact i, which is inside at `end`: from when on it is open. lo NaN: never. */
static enum fast_status begin_inside(struct contact_stepper *c, double h, double end,
                                     struct crossing *found) {
    const struct stepper *s = c->stepper;
    const int i = found->contact;
    found->lo = 0, found->gap_lo = s->gap_before[i];
    found->hi = end, found->gap_hi = c->room[i];
    if (found->gap_lo > c->thresholds.constraint_tolerance)
        return FAST_OK;
    return find_top(c, h, end, found->gap_hi, i, &found->lo, &found->gap_lo);
}

/* What closes first, as it seems, of what is inside at `end` or has been since: contact -1 where
 * nothing is. */
static enum fast_status find_crossing(struct contact_stepper *c, double h, double end,
                                      double rounding, struct crossing *found) {
    found->contact = find_first(c, c->room, rounding);
    if (found->contact >= 0)
        return begin_inside(c, h, end, found);
    const enum fast_status status = stepper_look(c, h, end, found);
    if (status != FAST_OK || found->contact < 0 || found->gap_lo > 0)
        return status;
    return find_top(c, h, found->hi, found->gap_hi, found->contact, &found->lo,
                    &found->gap_lo);
}

enum fast_status stepper_locate(struct contact_stepper *c, double h, double *tau,
                                int *held) {
    struct stepper *s = c->stepper;
    const double rounding = rounding_of_gaps * DBL_EPSILON * c->options.length;
    const size_t flags = (size_t)c->scene->contacts * sizeof *s->is_met;
    struct crossing found;
    memset(s->is_met, 0, flags);
    *tau = h;
    *held = -1;
    enum fast_status status = find_crossing(c, h, h, 0, &found);
    while (status == FAST_OK && found.contact >= 0) {
        const int i = found.contact;
        const double end = *tau;
        if (isnan(found.lo)) {
            *held = i;
            return FAST_OK;
        }
        *tau = found.hi;
        status = find_root(c, h, i, found.lo, found.gap_lo, tau, found.gap_hi);
        if (status == FAST_OK)
            status = stepper_find_gap(c, h, *tau, i, &found.gap_hi);
        if (status != FAST_OK)
            return status;
        if (*tau < end)
            memset(s->is_met, 0, flags);
        s->is_met[i] = true; /* as near as can be */
        s->struck = i;
        status = find_crossing(c, h, *tau, rounding, &found);
    }
    return status;
}
