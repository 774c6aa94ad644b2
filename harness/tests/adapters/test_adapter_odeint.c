/* The adapter for Boost's odeint: its steppers are the methods that its manual names, but for two
 * of them, whose faults FINDINGS.md lists.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "harness/tests/adapters/adapter.h"

enum { order = 5 };

#ifdef ADAPTER_ODEINT

static const struct {
    const char *stepper, *method;
    bool has_estimate;
} known[] = {{"euler", "explicit-euler", false},
             {"runge_kutta4", "runge-kutta-4", false},
             {"cash_karp54", "cash-karp", true},
             {"dopri5", "dormand-prince", true},
             {"adams_bashforth_moulton4", "runge-kutta-4", false},
             {"implicit_euler", "backward-euler", false}};

static struct measured measure(const char *stepper, char probe) {
    char options[64];
    snprintf(options, sizeof options, "stepper=%s", stepper);
    return measured_of(ADAPTER_ODEINT, options, FOREST_PLAIN, probe, order);
}

Test(adapter_odeint, the_steppers_are_the_methods_of_their_names) {
    const double rounding = 4e-15;
    for (size_t i = 0; i < 2 * sizeof known / sizeof *known; i++) {
        const char *stepper = known[i / 2].stepper;
        struct measured m = measure(stepper, "AB"[i % 2]);
        struct tableau t = measured_known(known[i / 2].method);
        double off = measured_from_result(&m, &t);
        cr_expect(isfinite(off) && off <= rounding, "%s: %g", stepper, off);
        cr_expect_eq(m.weights.estimate != NULL, known[i / 2].has_estimate);
        if (known[i / 2].has_estimate) {
            off = measured_from_estimate(&m, &t, 1);
            cr_expect(isfinite(off) && off <= rounding, "%s: %g", stepper, off);
        }
    }
}

/* Its first step, by an extrapolation whose columns begin where the one before has ended, goes 7/3
 * times as far as it should: 1 + (4 * 1 - 0)/3. */
Test(adapter_odeint, the_first_step_of_adams_bashforth_is_not_consistent) {
    struct measured m = measure("adams_bashforth2", 'A');
    const double weight = measured_result(&m, "v");
    cr_expect(fabs(weight - 7. / 3) <= 1e-15, "%.17g", weight);
}

/* It is of order 4 where rates do not depend on the time; d_4 = 0.0362, and should be -0.0362,
 * which b_4 brings into the result. F_t is a difference quotient. */
Test(adapter_odeint, rosenbrock4_has_a_wrong_factor_of_the_derivative_by_time) {
    static const struct {
        const char *tree;
        double weight;
    } exact[] = {{"v", 1},
                 {"v[v]", 1. / 2},
                 {"v[v^2]", 1. / 3},
                 {"v[v[v]]", 1. / 6},
                 {"v[v^3]", 1. / 4},
                 {"v[v,v[v]]", 1. / 8},
                 {"v[v[v^2]]", 1. / 12},
                 {"v[v[v[v]]]", 1. / 24}};
    const double b_4 = 0.47132077939149672, quotient = 1e-8;
    struct measured m = measure("rosenbrock4", 'A');
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        const double weight = measured_result(&m, exact[i].tree);
        cr_expect(fabs(weight - exact[i].weight) <= 4e-15, "%s: %.17g", exact[i].tree,
                  weight);
    }
    const double of_time = measured_result(&m, "v[t]");
    cr_expect(fabs(of_time - (0.5 + 2 * 0.0362 * b_4)) <= quotient, "%.17g", of_time);
}

#else

Test(adapter_odeint, the_steppers_are_the_methods_of_their_names) {
    cr_skip_test("Boost is not here (libboost-dev, a C++ compiler)");
}

#endif
