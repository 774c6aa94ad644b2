/* Prints what a step of default mode costs at rest, callbacks included: a stack of n on a line, and
 * n bricks with four frictional contacts a face.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fast/contact.h"
#include "fast/tests/brick_piles.h"

static const double g = 9.81, h = 1e-3;

struct stack {
    int n;
};

static int fall(void *context, double t, const double *x, double *ydot) {
    const struct stack *stack = context;
    (void)t;
    (void)x;
    for (int i = 0; i < stack->n; i++)
        ydot[i] = -g;
    return 0;
}

static int line_gap(void *context, double t, const double *x, double *gap) {
    const struct stack *stack = context;
    (void)t;
    gap[0] = x[0] - 0.5;
    for (int i = 1; i < stack->n; i++)
        gap[i] = x[i] - x[i - 1] - 1;
    return 0;
}

static int line_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *matrix) {
    const struct stack *stack = context;
    memset(offset, 0, (size_t)stack->n * sizeof *offset);
    *matrix++ = 1;
    for (int i = 1; i < stack->n; i++) {
        *matrix++ = -1;
        *matrix++ = 1;
    }
    return line_gap(context, t, x, gap);
}

/* Processor time. */
static double now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* The least of several batches, in microseconds a step. */
static double time_steps(const struct integrator_system *system, const double *x, int n) {
    enum { batches = 20, work = 20000 };
    struct integrator_options options = contact_default_options();
    const int steps = work / n + 3;
    double least = INFINITY;
    contact_stepper *c;
    options.fixed_step = true, options.step = h;
    if (contact_alloc(&c, system, &options) != FAST_OK ||
        contact_start(c, 0, x) != FAST_OK)
        exit(1);
    for (int k = 0; k < batches; k++) {
        const double from = now();
        for (int i = 0; i < steps; i++)
            if (contact_step(c, h) != FAST_OK)
                exit(1);
        least = fmin(least, (now() - from) / steps);
    }
    const struct contact_statistics *statistics = contact_statistics(c);
    printf(" %.3g us (%.2g iterations, %ld not verified)", 1e6 * least,
           (double)statistics->iterations / (double)statistics->steps_taken,
           statistics->solves_not_verified);
    contact_free(c);
    return least;
}

static void *reserve(int n, size_t size) {
    void *room = calloc((size_t)n, size);
    if (room == NULL)
        exit(1);
    return room;
}

static void time_line(int n) {
    struct stack stack = {n};
    int *start = reserve(n + 1, sizeof *start), *row = reserve(2 * n, sizeof *row);
    double *x = reserve(2 * n, sizeof *x);
    for (int i = 0; i < n; i++) {
        x[i] = i + 0.5;
        start[i + 1] = 2 * i + 1;
        row[2 * i] = i;
        row[2 * i + 1] = i;
    }
    const struct fast_pattern pattern = {n, n, start, row};
    const struct integrator_system system = {.nq = n,
                                             .nv = n,
                                             .rates = fall,
                                             .context = &stack,
                                             .contacts = n,
                                             .gap = line_gap,
                                             .contact_rows = line_rows,
                                             .contact_pattern = &pattern};
    printf("line %4d:", n);
    time_steps(&system, x, n);
    printf("\n");
    free(start);
    free(row);
    free(x);
}

static void time_bricks(int n) {
    struct brick_piles piles;
    brick_piles_open(&piles, n, n, false);
    printf("bricks %4d:", n);
    time_steps(&piles.system, piles.x, n);
    printf("\n");
    brick_piles_close(&piles);
}

int main(void) {
    static const int sizes[] = {1, 2, 10, 100, 1000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        time_line(sizes[i]);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        time_bricks(sizes[i]);
    return 0;
}
