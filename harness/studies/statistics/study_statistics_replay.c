/* Runs in faithful mode against the reference's replay of the algorithm in 53 bits:
 * counters and decisions must be the same. Where they are not, the first decision that
 * differs is named (study_statistics_replay_examine.c has when rounding excuses it).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/study_statistics_replay.h"

#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/model.h"

static json_t *point_of(const struct statistics_setting *setting,
                        const struct replay_finding *f, const struct decisions *ours,
                        const struct decisions *replayed) {
    json_t *point = json_object();
    json_object_set_new(point, "setting", json_string(setting->name));
    json_object_set_new(point, "differences", json_integer(f->differences));
    if (f->differences > 0)
        json_object_set_new(point, "counter", json_string(f->counter));
    if (f->place < 0)
        return point;
    json_object_set_new(point, "decision", json_integer(f->place));
    json_object_set_new(point, "margin", json_number(f->margin));
    json_object_set_new(point, "rounding", json_number(f->noise));
    json_object_set_new(point, "rounding-sensitive", json_boolean(f->sensitive));
    const struct decisions *const both[] = {ours, replayed};
    static const char *const KEY[] = {"double", "replay"};
    for (int k = 0; k < 2; k++) {
        if (f->place >= both[k]->count)
            continue;
        const struct pair_decision *x = &both[k]->decision[f->place];
        json_object_set_new(point, KEY[k],
                            json_pack("{s:s, s:i, s:o, s:o, s:o, s:o}", "kind",
                                      decisions_kind_text(x->kind), "outcome", x->outcome,
                                      "t", json_number(x->t), "h", json_number(x->h),
                                      "value", json_number(x->value), "limit",
                                      json_number(x->limit)));
    }
    return point;
}

/* Puts a decision into words; "the end" when there is none at that place. */
static void describe(char *text, size_t size, const struct decisions *d, long place) {
    if (place >= d->count) {
        snprintf(text, size, "the end");
        return;
    }
    const struct pair_decision *x = &d->decision[place];
    int length = snprintf(text, size, "%s (outcome %d) at t = %g, h = %g",
                          decisions_kind_text(x->kind), x->outcome, x->t, x->h);
    bool has_numbers = isfinite(x->value) && x->limit > 0;
    if (has_numbers && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ", %g against a limit of %g",
                 x->value, x->limit);
}

/* One sentence about a difference. */
static void tell(char *text, size_t size, const struct statistics_setting *setting,
                 const struct replay_finding *f, const struct decisions *ours,
                 const struct decisions *replayed) {
    char one[192], other[192];
    if (f->place < 0) {
        snprintf(text, size,
                 "; in the run '%s' all decisions are the same, but %s is counted "
                 "otherwise",
                 setting->name, f->counter);
        return;
    }
    describe(one, sizeof one, replayed, f->place);
    describe(other, sizeof other, ours, f->place);
    int length = snprintf(text, size,
                          "; in the run '%s' decision %ld is the first that differs: in "
                          "the replay %s; in double %s",
                          setting->name, f->place, one, other);
    if (length < 0 || (size_t)length >= size)
        return;
    text += length;
    size -= (size_t)length;
    if (isnan(f->margin))
        snprintf(text, size, "; no number decides between them");
    else
        snprintf(text, size, "; margin %.2g, rounding %.2g%s", f->margin, f->noise,
                 f->sensitive ? ": rounding-sensitive" : "");
}

/* What all runs come to. */
struct summary {
    json_t *points;
    int runs, differing, sensitive;
    char text[640];
};

static int compare_run(struct summary *sum, const struct study *s,
                       const struct statistics_setting *setting,
                       const struct statistics_outcome *outcome) {
    struct decisions replayed;
    struct replay_finding f;
    int failed = replay_examine(&f, &replayed, s, setting, outcome);
    if (!failed) {
        bool differs = f.differences > 0 || f.place >= 0;
        bool fault = differs && !f.sensitive;
        json_array_append_new(sum->points,
                              point_of(setting, &f, &outcome->decisions, &replayed));
        if (differs && (sum->differing == sum->sensitive || fault))
            tell(sum->text, sizeof sum->text, setting, &f, &outcome->decisions,
                 &replayed);
        sum->runs++;
        sum->differing += differs;
        sum->sensitive += differs && f.sensitive;
    }
    decisions_clear(&replayed);
    return failed;
}

/* Dense arithmetic in MPFR: larger models are left to the fuller study, and the largest
 * to none. */
static bool is_worth(const struct study *s, const struct statistics_setting *setting,
                     const struct statistics_outcome *outcome, int chosen) {
    enum { gate_runs = 3 };
    const double most_operations = s->effort == STUDY_GATE ? 2e6 : 4e7;
    double n = s->model->nq + s->model->nv + s->model->nz;
    double operations =
        n * n * n / 3 * (double)outcome->pair.factorizations +
        n * n * (double)(outcome->pair.newton_iters + outcome->pair.derivative_evals);
    return statistics_is_faithful(setting) && outcome->decisions.count > 0 &&
           !outcome->decisions.lost && operations <= most_operations &&
           (s->effort == STUDY_REPORT || chosen < gate_runs);
}

int statistics_replay(const struct statistics_runs *runs, struct results *results,
                      struct diagnostic *d) {
    const struct study *s = runs->study;
    struct summary sum = {.points = json_array()};
    int failed = sum.points == NULL;
    for (int k = 0; k < runs->count && !failed; k++)
        if (is_worth(s, &runs->setting[k], &runs->outcome[k], sum.runs))
            failed = compare_run(&sum, s, &runs->setting[k], &runs->outcome[k]);
    if (failed || sum.runs == 0) {
        json_decref(sum.points);
        return failed ? message_set(d, "%s: the replay: out of memory", s->model->name)
                      : 0;
    }
    struct result r = result_begin(s->model, "statistics", "mpfr:53", "replay");
    r.low = sum.differing - sum.sensitive;
    result_hold(&r, r.low, 0);
    r.required = true;
    r.grade = "discrete";
    r.points = sum.points;
    return result_append(results, s, &r,
                         "counters and decisions equal the replay's in %d of %d runs%s",
                         sum.runs - sum.differing, sum.runs, sum.text);
}
