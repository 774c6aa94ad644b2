/* Tests of integrator.c. The linker sends this program's and the library's calls of the
 * allocation functions through the counters below (--wrap).
 *
 * Seen to fail: an array too few; an allocation in a step; the null of calloc not looked at;
 * the sizes' product unchecked; counters, the error estimate or the Jacobian kept over a
 * start; FAST_EXACT_JACOBIAN taken without a callback; a start from NaN, and at NaN.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/grids.h"
#include "fast/tests/samples.h"

static int allocations, failing; /* the allocation that fails, counted from 1 */
static size_t largest;           /* how much has been asked for at once */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static void note_size(size_t size) {
    largest = size > largest ? size : largest;
}

void *__wrap_malloc(size_t size) {
    note_size(size);
    return ++allocations == failing ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    note_size(count * size);
    return ++allocations == failing ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    note_size(size);
    return ++allocations == failing ? NULL : __real_realloc(block, size);
}

static enum fast_status allocate(struct pair **integrator, enum sample_name name) {
    struct integrator_system system = sample_system(find_sample(name));
    struct integrator_options options = faithful_options();
    options.jacobian = FAST_EXACT_JACOBIAN;
    return pair_alloc(integrator, &system, &options);
}

Test(integrator, every_allocation_that_fails_is_reported) {
    for (int name = 0; name < sample_count; name++) {
        struct pair *integrator = NULL;
        allocations = failing = 0;
        cr_assert(allocate(&integrator, (enum sample_name)name) == FAST_OK);
        pair_free(integrator);
        int needed = allocations;
        cr_expect(needed >= 1);
        for (int which = 1; which <= needed; which++) {
            allocations = 0;
            failing = which;
            cr_expect(allocate(&integrator, (enum sample_name)name) == FAST_NO_MEMORY);
            cr_expect_null(integrator);
        }
    }
}

Test(integrator, nothing_is_allocated_after_fast_alloc) {
    for (int mode = 0; mode < sample_count * 36; mode++) {
        const struct sample *sample = find_sample((enum sample_name)(mode / 36));
        struct integrator_system system = sample_system(sample);
        struct integrator_options options = faithful_options();
        struct pair *integrator;
        options.newton = (enum pair_newton)(mode % 3);
        options.jacobian = (enum pair_jacobian)(mode / 3 % 3);
        options.method = (enum integrator_method)(mode / 9 % 2);
        options.fixed_step = mode / 18 % 2;
        cr_assert(pair_alloc(&integrator, &system, &options) == FAST_OK);
        cr_expect(pair_start(integrator, 0, sample->x0) == FAST_OK);
        cr_expect(pair_dense_start(integrator, 7) == FAST_OK);
        allocations = failing = 0;
        pair_step(integrator, 0.5); /* fails, or not */
        cr_expect(pair_step(integrator, 1e-4) == FAST_OK);
        cr_expect(pair_run(integrator, pair_time(integrator) + 0.03) == FAST_OK);
        cr_expect(pair_start(integrator, 0, sample->x0) == FAST_OK);
        cr_expect(pair_run(integrator, 0.01) == FAST_OK);
        cr_expect_eq(allocations, 0, "%s: %d", sample->problem, allocations);
        pair_free(integrator);
    }
}

static struct grid grid;

/* With patterns, as a band and (5 wide) an ordered one or sparse; KLU's own allocations are
 * not seen here. */
static enum fast_status allocate_grid(struct pair **integrator, int mode) {
    struct integrator_options options = pair_default_options();
    options.mode = (enum fast_mode)(mode & 1);
    options.method = (enum integrator_method)(mode >> 1 & 1);
    options.jacobian = FAST_EXACT_JACOBIAN;
    options.max_step = 0.01;
    options.fixed_step = true;
    make_grid(&grid, mode & 4 ? 1 : 5, 40, mode & 8);
    const struct integrator_system system = grid_system(&grid, true);
    return pair_alloc(integrator, &system, &options);
}

Test(integrator, with_patterns_the_same_holds) {
    for (int mode = 0; mode < 16; mode++) {
        struct pair *integrator;
        allocations = failing = 0;
        cr_assert(allocate_grid(&integrator, mode) == FAST_OK);
        const int needed = allocations;
        cr_assert(pair_start(integrator, 0, grid.x0) == FAST_OK);
        cr_expect(pair_run(integrator, 0.1) == FAST_OK, "mode %d", mode);
        cr_expect_eq(allocations, needed, "mode %d", mode);
        pair_free(integrator);
        for (int which = 1; which <= needed; which++) {
            allocations = 0;
            failing = which;
            cr_expect(allocate_grid(&integrator, mode) == FAST_NO_MEMORY, "mode %d, %d",
                      mode, which);
            cr_expect_null(integrator);
        }
    }
}

