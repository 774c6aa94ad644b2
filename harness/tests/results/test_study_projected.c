/* The studies of semi-explicit Euler and its relatives: our own pass, and integrators that are
 * wrong in one thing do not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study_methods.h"
#include "harness/results/study_projected.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"
#include "problems/base/status.h"
#include "problems/model.h"

enum fault {
    SOUND,
    FORM_IGNORED,      /* gaming, whatever form is asked for */
    HALF_TIME_IGNORED, /* both half steps take their forces at the start's time */
    WEIGHT_OFF,        /* a step goes 1 + 1e-12 times as far as it should */
    ESTIMATE_TURNED,
    EVALUATION_UNCOUNTED,
    ATTEMPT_COUNTED_TWICE,
    PROJECTIONS_UNCOUNTED, /* seven, where every step is projected */
};

/* An integrator of ours that is wrong. */
struct wrong {
    enum fault fault;
    struct subject inner;
    double t;
    double *before, *state, *estimate;
    int nx;
    bool every_step;
};

static const double WEIGHT = 1 + 1e-12;

static int start(void *self, double t, const double *x) {
    struct wrong *w = self;
    w->t = t;
    memcpy(w->state, x, (size_t)w->nx * sizeof *x);
    return w->inner.start(w->inner.self, t, x);
}

static int half_steps(struct wrong *w, double h) {
    const struct subject *s = &w->inner;
    double *x = w->state;
    for (int half = 0; half < 2; half++) {
        if (s->start(s->self, w->t, x) || s->step(s->self, h / 2))
            return -1;
        memcpy(x, s->state(s->self), (size_t)w->nx * sizeof *x);
    }
    w->t += h;
    return 0;
}

static int step(void *self, double h) {
    struct wrong *w = self;
    const struct subject *s = &w->inner;
    if (w->fault == HALF_TIME_IGNORED)
        return half_steps(w, h);
    memcpy(w->before, w->state, (size_t)w->nx * sizeof *w->before);
    if (s->step(s->self, h))
        return -1;
    w->t = s->time(s->self);
    double weight = w->fault == WEIGHT_OFF ? WEIGHT : 1;
    for (int i = 0; i < w->nx; i++) {
        double x = s->state(s->self)[i];
        w->state[i] = weight > 1 ? w->before[i] + weight * (x - w->before[i]) : x;
    }
    return weight > 1 ? s->start(s->self, w->t, w->state) : 0;
}

static int advance(void *self, double h, double t_final) {
    struct wrong *w = self;
    int failed = w->inner.advance(w->inner.self, h, t_final);
    w->t = w->inner.time(w->inner.self);
    memcpy(w->state, w->inner.state(w->inner.self), (size_t)w->nx * sizeof *w->state);
    return failed;
}

static const double *state(void *self) {
    return ((struct wrong *)self)->state;
}

static const double *estimate(void *self) {
    struct wrong *w = self;
    const double *its = w->inner.estimate(w->inner.self);
    for (int i = 0; i < w->nx; i++)
        w->estimate[i] = w->fault == ESTIMATE_TURNED ? -its[i] : its[i];
    return w->estimate;
}

static double time_now(void *self) {
    return ((struct wrong *)self)->t;
}

static void add(struct named_numbers *all, const char *name, int count) {
    struct decimal *number = (struct decimal *)named_find(all, name);
    if (number != NULL)
        number->value += count;
}

static void statistics(void *self, struct named_numbers *into) {
    struct wrong *w = self;
    w->inner.statistics(w->inner.self, into);
    if (w->fault == EVALUATION_UNCOUNTED)
        add(into, "realizations", -1);
    if (w->fault == ATTEMPT_COUNTED_TWICE)
        add(into, "steps_attempted", 1);
    if (w->fault == PROJECTIONS_UNCOUNTED && w->every_step)
        add(into, "q_projections", -7);
}

static const char *why(void *self) {
    struct wrong *w = self;
    return w->inner.why(w->inner.self);
}

static void free_wrong(void *self) {
    struct wrong *w = self;
    w->inner.free(w->inner.self);
    free(w->before);
    free(w->state);
    free(w->estimate);
    free(w);
}

