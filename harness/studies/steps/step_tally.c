/* What all steps come to, and how it is told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/study.h"
#include "harness/studies/steps/study_steps.h"
#include "problems/model.h"

/* |difference| in units in the last place of the magnitude; not finite when that is zero, as
 * far as double can tell. */
static double ulps_of(const struct step_finding *found) {
    double size = found->magnitude;
    if (!(size >= DBL_MIN))
        return NAN;
    return fabs(found->difference) / (nextafter(size, INFINITY) - size);
}

void step_tally_init(struct step_tally *t) {
    *t = (struct step_tally){.compared = 0};
    for (int q = 0; q < STEP_QUANTITIES; q++) {
        t->worst[q].ratio = -1;
        t->points[q] = json_array();
    }
}

void step_tally_clear(struct step_tally *t) {
    for (int q = 0; q < STEP_QUANTITIES; q++)
        json_decref(t->points[q]);
}

void step_tally_note(struct step_tally *t, enum step_quantity q, const struct model *m,
                     const struct step_finding *found) {
    if (!(found->ratio <= t->worst[q].ratio))
        t->worst[q] = *found;
    const char *name = found->component < 0 ? "t" : m->state[found->component];
    json_t *point =
        json_pack("{s:o, s:o, s:s, s:o, s:o}", "t", json_number(found->t), "h",
                  json_number(found->h), "component", name, "difference",
                  json_number(found->difference), "bound", json_number(found->bound));
    if (!(found->magnitude < 0))
        json_object_set_new(point, "ulps", json_number(ulps_of(found)));
    json_object_set_new(point, "used", json_true());
    json_array_append_new(t->points[q], point);
}

void step_tally_fail(struct step_tally *t, const struct subject *s) {
    t->failed++;
    message_set(&t->why, "%s", s->why(s->self));
}

struct result step_tally_begin(const struct step_tally *t, const struct study *s,
                               enum step_quantity q, const char *quantity) {
    struct result r = result_begin(s->model, "gap", "double", quantity);
    r.mode = result_mode(s);
    r.grade = "discrete";
    r.expected = 0;
    r.tolerance = 1;
    r.points = json_incref(t->points[q]);
    return r;
}

int step_tally_append_none(const struct step_tally *t, const struct study *s,
                           struct result *r, const char *with, const char *more,
                           struct results *results) {
    r->verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, r,
                         "no step could be compared%s%s: %ld have no bound, %ld have "
                         "failed%s%s%s",
                         with != NULL ? " with one of " : "", with != NULL ? with : "",
                         t->unclear, t->failed, t->failed ? ": " : "", t->why.text, more);
}

static const char *advise(enum step_quantity q) {
    return q == STEP_RESULT ? ": the step is another one; look at the coefficients, the "
                              "times and the states that the rates are evaluated at"
                            : ": look at the estimate's sign and factor, and which two "
                              "results it is the difference of";
}

/* "6.9e-16 (0.78 ulp)", without the brackets where ulps have no meaning. */
static void tell_difference(char *text, size_t size, const struct step_finding *found) {
    const double ulps = ulps_of(found);
    if (isfinite(ulps))
        snprintf(text, size, "%.3g (%.3g ulp)", found->difference, ulps);
    else
        snprintf(text, size, "%.3g", found->difference);
}

int step_tally_append(const struct step_tally *t, const struct study *s,
                      enum step_quantity q, struct result *r, enum verdict other_verdict,
                      const char *other, struct results *results) {
    const struct step_finding *w = &t->worst[q];
    char difference[64];
    if (w->ratio < 0)
        return step_tally_append_none(t, s, r, NULL, other, results);
    r->value = r->low = r->high = w->ratio;
    r->verdict = verdict_worse(verdict_at_most(w->ratio, r->tolerance), other_verdict);
    if (t->failed > t->compared) /* too few have been seen for a pass */
        r->verdict = verdict_worse(r->verdict, VERDICT_NOT_ASYMPTOTIC);
    tell_difference(difference, sizeof difference, w);
    return result_append(
        results, s, r,
        "%ld steps; the worst is %s after a step of h = %.4g from t = %.6g: off by %s, "
        "bound %.3g%s%s; not compared: %ld without a bound, %ld failed%s%s",
        t->compared, w->component < 0 ? "the time" : s->model->state[w->component], w->h,
        w->t, difference, w->bound, w->ratio > 1 ? advise(q) : "", other, t->unclear,
        t->failed, t->failed ? ": " : "", t->failed ? t->why.text : "");
}
