/* Tests of integrator.c. The linker sends this program's and the library's calls of the
 * allocation functions through the counters below (--wrap).
 *
 * Seen to fail: an array too few; an allocation in a step; the null of calloc not looked at;
 * the sizes' product unchecked; counters, the error estimate or the Jacobian kept over a
 * start; FAST_EXACT taken without a callback; a start from NaN, and at NaN.
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

static enum fast_status allocate(fast **integrator, enum sample_name name) {
    struct fast_system system = sample_system(find_sample(name));
    struct fast_options options = faithful_options();
    options.jacobian = FAST_EXACT;
    return fast_alloc(integrator, &system, &options);
}

Test(integrator, every_allocation_that_fails_is_reported) {
    for (int name = 0; name < sample_count; name++) {
        fast *integrator = NULL;
        allocations = failing = 0;
        cr_assert(allocate(&integrator, (enum sample_name)name) == FAST_OK);
        fast_free(integrator);
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
        struct fast_system system = sample_system(sample);
        struct fast_options options = faithful_options();
        fast *integrator;
        options.newton = (enum fast_newton)(mode % 3);
        options.jacobian = (enum fast_jacobian)(mode / 3 % 3);
        options.method = (enum fast_method)(mode / 9 % 2);
        options.fixed_step = mode / 18 % 2;
        cr_assert(fast_alloc(&integrator, &system, &options) == FAST_OK);
        cr_expect(fast_start(integrator, 0, sample->x0) == FAST_OK);
        cr_expect(fast_dense_start(integrator, 7) == FAST_OK);
        allocations = failing = 0;
        fast_step(integrator, 0.5); /* fails, or not */
        cr_expect(fast_step(integrator, 1e-4) == FAST_OK);
        cr_expect(fast_run(integrator, fast_time(integrator) + 0.03) == FAST_OK);
        cr_expect(fast_start(integrator, 0, sample->x0) == FAST_OK);
        cr_expect(fast_run(integrator, 0.01) == FAST_OK);
        cr_expect_eq(allocations, 0, "%s: %d", sample->problem, allocations);
        fast_free(integrator);
    }
}

static struct grid grid;

/* With patterns, as a band and (5 wide) an ordered one or sparse; KLU's own allocations are
 * not seen here. */
static enum fast_status allocate_grid(fast **integrator, int mode) {
    struct fast_options options = fast_default_options();
    options.mode = (enum fast_mode)(mode & 1);
    options.method = (enum fast_method)(mode >> 1 & 1);
    options.jacobian = FAST_EXACT;
    options.max_step = 0.01;
    options.fixed_step = true;
    make_grid(&grid, mode & 4 ? 1 : 5, 40, mode & 8);
    const struct fast_system system = grid_system(&grid, true);
    return fast_alloc(integrator, &system, &options);
}

