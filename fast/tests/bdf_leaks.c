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

#include "fast/bdf.h"
#include "fast/tests/counted_blocks.h"
#include "fast/tests/faults.h"
#include "fast/tests/projected_systems.h"

/* Steps, a fault, a start that fails, and steps again. */
static void use(bdf *b, struct faulty *faulty, const double *start) {
    static const double nowhere[6] = {NAN};
    const int needed = allocations;
    expect(bdf_start(b, 0, start) == FAST_OK, "it does not start");
    expect(bdf_run(b, 0.1) == FAST_OK, "it does not run");
    faulty->calls = 0;
    faulty->fault = FAULT_FAILURE;
    faulty->first = 5; /* and from then on */
    expect(bdf_run(b, 0.2) == FAST_CALLBACK, "a fault is not noticed");
    faulty->first = INT_MAX;
    expect(bdf_start(b, 0, nowhere) == FAST_NOT_FINITE, "NaN is not noticed");
    expect(bdf_run(b, 0.2) == FAST_OK, "it does not go on");
    expect(allocations == needed, "a step allocates");
}

/* Allocates, uses, and frees, the `which`th allocation failing (0: none). Returns how many
 * allocations there were. */
static int live(int trial, int which) {
    (void)trial;
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
        use(b, &faulty, start);
    else
        expect(which > 0 && status == FAST_NO_MEMORY && b == NULL, "it fails otherwise");
    expect(which == 0 || status != FAST_OK, "a failure is not noticed");
    bdf_free(b);
    expect(blocks == 0, "a block is lost");
    return needed;
}

int main(void) {
    return live_all(1, live);
}
