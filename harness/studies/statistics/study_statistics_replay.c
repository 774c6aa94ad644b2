/* Runs in faithful mode against the reference's replay of the algorithm in 53 bits:
 * counters and decisions must be the same. Where they are not, the first decision that
 * differs is named, with its margin |value - limit| / limit, the smaller of the two. It
 * is rounding-sensitive, and no fault, when rounding alone brings about as much: when the
 * replay in 120 bits (which takes the differences of its Jacobians in 53) decides
 * otherwise there or earlier, or differs from that in 53 bits, at that decision, by a
 * 16th of the margin or more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/studies/statistics/study_statistics.h"
#include "ref/ref.h"

enum { DOUBLE_BITS = 53, MORE_BITS = 120 };

/* The two roundings are two samples of an unknown size; a margin is within rounding up to
 * this many times their difference, or this many times 2^-52. */
#define ROUNDING_FACTOR 16

struct replay {
    enum ref_status status;
    struct ref_statistics counters;
    struct decisions decisions;
};

static struct ref_replay_options options_of(const struct study *s,
                                            const struct statistics_setting *setting) {
    static const enum ref_jacobian JACOBIAN[] = {[FAST_FORWARD] = REF_FORWARD,
                                                 [FAST_CENTRAL] = REF_CENTRAL,
                                                 [FAST_EXACT] = REF_EXACT};
    static const enum ref_newton NEWTON[] = {
        [FAST_REUSE] = REF_REUSE, [FAST_FRESH] = REF_FRESH, [FAST_FULL] = REF_FULL};
    struct ref_replay_options options = ref_replay_default_options();
    bool whole = statistics_method(s) == FAST_IMPLICIT_EULER;
    options.method = whole ? REF_IMPLICIT_EULER : REF_VELOCITY_IMPLICIT_EULER;
    options.fixed_step = setting->fixed_step;
    options.accuracy = setting->accuracy;
    options.max_step = setting->step;
    options.min_step = setting->min_step;
    options.initial_step = setting->initial_step;
    options.throw_on_min_step = !(setting->min_step > 0);
    options.jacobian = JACOBIAN[setting->jacobian];
    options.newton = NEWTON[setting->newton];
    options.constants = EVAL_DOUBLE_CONSTANTS;
    return options;
}

/* Steps as the run in double took them: no further than a longest step at a time. */
static enum ref_status follow(ref_replay *r, const struct statistics_setting *setting,
                              long most_steps, mpfr_prec_t bits) {
    mpfr_t never, end, boundary;
    mpfr_inits2(bits, never, end, boundary, (mpfr_ptr)NULL);
    mpfr_set_inf(never, 1);
    mpfr_set_d(end, setting->end, MPFR_RNDN);
    enum ref_status status = REF_OK;
    for (long k = 0;
         k < most_steps && status == REF_OK && mpfr_less_p(ref_replay_time(r), end);
         k++) {
        enum ref_stop stop;
        mpfr_add_d(boundary, ref_replay_time(r), setting->step, MPFR_RNDN);
        if (mpfr_greater_p(boundary, end))
            mpfr_set(boundary, end, MPFR_RNDN);
        status = ref_replay_advance(r, never, never, boundary, &stop);
    }
    mpfr_clears(never, end, boundary, (mpfr_ptr)NULL);
    return status;
}

/* Nonzero: out of memory, or the model cannot be evaluated. */
static int replay_in_range(struct replay *made, const struct study *s,
                           const struct statistics_setting *setting, long most_steps,
                           mpfr_prec_t bits) {
    struct ref_replay_options options = options_of(s, setting);
    ref_replay *r;
    *made = (struct replay){.status = REF_OK};
    if (ref_replay_alloc(&r, s->model, &options, bits) != REF_OK)
        return -1;
    ref_replay_listen(r, decisions_keep_reference, &made->decisions);
    int failed = ref_replay_start(r, NULL, NULL) != REF_OK;
    if (!failed)
        made->status = follow(r, setting, most_steps, bits);
    made->counters = ref_replay_statistics(r);
    ref_replay_free(r);
    return failed || made->decisions.lost;
}

/* What is beyond the largest double is infinite in 53 bits, too: an update and a component that
 * are both infinite count as converged. */
static int replay_run(struct replay *made, const struct study *s,
                      const struct statistics_setting *setting, long most_steps,
                      mpfr_prec_t bits) {
    const mpfr_exp_t largest = mpfr_get_emax();
    if (bits == DOUBLE_BITS)
        mpfr_set_emax(DBL_MAX_EXP);
    int failed = replay_in_range(made, s, setting, most_steps, bits);
    mpfr_set_emax(largest);
    return failed;
}

/* Sizes of steps follow from errors, in which rounding may show; a wrong rule shows
 * more. */
#define SAME_MEASURE 1e-2

static bool measures_differ(double a, double b) {
    if (isnan(a) || isnan(b))
        return isnan(a) != isnan(b);
    return fabs(a - b) > SAME_MEASURE * fmax(fabs(a), fabs(b));
}

/* How many counters and measures differ; *name := the first of them. */
static int count_differences(const struct fast_statistics *a,
                             const struct ref_statistics *b, const char **name) {
    int count = 0;
#define COMPARE(counter)                                                                 \
    if (a->counter != b->counter && count++ == 0)                                        \
        *name = #counter;
    FAST_COUNTER_LIST(COMPARE)
#undef COMPARE
#define COMPARE(measure)                                                                 \
    if (measures_differ(a->measure, b->measure) && count++ == 0)                         \
        *name = #measure;
    FAST_MEASURE_LIST(COMPARE)
#undef COMPARE
    return count;
}

struct finding {
    int differences;     /* counters that differ */
    const char *counter; /* the first of them */
    long place;          /* of the first decision that differs; -1: none */
    double margin, noise;
    bool sensitive; /* rounding explains it */
};

