/* What `halfstep fingerprint` says of other people's integrators, run as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "problems/tests/nightly.h"

/* The places of plug-ins that have not been built, and their tests' reason to be skipped.
 */
#ifndef ADAPTER_CVODE
#define ADAPTER_CVODE NULL
#endif
#ifndef ADAPTER_ARKODE
#define ADAPTER_ARKODE NULL
#endif
#ifndef ADAPTER_SIMBODY
#define ADAPTER_SIMBODY NULL
#endif

/* The estimate is `factor` times what is in `of`; NULL: none is given. */
struct expected {
    const char *place, *options, *name;
    bool is_signed;
    double factor;
    const char *of;
};

static void expect_estimate(const struct expected *e, const json_t *found) {
    const char *of = json_string_value(json_object_get(found, "of"));
    double factor = json_number_value(json_object_get(found, "factor"));
    if (e->of == NULL) {
        cr_expect(json_is_null(found), "%s", e->options);
        return;
    }
    cr_expect(json_is_boolean(json_object_get(found, "signed")), "%s", e->options);
    cr_expect(json_is_true(json_object_get(found, "signed")) == e->is_signed, "%s",
              e->options);
    cr_expect(of != NULL && strcmp(of, e->of) == 0, "%s: of %s", e->options,
              of == NULL ? "nothing" : of);
    cr_expect(fabs(factor - e->factor) <= 1e-14 * e->factor, "%s: factor %g", e->options,
              factor);
}

static void expect_name(const struct expected *e) {
    if (e->place == NULL)
        cr_skip_test("its package is not here (libsundials-dev, libsimbody-dev)");
    json_t *all =
        halfstep_json(0, "fingerprint --json --integrator %s %s", e->place, e->options);
    const json_t *found = json_array_get(json_object_get(all, "fingerprints"), 0);
    const char *name = json_string_value(json_object_get(found, "name"));
    cr_expect(name != NULL && strcmp(name, e->name) == 0, "%s: %s, not %s", e->options,
              name == NULL ? "no name" : name, e->name);
    expect_estimate(e, json_object_get(found, "estimate"));
}

static const struct expected gsl[] = {
    {ADAPTER_GSL, "--option stepper=rk1imp", "backward Euler in two half steps", false, 4,
     "big - small"},
    {ADAPTER_GSL, "--option stepper=rk2imp",
     "the implicit midpoint rule in two half steps", false, 4. / 3, "big - small"},
    {ADAPTER_GSL, "--option stepper=rk4imp",
     "Gauss's method of order 4 in two half steps", false, 4. / 15, "big - small"},
    {ADAPTER_GSL, "--option stepper=rk4",
     "the classical Runge-Kutta method in two half steps", true, 4. / 15, "small - big"},
};

Test(adapter_names, gsl) {
    for (size_t i = 0; i < sizeof gsl / sizeof *gsl; i++)
        expect_name(&gsl[i]);
}

Test(adapter_names, cvode) {
    const struct expected e = {
        ADAPTER_CVODE,
        "--option lmm=bdf",
        "backward Euler, with the estimate of a BDF code's first step",
        true,
        1,
        "its own estimate"};
    expect_name(&e);
}

Test(adapter_names, arkode) {
    const struct expected e = {ADAPTER_ARKODE,
                               "--option table=BOGACKI_SHAMPINE_4_2_3",
                               "Bogacki's and Shampine's pair of order 3(2)",
                               true,
                               1,
                               "its own estimate"};
    expect_name(&e);
}

/* The coefficients of this table have 12 digits, and their sum is 1 - 1e-12. */
Test(adapter_names, a_table_of_too_few_digits_fails) {
    static const char line[] = "fingerprint --json --option table=BILLINGTON_3_3_2 "
                               "--integrator %s";
    const char *place = ADAPTER_ARKODE;
    if (place == NULL)
        cr_skip_test("SUNDIALS 6.4 with ARKODE is not here (libsundials-dev)");
    halfstep_json(1, line, place);
}

Test(adapter_names, simbody) {
    const struct expected e = {ADAPTER_SIMBODY,
                               "--option integrator=SemiExplicitEuler",
                               "semi-explicit Euler, velocities first, all explicit",
                               true,
                               0,
                               NULL};
    expect_name(&e);
}

/* By day test_adapter_scipy.c asks it without a command line. */
Test(adapter_names, scipy) {
    if (!is_nightly())
        return;
    const struct expected bdf = {ADAPTER_SCIPY,
                                 "--option method=BDF --order 3",
                                 "NDF1 with kappa = -0.185",
                                 true,
                                 1,
                                 "its own estimate"};
    if (system("/usr/bin/python3 -c 'import scipy.integrate' >/dev/null 2>&1") != 0)
        cr_skip_test("SciPy is not here (python3-scipy)");
    expect_name(&bdf);
}
