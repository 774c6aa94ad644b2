/* Forces that balance others. A guess in double: projections in turn onto A lambda = b and onto
 * lambda >= least (S. Agmon, Canad. J. Math. 6 (1954) 382). Then columns of a basis are solved
 * for in balls, the other ones being what was guessed; so existence is proved, whatever the
 * guess.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/balance.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PROJECTIONS = 3000 };

/* Of the largest force: what a guess is to exceed, and a pivot of a row of length 1. */
static const double LEAST = 1e-5, LEAST_PIVOT = 1e-9;

bool crossing_balance_init(struct crossing_balance *w, int rows, int columns,
                           slong bits) {
    const size_t r = (size_t)rows, c = (size_t)columns;
    *w = (struct crossing_balance){.rows = rows, .columns = columns, .bits = bits};
    arb_mat_init(w->A, rows, columns);
    arb_mat_init(w->b, rows, 1);
    w->force = room_balls(&w->room, columns);
    w->pushes = room_take(&w->room, c, sizeof *w->pushes);
    w->guess = room_take(&w->room, c, sizeof *w->guess);
    w->near = room_take(&w->room, r * c, sizeof *w->near);
    w->target = room_take(&w->room, r, sizeof *w->target);
    w->square = room_take(&w->room, r * (r + c), sizeof *w->square);
    w->basis = room_take(&w->room, c, sizeof *w->basis);
    return !w->room.is_short;
}

void crossing_balance_clear(struct crossing_balance *w) {
    arb_mat_clear(w->A);
    arb_mat_clear(w->b);
    room_clear(&w->room);
}

/* Rows that are exactly zero say nothing: they are left out. */
static void drop_rows(struct crossing_balance *w) {
    int kept = 0;
    for (int i = 0; i < w->rows; i++) {
        bool zero = arb_is_zero(arb_mat_entry(w->b, i, 0));
        for (int k = 0; k < w->columns; k++) {
            zero = zero && arb_is_zero(arb_mat_entry(w->A, i, k));
            arb_swap(arb_mat_entry(w->A, kept, k), arb_mat_entry(w->A, i, k));
        }
        arb_swap(arb_mat_entry(w->b, kept, 0), arb_mat_entry(w->b, i, 0));
        kept += !zero;
    }
    w->rows = kept;
}

static double middle(const arb_t x) {
    return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

static void round_rows(struct crossing_balance *w) {
    for (int i = 0; i < w->rows; i++) {
        double *row = w->near + i * w->columns, square = 0;
        for (int k = 0; k < w->columns; k++) {
            row[k] = middle(arb_mat_entry(w->A, i, k));
            square += row[k] * row[k];
        }
        const double length = square > 0 ? sqrt(square) : 1;
        for (int k = 0; k < w->columns; k++)
            row[k] /= length;
        w->target[i] = middle(arb_mat_entry(w->b, i, 0)) / length;
    }
}

/* square := the Cholesky factor of A A^T; false: its rows depend on each other. */
static bool factor(struct crossing_balance *w) {
    const int n = w->rows;
    double *l = w->square;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < w->columns; k++)
                sum += w->near[i * w->columns + k] * w->near[j * w->columns + k];
            for (int k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            if (i == j && !(sum > LEAST_PIVOT * LEAST_PIVOT))
                return false;
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    return true;
}

/* off[rows] := (A A^T)^-1 off. */
static void solve_square(const struct crossing_balance *w, double *off) {
    const int n = w->rows;
    const double *l = w->square;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            off[i] -= l[i * n + k] * off[k];
        off[i] /= l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            off[i] -= l[k * n + i] * off[k];
        off[i] /= l[i * n + i];
    }
}

