/* Whether a gap has been closed between two times at which it is open, from its values alone.
 * A piece of the path, of the size d, is clear
 *
 *   - by proof, if its ends' gaps sum up to more than d L, where L bounds the gap's rate
 *     g' = J v + g_t: |J| |v| + |g_t| (Cauchy and Schwarz) with the largest |J| at the ends of
 *     the path and every slope that is seen on it. That holds if rows are nowhere longer;
 *   - by its cubic, if d L is at most a hundredth of the scene's length: the cubic Hermite
 *     polynomial lies above the least of its Bezier points (G. Farin, Curves and Surfaces for
 *     CAGD (2002), 4.3), which stay above zero by 16 times what two times within differ.
 *
 * Others are cut in three.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/sweep.h"

#include <float.h>
#include <math.h>

/* Pieces, one within the other, and looks in all. */
enum { most_pieces = 128, most_looks = 4096 };
/* Where a piece is looked into: at places that no period fits. */
static const double inner_part[2] = {0.381966011250105, 0.732050807568877};
/* Rates are differences over this part of a piece. */
static const double part_of_a_difference = 0x1p-20;
/* Gaps that differ by so many eps of the scene's length are the same. */
static const double rounding_of_gaps = 16 * DBL_EPSILON;
/* How much more than at the inner times the polynomial may be off. */
static const double caution = 16;
/* Gaps are taken for cubics over this part of the scene's length. */
static const double smooth_in_lengths = 0.01;

struct sample {
    double tau, gap, rate; /* NaN: not known */
};

bool sweep_may_close(double a, double b, double speed, double size) {
    return !(a + b > speed * size);
}

double sweep_row_length(const struct scene *s, int i) {
    const struct fast_pattern *pattern = s->matrix_pattern;
    const int row = s->first[i];
    double sum = 0;
    for (int e = pattern->start[row]; e < pattern->start[row + 1]; e++)
        sum += s->matrix[e] * s->matrix[e];
    return sqrt(sum);
}

double sweep_speed(const struct scene *s, int i, double row_length, double offset,
                   const double *v, const double *w) {
    const struct fast_pattern *pattern = s->matrix_pattern;
    const int row = s->first[i];
    double sum = 0;
    for (int e = pattern->start[row]; e < pattern->start[row + 1]; e++) {
        const int k = pattern->row[e];
        const double a = v[k] * v[k], b = w[k] * w[k];
        sum += a > b ? a : b;
    }
    return row_length * sqrt(sum) + fabs(offset);
}

/* *sample's rate at its time, over a part of the size of a piece before. */
static enum fast_status find_rate(const struct sweep *p, double size,
                                  struct sample *sample) {
    const double back = size * part_of_a_difference;
    double before;
    if (!isnan(sample->rate))
        return FAST_OK;
    if (sample->tau - back < 0) { /* at the path's beginning: after it */
        const enum fast_status status =
            p->find_gap(p->c, p->h, sample->tau + back, p->contact, &before);
        sample->rate = (before - sample->gap) / back;
        return status;
    }
    const enum fast_status status =
        p->find_gap(p->c, p->h, sample->tau - back, p->contact, &before);
    if (status == FAST_OK)
        sample->rate = (sample->gap - before) / back;
    return status;
}

bool sweep_is_past(const struct sweep *p) {
    const double before_end = p->end * (1 - part_of_a_difference);
    double gap;
    return p->find_gap(p->c, p->h, before_end, p->contact, &gap) != FAST_OK ||
           p->gap_end - gap > rounding_of_gaps * p->c->options.length;
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

/* The gaps at two times within the piece from a to b. */
static enum fast_status find_inner(const struct sweep *p, const struct sample *a,
                                   const struct sample *b, struct sample inner[2]) {
    enum fast_status status = FAST_OK;
    for (int k = 0; k < 2 && status == FAST_OK; k++) {
        inner[k].tau = a->tau + inner_part[k] * (b->tau - a->tau);
        inner[k].rate = NAN;
        status = p->find_gap(p->c, p->h, inner[k].tau, p->contact, &inner[k].gap);
    }
    return status;
}

/* Whether the piece from a to b is clear by its cubic. */
static enum fast_status try_cubic(const struct sweep *p, struct sample *a,
                                  struct sample *b, const struct sample inner[2],
                                  bool *is_clear) {
    const double size = b->tau - a->tau;
    double off = 0;
    enum fast_status status = find_rate(p, size, a);
    if (status == FAST_OK)
        status = find_rate(p, size, b);
    for (int k = 0; k < 2; k++)
        off = fmax(off, fabs(inner[k].gap - polynomial(a, b, inner[k].tau)));
    *is_clear = least_of_polynomial(a, b) - caution * off >=
                -p->c->thresholds.constraint_tolerance;
    return status;
}

static double steepest(const struct sample *a, const struct sample *b) {
    return fabs(b->gap - a->gap) / (b->tau - a->tau);
}

/* The piece from a to b: whether it is clear; inner, if it is not. *speed grows. */
static enum fast_status look_into(const struct sweep *p, struct sample *a,
                                  struct sample *b, struct sample inner[2], double *speed,
                                  bool *is_clear) {
    const double size = b->tau - a->tau;
    *speed = fmax(*speed, steepest(a, b));
    *is_clear = !sweep_may_close(a->gap, b->gap, *speed, size);
    if (*is_clear)
        return FAST_OK;
    const enum fast_status status = find_inner(p, a, b, inner);
    if (status != FAST_OK)
        return status;
    *speed = fmax(*speed, fmax(steepest(a, &inner[0]), steepest(&inner[1], b)));
    *speed = fmax(*speed, steepest(&inner[0], &inner[1]));
    return *speed * size <= smooth_in_lengths * p->c->options.length
               ? try_cubic(p, a, b, inner, is_clear)
               : FAST_OK;
}

enum fast_status sweep_follow(const struct sweep *p, struct crossing *found) {
    const double tolerance = p->c->thresholds.constraint_tolerance;
    struct sample a = {0, p->gap_begin, p->rate_begin};
    struct sample ends[most_pieces] = {{p->end, p->gap_end, NAN}}, inner[2];
    double speed = p->speed;
    int pieces = 1;
    enum fast_status status = FAST_OK;
    *found = (struct crossing){.contact = p->contact};
    for (int looks = 0; status == FAST_OK && pieces > 0; looks++) {
        struct sample *b = &ends[pieces - 1];
        if (a.gap < -tolerance) { /* inside before: what leaves, crosses nothing */
            a = ends[--pieces];
            continue;
        }
        found->is_crossed = b->gap < -tolerance;
        if (found->is_crossed) {
            found->lo = a.tau, found->gap_lo = a.gap;
            found->hi = b->tau, found->gap_hi = b->gap;
            return FAST_OK;
        }
        bool is_clear;
        status = look_into(p, &a, b, inner, &speed, &is_clear);
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
