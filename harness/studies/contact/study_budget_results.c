/* What the budget study found, as results: each the largest of something in units of its bound,
 * at most 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/studies/contact/study_budget.h"
#include "problems/model.h"

/* Of a thousand solves one may be unverified, as is asked of ten bricks that are kicked; worse
 * scenes are not judged up to ten times that. */
static const double most_unverified = 1e-3, surely_too_many = 1e-2;

static const char *const item_name[BUDGET_ITEMS] = {
    [BUDGET_MOMENTUM] = "momentum",     [BUDGET_CHAIN] = "momentum:chain",
    [BUDGET_FORCE] = "momentum:forces", [BUDGET_ROWS] = "velocities",
    [BUDGET_ENERGY] = "energy",         [BUDGET_DISSIPATE] = "energy:dissipation",
    [BUDGET_JUDGE] = "law:judge",       [BUDGET_RISE] = "energy-rise",
};

static const char *const item_words[BUDGET_ITEMS] = {
    [BUDGET_MOMENTUM] = "M (v - v_free) = J^T r + G^T lambda in every solve",
    [BUDGET_CHAIN] = "every solve, and the step, begins where the one before ended",
    [BUDGET_FORCE] = "the load is h times the model's free rates half way",
    [BUDGET_ROWS] = "the contacts' velocities are the model's own, interpreted",
    [BUDGET_ENERGY] = "the change of kinetic energy told is the work of the impulses",
    [BUDGET_DISSIPATE] = "no solve adds energy but for what moving obstacles give",
    [BUDGET_JUDGE] = "no violation exceeds what the answer's own residual allows",
    [BUDGET_RISE] =
        "no impact, its rounds together, adds energy but for obstacles that move",
};

static const char *budget_phase_name(enum contact_phase phase) {
    static const char *const name[BUDGET_PHASES] = {"compression", "expansion", "load",
                                                    "position"};
    return name[phase];
}

static json_t *points_of(const struct budget_worst *w) {
    return w->count == 0
               ? json_array()
               : json_pack("[{s:o, s:s, s:i, s:o, s:I}]", "t", json_number(w->t), "phase",
                           budget_phase_name((enum contact_phase)w->phase), "where",
                           w->where, "value", json_number(w->value), "looked_at",
                           (json_int_t)w->count);
}

/* What never came up passes: the reason says so. A run that ended early is no pass. */
static int append(const struct budget *b, const struct budget_run *run, const char *name,
                  const struct budget_worst *w, const char *words,
                  struct results *results) {
    struct result r = result_begin(b->model, "budget", "double", name);
    const bool is_whole = run->why.text[0] == '\0';
    r.grade = "none";
    r.value = w->count > 0 ? w->value : 0;
    r.high = r.value;
    r.tolerance = 1;
    r.required = true;
    r.points = points_of(w);
    r.verdict = is_whole ? verdict_at_most(r.value, r.tolerance) : VERDICT_FAIL;
    return result_append(results, b->study, &r,
                         "%s: the largest defect in units of its bound, %s, %d steps of "
                         "%.3g, %ld looked at%s",
                         words, run->law, run->steps, run->h, w->count, run->why.text);
}

static int append_laws(const struct budget *b, const struct budget_run *run,
                       struct results *results) {
    int failed = 0;
    for (int k = 0; k < CONTACT_LAWS; k++) {
        char name[64];
        if (k == LAW_JOINTS && b->model->joints == 0)
            continue;
        snprintf(name, sizeof name, "law:%s", contact_law_name((enum contact_law)k));
        failed |=
            append(b, run, name, &b->law[k],
                   "the law holds in every solve that is told to be verified", results);
    }
    return failed;
}

static json_t *describe_phases(const struct budget *b) {
    json_t *list = json_array();
    for (int k = 0; k < BUDGET_PHASES; k++)
        json_array_append_new(list,
                              json_pack("{s:s, s:I, s:o, s:o}", "phase",
                                        budget_phase_name((enum contact_phase)k),
                                        "solves", (json_int_t)b->solves[k], "momentum",
                                        json_number(b->phase_momentum[k].value), "energy",
                                        json_number(b->phase_energy[k].value)));
    return list;
}

/* The points of energy and momentum are the phases'. */
static int append_items(const struct budget *b, const struct budget_run *run,
                        struct results *results) {
    int failed = 0;
    for (int k = 0; k < BUDGET_RISE; k++)
        failed |= append(b, run, item_name[k], &b->item[k], item_words[k], results);
    return failed;
}

static int append_verdicts(const struct budget *b, const struct budget_run *run,
                           struct results *results) {
    struct result r = result_begin(b->model, "budget", "double", "unverified");
    long all = 0, bad = b->verdicts[CONTACT_NOT_VERIFIED] +
                        b->verdicts[CONTACT_ILL_CONDITIONED] +
                        b->verdicts[CONTACT_INFEASIBLE];
    for (int k = 0; k < CONTACT_VERDICTS; k++)
        all += b->verdicts[k];
    r.grade = "none";
    r.value = all > 0 ? (double)bad / (double)all : 0;
    r.tolerance = most_unverified;
    r.required = false;
    r.points = describe_phases(b);
    r.verdict = verdict_at_most(r.value, most_unverified);
    if (r.verdict == VERDICT_FAIL && r.value <= surely_too_many)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    if (run->why.text[0] != '\0')
        r.verdict = VERDICT_FAIL;
    return result_append(
        results, b->study, &r,
        "share of solves that could not be verified: tight %ld, verified "
        "%ld, not verified %ld, ill-conditioned %ld, infeasible %ld%s",
        b->verdicts[CONTACT_TIGHT], b->verdicts[CONTACT_VERIFIED],
        b->verdicts[CONTACT_NOT_VERIFIED], b->verdicts[CONTACT_ILL_CONDITIONED],
        b->verdicts[CONTACT_INFEASIBLE], run->why.text);
}

static int append_series(const struct budget *b, const struct budget_run *run,
                         struct results *results) {
    struct result r = result_begin(b->model, "budget", "double", "energy-series");
    r.grade = "none";
    r.required = false;
    r.verdict = VERDICT_PASS;
    r.value = b->sums.kinetic;
    r.points = run->series;
    return result_append(results, b->study, &r,
                         "kinetic energy over time, and the work since the start: of "
                         "forces, and of impulses in compression, expansion and load");
}

int budget_results(const struct budget *b, const struct budget_run *run, bool all,
                   struct results *results) {
    char name[64];
    snprintf(name, sizeof name, "%s:%s", item_name[BUDGET_RISE], run->law);
    int failed =
        append(b, run, name, &b->item[BUDGET_RISE], item_words[BUDGET_RISE], results);
    if (!all)
        return failed;
    return failed | append_laws(b, run, results) | append_items(b, run, results) |
           append_verdicts(b, run, results) | append_series(b, run, results);
}
