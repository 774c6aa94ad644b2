/* The implicit forms of semi-explicit Euler where accelerations are known to few digits: at a
 * state of the slider crank on its joints and far from any that it would take, w1' is 0 to
 * rounding, and that is 64.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/catalogue.h"
#include "problems/base/status.h"
#include "ref/mechanical.h"
#include "ref/vector.h"

enum { bits = 160, nx = 14 };

/* What rounding in u3, of size 1e10, leaves of u4. */
static const double close_enough = 1e-6;

static const double far[nx] = {
    1.6499999999999999,  56.54145872981897,   20.729766232491954, 102386990.12665221,
    43076783.508928597,  -9405698.3227071241, 20.442173350748103, 150,
    -27.727756895784061, -80049.662956306856, 98927130521.631439, 37460880913.888397,
    -9554240149.2955666, -80025.166820756291};
static const double begin = 1.0 / 120;

/* The reference's last component after a step of h. */
static double step_exactly(struct model *m, double h) {
    ref_step *s;
    mpfr_t t, size, *x = vector_alloc(nx, bits);
    mpfr_inits2(bits, t, size, (mpfr_ptr)0);
    cr_assert(ref_step_alloc(&s, m, REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT, bits,
                             EVAL_DOUBLE_CONSTANTS) == REF_OK);
    mpfr_set_d(t, begin, MPFR_RNDN);
    mpfr_set_d(size, h, MPFR_RNDN);
    vector_set_doubles(x, far, nx);
    cr_assert(ref_step_take(s, t, vector_const(x), size, x, NULL) == REF_OK);
    return mpfr_get_d(x[nx - 1], MPFR_RNDN);
}

static struct subject open_form(struct model *m, enum fast_mode mode) {
    struct subject_options options = subject_default_options();
    struct subject s;
    struct diagnostic d = {""};
    cr_assert(subject_choose(&options, "semi-explicit-euler") == 0);
    options.integrator.form = PROJECTED_VELOCITY_IMPLICIT;
    options.integrator.mode = mode;
    options.integrator.projection = PROJECTED_OFF;
    cr_assert(subject_open(&s, m, &options, &d) == 0, "%s", d.text);
    return s;
}

/* Whether the step succeeds; then it is the reference's. */
static bool makes_its_step(struct model *m, enum fast_mode mode, double h) {
    struct subject s = open_form(m, mode);
    cr_assert(s.start(s.self, begin, far) == 0, "%s", s.why(s.self));
    const bool made = s.step(s.self, h) == 0;
    const double exact = step_exactly(m, h), last = s.state(s.self)[nx - 1];
    if (made)
        cr_expect(fabs(last - exact) <= close_enough * fabs(exact),
                  "h = %g: %.17g, not %.17g", h, last, exact);
    return made;
}

/* Narrow differences are noise there: few iterations end with them, and some at another
 * solution. Whether one with wide differences can end is a matter of the rounding errors in w1'. */
Test(implicit_forms, wide_differences_find_the_solution) {
    enum { sizes = 40 };
    struct model *m = catalogue_model("slider_crank_generic");
    for (int mode = FAST_DEFAULT; mode <= FAST_FAITHFUL; mode++) {
        int made = 0;
        for (int i = 0; i < sizes; i++)
            made +=
                makes_its_step(m, (enum fast_mode)mode, 1e-5 * (1 + i / (double)sizes));
        cr_expect(made >= sizes / 2, "%d of %d", made, sizes);
    }
}

/* The equations have more than one, and rounding errors that are too large for this one's. */
Test(implicit_forms, no_other_solution_is_taken) {
    static const double steps[] = {0.1 / 4093, 3e-5, 5e-5, 1e-4};
    struct model *m = catalogue_model("slider_crank_generic");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        makes_its_step(m, FAST_DEFAULT, steps[i]);
        makes_its_step(m, FAST_FAITHFUL, steps[i]);
    }
}