/* lambda := the nearest one with A lambda = b; off[rows] is work. */
static void project(struct crossing_balance *w, double *off) {
    for (int i = 0; i < w->rows; i++) {
        off[i] = w->target[i];
        for (int k = 0; k < w->columns; k++)
            off[i] -= w->near[i * w->columns + k] * w->guess[k];
    }
    solve_square(w, off);
    for (int i = 0; i < w->rows; i++)
        for (int k = 0; k < w->columns; k++)
            w->guess[k] += w->near[i * w->columns + k] * off[i];
}

/* What pushes := at least that; whether something was less than half of it. */
static bool push(struct crossing_balance *w, double least) {
    bool pushed = false;
    for (int k = 0; k < w->columns; k++)
        if (w->pushes[k] && w->guess[k] < least) {
            pushed = pushed || !(w->guess[k] >= least / 2);
            w->guess[k] = least;
        }
    return pushed;
}

static bool find_guess(struct crossing_balance *w) {
    double *off = w->square + w->rows * w->rows, most = 0;
    if (!factor(w))
        return false;
    project(w, off);
    for (int k = 0; k < w->columns; k++)
        most = fmax(most, fabs(w->guess[k]));
    for (int step = 0; step < MOST_PROJECTIONS && push(w, LEAST * most); step++)
        project(w, off);
    for (int k = 0; k < w->columns; k++) /* what has to be zero */
        if (w->pushes[k] && w->guess[k] < LEAST * most / 2)
            w->guess[k] = 0;
    return true;
}

/* Basic columns first, picked by the largest pivots of each row of `near`, which is spent. */
static bool find_basis(struct crossing_balance *w) {
    const int n = w->columns;
    for (int k = 0; k < n; k++)
        w->basis[k] = k;
    for (int i = 0; i < w->rows; i++) {
        int best = i;
        const double *row = w->near + i * n;
        for (int k = i; k < n; k++)
            if (fabs(row[w->basis[k]]) > fabs(row[w->basis[best]]))
                best = k;
        const int pivot = w->basis[best];
        w->basis[best] = w->basis[i];
        w->basis[i] = pivot;
        if (!(fabs(row[pivot]) > LEAST_PIVOT))
            return false;
        for (int l = i + 1; l < w->rows; l++) {
            const double times = w->near[l * n + pivot] / row[pivot];
            for (int k = 0; k < n; k++)
                w->near[l * n + k] -= times * row[k];
        }
    }
    return true;
}

/* A_B lambda_B = b - A_D lambda_D in balls. */
static bool prove(struct crossing_balance *w) {
    const int n = w->rows;
    arb_mat_t basic, rest;
    arb_t force;
    arb_mat_init(basic, n, n);
    arb_mat_init(rest, n, 1);
    arb_init(force);
    bool holds = true;
    for (int i = 0; i < n; i++) {
        arb_set(arb_mat_entry(rest, i, 0), arb_mat_entry(w->b, i, 0));
        for (int k = 0; k < n; k++)
            arb_set(arb_mat_entry(basic, i, k), arb_mat_entry(w->A, i, w->basis[k]));
        for (int k = n; k < w->columns; k++) {
            arb_set_d(force, w->guess[w->basis[k]]);
            arb_submul(arb_mat_entry(rest, i, 0), arb_mat_entry(w->A, i, w->basis[k]),
                       force, w->bits);
        }
    }
    holds = n == 0 || arb_mat_solve(rest, basic, rest, w->bits);
    for (int k = 0; k < w->columns && holds; k++) {
        arb_ptr lambda = w->force + w->basis[k];
        if (k < n)
            arb_set(lambda, arb_mat_entry(rest, k, 0));
        else
            arb_set_d(lambda, w->guess[w->basis[k]]);
        holds = !w->pushes[w->basis[k]] || arb_is_nonnegative(lambda);
    }
    arb_clear(force);
    arb_mat_clear(rest);
    arb_mat_clear(basic);
    return holds;
}

bool crossing_balances(struct crossing_balance *w) {
    drop_rows(w);
    if (w->rows > w->columns)
        return false;
    round_rows(w);
    return find_guess(w) && find_basis(w) && prove(w);
}
