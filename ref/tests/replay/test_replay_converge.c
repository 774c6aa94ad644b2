/* The end of a Newton iteration: Drake's cases of an update that is zero, and the rule of
 * theta by hand.
 *
 * Seen to fail: kappa 0.01; 11 eps; theta from the second iteration; theta = 1 taken for
 * divergence; eta without its denominator; a NaN taken for zero;
 * another limit told than was compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/tests/testing.h"

#include <criterion/criterion.h>
#include <math.h>

static const char text[] = "state a = 0, b = 0\na' = b\nb' = -a\n";
static const double accuracy = 0.02;

struct trial {
    struct model *m;
    ref_replay *r;
};

static struct trial begin(void) {
    struct trial c = {.m = testing_model(text)};
    struct ref_replay_options options = ref_replay_default_options();
    options.accuracy = accuracy;
    c.r = testing_replay(c.m, &options, 80);
    return c;
}

static enum ref_convergence check(ref_replay *r, int i, const double *x, const double *dx,
                                  double size, double last) {
    for (int k = 0; k < 2; k++) {
        mpfr_set_d(r->iterate[k], x[k], MPFR_RNDN);
        mpfr_set_d(r->update[k], dx[k], MPFR_RNDN);
    }
    mpfr_set_d(r->size, size, MPFR_RNDN);
    mpfr_set_d(r->last_size, last, MPFR_RNDN);
    return ref_replay_check(r, i, r->time);
}

Test(replay_converge, takes_an_update_of_ten_roundings_for_zero) {
    static const double eps = 0x1p-52;
    static const struct {
        double x[2], dx[2];
        enum ref_convergence verdict;
    } row[] = {{{1, 1}, {5 * eps, 0}, REF_CONVERGED},
               {{1e10, 1}, {1e6 * eps, 0}, REF_CONVERGED},
               {{1e10, 1}, {1, 1e6 * eps}, REF_GO_ON},
               {{1, 1}, {10 * eps, -10 * eps}, REF_CONVERGED},
               {{1, 1}, {0, -10.01 * eps}, REF_GO_ON},
               {{1e-9, 0}, {9 * eps, 0}, REF_CONVERGED},
               {{-37, 0}, {369 * eps, 0}, REF_CONVERGED},
               {{-37, 0}, {371 * eps, 0}, REF_GO_ON},
               {{1, 1}, {NAN, 0}, REF_GO_ON},
               {{NAN, 1}, {0, 0}, REF_GO_ON}};
    struct trial c = begin();
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        for (int i = 0; i < 2; i++)
            cr_expect(check(c.r, i, row[k].x, row[k].dx, 1, INFINITY) == row[k].verdict,
                      "%zu", k);
}

/* eta |dx| < 0.05 0.02 = 1e-3 from the third iteration on. */
Test(replay_converge, estimates_the_distance_from_the_ratio_of_updates) {
    static const double x[2] = {1, 1}, dx[2] = {1e-3, 1e-3};
    static const struct {
        int i;
        double size, last;
        enum ref_convergence verdict;
    } row[] = {{1, 1e-9, 1, REF_GO_ON},
               {0, 2, 1, REF_GO_ON},
               {1, 2, 1, REF_GO_ON},
               {2, 2, 1, REF_DIVERGED},
               {9, 1.0001, 1, REF_DIVERGED},
               {2, 1, 1, REF_GO_ON},
               {2, 0.99e-3, 1.98e-3, REF_CONVERGED},
               {2, 1.01e-3, 2.02e-3, REF_GO_ON},
               {2, 2.99e-3, 11.96e-3, REF_CONVERGED}, /* theta = 1/4, eta = 1/3 */
               {2, 3.01e-3, 12.04e-3, REF_GO_ON},
               {5, 0.33e-3, 0.44e-3, REF_CONVERGED}, /* theta = 3/4, eta = 3 */
               {5, 0.34e-3, 0.4533333e-3, REF_GO_ON},
               {2, NAN, 1, REF_GO_ON},
               {2, 1, NAN, REF_GO_ON},
               {2, INFINITY, 1, REF_DIVERGED}};
    struct trial c = begin();
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        cr_expect(check(c.r, row[k].i, x, dx, row[k].size, row[k].last) == row[k].verdict,
                  "%zu", k);
}

static void keep(void *context, const struct ref_decision *decision) {
    *(struct ref_decision *)context = *decision;
}

/* What is told are the two numbers that were compared. */
Test(replay_converge, tells_the_numbers_that_were_compared) {
    static const double x[2] = {2, 1}, dx[2] = {1e-3, -4e-4}, zero[2] = {0, 0};
    static const struct {
        int i;
        const double *dx;
        double size, last, value, limit;
    } row[] = {{1, dx, 1, 2, 5e-4, 10 * 0x1p-52},
               {2, zero, 0, 2, 0, 10 * 0x1p-52},
               {2, dx, 3, 2, 1.5, 1},
               {2, dx, 1, 4, 1.0 / 3, 1e-3},
               {2, dx, 3e-4, 12e-4, 1e-4, 1e-3}};
    struct trial c = begin();
    struct ref_decision told;
    ref_replay_listen(c.r, keep, &told);
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        const enum ref_convergence verdict =
            check(c.r, row[k].i, x, row[k].dx, row[k].size, row[k].last);
        cr_expect(told.kind == REF_DECISION_NEWTON && told.outcome == (int)verdict);
        cr_expect(fabs(told.value - row[k].value) <= 1e-12 * row[k].value, "%zu: %g", k,
                  told.value);
        cr_expect(fabs(told.limit - row[k].limit) <= 1e-12 * row[k].limit, "%zu: %g", k,
                  told.limit);
    }
}
