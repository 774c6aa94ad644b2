/* The settling study: stacks that are at rest stay so, and carry the weight above.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/study_settling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/graph/expr.h"

/* What is asked of bricks 10 high after 10 s, and of all stacks here. */
static const double most_kinetic = 1e-12, most_drift = 1e-9; /* J, m */
static const double most_unverified = 1e-3;

/* Accelerations of neighbours that differ by this part of the ground's are the same. */
static const double alike = 1e-12;

static const struct settling_case cases[] = {
    {"ten", {{"n", "10"}}, false, false, true},
    {"heavy-top", {{"n", "11"}, {"top", "1000"}}, false, false, true},
    {"heavy-bottom", {{"n", "11"}, {"bottom", "1000"}}, false, false, true},
    {"offset", {{"n", "10"}, {"offset", "0.02"}}, true, false, true},
    {"hundred", {{"n", "100"}}, false, false, false},
    {"thousand", {{"n", "1000"}}, false, true, false},
};

static int append(const struct study *s, struct model *m, const char *quantity,
                  const char *label, double value, double bound,
                  const struct settling_run *run, const char *words,
                  struct results *results) {
    struct result r = result_begin(m, "settling", "double", quantity);
    const bool is_whole = run->why.text[0] == '\0';
    struct study one = *s;
    r.component = label;
    r.grade = "closed-form";
    result_hold(&r, value, bound);
    r.required = true;
    r.points = run->levels != NULL && strcmp(quantity, "forces") == 0
                   ? json_incref(run->levels)
                   : NULL;
    if (!is_whole)
        r.verdict = VERDICT_FAIL;
    return result_append(results, &one, &r, "%s, %ld steps of %g s%s", words, run->steps,
                         run->h, run->why.text);
}

static int append_forces(const struct study *s, struct model *m, const char *label,
                         const struct settling_run *run, struct results *results) {
    return append(s, m, "forces", label, run->force, run->tolerance, run,
                  "normal forces of a level against the weight above it, largest "
                  "relative difference",
                  results);
}

static int append_all(const struct study *s, struct model *m, const char *label,
                      const struct settling_run *run, struct results *results) {
    double share = run->steps > 0 ? (double)run->unverified / (double)run->steps : NAN;
    return append(s, m, "kinetic", label, run->kinetic, most_kinetic, run,
                  "kinetic energy at the end", results) ||
           append(s, m, "drift", label, run->drift, most_drift, run,
                  "how far positions have moved since the start", results) ||
           (run->tells_impulses && append_forces(s, m, label, run, results)) ||
           (!s->foreign &&
            append(s, m, "unverified", label, share, most_unverified, run,
                   "share of steps with a solve that could not be verified", results));
}

static int study_rest(const struct study *s, struct model *m, const char *label,
                      struct results *results, struct diagnostic *d) {
    struct settling_run run = {.kinetic = NAN, .drift = NAN, .force = NAN};
    int failed = settling_rest(s, m, &run, d);
    failed = failed || append_all(s, m, label, &run, results);
    json_decref(run.levels);
    return failed;
}

/* Whether a model has what the case sets. */
static bool fits(const struct settling_case *c, const struct study *s) {
    const struct model *m = s->model;
    bool has_points = m->contacts > m->size_value[0];
    if ((c->of_points && !has_points) || (c->of_lines && m->nv > m->contacts) ||
        (!c->in_gate && s->effort == STUDY_GATE))
        return false;
    for (int k = 0; k < SETTLING_SETTINGS && c->setting[k].name != NULL; k++)
        if (model_find_size(m, c->setting[k].name) < 0 &&
            model_find_parameter(m, c->setting[k].name) < 0)
            return false;
    return true;
}

static int count_settings(const struct settling_case *c) {
    int count = 0;
    while (count < SETTLING_SETTINGS && c->setting[count].name != NULL)
        count++;
    return count;
}

/* A model of the same text under other settings. */
static int read_case(struct model **m, const struct study *s,
                     const struct settling_case *c, struct diagnostic *d) {
    const char *text = s->model->text;
    return model_parse(m, s->model->path, text, strlen(text), count_settings(c),
                       c->setting, d) != PROBLEM_OK;
}

