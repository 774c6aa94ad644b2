/* Solutions between steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/solve/samples.h"
#include "harness/solve/solution.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"
#include "ref/vector.h"

enum { bits = 200 };

/* z = t^3 - 2 t^2 + t/4 + 3 solves it, and is its own cubic. */
static const char cubic[] = "state z = 3\nz' = 3*t^2 - 4*t + 1/4\n";

static double exact(double t) {
    return ((t - 2) * t + 0.25) * t + 3;
}

static void open_samples(struct samples *s, struct model *m, mpfr_prec_t precision,
                         const char *text) {
    struct diagnostic d = {""};
    mpfr_t begin, until;
    mpfr_inits2(bits, begin, until, (mpfr_ptr)0);
    mpfr_set_d(begin, 0, MPFR_RNDN);
    mpfr_set_d(until, 2, MPFR_RNDN);
    cr_assert(samples_init(s, m, precision, text, begin, until, &d) == 0, "%s", d.text);
    s->solution = calloc(1, sizeof *s->solution);
}

static const struct decimal *sample_at(const struct samples *s, int i) {
    return state_at(&s->solution->sample[i].state, 0);
}

Test(samples, a_cubic_is_its_own_interpolant_in_double) {
    static const double times[] = {0, 0.3, 1.1, 1.25, 2};
    struct model *m = model_from(cubic);
    struct samples s;
    open_samples(&s, m, 0, "0,0.3,1.1,1.25,2");
    const double begin = exact(0), middle = exact(1.25), end = exact(2);
    samples_take_doubles(&s, 0, &begin, 0, &begin);
    cr_expect(s.solution->samples == 1 && samples_left(&s));
    samples_take_doubles(&s, 0, &begin, 1.25, &middle);
    samples_take_doubles(&s, 1.25, &middle, 2, &end);
    cr_assert(s.solution->samples == 5 && !samples_left(&s));
    for (int i = 0; i < 5; i++) {
        double found = sample_at(&s, i)->value;
        cr_expect(isfinite(found) && fabs(found - exact(times[i])) <= 1e-15, "%.17g",
                  found);
    }
}

Test(samples, a_time_that_is_asked_twice_is_one_sample) {
    struct model *m = model_from(cubic);
    struct samples s;
    open_samples(&s, m, 0, "0.3,3/10,1.1,1.1");
    const double begin = exact(0), end = exact(2);
    samples_take_doubles(&s, 0, &begin, 2, &end);
    cr_assert(s.solution->samples == 2 && !samples_left(&s));
}

Test(samples, several_times_in_one_step_are_taken_with_it_and_in_full_precision) {
    struct model *m = model_from(cubic);
    struct samples s;
    mpfr_t t[2], x[2];
    open_samples(&s, m, bits, "1/3,1/2");
    for (int i = 0; i < 2; i++) {
        mpfr_init2(t[i], bits);
        mpfr_init2(x[i], bits);
        mpfr_set_si(t[i], 2 * i, MPFR_RNDN);
        mpfr_set_d(x[i], exact(2 * i), MPFR_RNDN);
    }
    samples_take(&s, t[0], vector_const(x), t[1], vector_const(x + 1));
    cr_assert(s.solution->samples == 2);
    /* 1/27 - 2/9 + 1/12 + 3 = 313/108 */
    static const char third[] = "2.898148148148148148148148148148148148148148148148148";
    const char *found = sample_at(&s, 0)->digits;
    cr_expect(strncmp(found, third, 52) == 0, "%s", found);
}

/* Of jumping velocities no cubic knows anything. */
Test(samples, on_a_line_they_ask_for_no_rates) {
    static const mpfr_prec_t precisions[] = {0, 113};
    for (int i = 0; i < 2; i++) {
        struct model *m = model_from(cubic);
        struct samples s;
        const double begin = -1.5, end = 2.5;
        open_samples(&s, m, precisions[i], "0.25,0.5");
        s.is_linear = true;
        samples_take_doubles(&s, 0, &begin, 0.5, &end);
        cr_assert(s.solution->samples == 2);
        for (int k = 0; k < 2; k++) {
            const struct decimal *z = sample_at(&s, k);
            double found = z->digits != NULL ? strtod(z->digits, NULL) : z->value;
            cr_expect(found == (k == 0 ? 0.5 : 2.5), "%.17g", found);
        }
    }
}
