/* The robustness study: what should fail does, and leaves the integrator as it was; the next
 * steps are those without the incident, to the bit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/robustness/study_robustness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/base/status.h"

static int start_wrongly(const struct interrupted_run *w, const struct subject *s,
                         double value) {
    memcpy(w->wrong, w->initial, (size_t)w->nx * sizeof *w->wrong);
    w->wrong[w->nx - 1] = value;
    return s->start(s->self, w->begin, w->wrong);
}

static int start_at_wrong_time(const struct interrupted_run *w, const struct subject *s,
                               double t) {
    return s->start(s->self, t, w->initial);
}

static int make_step(const struct interrupted_run *w, const struct subject *s,
                     double size) {
    return s->step(s->self, size * w->step);
}

/* A step of the run's own size, in which a call of the rates fails. */
#define STEP make_step, 1

#define WITH_FAILURE(call)                                                               \
    { "rates-fail", "call " #call, STEP, false, call, false }
#define WITH_NAN(call)                                                                   \
    { "rates-nan", "call " #call, STEP, true, call, true }

/* Groups stand together. Which call fails decides what the integrator is about: an explicit
 * stage, the first of an iteration, the second sub-step. */
static const struct incident INCIDENT[] = {
    {"start", "state NaN", start_wrongly, NAN, false, 0, false},
    {"start", "state infinite", start_wrongly, INFINITY, false, 0, false},
    {"start", "time NaN", start_at_wrong_time, NAN, false, 0, false},
    {"start", "time infinite", start_at_wrong_time, INFINITY, false, 0, false},
    {"step-zero", "0", make_step, 0, true, 0, false},
    {"step-negative", "-1", make_step, -1, false, 0, false},
    {"step-negative", "-1e-9", make_step, -1e-9, false, 0, false},
    {"step-not-finite", "NaN", make_step, NAN, false, 0, false},
    {"step-not-finite", "infinite", make_step, INFINITY, false, 0, false},
    {"step-not-finite", "minus infinite", make_step, -INFINITY, false, 0, false},
    {"step-huge", "1e6", make_step, 1e6, true, 0, false},
    {"step-huge", "1e200", make_step, 1e200, true, 0, false},
    WITH_FAILURE(1),
    WITH_FAILURE(2),
    WITH_FAILURE(3),
    WITH_FAILURE(5),
    WITH_NAN(1),
    WITH_NAN(2),
    WITH_NAN(3),
    WITH_NAN(5),
};
enum { INCIDENTS = sizeof INCIDENT / sizeof INCIDENT[0] };

/* What came of the incidents of a group. */
struct group {
    int incidents, brought, violations;
    char first[128]; /* the first violation; "" */
    json_t *points;
};

static void note(struct group *g, const struct incident *incident,
                 enum violation violation) {
    const char *text = violation_text(violation);
    g->incidents++;
    g->brought += violation != VIOLATION_NOT_BROUGHT;
    json_array_append_new(g->points, json_pack("{s:s, s:s, s:b}", "incident",
                                               incident->name, "violation", text, "used",
                                               violation != VIOLATION_NOT_BROUGHT));
    if (violation == VIOLATION_NONE || violation == VIOLATION_NOT_BROUGHT)
        return;
    g->violations++;
    if (g->first[0] == '\0')
        snprintf(g->first, sizeof g->first, "; %s: %s", incident->name, text);
}

/* Nothing is asked of a foreign integrator that has not been declared robust. */
static bool is_asked_for(const struct study *s) {
    return !s->foreign || s->declared_robust;
}

static enum verdict judge(const struct group *g, bool is_asked) {
    enum verdict verdict = verdict_at_most(g->violations, 0);
    if (g->brought == 0 || (verdict == VERDICT_FAIL && !is_asked))
        return VERDICT_NOT_ASYMPTOTIC;
    return verdict;
}

static int append_group(const struct study *s, struct results *results, const char *name,
                        enum fast_mode mode, struct group *g) {
    static const char *const MODE[] = {
        [FAST_DEFAULT] = "default", [FAST_FAITHFUL] = "faithful"};
    char quantity[64];
    snprintf(quantity, sizeof quantity, "robustness:%s", name);
    const bool is_asked = is_asked_for(s);
    struct result r = result_begin(s->model, "robustness", "double", quantity);
    r.mode = s->options != NULL ? MODE[mode] : NULL;
    r.grade = "none";
    r.value = r.low = r.high = g->violations;
    r.expected = r.tolerance = 0;
    r.points = json_incref(g->points);
    r.verdict = judge(g, is_asked);
    r.required = is_asked && g->brought > 0;
    if (g->brought == 0)
        return result_append(results, s, &r,
                             "the integrator does not call the rates in a way that can "
                             "be made to fail");
    return result_append(results, s, &r,
                         "of %d incidents those after which the integrator is not as it "
                         "was before%s",
                         g->brought, g->first);
}

/* A foreign integrator's first steps may fail on a model that is not for it. */
static int append_unable(const struct study *s, const char *why,
                         struct results *results) {
    struct result r = result_begin(s->model, "robustness", "double", "robustness:start");
    r.grade = "none";
    r.required = false;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &r, "%s", why);
}

static int study_mode(const struct study *s, enum fast_mode mode, struct results *results,
                      struct diagnostic *d) {
    struct interrupted_run run;
    int failed = interrupted_run_init(&run, s, mode, d);
    if (failed && !is_asked_for(s)) {
        interrupted_run_clear(&run);
        return append_unable(s, d->text, results);
    }
    for (int i = 0; i < INCIDENTS && !failed;) {
        struct group g = {.points = json_array()};
        const char *name = INCIDENT[i].group;
        for (; i < INCIDENTS && strcmp(INCIDENT[i].group, name) == 0; i++)
            note(&g, &INCIDENT[i], interrupted_run_try(&run, &INCIDENT[i]));
        failed = append_group(s, results, name, mode, &g);
        json_decref(g.points);
    }
    interrupted_run_clear(&run);
    return failed;
}

int study_robustness(const struct study *s, struct results *results,
                     struct diagnostic *d) {
    int failed = study_mode(s, FAST_DEFAULT, results, d);
    if (!failed && s->options != NULL) /* a method of fast */
        failed = study_mode(s, FAST_FAITHFUL, results, d);
    return failed;
}