static int study_case(const struct study *s, const struct settling_case *c,
                      struct results *results, struct diagnostic *d) {
    struct model *m = NULL;
    if (read_case(&m, s, c, d))
        return -1;
    int failed = study_rest(s, m, c->label, results, d);
    model_free(m);
    return failed;
}

/* A stack of bricks, ten high, kicked. */
static int study_violence(const struct study *s, struct results *results,
                          struct diagnostic *d) {
    static const struct settling_case ten = {.label = "violent",
                                             .setting = {{"n", "10"}}};
    struct model *m = NULL;
    if (s->effort == STUDY_GATE || s->model->contacts == s->model->size_value[0])
        return 0;
    if (read_case(&m, s, &ten, d))
        return -1;
    int failed = settling_violent(s, m, results, d);
    model_free(m);
    return failed;
}

/* What friction a contact may have at rest; 0: none. */
static double friction_at_rest(const struct model *m, int contact) {
    double mu = 0;
    if (expr_constant_double(m->graph, m->contact[contact].static_friction, &mu) !=
        PROBLEM_OK)
        return INFINITY; /* it depends on the state */
    return mu;
}

/* Whether the free accelerations carry all bodies alike, and along the ground by more than friction
 * holds, |a_t| > mu |a_n|: the stack slides as a whole. */
static bool slides(const struct contact_stack *s, const struct model *m,
                   struct contact_reference *reference, double t, const double *x) {
    double *row = calloc((size_t)model_contact_rows(m) + 1, sizeof *row);
    bool does = row != NULL;
    if (does)
        contact_reference_rows(reference, t, x, contact_reference_rates(reference, t, x),
                               row);
    for (int c = 0; c < m->contacts && does; c++) {
        const double *a = row + s->row[c];
        const int along = m->contact[c].slides;
        const double tangent = along > 1 ? hypot(a[1], a[2]) : along > 0 ? fabs(a[1]) : 0;
        if (c < s->each)
            does = tangent > friction_at_rest(m, c) * fabs(a[0]);
        else
            does = fabs(a[0]) + tangent <= alike * fabs(row[s->row[0]]);
    }
    free(row);
    return does;
}

/* Whether nothing moves at the start, everything touches, each level has a weight above, and
 * friction may hold it. */
static bool rests(const struct model *m, struct contact_reference *reference, double t,
                  const double *x) {
    struct contact_stack stack;
    bool all = contact_stack_find(&stack, m, reference, t, x) == 0;
    for (int k = 0; all && k < stack.levels; k++)
        all = stack.weight[k] > 0;
    all = all && !slides(&stack, m, reference, t, x);
    for (int i = m->nq; i < m->nq + m->nv; i++)
        all &= x[i] == 0;
    const double *gap = contact_reference_gaps(reference, t, x);
    for (int i = 0; i < m->contacts; i++)
        all &= fabs(gap[i]) <= most_drift;
    contact_stack_clear(&stack);
    return all;
}

/* Whether a model is a stack at rest. Nonzero: *d says why that is not known. */
static int is_at_rest(struct model *m, bool *is, struct diagnostic *d) {
    struct contact_reference *reference = NULL;
    double t, *x = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *x);
    int failed = 0;
    if (x == NULL || contact_reference_alloc(&reference, m) != PROBLEM_OK)
        failed = message_set(d, "%s: out of memory", m->name);
    else
        failed = initial_in_double(m, &t, x, d);
    *is = !failed && rests(m, reference, t, x);
    contact_reference_free(reference);
    free(x);
    return failed;
}

int study_settling(const struct study *s, struct results *results, struct diagnostic *d) {
    bool is_stack = false;
    if (s->model->contacts == 0 || s->model->sizes == 0)
        return 0;
    int failed = is_at_rest(s->model, &is_stack, d);
    if (failed || !is_stack)
        return failed;
    failed = study_rest(s, s->model, "own", results, d);
    for (size_t i = 0; i < sizeof cases / sizeof *cases && !failed; i++)
        if (fits(&cases[i], s))
            failed = study_case(s, &cases[i], results, d);
    return failed || (!s->foreign && study_violence(s, results, d));
}