/* What rounding does at a place of the replay, in units of the limit: by comparison with
 * the replay in more bits; infinite when that has gone another way before. */
static int measure_noise(double *noise, const struct study *s,
                         const struct statistics_setting *setting,
                         const struct replay *one, long most_steps, long place) {
    struct replay other;
    int failed = replay_run(&other, s, setting, most_steps, MORE_BITS);
    long difference = decisions_first_difference(&one->decisions, &other.decisions);
    *noise = INFINITY;
    if (difference < 0 || difference > place) {
        *noise = NAN;
        if (place < one->decisions.count && place < other.decisions.count) {
            const struct fast_decision *a = &one->decisions.decision[place],
                                       *b = &other.decisions.decision[place];
            bool finite = isfinite(a->value) && isfinite(b->value) && a->limit > 0;
            *noise = finite ? fabs(a->value - b->value) / a->limit : NAN;
        }
    }
    decisions_clear(&other.decisions);
    return failed;
}

/* The smaller of the two margins; not a number where neither compared numbers. (Where
 * theta is 1 there is no eta, and only the one that has theta > 1 has a number to
 * compare.) */
static double find_margin(const struct decisions *a, const struct decisions *b,
                          long place) {
    const struct decisions *const both[] = {a, b};
    double margin = NAN;
    for (int k = 0; k < 2; k++)
        if (place < both[k]->count && both[k]->decision[place].limit > 0 &&
            isfinite(both[k]->decision[place].value))
            margin = fmin(margin, decisions_margin(&both[k]->decision[place]));
    return margin;
}

static int examine(struct finding *f, const struct study *s,
                   const struct statistics_setting *setting,
                   const struct statistics_outcome *outcome, const struct replay *r,
                   long most_steps) {
    *f = (struct finding){.place = -1};
    f->differences = count_differences(&outcome->counters, &r->counters, &f->counter);
    f->place = decisions_first_difference(&outcome->decisions, &r->decisions);
    if (f->differences == 0 && f->place < 0)
        return 0;
    f->margin = f->noise = NAN;
    if (f->place < 0)
        return 0;
    f->margin = find_margin(&outcome->decisions, &r->decisions, f->place);
    if (measure_noise(&f->noise, s, setting, r, most_steps, f->place))
        return -1;
    f->sensitive = f->noise == INFINITY ||
                   f->margin <= ROUNDING_FACTOR * fmax(f->noise, DBL_EPSILON);
    return 0;
}

static json_t *point_of(const struct statistics_setting *setting, const struct finding *f,
                        const struct decisions *ours, const struct decisions *replayed) {
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
        const struct fast_decision *x = &both[k]->decision[f->place];
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
    const struct fast_decision *x = &d->decision[place];
    int length = snprintf(text, size, "%s (outcome %d) at t = %g, h = %g",
                          decisions_kind_text(x->kind), x->outcome, x->t, x->h);
    bool has_numbers = isfinite(x->value) && x->limit > 0;
    if (has_numbers && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ", %g against a limit of %g",
                 x->value, x->limit);
}

/* One sentence about a difference. */
static void tell(char *text, size_t size, const struct statistics_setting *setting,
                 const struct finding *f, const struct decisions *ours,
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
    struct replay r;
    struct finding f;
    long most_steps = outcome->succeeded ? outcome->steps : LONG_MAX;
    int failed = replay_run(&r, s, setting, most_steps, DOUBLE_BITS) ||
                 examine(&f, s, setting, outcome, &r, most_steps);
    if (!failed) {
        bool differs = f.differences > 0 || f.place >= 0;
        bool fault = differs && !f.sensitive;
        json_array_append_new(sum->points,
                              point_of(setting, &f, &outcome->decisions, &r.decisions));
        if (differs && (sum->differing == sum->sensitive || fault))
            tell(sum->text, sizeof sum->text, setting, &f, &outcome->decisions,
                 &r.decisions);
        sum->runs++;
        sum->differing += differs;
        sum->sensitive += differs && f.sensitive;
    }
    decisions_clear(&r.decisions);
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
        n * n * n / 3 * (double)outcome->counters.factorizations +
        n * n *
            (double)(outcome->counters.newton_iters + outcome->counters.derivative_evals);
    return setting->mode == FAST_FAITHFUL && outcome->decisions.count > 0 &&
           !outcome->decisions.lost && operations <= most_operations &&
           (s->effort == STUDY_REPORT || chosen < gate_runs);
}

int statistics_replay(const struct study *s, int count,
                      const struct statistics_setting *setting,
                      const struct statistics_outcome *outcome, json_t *results,
                      struct diagnostic *d) {
    struct summary sum = {.points = json_array()};
    int failed = sum.points == NULL;
    for (int k = 0; k < count && !failed; k++)
        if (is_worth(s, &setting[k], &outcome[k], sum.runs))
            failed = compare_run(&sum, s, &setting[k], &outcome[k]);
    if (failed || sum.runs == 0) {
        json_decref(sum.points);
        return failed ? message_set(d, "%s: the replay: out of memory", s->model->name)
                      : 0;
    }
    struct result r = result_begin(s->model, "statistics", "mpfr:53", "replay");
    r.value = r.low = r.high = sum.differing - sum.sensitive;
    r.expected = r.tolerance = 0;
    r.required = true;
    r.grade = "discrete";
    r.points = sum.points;
    r.verdict = verdict_at_most(r.value, 0);
    if (result_append(results, s, &r,
                      "counters and decisions equal the replay's in %d of %d runs%s",
                      sum.runs - sum.differing, sum.runs, sum.text))
        return message_set(d, "%s: out of memory", s->model->name);
    return 0;
}