static int resting_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = 0;
    return 0;
}

Test(integrator, sizes_beyond_memory_are_refused) {
    const int sizes[][3] = {{INT_MAX, INT_MAX, 0},
                            {INT_MAX, INT_MAX, INT_MAX},
                            {0, 0, INT_MAX},
                            {1, 1, INT_MAX}};
    struct integrator_options options = faithful_options();
    for (int i = 0; i < 4; i++) {
        struct integrator_system system = {
            .nq = sizes[i][0], .nv = sizes[i][1], .nz = sizes[i][2]};
        struct pair *integrator;
        system.rates = resting_rates;
        largest = 0;
        cr_expect(pair_alloc(&integrator, &system, &options) == FAST_NO_MEMORY, "%d", i);
        cr_expect_null(integrator);
        cr_expect(largest < 1000, "nobody is asked for the impossible: %zu", largest);
    }
}

Test(integrator, what_does_not_fit_is_refused) {
    struct pair *integrator;
    struct integrator_system good = {.nz = 1, .rates = resting_rates}, system = good;
    struct integrator_options options = faithful_options();
    system.rates = NULL;
    cr_expect(pair_alloc(&integrator, &system, &options) == FAST_BAD_SYSTEM);
    cr_expect_null(integrator);
    options.max_step = 0;
    cr_expect(pair_alloc(&integrator, &good, &options) == FAST_BAD_OPTION);
    cr_expect_null(integrator);
    options = faithful_options();
    options.jacobian = FAST_EXACT_JACOBIAN;
    cr_expect(pair_alloc(&integrator, &good, &options) == FAST_BAD_OPTION);
    cr_expect_null(integrator);
}

Test(integrator, system_and_options_are_copied) {
    struct integrator_system system = {.nz = 1, .rates = resting_rates};
    struct integrator_options options = faithful_options();
    struct pair *integrator;
    const double x0 = 0.83;
    cr_assert(pair_alloc(&integrator, &system, &options) == FAST_OK);
    memset(&system, 0, sizeof system);
    memset(&options, 0, sizeof options);
    cr_assert(pair_start(integrator, 0.7, &x0) == FAST_OK);
    cr_expect(pair_run(integrator, 0.95) == FAST_OK);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 3);
    pair_free(integrator);
}

Test(integrator, nothing_is_freed_for_null) {
    pair_free(NULL);
}

Test(integrator, a_start_sets_everything_back) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    struct pair *integrator = start_integrator(&system, NULL, 0, sample->x0);
    const double *state = pair_state(integrator),
                 *error = pair_error_estimate(integrator);
    cr_assert(pair_step(integrator, 0.1) == FAST_OK);
    double first[2] = {state[0], state[1]};
    struct pair_statistics counted = *pair_statistics(integrator);
    cr_assert(pair_start(integrator, 0.7, sample->x0) == FAST_OK);
    cr_expect(pair_time(integrator) == 0.7);
    cr_expect(memcmp(state, sample->x0, 2 * sizeof *state) == 0);
    cr_expect(error[0] == 0 && error[1] == 0);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals, 0);
    cr_expect(isnan(pair_statistics(integrator)->previous_step));
    cr_assert(pair_step(integrator, 0.1) == FAST_OK);
    cr_expect(memcmp(state, first, sizeof first) == 0);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals, counted.derivative_evals);
    cr_expect(pair_state(integrator) == state, "the state has moved");
    cr_expect(pair_error_estimate(integrator) == error, "the estimate has moved");
    pair_free(integrator);
}

Test(integrator, a_start_may_be_at_the_present_state) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    struct pair *integrator = start_integrator(&system, NULL, 0, sample->x0);
    cr_assert(pair_step(integrator, 0.1) == FAST_OK);
    double first = pair_state(integrator)[0];
    cr_expect(pair_start(integrator, 0, pair_state(integrator)) == FAST_OK);
    cr_expect(pair_state(integrator)[0] == first);
    pair_free(integrator);
}

Test(integrator, a_start_that_is_not_finite_is_refused) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    struct integrator_system system = sample_system(sample);
    struct pair *integrator = start_integrator(&system, NULL, 0.7, sample->x0);
    cr_assert(pair_step(integrator, 1e-3) == FAST_OK);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 7; j++) {
            double x[7];
            memcpy(x, sample->x0, sizeof x);
            x[j] = bad[i];
            cr_expect(pair_start(integrator, 0, x) == FAST_NOT_FINITE);
        }
        cr_expect(pair_start(integrator, bad[i], sample->x0) == FAST_BAD_TIME);
    }
    cr_expect(pair_time(integrator) == 0.7 + 1e-3);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 1);
    cr_expect(pair_step(integrator, 1e-3) == FAST_OK);
    pair_free(integrator);
}
