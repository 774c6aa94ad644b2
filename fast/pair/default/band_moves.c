/* See band_moves.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/band_moves.h"

#include "fast/linear/vector.h"
#include "fast/pair/newton/convergence.h"

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

/* room is the residual on its way down. x may be from, which is kept in `before` unless that is NULL. */
static inline double go_up(const struct fast_band_move *move, const double *scale,
                           const double *from, double *restrict before) {
    const int n = move->n;
    const double h = move->h, *xn = move->xn, *room = move->room;
    const struct fast_diagonals diagonals = *move->diagonals;
    double *x = move->x, next = 0, next_but_one = 0;
    struct size size = {0, 0};
    for (int i = n - 1; i >= 0; i--) {
        const double dy = fast_go_up(&diagonals, i, room[i], next, next_but_one);
        const double q = from[i], v = from[n + i], to_v = v + dy, to_q = xn[i] + h * to_v;
        if (before != NULL) {
            before[i] = q;
            before[n + i] = v;
        }
        x[i] = to_q;
        x[n + i] = to_v;
        measure(&size, scale, n + i, to_v - v);
        measure(&size, scale, i, to_q - q);
        next_but_one = next;
        next = dy;
    }
    return size.sum <= DBL_MAX ? size.largest : size.sum; /* NaN, too */
}

double fast_follow_band(const struct fast_band_move *move, const double *base,
                        const double *fq) {
    const int n = move->n;
    const double h = move->h, *xn = move->xn, *rates = move->rates;
    const double *below = move->diagonals->below;
    double *restrict room = move->room, down = 0, last_shift = 0;
    double shift = h * (xn[0] + h * base[n] - base[0]);
    for (int i = 0; i < n; i++) { /* fq[3 i] is on the diagonal */
        double residual = xn[n + i] - base[n + i] + h * rates[i];
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
    return move->scale == NULL ? go_up(move, NULL, base, NULL)
                               : go_up(move, move->scale, base, NULL);
}

double fast_iterate_band(const struct fast_band_move *move, double *before) {
    const int n = move->n;
    const double h = move->h, *xn = move->xn, *rates = move->rates, *x = move->x;
    const double *below = move->diagonals->below;
    double *restrict room = move->room, down = 0;
    for (int i = 0; i < n; i++) {
        down = (xn[n + i] - x[n + i] + h * rates[i]) - down * below[i];
        room[i] = down;
    }
    return move->scale == NULL ? go_up(move, NULL, x, before)
                               : go_up(move, move->scale, x, before);
}

bool fast_move_is_zero(int n, const double *x, const double *from) {
    for (int i = 0; i < n; i++) {
        const double moved = x[i] - from[i];
        if (!fast_update_is_zero(1, &x[i], &moved))
            return false;
    }
    return true;
}
