/* What contacts without a row have done between the ends of a step. A gap changes no faster
 * than |J| |v| + |offset| (Cauchy and Schwarz), so that one whose ends sum up to more than that
 * times h has stayed open. Where it may have closed, it is followed along the path: between two
 * times it is as high as its cubic Hermite polynomial, which lies above the least of its Bezier
 * points (G. Farin, Curves and Surfaces for CAGD (2002), 4.3), but for the difference that two
 * times in between show.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/stepper.h"

/* Pieces, one within the other, and looks in all. */
enum { most_pieces = 128, most_looks = 512 };
/* Where a piece is looked into: at places that no period fits. */
static const double inner_part[2] = {0.381966011250105, 0.732050807568877};
/* Rates are differences over this part of a piece. */
static const double part_of_a_difference = 0x1p-20;
/* How much more than at the inner times the polynomial may be off. */
static const double caution = 16;

/* Crossings so close together, in units of the time, are one: rounding of large numbers. */
static const double closeness = 1e-9;

struct sample {
    double tau, gap, rate;
};

/* The square of |J| |v| of contact i's gap, v the larger of both ends; the scene is at the end. */
static double bound_square(const struct contact_stepper *c, int i) {
    const struct stepper *s = c->stepper;
    const struct fast_pattern *pattern = c->scene->matrix_pattern;
    const int row = c->scene->first[i];
    double of_matrix = 0, of_motion = 0;
    for (int e = pattern->start[row]; e < pattern->start[row + 1]; e++) {
        const int k = pattern->row[e];
        const double J = c->scene->matrix[e];
        const double before = s->v_plus[k] * s->v_plus[k];
        const double after = s->answer.v[k] * s->answer.v[k];
        of_matrix += J * J;
        of_motion += before > after ? before : after;
    }
    return of_matrix * of_motion;
}

static bool may_have_closed(const struct contact_stepper *c, int i, double h,
                            double gap) {
    const struct stepper *s = c->stepper;
    const int row = c->scene->first[i];
    const double both = s->gap_before[i] + gap;
    const double left = both - h * fabs(c->scene->offset[row]);
    return !(left > 0 && left * left > h * h * s->speed_square[i] &&
             both > h * fabs(s->u_plus[row]));
}

bool stepper_may_close(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    const double *gap = c->scene->gap;
    bool any = false;
    for (int i = 0; s->any_bounces && i < c->scene->contacts; i++) {
        s->is_clear[i] = true;
        if (!s->bounces[i])
            continue;
        s->speed_square[i] = bound_square(c, i);
        s->is_clear[i] = gap[i] >= 0 && !may_have_closed(c, i, h, gap[i]);
        any = any || !s->is_clear[i];
    }
    return any;
}

/* *sample's rate at its time, over a part of the time `size` before. */
static enum fast_status find_rate(struct contact_stepper *c, double h, int i, double size,
                                  struct sample *sample) {
    const double back = size * part_of_a_difference;
    double before;
    const enum fast_status status =
        stepper_find_gap(c, h, sample->tau - back, i, &before);
    sample->rate = (sample->gap - before) / back;
    return status;
}

static double least_of_polynomial(const struct sample *a, const struct sample *b) {
    const double third = (b->tau - a->tau) / 3;
    return fmin(fmin(a->gap, a->gap + third * a->rate),
                fmin(b->gap, b->gap - third * b->rate));
}

static double polynomial(const struct sample *a, const struct sample *b, double tau) {
    const double size = b->tau - a->tau, x = (tau - a->tau) / size, y = 1 - x;
    return y * y * (1 + 2 * x) * a->gap + x * x * (1 + 2 * y) * b->gap +
           x * y * size * (y * a->rate - x * b->rate);
}

