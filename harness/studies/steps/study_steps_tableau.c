/* Single steps of a foreign integrator against those of the method that its fingerprint
 * names, in MPFR from the same doubles: what is left is round-off, within a bound, or a
 * fault. An implicit method's own iteration may leave more, as its tolerances are its own.
 *
 * From several states along the integrator's own trajectory, steps of several sizes: the
 * first after a fresh start, the second going on from there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps_tableau.h"

#include <math.h>
#include <string.h>

#include "harness/results/study.h"
#include "harness/studies/common/study_traits.h"
#include "problems/model.h"

/* Steps compared: parts of the span, none of them a power of two. */
static const double DIVISOR[] = {29, 57, 229, 1021, 4093};
enum { SIZES = sizeof DIVISOR / sizeof DIVISOR[0] };

/* States that steps are made from, and steps between two of them. Beyond so many components
 * a step costs a hundredth of a second. */
enum {
    GATE_STATES = 5,
    REPORT_STATES = 12,
    LARGE_STATES = 2,
    LARGE_STATE = 20,
    STEPS_BETWEEN = 8
};

/* An implicit method's iteration is taken to have ended by its own tolerance when the
 * difference is below this part of what the step has changed. */
static const double iteration_part = 1e-5;

bool tableau_comparison_go_on(struct tableau_comparison *c, int states) {
    const struct subject *s = &c->subject;
    double h = c->span / (states * STEPS_BETWEEN);
    if (s->start(s->self, c->t, c->x) || subject_steps(s, h, STEPS_BETWEEN))
        return false;
    c->t = s->time(s->self);
    memcpy(c->x, s->state(s->self), (size_t)c->step.nx * sizeof *c->x);
    return true;
}

static int count_states(const struct study *s, int nx) {
    if (s->effort != STUDY_GATE)
        return REPORT_STATES;
    return nx > LARGE_STATE ? LARGE_STATES : GATE_STATES;
}

void tableau_comparison_make_all(struct tableau_comparison *c) {
    int states = count_states(c->study, c->step.nx);
    bool going = true;
    for (int k = 0; k < states && going; k++) {
        for (int i = 0; i < c->step.nx; i++) {
            c->scale[i] = fmax(c->scale[i], fabs(c->x[i]));
            if (c->scale[i] == 0)
                c->scale[i] = 1;
        }
        for (int i = 0; i < SIZES; i++)
            tableau_comparison_make(c, c->span / DIVISOR[i]);
        going = tableau_comparison_go_on(c, states);
    }
}

/* Beyond the bound an implicit method may be what its tolerances make it. How joints enter a step,
 * the weights of systems without joints do not say: the stabilised Euler method of Gear, Gupta and
 * Leimkuhler has those of backward Euler. */
static enum verdict judge_all(const struct tableau_comparison *c, double ratio) {
    enum verdict verdict = verdict_at_most(ratio, 1);
    if (verdict == VERDICT_FAIL && c->study->model->joints > 0)
        return VERDICT_NOT_ASYMPTOTIC;
    if (verdict == VERDICT_FAIL && !c->step.is_explicit &&
        c->worst_part <= iteration_part)
        return VERDICT_NOT_ASYMPTOTIC;
    return verdict;
}

static const char *explain(const struct tableau_comparison *c, enum verdict verdict) {
    if (verdict != VERDICT_NOT_ASYMPTOTIC)
        return "";
    return c->study->model->joints > 0
               ? "; how the joints enter its steps the fingerprint has not seen"
               : "; it is what an iteration's tolerance may leave";
}

int tableau_comparison_append(const struct tableau_comparison *c, enum step_quantity q,
                              const char *quantity, const char *name,
                              struct results *results) {
    const struct step_tally *t = &c->tally;
    const struct step_finding *worst = &t->worst[q];
    struct result r = step_tally_begin(t, c->study, q, quantity);
    r.mode = NULL;
    if (worst->ratio < 0) {
        r.required = false;
        return step_tally_append_none(t, c->study, &r, name, "", results);
    }
    r.value = r.high = worst->ratio;
    r.low = 0;
    r.verdict = judge_all(c, worst->ratio);
    r.required = r.required && r.verdict != VERDICT_NOT_ASYMPTOTIC;
    return result_append(
        results, c->study, &r,
        "largest difference of %ld steps from those of %s, in units of what rounding may "
        "make; the largest in %s at t = %.6g, h = %.4g%s",
        t->compared, name,
        worst->component < 0 ? "the time" : c->study->model->state[worst->component],
        worst->t, worst->h, explain(c, r.verdict));
}

int study_steps_tableau(const struct study *s, struct results *results,
                        struct diagnostic *d) {
    struct tableau_comparison c;
    const char *name = study_traits(s).known;
    if (name == NULL)
        return 0;
    int failed = tableau_comparison_init(&c, s, name, TABLEAU_ACCURACY, d);
    if (!failed) {
        tableau_comparison_make_all(&c);
        failed =
            tableau_comparison_append(&c, STEP_RESULT, "step-roundoff", name, results) ||
            (c.judges_estimate && tableau_comparison_append(
                                      &c, STEP_ESTIMATE, "step-estimate", name, results));
    }
    tableau_comparison_clear(&c);
    return failed;
}