static int open_wrong(void *context, struct model *m,
                      const struct subject_options *options, struct subject *s,
                      struct diagnostic *d) {
    struct subject_options its = *options;
    struct wrong *w = calloc(1, sizeof *w);
    cr_assert(w != NULL);
    w->fault = *(const enum fault *)context;
    w->nx = m->nq + m->nv + m->nz;
    w->every_step = options->integrator.projection == PROJECTED_EVERY_STEP;
    if (w->fault == FORM_IGNORED)
        its.integrator.form = PROJECTED_GAMING;
    if (w->fault == HALF_TIME_IGNORED)
        its.integrator.method = PROJECTED_SEMI_EXPLICIT_EULER;
    w->before = calloc((size_t)w->nx + 1, sizeof *w->before);
    w->state = calloc((size_t)w->nx + 1, sizeof *w->state);
    w->estimate = calloc((size_t)w->nx + 1, sizeof *w->estimate);
    cr_assert(w->before && w->state && w->estimate);
    cr_assert(subject_open(&w->inner, m, &its, d) == 0, "%s", d->text);
    *s = (struct subject){.self = w,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = w->inner.method,
                          .start = start,
                          .step = step,
                          .advance = advance,
                          .state = state,
                          .estimate = w->inner.estimate != NULL ? estimate : NULL,
                          .time = time_now,
                          .statistics = statistics,
                          .why = why,
                          .free = free_wrong};
    return 0;
}

/* The results of a study of a method with a fault on a model. */
static json_t *results_of(study_function *study, const char *model, const char *method,
                          enum fault fault) {
    struct model *m = catalogue_model(model);
    struct study s = own_study(m);
    s.method = method;
    s.open_peer = NULL;
    if (fault != SOUND) {
        s.open_subject = open_wrong;
        s.context = &fault;
    }
    struct subject_options options;
    struct study one = study_of_method(&s, 0, &options);
    return study_results(study, &one);
}

static void expect_verdict(json_t *results, const char *arithmetic, const char *quantity,
                           const char *verdict) {
    const json_t *result = find_result(results, arithmetic, quantity);
    cr_assert(result != NULL, "there is no %s", quantity);
    cr_expect_str_eq(text_in(result, "verdict"), verdict, "%s: %s", quantity,
                     text_in(result, "reason"));
}

static const struct {
    study_function *study;
    const char *model, *method;
    enum fault fault;
    const char *quantity, *verdict;
} cases[] = {
    {study_gap, "damped_pendulum", "semi-explicit-euler", SOUND,
     "step-roundoff:velocity-implicit", "pass"},
    {study_gap, "damped_pendulum", "semi-explicit-euler", FORM_IGNORED,
     "step-roundoff:velocity-implicit", "fail"},
    {study_gap, "damped_pendulum", "semi-explicit-euler", FORM_IGNORED,
     "step-roundoff:position-implicit", "fail"},
    {study_gap, "driven_pendulum", "semi-explicit-euler-2", SOUND, "step-roundoff",
     "pass"},
    {study_gap, "driven_pendulum", "semi-explicit-euler-2", HALF_TIME_IGNORED,
     "step-roundoff", "fail"},
    {study_gap, "driven_pendulum", "semi-explicit-euler-2", ESTIMATE_TURNED,
     "step-estimate", "fail"},
    {study_gap, "driven_pendulum", "explicit-euler", ESTIMATE_TURNED, "step-estimate",
     "fail"},
    {study_gap, "driven_pendulum", "runge-kutta-merson", SOUND, "step-estimate", "pass"},
    {study_gap, "oregonator", "explicit-euler", SOUND, "step-roundoff", "pass"},
    {study_gap, "driven_pendulum", "runge-kutta-merson", ESTIMATE_TURNED, "step-estimate",
     "fail"},
    {study_gap, "driven_pendulum", "runge-kutta-merson", WEIGHT_OFF, "step-roundoff",
     "fail"},
    {study_order, "damped_pendulum", "semi-explicit-euler", FORM_IGNORED,
     "error-constant:order:velocity-implicit", "fail"},
    {study_order, "driven_pendulum", "semi-explicit-euler-2", HALF_TIME_IGNORED,
     "error-constant:order", "fail"},
    {study_order, "driven_pendulum", "semi-explicit-euler-2", SOUND, "order", "pass"},
    {study_statistics, "damped_pendulum", "runge-kutta-merson", SOUND, "replay", "pass"},
    /* A last step is what rounding has left; and runs overflow. */
    {study_statistics, "flyball_joints", "explicit-euler", SOUND, "replay", "pass"},
    {study_statistics, "graded_chain_12_decades", "explicit-euler", SOUND, "replay",
     "pass"},
    /* Its map has no left inverse in formulas: there is no replay to differ from. */
    {study_statistics, "motor_gyroscope", "explicit-euler", SOUND, "replay",
     "not-asymptotic"},
    {study_statistics, "damped_pendulum", "runge-kutta-merson", EVALUATION_UNCOUNTED,
     "identity:evaluations", "fail"},
    {study_statistics, "damped_pendulum", "runge-kutta-merson", EVALUATION_UNCOUNTED,
     "identity:calls", "fail"},
    {study_statistics, "damped_pendulum", "semi-explicit-euler-2", ATTEMPT_COUNTED_TWICE,
     "identity:attempts", "fail"},
    {study_statistics, "damped_pendulum", "semi-explicit-euler-2", ATTEMPT_COUNTED_TWICE,
     "replay", "fail"},
    {study_statistics, "rod_pendulum", "explicit-euler", SOUND, "replay", "pass"},
    {study_statistics, "rod_pendulum", "explicit-euler", PROJECTIONS_UNCOUNTED, "replay",
     "fail"},
};

