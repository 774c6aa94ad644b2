/* Kernels alone: each does its work, as often as it is told.
 *
 * Seen to fail: one kernel for another; counts of Jacobians' evaluations left among the
 * rates; a tie that changes its argument.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/kernels.h"
#include "harness/integrators/bind/bind.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"

static void open_kernel(struct pass *p, struct workload *w, const char *kernel) {
    char text[512];
    struct diagnostic d = {""};
    snprintf(text, sizeof text,
             "{\"model\": \"heavy_top\", \"method\": \"velocity-implicit-euler\", "
             "\"options\": {\"mode\": \"%s\"}, \"step\": 0.0009765625, "
             "\"length\": 0.0029296875, \"kernel\": \"%s\"}",
             strcmp(kernel, "product") == 0 ? "default" : "faithful", kernel);
    cr_assert(workload_read(w, text, HALFSTEP_MODELS, &d) == 0, "%s", d.text);
    cr_assert(pass_open(p, w, &d) == 0, "%s", d.text);
}

/* Passes call nothing but their kernel. */
Test(timing_kernels, each_is_run_as_often_as_it_is_told) {
    for (int k = 0; k < PAIR_KERNELS; k++) {
        struct pass p;
        struct workload w;
        open_kernel(&p, &w, pair_kernel_names[k]);
        /* The kernel's pass begins with the pair's. */
        const struct pair *integrator = ((const struct pair_pass *)p.self)->integrator;
        const struct pair_statistics before = *pair_statistics(integrator);
        const long factored = pair_kernel_factorizations(integrator);
        cr_assert(p.run(p.self) == 0);
        const struct pair_statistics *after = pair_statistics(integrator);
        const long calls = PASS_KERNEL_CALLS;
        cr_expect(after->derivative_evals - before.derivative_evals ==
                      (k == PAIR_RATES      ? calls
                       : k == PAIR_JACOBIAN ? 4 * calls
                                            : 0),
                  "%s", pair_kernel_names[k]);
        cr_expect(after->jacobian_evals - before.jacobian_evals ==
                  (k == PAIR_JACOBIAN ? calls : 0));
        cr_expect(pair_kernel_factorizations(integrator) - factored ==
                  (k == PAIR_FACTOR ? calls : 0));
        pass_close(&p);
    }
}

/* The result of the last call is that of the untied argument, however many passes there were; to
 * rounding, for solving may change to other factors when it is repeated. */
Test(timing_kernels, ties_leave_the_arguments_as_they_are) {
    static const enum pair_kernel tied[] = {PAIR_RATES, PAIR_MAP, PAIR_SOLVE,
                                            PAIR_PRODUCT};
    for (int k = 0; k < 4; k++) {
        struct pass p;
        struct workload w;
        struct diagnostic d = {""};
        json_t *once = json_object(), *again = json_object();
        open_kernel(&p, &w, pair_kernel_names[tied[k]]);
        cr_assert(pass_count(&p, once, &d) == 0 && p.run(p.self) == 0);
        cr_assert(pass_count(&p, again, &d) == 0);
        for (size_t i = 0; i < 7; i++) {
            const double a =
                json_real_value(json_array_get(json_object_get(once, "end"), i));
            const double b =
                json_real_value(json_array_get(json_object_get(again, "end"), i));
            cr_expect(fabs(b - a) <= 1e-13 * fabs(a) && (i > 1 || a != 0), "%d", k);
        }
        pass_close(&p);
    }
}

Test(timing_kernels, a_step_needs_each_as_often_as_its_counters_say) {
    json_t *c = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "evaluations",
                          131, "evaluations_for_jacobian", 17, "jacobians", 5,
                          "factorizations", 7, "factors", 6, "iterations", 113, "solves",
                          103, "maps", 211, "products", 307);
    cr_expect(pair_kernel_count(c, PAIR_RATES) == 131 - 17);
    cr_expect(pair_kernel_count(c, PAIR_MAP) == 211);
    cr_expect(pair_kernel_count(c, PAIR_JACOBIAN) == 5);
    cr_expect(pair_kernel_count(c, PAIR_FACTOR) == 6);
    cr_expect(pair_kernel_count(c, PAIR_SOLVE) == 103);
    cr_expect(pair_kernel_count(c, PAIR_PRODUCT) == 307);
}
