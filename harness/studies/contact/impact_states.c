/* The states of some contacts, tried one after the other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/impact_states.h"

#include <math.h>
#include <string.h>

enum { MOST_PATTERNS = 50000 };

enum state { OPEN, CLOSED, OPEN_PLUS, OPEN_MINUS, PLUS, MINUS, STATES };

/* Solves A x = b by elimination with pivots; false: singular. */
static bool solve(int n, double A[IMPACT_ROWS][IMPACT_ROWS + 1], double *x) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        if (!(fabs(A[best][k]) > 1e-12))
            return false;
        for (int j = k; j <= n; j++) {
            double kept = A[k][j];
            A[k][j] = A[best][j];
            A[best][j] = kept;
        }
        for (int i = k + 1; i < n; i++)
            for (int j = n; j >= k; j--)
                A[i][j] -= A[i][k] / A[k][k] * A[k][j];
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] = A[k][n];
        for (int j = k + 1; j < n; j++)
            x[k] -= A[k][j] * x[j];
        x[k] /= A[k][k];
    }
    return true;
}

static bool slides(const struct impact *p, int c) {
    return p->first[c + 1] - p->first[c] > 1;
}

/* 1 or -1 of a contact that slides that way, 0 of one that sticks. */
static double way_of(enum state state) {
    return state == PLUS || state == OPEN_PLUS     ? 1
           : state == MINUS || state == OPEN_MINUS ? -1
                                                   : 0;
}

static bool is_closed(enum state state) {
    return state == CLOSED || state == PLUS || state == MINUS;
}

/* The equations u = 0 or r = 0 of a row, scaled to the size of 1. */
static void set_row(const struct impact_problem *p, int row, bool velocity,
                    double *equation) {
    const int n = p->impact->rows;
    const double *W = p->impact->W + row * n, diagonal = W[row];
    memset(equation, 0, (size_t)(n + 1) * sizeof *equation);
    if (!velocity) {
        equation[row] = 1;
        return;
    }
    for (int j = 0; j < n; j++)
        equation[j] = W[j] / diagonal;
    equation[n] = -p->u[row] / diagonal;
}

static bool solve_pattern(const struct impact_problem *p, const enum state *state,
                          double *r) {
    double A[IMPACT_ROWS][IMPACT_ROWS + 1];
    const struct impact *impact = p->impact;
    for (int c = 0; c < impact->contacts; c++) {
        const int row = impact->first[c];
        const double way = way_of(state[c]), mu = impact->friction[c];
        set_row(p, row, p->takes_part[c] && is_closed(state[c]), A[row]);
        if (!slides(impact, c))
            continue;
        set_row(p, row + 1, p->takes_part[c] && way == 0, A[row + 1]);
        if (p->takes_part[c] && way != 0) {
            A[row + 1][row] = way * mu;
            A[row + 1][impact->rows] = -way * mu * p->known[c];
        }
    }
    return solve(impact->rows, A, r);
}

/* The largest violation of inequalities, in velocities over the largest speed. */
static double violation(const struct impact_problem *p, const enum state *state,
                        const double *r, double *u) {
    const struct impact *impact = p->impact;
    double largest = 0;
    for (int i = 0; i < impact->rows; i++) {
        u[i] = p->u[i];
        for (int j = 0; j < impact->rows; j++)
            u[i] += impact->W[i * impact->rows + j] * r[j];
    }
    for (int c = 0; c < impact->contacts; c++) {
        const int row = impact->first[c];
        const double w = impact->W[row * impact->rows + row];
        if (!p->takes_part[c])
            continue;
        largest = fmax(largest, fmax(-u[row], -w * r[row]));
        if (slides(impact, c) && way_of(state[c]) != 0)
            largest = fmax(largest, -way_of(state[c]) * u[row + 1]);
        else if (slides(impact, c))
            largest = fmax(largest, w * (fabs(r[row + 1]) -
                                         impact->friction[c] * (r[row] + p->known[c])));
    }
    return isfinite(largest) ? largest / p->size : INFINITY;
}

/* The next pattern; false: that was the last. */
static bool go_on(const struct impact_problem *p, enum state *state) {
    for (int c = 0; c < p->impact->contacts; c++) {
        int count = !p->takes_part[c] ? 1 : slides(p->impact, c) ? (int)STATES : 2;
        state[c] = (enum state)((int)state[c] + 1);
        if ((int)state[c] < count)
            return true;
        state[c] = OPEN;
    }
    return false;
}

static bool too_many(const struct impact_problem *p) {
    double count = 1;
    for (int c = 0; c < p->impact->contacts; c++)
        count *= !p->takes_part[c] ? 1 : slides(p->impact, c) ? (int)STATES : 2;
    return count > MOST_PATTERNS;
}

bool impact_enumerate(struct impact_problem *p, double *u, double *r, bool *is_unique) {
    enum state state[IMPACT_CONTACTS] = {OPEN};
    double least = INFINITY, trial_r[IMPACT_ROWS], trial_u[IMPACT_ROWS];
    const size_t bytes = (size_t)p->impact->rows * sizeof *u;
    p->size = 1e-300;
    for (int i = 0; i < p->impact->rows; i++)
        p->size = fmax(p->size, fabs(p->u[i]));
    if (too_many(p))
        return false;
    do {
        if (!solve_pattern(p, state, trial_r))
            continue;
        double worst = violation(p, state, trial_r, trial_u);
        for (int i = 0; i < p->impact->rows && worst <= impact_tolerance &&
                        least <= impact_tolerance;
             i++)
            *is_unique &= fabs(trial_u[i] - u[i]) <= 100 * impact_tolerance * p->size;
        if (worst < least) {
            least = worst;
            memcpy(u, trial_u, bytes);
            memcpy(r, trial_r, bytes);
        }
    } while (go_on(p, state));
    return least <= impact_tolerance;
}
