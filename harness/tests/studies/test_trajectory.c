/* The table of the exact solution against closed forms and against the flow.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/trajectory.h"

#include <math.h>

#include <criterion/criterion.h>

#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"
#include "ref/truth.h"
#include "ref/vector.h"

static const char swinging[] = "span 0.3 .. 7.9\nposition q = 0.83\nvelocity v = -0.25\n"
                               "q' = v\nv' = -1.37*q\n";
static const char growing[] = "span 0 .. 1.1\nstate x = 0.83\nx' = x*x\n";
static const char bouncing[] = "span 0 .. 6.5\nposition q = 1\nvelocity v = 0\n"
                               "q' = v\nv' = 3.1*step(1.7 - q) - 0.77\n";

static void open(struct trajectory *t, struct model *m) {
    struct diagnostic d = {""};
    cr_assert(trajectory_init(t, m, 1500, &d) == 0, "%s", d.text);
}

Test(trajectory, follows_an_oscillation_at_any_time) {
    struct model *m = model_from(swinging);
    struct trajectory t;
    open(&t, m);
    double w = sqrt(1.37), x[2];
    cr_expect(t.end == 7.9);
    for (int k = 0; k <= 1000; k++) {
        double s = 7.6 * k / 1000;
        trajectory_at(&t, 0.3 + s, x);
        double q = 0.83 * cos(w * s) - 0.25 / w * sin(w * s);
        double v = -0.83 * w * sin(w * s) - 0.25 * cos(w * s);
        cr_expect(fabs(x[0] - q) < 1e-8 && fabs(x[1] - v) < 1e-8, "at %g: %g %g", s,
                  x[0] - q, x[1] - v);
    }
    cr_expect(0 < t.radius && t.radius < 1e-9, "%g", t.radius);
}

Test(trajectory, follows_a_solution_towards_its_pole) {
    struct model *m = model_from(growing);
    struct trajectory t;
    open(&t, m);
    double x[1];
    for (int k = 0; k <= 997; k++) {
        double s = 1.1 * k / 997, exact = 0.83 / (1 - 0.83 * s);
        trajectory_at(&t, s, x);
        cr_expect(fabs(x[0] - exact) < 1e-9 * exact, "at %g: %g", s, x[0] - exact);
    }
}

/* v' jumps; the pieces meet at the jumps. Energy v^2/2 + V(q) is kept, V' = -v'. */
Test(trajectory, sees_where_a_force_jumps) {
    struct model *m = model_from(bouncing);
    struct trajectory t;
    open(&t, m);
    double x[2];
    for (int k = 0; k <= 997; k++) {
        trajectory_at(&t, 6.5 * k / 997, x);
        double potential = 0.77 * (x[0] - 1) - 3.1 * (fmin(x[0], 1.7) - 1);
        cr_expect(fabs(x[1] * x[1] / 2 + potential) < 1e-9, "at %g: %g", 6.5 * k / 997,
                  x[1] * x[1] / 2 + potential);
    }
}

Test(trajectory, agrees_with_the_truth_on_models_of_the_catalogue) {
    static const char *const NAME[] = {"contact_stack", "heavy_top_generic", "robertson",
                                       "van_der_pol"};
    for (size_t k = 0; k < sizeof NAME / sizeof NAME[0]; k++) {
        struct model *m = catalogue_model(NAME[k]);
        struct trajectory t;
        open(&t, m);
        double x[64], time = t.begin + 0.637 * (t.end - t.begin);
        cr_assert(t.nx <= 64);
        trajectory_at(&t, time, x);
        mpfr_t at[1];
        mpfr_init2(at[0], 64);
        mpfr_set_d(at[0], time, MPFR_RNDN);
        struct ref_truth *truth;
        const struct ref_truth_options options = {.digits = 15,
                                                  .constants = EVAL_DOUBLE_CONSTANTS};
        cr_assert(ref_truth_alloc(&truth, m, 1, vector_const(at), &options) == REF_OK);
        for (int i = 0; i < t.nx; i++) {
            double exact = mpfr_get_d(truth->state[i], MPFR_RNDN);
            cr_expect(fabs(x[i] - exact) < 1e-8 * t.size, "%s, %d: %g of %g", NAME[k], i,
                      x[i] - exact, t.size);
        }
    }
}

Test(trajectory, ends_where_its_steps_do) {
    struct model *m = catalogue_model("van_der_pol");
    struct trajectory t;
    struct diagnostic d = {""};
    double begin, end, x[2];
    model_start(m, &begin, &end, x);
    cr_assert(trajectory_init(&t, m, 7, &d) == 0, "%s", d.text);
    cr_expect(t.pieces == 7);
    cr_expect(t.end > begin && t.end < end);
    cr_expect(t.end == t.time[7]);
}