Test(integrator, with_patterns_the_same_holds) {
    for (int mode = 0; mode < 16; mode++) {
        fast *integrator;
        allocations = failing = 0;
        cr_assert(allocate_grid(&integrator, mode) == FAST_OK);
        const int needed = allocations;
        cr_assert(fast_start(integrator, 0, grid.x0) == FAST_OK);
        cr_expect(fast_run(integrator, 0.1) == FAST_OK, "mode %d", mode);
        cr_expect_eq(allocations, needed, "mode %d", mode);
        fast_free(integrator);
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
    struct fast_options options = faithful_options();
    for (int i = 0; i < 4; i++) {
        struct fast_system system = {
            .nq = sizes[i][0], .nv = sizes[i][1], .nz = sizes[i][2]};
        fast *integrator;
        system.rates = resting_rates;
        largest = 0;
        cr_expect(fast_alloc(&integrator, &system, &options) == FAST_NO_MEMORY, "%d", i);
        cr_expect_null(integrator);
        cr_expect(largest < 1000, "nobody is asked for the impossible: %zu", largest);
    }
}

Test(integrator, what_does_not_fit_is_refused) {
    fast *integrator;
    struct fast_system good = {.nz = 1, .rates = resting_rates}, system = good;
    struct fast_options options = faithful_options();
    system.rates = NULL;
    cr_expect(fast_alloc(&integrator, &system, &options) == FAST_BAD_SYSTEM);
    cr_expect_null(integrator);
    options.max_step = 0;
    cr_expect(fast_alloc(&integrator, &good, &options) == FAST_BAD_OPTION);
    cr_expect_null(integrator);
    options = faithful_options();
    options.jacobian = FAST_EXACT;
    cr_expect(fast_alloc(&integrator, &good, &options) == FAST_BAD_OPTION);
    cr_expect_null(integrator);
}

Test(integrator, system_and_options_are_copied) {
    struct fast_system system = {.nz = 1, .rates = resting_rates};
    struct fast_options options = faithful_options();
    fast *integrator;
    const double x0 = 0.83;
    cr_assert(fast_alloc(&integrator, &system, &options) == FAST_OK);
    memset(&system, 0, sizeof system);
    memset(&options, 0, sizeof options);
    cr_assert(fast_start(integrator, 0.7, &x0) == FAST_OK);
    cr_expect(fast_run(integrator, 0.95) == FAST_OK);
    cr_expect_eq(fast_statistics(integrator)->steps_taken, 3);
    fast_free(integrator);
}

Test(integrator, nothing_is_freed_for_null) {
    fast_free(NULL);
}

Test(integrator, a_start_sets_everything_back) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct fast_system system = sample_system(sample);
    fast *integrator = start_integrator(&system, NULL, 0, sample->x0);
    const double *state = fast_state(integrator),
                 *error = fast_error_estimate(integrator);
    cr_assert(fast_step(integrator, 0.1) == FAST_OK);
    double first[2] = {state[0], state[1]};
    struct fast_statistics counted = *fast_statistics(integrator);
    cr_assert(fast_start(integrator, 0.7, sample->x0) == FAST_OK);
    cr_expect(fast_time(integrator) == 0.7);
    cr_expect(memcmp(state, sample->x0, 2 * sizeof *state) == 0);
    cr_expect(error[0] == 0 && error[1] == 0);
    cr_expect_eq(fast_statistics(integrator)->derivative_evals, 0);
    cr_expect(isnan(fast_statistics(integrator)->previous_step));
    cr_assert(fast_step(integrator, 0.1) == FAST_OK);
    cr_expect(memcmp(state, first, sizeof first) == 0);
    cr_expect_eq(fast_statistics(integrator)->derivative_evals, counted.derivative_evals);
    cr_expect(fast_state(integrator) == state, "the state has moved");
    cr_expect(fast_error_estimate(integrator) == error, "the estimate has moved");
    fast_free(integrator);
}

Test(integrator, a_start_may_be_at_the_present_state) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct fast_system system = sample_system(sample);
    fast *integrator = start_integrator(&system, NULL, 0, sample->x0);
    cr_assert(fast_step(integrator, 0.1) == FAST_OK);
    double first = fast_state(integrator)[0];
    cr_expect(fast_start(integrator, 0, fast_state(integrator)) == FAST_OK);
    cr_expect(fast_state(integrator)[0] == first);
    fast_free(integrator);
}

Test(integrator, a_start_that_is_not_finite_is_refused) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    struct fast_system system = sample_system(sample);
    fast *integrator = start_integrator(&system, NULL, 0.7, sample->x0);
    cr_assert(fast_step(integrator, 1e-3) == FAST_OK);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 7; j++) {
            double x[7];
            memcpy(x, sample->x0, sizeof x);
            x[j] = bad[i];
            cr_expect(fast_start(integrator, 0, x) == FAST_NOT_FINITE);
        }
        cr_expect(fast_start(integrator, bad[i], sample->x0) == FAST_BAD_TIME);
    }
    cr_expect(fast_time(integrator) == 0.7 + 1e-3);
    cr_expect_eq(fast_statistics(integrator)->steps_taken, 1);
    cr_expect(fast_step(integrator, 1e-3) == FAST_OK);
    fast_free(integrator);
}
