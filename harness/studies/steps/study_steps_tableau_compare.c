/* One step after the other against the known method's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps_tableau.h"

#include <math.h>
#include <string.h>

#include "harness/results/study.h"
#include "ref/vector.h"

void tableau_comparison_hold(struct tableau_comparison *c, double t, const double *x,
                             double h) {
    const struct subject *s = &c->subject;
    const double *y = s->state(s->self);
    struct step_finding found = {.ratio = -1, .t = t, .h = h, .magnitude = -1};
    double off = 0, moved = 0;
    for (int k = 0; k < c->step.nx; k++) {
        double difference = exact_difference(y[k], c->step.result[k]);
        step_finding_take(&found, difference, c->allowance * c->bound.result[k], -1, k);
        off = fmax(off, fabs(difference) / c->scale[k]);
        moved =
            fmax(moved, fabs(exact_difference(x[k], c->step.result[k])) / c->scale[k]);
    }
    if (step_finding_take_time(&found, s, t, h))
        off = INFINITY;
    if (found.ratio > 1)
        c->worst_part = fmax(c->worst_part, moved > 0 ? off / moved : INFINITY);
    step_tally_note(&c->tally, STEP_RESULT, c->study->model, &found);
}

static void compare_estimate(struct tableau_comparison *c, double t, double h) {
    const double *estimate = c->subject.estimate(c->subject.self);
    struct step_finding found = {.ratio = -1, .t = t, .h = h, .magnitude = -1};
    for (int k = 0; k < c->step.nx; k++) {
        if (c->is_absolute)
            mpfr_abs(c->step.estimate[k], c->step.estimate[k], MPFR_RNDN);
        step_finding_take(&found, exact_difference(estimate[k], c->step.estimate[k]),
                          c->allowance * c->bound.estimate[k], -1, k);
    }
    step_tally_note(&c->tally, STEP_ESTIMATE, c->study->model, &found);
}

/* What two steps that should be the same differ by, in parts of a component's scale, or of the
 * size of what has been rounded on the way to it, if that is more: steps that are far too long
 * for a stiff model leave every scale. */
static void note_disagreement(struct tableau_comparison *c, const mpfr_t *a,
                              const mpfr_t *b, const double *bound) {
    for (int k = 0; k < c->step.nx; k++) {
        double size = fmax(c->scale[k], bound[k] / ROUNDOFF_UNIT);
        mpfr_sub(c->exact_t, a[k], b[k], MPFR_RNDN);
        double off = fabs(mpfr_get_d(c->exact_t, MPFR_RNDN)) / size;
        if (!(off <= c->disagreement))
            c->disagreement = off;
    }
}

/* The step's result and estimate become the reference's. */
static bool take_reference(struct tableau_comparison *c, double t, const double *x,
                           double h) {
    struct tableau_step *s = &c->step;
    mpfr_set_d(c->exact_t, t, MPFR_RNDN);
    mpfr_set_d(c->exact_h, h, MPFR_RNDN);
    vector_set_doubles(c->exact_x, x, s->nx);
    if (ref_step_take(c->reference, c->exact_t, vector_const(c->exact_x), c->exact_h,
                      c->exact_x, c->exact_estimate) != REF_OK)
        return false;
    note_disagreement(c, vector_const(c->exact_x), vector_const(s->result),
                      c->bound.result);
    vector_set(s->result, vector_const(c->exact_x), s->nx);
    for (int k = 0; k < s->nx && c->judges_estimate; k++)
        mpfr_mul_si(c->exact_estimate[k], c->exact_estimate[k], c->reference_sign,
                    MPFR_RNDN);
    if (c->judges_estimate) {
        if (c->bound.has_estimate)
            note_disagreement(c, vector_const(c->exact_estimate),
                              vector_const(s->estimate), c->bound.estimate);
        vector_set(s->estimate, vector_const(c->exact_estimate), s->nx);
    }
    return true;
}

bool tableau_comparison_has_step(struct tableau_comparison *c, double t, const double *x,
                                 double h) {
    for (int k = 0; k < c->step.nx; k++)
        c->reach[k] = step_kink_reach * c->scale[k];
    return tableau_step_make(&c->step, t, x, h) == REF_OK &&
           tableau_bound_find(&c->bound, t, x, h, c->reach) &&
           (c->reference == NULL || take_reference(c, t, x, h));
}

bool tableau_comparison_judge(struct tableau_comparison *c, double t, const double *x,
                              double h) {
    if (!tableau_comparison_has_step(c, t, x, h)) {
        c->tally.unclear++;
        return false;
    }
    c->tally.compared++;
    tableau_comparison_hold(c, t, x, h);
    if (c->judges_estimate && c->bound.has_estimate)
        compare_estimate(c, t, h);
    return true;
}

void tableau_comparison_make(struct tableau_comparison *c, double h) {
    const struct subject *s = &c->subject;
    if (s->start(s->self, c->t, c->x)) {
        step_tally_fail(&c->tally, s);
        return;
    }
    if (c->reference != NULL) /* a start is projected onto the joints */
        memcpy(c->x, s->state(s->self), (size_t)c->step.nx * sizeof *c->x);
    if (s->step(s->self, h)) {
        step_tally_fail(&c->tally, s);
        return;
    }
    tableau_comparison_judge(c, c->t, c->x, h);
    double t = s->time(s->self);
    memcpy(c->from, s->state(s->self), (size_t)c->step.nx * sizeof *c->from);
    if (s->step(s->self, step_second_part * h))
        step_tally_fail(&c->tally, s);
    else
        tableau_comparison_judge(c, t, c->from, step_second_part * h);
}
