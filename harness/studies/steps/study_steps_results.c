/* The results about single steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "fast/options.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "harness/studies/steps/study_steps.h"

/* In default mode the iteration's error is to be below the estimate, which then means what it
 * says. The original's own rule promises nothing of the kind, nor does anybody else. */
static const char *tell_why_not_judged(const struct study *s) {
    if (s->options == NULL)
        return "; not judged: nothing is promised of it";
    return s->options->integrator.mode == FAST_DEFAULT
               ? ""
               : "; not judged: the original's rule is absolute";
}

static int append_residual(struct steps *p, struct results *results) {
    const struct step_residual *w = &p->residual;
    struct result r = result_begin(p->study->model, "gap", "double", "newton-residual");
    bool judged = p->study->options && p->study->options->integrator.mode == FAST_DEFAULT;
    r.mode = result_mode(p->study);
    r.grade = "discrete";
    r.points = json_incref(p->residuals);
    r.required = r.required && judged;
    if (w->ratio < 0) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        return result_append(results, p->study, &r, "no step could be compared");
    }
    r.value = r.low = r.high = w->ratio;
    r.verdict = VERDICT_PASS;
    if (judged) {
        r.expected = 0;
        r.tolerance = 1;
        r.verdict = verdict_at_most(w->ratio, r.tolerance);
    }
    return result_append(results, p->study, &r,
                         "largest change of a step's result or estimate when Newton's "
                         "iteration ends by the "
                         "method's own rule, in units of the error estimate: %.3g of "
                         "%.3g in a step of h = %.4g from t = "
                         "%.6g%s",
                         w->change, w->estimate, w->h, w->t,
                         tell_why_not_judged(p->study));
}

static int append_comparison(struct steps *p, struct results *results,
                             enum step_quantity q, const char *quantity) {
    const struct step_tally *t = &p->comparison.tally;
    struct result r = step_tally_begin(t, p->study, q, quantity);
    return step_tally_append(t, p->study, q, &r, VERDICT_PASS, "", results);
}

int steps_results(struct steps *p, struct results *results) {
    int failed = append_comparison(p, results, STEP_RESULT, "step-roundoff");
    if (p->own.estimate)
        failed |= append_comparison(p, results, STEP_ESTIMATE, "step-estimate") |
                  append_residual(p, results);
    return failed;
}
