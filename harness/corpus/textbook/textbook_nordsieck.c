/* Backward differentiation by Nordsieck's array, y, h y', h^2 y''/2, ..., as in Gear's DIFSUB
 * (Gear, Numerical Initial Value Problems in ODEs (1971), 11.1; Comm. ACM 14 (1971), algorithm
 * 407): of order 1 to 3, each for one step more than its number before the next. A step is
 * predicted by Taylor's formula and corrected by l a, where a solves
 *
 *     h F(t + h, y + l_0 a) = h y' + a,
 *
 * and when the step's size changes the array is scaled. The error is a over a constant of the
 * order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

enum { MOST = 3 };

/* The vectors: the array and where an attempt leads it to, from index 1 on (0: the state); the
 * correction, what the state is without it, a function's value. */
enum { KEPT = 0, ARRAY = MOST + 1, CORRECTION = 2 * (MOST + 1), CONSTANT, UPDATE };

/* l, and the error's constant, of each order. */
static const double ell[MOST + 1][MOST + 1] = {
    {0}, {1, 1}, {2 / 3.0, 1, 1 / 3.0}, {6 / 11.0, 1, 6 / 11.0, 1 / 11.0}};
static const double part[MOST + 1] = {0, 2, 4.5, 22 / 3.0};

/* 1, 1, 2, 2, 2, 3, 3, ... */
static int order_of(int history) {
    return history < 2 ? 1 : history < 5 ? 2 : MOST;
}

/* ARRAY := what is kept, scaled to h; of a first step y and h F. */
static int scale(struct textbook *b, int order, double h) {
    const double ratio = textbook_has(b, FAULT_NORDSIECK_UNSCALED) ? 1 : h / b->last;
    memcpy(b->vector[ARRAY], b->x, (size_t)b->n * sizeof *b->x);
    if (b->last == 0) {
        if (textbook_derivative(b, b->t, b->x, b->vector[ARRAY + 1]))
            return -1;
        for (int i = 0; i < b->n; i++)
            b->vector[ARRAY + 1][i] *= h;
        return 0;
    }
    double power = 1;
    for (int j = 1; j <= order; j++) {
        power *= ratio;
        for (int i = 0; i < b->n; i++)
            b->vector[ARRAY + j][i] = power * b->vector[KEPT + j][i];
    }
    return 0;
}

/* By Pascal's triangle. */
static void predict(struct textbook *b, int order) {
    for (int k = 0; k < order; k++)
        for (int j = order - 1; j >= k; j--)
            for (int i = 0; i < b->n; i++)
                b->vector[ARRAY + j][i] += b->vector[ARRAY + j + 1][i];
}

/* next := y + l_0 a, of which a is read off. */
static int correct(struct textbook *b, int order, double h) {
    const double *l = ell[order];
    const double first =
        textbook_has(b, FAULT_NORDSIECK_MISTYPED) && order == MOST ? 6.006 / 11 : l[0];
    double *constant = b->vector[CONSTANT], *a = b->vector[CORRECTION];
    for (int i = 0; i < b->n; i++)
        constant[i] = b->vector[ARRAY][i] - first * b->vector[ARRAY + 1][i];
    memcpy(b->next, b->vector[ARRAY], (size_t)b->n * sizeof *b->next);
    if (textbook_solve(b, b->t + h, h * first, constant, b->vector[UPDATE], b->next))
        return -1;
    for (int i = 0; i < b->n; i++) {
        a[i] = (b->next[i] - b->vector[ARRAY][i]) / first;
        b->error[i] = a[i] / part[order];
        for (int j = 1; j <= order; j++)
            b->vector[ARRAY + j][i] += l[j] * a[i];
    }
    return 0;
}

static int attempt_nordsieck(struct textbook *b, double h) {
    const int order = order_of(b->history);
    if (scale(b, order, h))
        return -1;
    predict(b, order);
    return correct(b, order, h);
}

/* The array of an order more has a derivative more, from the last correction. */
static void keep(struct textbook *b, double h) {
    (void)h;
    const int order = order_of(b->history), next = order_of(b->history + 1);
    for (int j = 1; j <= order; j++)
        memcpy(b->vector[KEPT + j], b->vector[ARRAY + j], (size_t)b->n * sizeof(double));
    for (int i = 0; i < b->n && next > order; i++)
        b->vector[KEPT + next][i] =
            ell[order][order] * b->vector[CORRECTION][i] / (order + 1);
}

const struct textbook_method textbook_nordsieck = {
    .name = "nordsieck",
    .known = "bdf3",
    .rule = {.norm = {.is_of_largest = true, .is_mean_square = true},
             .order = 4,
             .safety = 1 / 1.2,
             .most_growth = 2,
             .most_shrinkage = 0.1},
    .has_estimate = true,
    .attempt = attempt_nordsieck,
    .accepted = keep,
};
