/* The adapter for GSL: its steppers are the methods that GSL's manual says, by their
 * weights on all plain trees up to order 5.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "harness/tests/adapters/adapter.h"

/* What GSL returns, by the known method; with step doubling its estimate is the known one
 * times GSL's safety factor 4, of small minus big, in the implicit steppers without its
 * sign. */
enum estimate { SIGNED, UNSIGNED, ANOTHER };

static const struct {
    const char *stepper, *method;
    double tolerance;
    enum estimate estimate;
    double factor;
} stepper[] = {
    {"rk1imp", "backward-euler:doubled", 0, UNSIGNED, 4},
    {"rk2imp", "implicit-midpoint:doubled", 0, UNSIGNED, 4},
    {"rk4imp", "gauss-4:doubled", 1e-15, UNSIGNED, 4},
    {"rk2", "kutta-3", 1e-15, ANOTHER, 0},
    {"rk4", "runge-kutta-4:doubled", 1e-15, SIGNED, -4},
    {"rkf45", "fehlberg-54", 2e-15, SIGNED, 1},
    {"rkck", "cash-karp", 2e-15, SIGNED, 1},
    {"msbdf", "bdf1", 0, UNSIGNED, 1},
};

enum { steppers = sizeof stepper / sizeof *stepper, order = 5 };

static struct measured measure(const char *name, char probe) {
    char options[64];
    snprintf(options, sizeof options, "stepper=%s", name);
    return measured_of(ADAPTER_GSL, options, FOREST_PLAIN, probe, order);
}

Test(adapter_gsl, each_stepper_is_the_method_of_its_name) {
    for (int i = 0; i < steppers; i++)
        for (const char *probe = "AB"; *probe != '\0'; probe++) {
            struct measured m = measure(stepper[i].stepper, *probe);
            struct tableau t = measured_known(stepper[i].method);
            double off = measured_from_result(&m, &t);
            cr_expect(isfinite(off) && off <= stepper[i].tolerance, "%s %c: %g",
                      stepper[i].stepper, *probe, off);
        }
}

/* Where rounding is all that an estimate is, its sign is that of the rounding. */
static const double rounding = 4e-15;

Test(adapter_gsl, estimates_of_the_explicit_steppers_are_signed) {
    for (int i = 0; i < steppers; i++)
        for (const char *probe = "AB"; *probe != '\0' && stepper[i].estimate == SIGNED;
             probe++) {
            struct measured m = measure(stepper[i].stepper, *probe);
            struct tableau t = measured_known(stepper[i].method);
            double off = measured_from_estimate(&m, &t, stepper[i].factor);
            cr_expect(isfinite(off) && off <= rounding, "%s %c: %g", stepper[i].stepper,
                      *probe, off);
            tableau_free(&t);
        }
}

/* The signs of probe B turn the true difference in some components; GSL's is the same. */
static void expect_unsigned(const char *name, const struct tableau *t, double factor) {
    struct measured same = measure(name, 'A'), turned = measure(name, 'B');
    struct weights_q known;
    int turns = 0;
    cr_assert(tableau_weights(&known, t, &same.forest) == 0);
    for (int i = 0; i < known.count; i++) {
        double expected = fabs(factor * mpq_get_d(known.estimate[i]));
        double a = mpfr_get_d(same.weights.estimate[i], MPFR_RNDN);
        double b = mpfr_get_d(turned.weights.estimate[i], MPFR_RNDN);
        cr_expect(fabs(a - expected) <= rounding, "%s, tree %d: %g, not %g", name, i, a,
                  expected);
        cr_expect(fabs(fabs(b) - expected) <= rounding, "%s, tree %d: %g, not %g", name,
                  i, b, expected);
        turns += b < -rounding;
    }
    cr_expect(turns > 0, "%s", name);
}

Test(adapter_gsl, estimates_of_the_implicit_steppers_are_absolute_values) {
    for (int i = 0; i < steppers; i++) {
        if (stepper[i].estimate != UNSIGNED)
            continue;
        struct tableau t = measured_known(stepper[i].method);
        expect_unsigned(stepper[i].stepper, &t, stepper[i].factor);
    }
}

/* rk8pd and bsimp are of higher order than the trees: they are as the exact flow. The
 * extrapolation of bsimp to order 14 multiplies roundings of the time by some hundred. */
Test(adapter_gsl, the_steppers_of_high_order_are_exact_on_the_trees) {
    static const struct {
        const char *name;
        double tolerance;
    } high[] = {{"rk8pd", 4e-15}, {"bsimp", 4e-13}};
    for (int i = 0; i < 2; i++) {
        struct measured m = measure(high[i].name, 'A');
        mpz_t density;
        mpz_init(density);
        for (int tree = 0; tree < m.forest.count; tree++) {
            forest_density(density, &m.forest, tree);
            double weight = mpfr_get_d(m.weights.result[tree], MPFR_RNDN);
            cr_expect(fabs(weight * mpz_get_d(density) - 1) <=
                          high[i].tolerance * mpz_get_d(density),
                      "%s, tree %d: %g of 1/%g", high[i].name, tree, weight,
                      mpz_get_d(density));
        }
    }
}

/* The tighter its functional iteration is to be, the shorter the steps in which GSL lets
 * it contract: at 1e-14 there are none down to S h = 2^-10. Its sweeps reach the trees of
 * order 4 and not the tallest one of order 5. */
Test(adapter_gsl, adams_begins_with_backward_euler_in_short_steps_only) {
    enum { reached = 4 };
    struct measured m = measured_of(ADAPTER_GSL, "stepper=msadams accuracy=1e-10",
                                    FOREST_PLAIN, 'A', reached);
    struct tableau t = measured_known("bdf1");
    double off = measured_from_result(&m, &t);
    cr_expect(m.weights.halvings > 0);
    cr_expect(off == 0, "%g", off);
}
