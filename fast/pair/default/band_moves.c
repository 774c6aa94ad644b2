/* See band_moves.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/band_moves.h"

#include "fast/linear/vector.h"
#include "fast/pair/newton/convergence.h"
#include "fast/system.h"

bool fast_is_three_diagonals(const struct fast_pattern *pattern) {
    const int n = pattern->columns;
    int e = 0;
    if (pattern->rows != n || n < 2)
        return false;
    for (int j = 0; j < n; j++) {
        const int first = j > 0 ? j - 1 : 0, last = j + 1 < n ? j + 1 : j;
        if (pattern->start[j + 1] - e != last - first + 1)
            return false;
        for (int i = first; i <= last; i++)
            if (pattern->row[e++] != i)
                return false;
    }
    return true;
}

/* What fast_scaled_move is made of. */
struct size {
    double largest, sum;
};

static inline void measure(struct size *size, const double *scale, int i, double moved) {
    const double one = fabs(scale != NULL ? scale[i] * moved : moved);
    size->largest = one > size->largest ? one : size->largest;
    size->sum += one;
}

static inline double size_of(const struct size *size) {
    return size->sum <= DBL_MAX ? size->largest : size->sum; /* NaN, too */
}

/* The end of a move beside another state. */
struct beside {
    const double *x;
    double *deviation, distance;
};

/* room is the residual on its way down. */
static inline double go_up(const struct fast_band_move *move, const double *scale,
                           struct beside *beside) {
    const int n = move->n;
    const double h = move->h, *xn = move->xn, *from = move->from, *room = move->room;
    const struct fast_diagonals diagonals = *move->diagonals;
    double *restrict x = move->x, next = 0, next_but_one = 0;
    struct size size = {0, 0}, deviation = {0, 0};
    for (int i = n - 1; i >= 0; i--) {
        const double dy = fast_go_up(&diagonals, i, room[i], next, next_but_one);
        const double to_v = from[n + i] + dy, to_q = xn[i] + h * to_v;
        x[i] = to_q;
        x[n + i] = to_v;
        measure(&size, scale, n + i, to_v - from[n + i]);
        measure(&size, scale, i, to_q - from[i]);
        if (beside != NULL) {
            beside->deviation[i] = to_q - beside->x[i];
            beside->deviation[n + i] = to_v - beside->x[n + i];
            measure(&deviation, scale, n + i, beside->deviation[n + i]);
            measure(&deviation, scale, i, beside->deviation[i]);
        }
        next_but_one = next;
        next = dy;
    }
    if (beside != NULL)
        beside->distance = size_of(&deviation);
    return size_of(&size);
}

/* go_up with the scale as it is, or without any. */
static double arrive(const struct fast_band_move *move) {
    return move->scale == NULL ? go_up(move, NULL, NULL) : go_up(move, move->scale, NULL);
}

/* `rates` is read; NULL: it is found as y' at the end of a step of h_before from `before`, and
 * kept in `found`. */
static inline double follow(const struct fast_band_move *move, const double *rates,
                            double h_before, const double *before, double *restrict found,
                            const double *fq) {
    const int n = move->n;
    const double h = move->h, *xn = move->xn, *base = move->from;
    const double *below = move->diagonals->below;
    double *restrict room = move->room, down = 0, last_shift = 0;
    double shift = h * (xn[0] + h * base[n] - base[0]);
    for (int i = 0; i < n; i++) { /* fq[3 i] is on the diagonal */
        const double rate =
            rates != NULL ? rates[i] : (base[n + i] - before[n + i]) / h_before;
        double residual = xn[n + i] - base[n + i] + h * rate;
        if (rates == NULL)
            found[i] = rate;
        if (i > 0)
            residual += fq[3 * i - 2] * last_shift;
        residual += fq[3 * i] * shift;
        last_shift = shift;
        if (i + 1 < n) {
            shift = h * (xn[i + 1] + h * base[n + i + 1] - base[i + 1]);
            residual += fq[3 * i + 2] * shift;
        }
        down = residual - down * below[i];
        room[i] = down;
    }
    return arrive(move);
}

double fast_follow_band(const struct fast_band_move *move, const double *rates,
                        const double *fq) {
    return follow(move, rates, 0, NULL, NULL, fq);
}

double fast_go_on_band(const struct fast_band_move *move, double h_before,
                       const double *before, const double *fq, double *rates) {
    return follow(move, NULL, h_before, before, rates, fq);
}

static inline void go_down(const struct fast_band_move *move, const double *rates) {
    const int n = move->n;
    const double h = move->h, *xn = move->xn, *from = move->from;
    const double *below = move->diagonals->below;
    double *restrict room = move->room, down = 0;
    for (int i = 0; i < n; i++) {
        down = (xn[n + i] - from[n + i] + h * rates[i]) - down * below[i];
        room[i] = down;
    }
}

double fast_iterate_band(const struct fast_band_move *move, const double *rates) {
    go_down(move, rates);
    return arrive(move);
}

double fast_iterate_band_beside(const struct fast_band_move *move, const double *rates,
                                const double *beside, double *deviation,
                                double *distance) {
    struct beside other = {beside, deviation, 0};
    go_down(move, rates);
    const double moved = move->scale == NULL ? go_up(move, NULL, &other)
                                             : go_up(move, move->scale, &other);
    *distance = other.distance;
    return moved;
}
