/* The adapter for SciPy, which speaks the line protocol: its solvers' first steps are the
 * methods that SciPy's manual names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "harness/tests/adapters/adapter.h"

enum { order = 5 };

static void skip_without_scipy(void) {
    if (system("/usr/bin/python3 -c 'import scipy.integrate' >/dev/null 2>&1") != 0)
        cr_skip_test("SciPy is not here (python3-scipy)");
}

/* Compares with a known method by some probes; the estimate's factor 0: the solver has
 * none. */
static void compare(const char *options, const char *probes, const char *method,
                    double factor, double allowed) {
    for (const char *probe = probes; *probe != '\0'; probe++) {
        struct measured m =
            measured_of(ADAPTER_SCIPY, options, FOREST_PLAIN, *probe, order);
        struct tableau t = measured_known(method);
        double off = measured_from_result(&m, &t);
        cr_expect(isfinite(off) && off <= allowed, "%s %c: %g", options, *probe, off);
        cr_expect((m.weights.estimate != NULL) == (factor != 0), "%s", options);
        if (factor != 0) {
            off = measured_from_estimate(&m, &t, factor);
            cr_expect(isfinite(off) && off <= allowed, "%s %c: estimate %g", options,
                      *probe, off);
        }
    }
}

Test(adapter_scipy, the_explicit_solvers_are_the_known_pairs) {
    skip_without_scipy();
    compare("method=RK23", "AB", "bogacki-shampine", 1, 1e-15);
    compare("method=RK45", "B", "dormand-prince", 1, 2e-15);
}

Test(adapter_scipy, radau_is_radau_2a_of_order_5) {
    skip_without_scipy();
    compare("method=Radau", "A", "radau-2a-5", 0, 1e-14);
}

/* kappa = -0.185: y1 = y0 + h f(y1) - 0.185 (y1 - y0 - h f(y0)), 1/1.185 = 200/237. */
Test(adapter_scipy, the_first_step_of_bdf_is_ndf1_and_not_backward_euler) {
    skip_without_scipy();
    struct measured m =
        measured_of(ADAPTER_SCIPY, "method=BDF", FOREST_PLAIN, 'A', order);
    double weight = measured_result(&m, "v[v]");
    cr_expect(fabs(weight - 200. / 237) <= 2e-16, "%.17g", weight);
    weight = measured_result(&m, "v[v[v]]");
    cr_expect(fabs(weight - 200. / 237 * 200 / 237) <= 2e-16, "%.17g", weight);
    compare("method=BDF", "B", "ndf1", 1, 1e-15);
}

/* Of order 8, it is as the exact flow. */
Test(adapter_scipy, dop853_is_exact_on_the_trees) {
    skip_without_scipy();
    struct measured m =
        measured_of(ADAPTER_SCIPY, "method=DOP853", FOREST_PLAIN, 'A', order);
    mpz_t density;
    mpz_init(density);
    for (int tree = 0; tree < m.forest.count; tree++) {
        forest_density(density, &m.forest, tree);
        double off =
            mpfr_get_d(m.weights.result[tree], MPFR_RNDN) - 1 / mpz_get_d(density);
        cr_expect(fabs(off) <= 1e-14, "tree %d: %g", tree, off);
    }
}

/* LSODA stops its functional iteration by the tolerances, which have to be wide: backward
 * Euler after two sweeps from the explicit predictor, right on trees of a height below 4.
 */
Test(adapter_scipy, lsoda_begins_with_two_sweeps_towards_backward_euler) {
    skip_without_scipy();
    struct measured m =
        measured_of(ADAPTER_SCIPY, "method=LSODA", FOREST_PLAIN, 'A', order);
    cr_expect(measured_result(&m, "v[v]") == 1);
    cr_expect(measured_result(&m, "v[v[v]]") == 1);
    cr_expect(measured_result(&m, "v[v[v[v]]]") == 0);
}