Test(study_projected, faults_are_seen_by_the_quantity_that_is_about_them) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *results =
            results_of(cases[i].study, cases[i].model, cases[i].method, cases[i].fault);
        expect_verdict(results, "double", cases[i].quantity, cases[i].verdict);
    }
}

static void expect_number(json_t *results, const char *arithmetic, const char *quantity,
                          double value) {
    const json_t *result = find_result(results, arithmetic, quantity);
    cr_assert(result != NULL, "there is no %s", quantity);
    double found = number_in(result, "value");
    cr_assert(isfinite(found));
    cr_expect(fabs(found - value) < 1e-3, "%s: %.9g", quantity, found);
}

/* On a linear spring Merson's estimate is of fifth order, and the gap of sixth. */
Test(study_projected, slopes_are_those_of_the_methods) {
    static const struct {
        const char *model, *method;
        double error, estimate, gap;
    } slopes[] = {{"driven_pendulum", "semi-explicit-euler-2", 2, 2, 3},
                  {"driven_pendulum", "explicit-euler", 2, 2, 3},
                  {"driven_pendulum", "runge-kutta-merson", 5, 4, 4},
                  {"spring_damper", "runge-kutta-merson", 5, 5, 6}};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        json_t *results = results_of(study_gap, slopes[i].model, slopes[i].method, SOUND);
        expect_number(results, "mpfr:512", "error-order", slopes[i].error);
        expect_number(results, "mpfr:512", "estimate-order", slopes[i].estimate);
        expect_number(results, "mpfr:512", "gap-order", slopes[i].gap);
        expect_no_alarm(results);
    }
}

Test(study_projected, orders_are_the_same_with_and_without_projection) {
    static const struct {
        const char *method;
        double order;
    } methods[] = {
        {"semi-explicit-euler-2", 1}, {"explicit-euler", 1}, {"runge-kutta-merson", 4}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        json_t *results =
            results_of(study_order, "rod_pendulum", methods[i].method, SOUND);
        expect_number(results, "mpfr:128", "order", methods[i].order);
        expect_number(results, "mpfr:128", "order:projected", methods[i].order);
        expect_no_alarm(results);
    }
}

/* Seen to fail: the errors of velocities left out. */
Test(study_projected, runs_tell_the_errors_of_their_constraints) {
    json_t *results =
        results_of(study_statistics, "rod_pendulum", "explicit-euler", SOUND);
    const json_t *point = json_array_get(
        json_object_get(find_result(results, "double", "counters"), "points"), 0);
    cr_expect(number_in(point, "position_error") > 0);
    cr_expect(number_in(point, "velocity_error") > 0);
}

Test(study_projected, a_method_without_steps_of_its_own_says_so) {
    json_t *results = results_of(study_order, "rod_pendulum", "bdf", SOUND);
    expect_verdict(results, "double", "order", "not-asymptotic");
    expect_no_alarm(results);
}

/* Seen to fail: an integrator from outside taken for the method of ours that has its name. */
Test(study_projected, an_integrator_from_outside_is_not_what_its_name_says) {
    struct study s = {.method = "semi-explicit-euler"};
    cr_expect_eq(study_family(&s), INTEGRATOR_PROJECTED);
    s.foreign = true;
    cr_expect_eq(study_family(&s), INTEGRATOR_PAIR);
}
