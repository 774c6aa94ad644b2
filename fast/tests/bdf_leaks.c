/* Whether everything that is allocated for backward differentiation formulas is given back,
 * also when any one allocation of ours fails, when steps fail and when starts do: a program of
 * its own, as one that forks cannot tell. The linker sends the library's calls of the
 * allocation functions through counted_blocks.c (--wrap); CVODE's own blocks are seen by a
 * leak checker where there is one.
 *
 * Seen to fail: the scratch multipliers not freed; a bdf whose constraints cannot be had
 * not freed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fast/bdf.h"
#include "fast/tests/counted_blocks.h"
#include "fast/tests/faults.h"
#include "fast/tests/projected_systems.h"

static int failures;

static void expect(int holds, const char *what, int which) {
    if (holds)
        return;
    fprintf(stderr, "allocation %d: %s\n", which, what);
    failures++;
}

/* Steps, a fault, a start that fails, and steps again. */
static void use(bdf *b, struct faulty *faulty, const double *start, int which) {
    static const double nowhere[6] = {NAN};
    const int needed = allocations;
    expect(bdf_start(b, 0, start) == FAST_OK, "it does not start", which);
    expect(bdf_run(b, 0.1) == FAST_OK, "it does not run", which);
    faulty->calls = 0;
    faulty->fault = FAULT_FAILURE;
    faulty->first = 5; /* and from then on */
    expect(bdf_run(b, 0.2) == FAST_CALLBACK, "a fault is not noticed", which);
    faulty->first = INT_MAX;
    expect(bdf_start(b, 0, nowhere) == FAST_NOT_FINITE, "NaN is not noticed", which);
    expect(bdf_run(b, 0.2) == FAST_OK, "it does not go on", which);
    expect(allocations == needed, "a step allocates", which);
}

/* Allocates, uses, and frees, the `which`th allocation failing (0: none). Returns how many
 * allocations there were. */
static int live(int which) {
    static const double start[] = {0.6, -0.8, 0, 0.8, 0.6, 0.3};
    struct faulty faulty = {.first = INT_MAX, .last = INT_MAX};
    const struct integrator_system system = faulty_system(&faulty, &point_on_rod);
    const struct integrator_options options = projected_default_options();
    bdf *b;
    allocations = 0;
    failing = which;
    enum fast_status status = bdf_alloc(&b, &system, &options);
    const int needed = allocations;
    failing = 0;
    if (status == FAST_OK)
        use(b, &faulty, start, which);
    else
        expect(which > 0 && status == FAST_NO_MEMORY && b == NULL, "it fails otherwise",
               which);
    expect(which == 0 || status != FAST_OK, "a failure is not noticed", which);
    bdf_free(b);
    expect(blocks == 0, "a block is lost", which);
    return needed;
}

int main(void) {
    const int needed = live(0);
    for (int which = 1; which <= needed; which++)
        live(which);
    if (failures > 0)
        fprintf(stderr, "%d expectations failed\n", failures);
    return failures > 0;
}
