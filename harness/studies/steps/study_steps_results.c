/* The results about single steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/studies/steps/study_steps.h"

static struct result begin_result(const struct steps *p, const char *quantity,
                                  json_t *points) {
    struct result r = result_begin(p->study->model, "gap", "double", quantity);
    r.mode = result_mode(p->study);
    r.grade = "discrete";
    r.points = json_incref(points);
    return r;
}

static const char *advise(enum step_quantity q) {
    return q == STEP_RESULT ? ": the step solves other equations, and the reference's "
                              "order and gap are not its own"
                            : ": the estimate is not large step minus half steps";
}

/* "6.9e-16 (0.78 ulp)", without the brackets where ulps have no meaning. */
static void tell_difference(char *text, size_t size, const struct step_finding *found) {
    double ulps = step_ulps(found);
    if (isfinite(ulps))
        snprintf(text, size, "%.3g (%.3g ulp)", found->difference, ulps);
    else
        snprintf(text, size, "%.3g", found->difference);
}

static int append_comparison(struct steps *p, struct results *results,
                             enum step_quantity q, const char *quantity) {
    const struct step_comparison *c = &p->comparison;
    const struct step_finding *w = &c->worst[q];
    struct result r = begin_result(p, quantity, c->points[q]);
    r.expected = 0;
    r.tolerance = 1;
    if (w->ratio < 0) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        return result_append(
            results, p->study, &r,
            "no step could be compared: %ld failed, %ld without a bound; %s", p->failed,
            c->unclear, p->why.text);
    }
    r.value = r.low = r.high = w->ratio;
    r.verdict = verdict_at_most(w->ratio, r.tolerance);
    if (p->failed > c->compared) /* too few have been seen for a pass */
        r.verdict = verdict_worse(r.verdict, VERDICT_NOT_ASYMPTOTIC);
    const char *name =
        w->component < 0 ? "the time" : p->study->model->state[w->component];
    char difference[64];
    tell_difference(difference, sizeof difference, w);
    return result_append(
        results, p->study, &r,
        "%ld steps; the worst is %s after a step of h = %.4g from t = %.6g: off by %s, "
        "bound %.3g%s; not compared: %ld without a bound, %ld failed%s%s",
        c->compared, name, w->h, w->t, difference, w->bound,
        r.verdict == VERDICT_FAIL ? advise(q) : "", c->unclear, p->failed,
        p->failed ? ": " : "", p->failed ? p->why.text : "");
}

/* In default mode the iteration's error is to be below the estimate, which then means what it
 * says. The original's own rule promises nothing of the kind. */
/* Default mode promises a residual below the estimate; nobody else does. */
static const char *tell_why_not_judged(const struct study *s) {
    if (s->options == NULL)
        return "; not judged: nothing is promised of it";
    return s->options->integrator.mode == FAST_DEFAULT
               ? ""
               : "; not judged: the original's rule is absolute";
}

static int append_residual(struct steps *p, struct results *results) {
    const struct step_residual *w = &p->residual;
    struct result r = begin_result(p, "newton-residual", p->residuals);
    bool judged = p->study->options && p->study->options->integrator.mode == FAST_DEFAULT;
    if (w->ratio < 0) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        r.required = r.required && judged;
        return result_append(results, p->study, &r, "no step could be compared");
    }
    r.value = r.low = r.high = w->ratio;
    r.required = r.required && judged;
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

int steps_results(struct steps *p, struct results *results) {
    int failed = append_comparison(p, results, STEP_RESULT, "step-roundoff");
    if (p->own.estimate)
        failed |= append_comparison(p, results, STEP_ESTIMATE, "step-estimate");
    return p->own.estimate ? failed | append_residual(p, results) : failed;
}
