/* Kernels alone: each does its work, and as often as it is told.
 *
 * Seen to fail: one kernel for another; counts of Jacobians' evaluations left among the
 * rates; a tie that changes its argument.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/kernels.h"
#include "harness/integrators/initial.h"
#include "harness/speed/measure/timing.h"
#include "harness/tests/catalogue.h"

static const struct timing_setting setting = {.method = FAST_VELOCITY_IMPLICIT_EULER,
                                              .mode = FAST_FAITHFUL,
                                              .accuracy = NAN,
                                              .fixed = true,
                                              .h = 1.0 / 1024,
                                              .length = 3.0 / 1024};

struct bench {
    struct model *model;
    struct binding *binding;
    double begin, start[16];
};

static struct bench open_bench(const char *name) {
    struct bench b = {.model = catalogue_model(name)};
    struct diagnostic d = {""};
    cr_assert(bind_alloc(&b.binding, b.model, true) == PROBLEM_OK);
    cr_assert(initial_in_double(b.model, &b.begin, b.start, &d) == 0, "%s", d.text);
    return b;
}

static void close_bench(struct bench *b) {
    bind_free(b->binding);
    model_free(b->model);
}

Test(timing_kernels, each_is_run_as_often_as_it_is_told) {
    struct bench b = open_bench("heavy_top");
    struct diagnostic d = {""};
    for (int k = 0; k < TIMING_KERNELS; k++) {
        struct timing_kernel_work w;
        cr_assert(timing_kernel_open(&w, (enum timing_kernel)k, &setting,
                                     bind_system(b.binding), b.begin, b.start, &d) == 0,
                  "%s", d.text);
        const struct pair_statistics before = *pair_statistics(w.integrator);
        const long factored = pair_kernel_factorizations(w.integrator);
        cr_assert(timing_kernel_run(&w, 7) == 0);
        const struct pair_statistics *after = pair_statistics(w.integrator);
        long evaluations = after->derivative_evals - before.derivative_evals;
        long jacobians = after->jacobian_evals - before.jacobian_evals;
        long factors = pair_kernel_factorizations(w.integrator) - factored;
        cr_expect(evaluations == (k == TIMING_RATES      ? 7
                                  : k == TIMING_JACOBIAN ? 7 * 4
                                                         : 0),
                  "%s: %ld", timing_kernel_name((enum timing_kernel)k), evaluations);
        cr_expect(jacobians == (k == TIMING_JACOBIAN ? 7 : 0));
        cr_expect(factors == (k == TIMING_FACTOR ? 7 : 0));
        timing_kernel_close(&w);
    }
    close_bench(&b);
}

/* The result of the last call is that of the untied argument; to rounding, for solving may
 * change to other factors when it is repeated. */
Test(timing_kernels, ties_leave_the_arguments_as_they_are) {
    struct bench b = open_bench("heavy_top");
    struct diagnostic d = {""};
    static const enum timing_kernel tied[] = {TIMING_RATES, TIMING_MAP, TIMING_SOLVE};
    for (int k = 0; k < 3; k++) {
        struct timing_kernel_work w;
        double once[7];
        cr_assert(timing_kernel_open(&w, tied[k], &setting, bind_system(b.binding),
                                     b.begin, b.start, &d) == 0);
        cr_assert(timing_kernel_run(&w, 1) == 0);
        memcpy(once, w.result, sizeof once);
        cr_expect(once[0] != 0 && once[1] != 0);
        cr_assert(timing_kernel_run(&w, 100) == 0);
        for (int i = 0; i < 7; i++)
            cr_expect(fabs(w.result[i] - once[i]) <= 1e-13 * fabs(once[i]), "%d", k);
        cr_expect(memcmp(w.x, w.start, sizeof once) == 0, "%d", k);
        timing_kernel_close(&w);
    }
    close_bench(&b);
}

Test(timing_kernels, a_step_needs_each_as_often_as_its_counters_say) {
    const struct timing_counts c = {.evaluations = 131,
                                    .jacobian_evaluations = 17,
                                    .jacobians = 5,
                                    .factorizations = 7,
                                    .factors = 6,
                                    .iterations = 113,
                                    .solves = 103,
                                    .maps = 211};
    cr_expect(timing_kernel_count(&c, TIMING_RATES) == 131 - 17);
    cr_expect(timing_kernel_count(&c, TIMING_MAP) == 211);
    cr_expect(timing_kernel_count(&c, TIMING_JACOBIAN) == 5);
    cr_expect(timing_kernel_count(&c, TIMING_FACTOR) == 6);
    cr_expect(timing_kernel_count(&c, TIMING_SOLVE) == 103);
}
