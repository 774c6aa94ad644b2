/* One step of the integrator under test against the reference's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/studies/steps/study_steps.h"
#include "problems/model.h"

int step_comparison_init(struct step_comparison *c, struct model *m) {
    int nx = m->nq + m->nv + m->nz;
    *c = (struct step_comparison){.model = m, .nx = nx};
    double **const vectors[] = {&c->scale, &c->zero, &c->reach,
                                &c->large, &c->half, &c->small};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = room_doubles(&c->room, nx);
    step_tally_init(&c->tally);
    return exact_step_init(&c->exact, m) | step_bound_init(&c->bound, m) |
           c->room.is_short;
}

void step_comparison_clear(struct step_comparison *c) {
    room_clear(&c->room);
    step_tally_clear(&c->tally);
    exact_step_clear(&c->exact);
    step_bound_clear(&c->bound);
}

/* Whether the pair's four points lie in one smooth piece of F. */
static bool is_smooth(struct step_comparison *c, double t, const double *x, double h) {
    const double time[] = {t, t + h, t + h / 2, t + h};
    const double *const point[] = {x, c->exact.near_large, c->exact.near_half,
                                   c->exact.near_small};
    for (int i = 0; i < c->nx; i++)
        c->reach[i] = step_kink_reach * c->scale[i];
    return roundoff_is_smooth(c->bound.roundoff, 4, time, point, c->reach);
}

/* Bounds of the large step, the first half and both halves. */
static bool find_bounds(struct step_comparison *c, double t, const double *x, double h,
                        double accuracy) {
    const struct exact_step *e = &c->exact;
    const struct sub_step large = {t + h, h, x, e->near_large};
    const struct sub_step half = {t + h / 2, h / 2, x, e->near_half};
    const struct sub_step small = {t + h, h / 2, e->near_half, e->near_small};
    return step_bound_sub_step(&c->bound, &large, c->zero, accuracy, c->large) &&
           step_bound_sub_step(&c->bound, &half, c->zero, accuracy, c->half) &&
           step_bound_sub_step(&c->bound, &small, c->half, accuracy, c->small);
}

/* The magnitude of a component over a step from x. */
static double measure_magnitude(const struct step_comparison *c, const double *x, int i) {
    double ends = fmax(fabs(c->exact.near_large[i]), fabs(c->exact.near_small[i]));
    return fmax(fabs(x[i]), ends);
}

/* The result; a time that is wrong counts as a difference without bound. */
static void judge_result(struct step_comparison *c, struct subject *s, double t,
                         const double *x, double h, struct step_finding *found) {
    const double *y = s->state(s->self);
    for (int i = 0; i < c->nx; i++)
        step_finding_take(found, exact_difference(y[i], c->exact.small[i]), c->small[i],
                          measure_magnitude(c, x, i), i);
    step_finding_take_time(found, s, t, h);
}

static void judge_estimate(struct step_comparison *c, struct subject *s, const double *x,
                           struct step_finding *found) {
    const double *estimate = s->estimate(s->self);
    mpfr_t exact;
    mpfr_init2(exact, mpfr_get_prec(c->exact.large[0]));
    for (int i = 0; i < c->nx; i++) {
        mpfr_sub(exact, c->exact.large[i], c->exact.small[i], MPFR_RNDN);
        double near = mpfr_get_d(exact, MPFR_RNDN);
        step_finding_take(found, exact_difference(estimate[i], exact),
                          c->large[i] + c->small[i] + ROUNDOFF_UNIT * fabs(near),
                          measure_magnitude(c, x, i), i);
    }
    mpfr_clear(exact);
}

bool step_is_clear(struct step_comparison *c, double accuracy, double t, const double *x,
                   double h) {
    bool clear = exact_step_make(&c->exact, t, x, h) == REF_OK && is_smooth(c, t, x, h) &&
                 find_bounds(c, t, x, h, accuracy);
    c->tally.unclear += !clear;
    return clear;
}

bool step_compare(struct step_comparison *c, struct subject *s, double accuracy, double t,
                  const double *x, double h) {
    if (!step_is_clear(c, accuracy, t, x, h))
        return false;
    struct step_finding result = {.ratio = -1, .t = t, .h = h}, estimate = result;
    judge_result(c, s, t, x, h, &result);
    step_tally_note(&c->tally, STEP_RESULT, c->model, &result);
    if (s->estimate) {
        judge_estimate(c, s, x, &estimate);
        step_tally_note(&c->tally, STEP_ESTIMATE, c->model, &estimate);
    }
    c->tally.compared++;
    return true;
}
