/* Work against precision: errors, ladders and lines.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/work.h"

#include <math.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"

static const char still[] = "span 0 .. 2\nstate x = 0.83, y = -0.4\nx' = 0\ny' = 0*x\n";

/* An integrator of `still` whose error is known: it makes steps of 0.5, 0.5, 1 and is off
 * by 0.3 accuracy after the first, 0 after the second, and 2 accuracy after the third
 * one. */
struct known {
    double accuracy, t, x[2];
    int steps;
    double first; /* added to x[0] */
};

static struct known known;

static int start(void *self, double t, const double *x) {
    (void)self;
    known.t = t;
    known.steps = 0;
    memcpy(known.x, x, sizeof known.x);
    return 0;
}

static int advance(void *self, double h, double t_final) {
    static const double SIZE[] = {0.5, 0.5, 1}, OFF[] = {0.3, 0, 2};
    (void)self;
    (void)h;
    cr_assert(t_final == 2 && known.steps < 3);
    known.x[0] = 0.83 + known.first;
    known.x[1] = -0.4 - OFF[known.steps] * known.accuracy;
    known.t += SIZE[known.steps++];
    return 0;
}

static int run(void *self, double h, double t_final) {
    while (known.t < t_final)
        advance(self, h, t_final);
    return 0;
}

static const double *state(void *self) {
    (void)self;
    return known.x;
}

static double time_now(void *self) {
    (void)self;
    return known.t;
}

static void statistics(void *self, struct named_numbers *into) {
    (void)self;
    named_add_count(into, "steps_taken", 40);
    named_add_count(into, "derivative_evals", 1000);
    named_add_count(into, "jacobian_evals", 7);
}

static void free_nothing(void *self) {
    (void)self;
}

static int open_known(void *context, struct model *m,
                      const struct subject_options *options, struct subject *s,
                      struct diagnostic *d) {
    (void)context;
    (void)m;
    (void)d;
    known.accuracy = options->integrator.accuracy;
    *s = (struct subject){.method = "known",
                          .start = start,
                          .advance = advance,
                          .run = run,
                          .state = state,
                          .time = time_now,
                          .statistics = statistics,
                          .free = free_nothing};
    return 0;
}

/* The known integrator's curve of so many points at most; radius: how well the truth is known,
 * 0: as it is. */
static struct work_curve climb(int points, long most_evaluations, double radius) {
    struct model *m = model_from(still);
    struct study study = own_study(m);
    struct trajectory t;
    struct diagnostic d = {""};
    struct work_curve c;
    cr_assert(trajectory_init(&t, m, 10, &d) == 0, "%s", d.text);
    study.open_subject = open_known;
    if (radius > 0)
        t.radius = radius;
    const struct work_ladder l = {&study,           &t,   points, 0.01, 0.25,
                                  most_evaluations, false};
    cr_assert(work_own(&c, &l, FAST_DEFAULT, &d) == 0, "%s", d.text);
    return c;
}

Test(work, weighs_the_largest_error_of_each_step_with_its_size) {
    const struct work_curve c = climb(2, 100000, 0);
    cr_assert(c.points == 2);
    for (int k = 0; k < 2; k++) {
        double accuracy = k ? 0.0025 : 0.01;
        double expected = accuracy * sqrt((0.5 * 0.3 * 0.3 + 1 * 2 * 2) / 2);
        cr_expect(c.point[k].accuracy == accuracy);
        cr_expect(fabs(c.point[k].error - expected) < 1e-9 * expected);
        cr_expect(c.point[k].evaluations == 1000 + 2 * 7, "Jacobians by columns");
        cr_expect(c.point[k].used);
    }
}

/* Against a truth known to a fifth, and to a fiftieth, of the first error. */
Test(work, an_error_near_that_of_the_truth_is_not_used) {
    static const double part[] = {0.2, 0.02};
    for (int k = 0; k < 2; k++) {
        const double radius = part[k] * 0.01 * sqrt((0.5 * 0.3 * 0.3 + 1 * 2 * 2) / 2);
        cr_expect(climb(1, 1013, radius).point[0].used == (k == 1), "%g", radius);
    }
}

/* The component after it is right. */
Test(work, takes_no_state_that_is_not_finite_for_a_solution) {
    static const double FIRST[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        known.first = FIRST[k];
        const struct work_curve c = climb(1, 100000, 0);
        cr_expect(c.point[0].error == INFINITY, "%g", c.point[0].error);
        cr_expect(!c.point[0].used);
    }
    known.first = 0;
}

Test(work, ends_a_ladder_that_has_become_too_costly) {
    const struct work_curve c = climb(5, 1013, 0);
    cr_expect(c.points == 1, "%d points", c.points);
}

/* evaluations = 137 error^-0.9 for the points that are used. */
Test(work, fits_a_line_to_the_points_that_are_used) {
    struct work_curve c = {.name = "made up", .points = 6};
    for (int k = 0; k < 6; k++) {
        double error = 0.3 * pow(0.37, k);
        c.point[k] = (struct work_point){
            .error = error, .evaluations = 137 * pow(error, -0.9), .used = k != 2};
        if (k == 2)
            c.point[k].evaluations = 1;
    }
    struct work_line line = work_fit(&c);
    cr_expect(line.points == 5);
    cr_expect(fabs(line.slope + 0.9) < 1e-12, "%.17g", line.slope);
    cr_expect(fabs(line.intercept - log(137)) < 1e-11);
    cr_expect(line.residual < 1e-12);
    cr_expect(fabs(line.spread - pow(0.37, -5)) < 1e-9);
    c.points = 1;
    cr_expect(work_fit(&c).points == 1 && work_fit(&c).slope == 0);
}

Test(work, a_peer_that_is_not_there_is_a_curve_without_points) {
    struct model *m = model_from(still);
    struct study study = own_study(m);
    struct trajectory t;
    struct diagnostic d = {""};
    struct work_curve c;
    cr_assert(trajectory_init(&t, m, 10, &d) == 0, "%s", d.text);
    study.open_peer = NULL;
    const struct work_ladder l = {&study, &t, 2, 0.01, 0.25, 100000, false};
    cr_assert(work_peer(&c, &l, PEER_GSL_MSBDF, &d) == 0);
    cr_expect(c.points == 0 && c.why.text[0] != '\0');
    cr_expect_str_eq(c.name, "gsl-msbdf");
}