/* Two times within the piece from a to b; whether it is clear by them. */
static enum fast_status look_into(struct contact_stepper *c, double h, int i,
                                  const struct sample *a, const struct sample *b,
                                  struct sample inner[2], bool *is_clear) {
    double off = 0;
    enum fast_status status = FAST_OK;
    for (int k = 0; k < 2 && status == FAST_OK; k++) {
        inner[k].tau = a->tau + inner_part[k] * (b->tau - a->tau);
        status = stepper_find_gap(c, h, inner[k].tau, i, &inner[k].gap);
        off = fmax(off, fabs(inner[k].gap - polynomial(a, b, inner[k].tau)));
    }
    *is_clear =
        least_of_polynomial(a, b) - caution * off >= -c->thresholds.constraint_tolerance;
    for (int k = 0; k < 2 && status == FAST_OK && !*is_clear; k++)
        status = find_rate(c, h, i, b->tau - a->tau, &inner[k]);
    return status;
}

/* Goes through the pieces up to `end` from the left, and into those that are not clear. */
static enum fast_status follow(struct contact_stepper *c, double h, double end,
                               struct crossing *found) {
    const struct stepper *s = c->stepper;
    const double tolerance = c->thresholds.constraint_tolerance;
    const int i = found->contact;
    struct sample a = {0, s->gap_before[i], s->u_plus[c->scene->first[i]]};
    struct sample ends[most_pieces] = {{end, s->gap_end[i], 0}}, inner[2];
    int pieces = 1;
    enum fast_status status = find_rate(c, h, i, end, &ends[0]);
    for (int looks = 0; status == FAST_OK && pieces > 0; looks++) {
        const struct sample *b = &ends[pieces - 1];
        found->is_crossed = b->gap < -tolerance && a.gap > 0;
        if (found->is_crossed) {
            found->lo = a.tau, found->gap_lo = a.gap;
            found->hi = b->tau, found->gap_hi = b->gap;
            return FAST_OK;
        }
        bool is_clear;
        status = look_into(c, h, i, &a, b, inner, &is_clear);
        const bool is_enough = pieces + 2 > most_pieces || looks >= most_looks;
        found->is_unclear = found->is_unclear || (!is_clear && is_enough);
        if (is_clear || is_enough) {
            a = ends[--pieces];
        } else {
            ends[pieces++] = inner[1];
            ends[pieces++] = inner[0];
        }
    }
    return status;
}

static void note_unclear(struct contact_stepper *c, int i) {
    c->stepper->crossings_unexcluded++;
    c->stepper->unclear = i;
}

enum fast_status stepper_look(struct contact_stepper *c, double h, double end,
                              struct crossing *found) {
    struct stepper *s = c->stepper;
    memcpy(s->gap_end, c->room, (size_t)c->scene->contacts * sizeof *s->gap_end);
    for (int i = 0; i < c->scene->contacts; i++) {
        if (s->is_clear[i])
            continue;
        *found = (struct crossing){.contact = i};
        enum fast_status status = FAST_OK;
        if (may_have_closed(c, i, end, s->gap_end[i]))
            status = follow(c, h, end, found);
        s->is_clear[i] = !found->is_crossed || found->hi >= end * (1 - closeness);
        if (status != FAST_OK || found->is_crossed)
            return status;
        if (found->is_unclear)
            note_unclear(c, i);
    }
    found->contact = -1;
    return FAST_OK;
}

enum fast_status stepper_watch(struct contact_stepper *c, double h) {
    struct stepper *s = c->stepper;
    struct crossing found = {.contact = 0};
    enum fast_status status = FAST_OK;
    for (int i = 0; i < c->scene->contacts; i++)
        s->is_clear[i] = s->is_clear[i] || c->room[i] < 0;
    while (status == FAST_OK && found.contact >= 0) {
        status = stepper_look(c, h, h, &found);
        memcpy(c->room, s->gap_end, (size_t)c->scene->contacts * sizeof(double));
        if (status == FAST_OK && found.contact >= 0)
            note_unclear(c, found.contact);
        if (found.contact >= 0)
            s->is_clear[found.contact] = true;
    }
    return status;
}
