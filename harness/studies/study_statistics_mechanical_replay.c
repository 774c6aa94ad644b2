/* The runs in faithful mode against the reference's replay of Simbody's algorithm at 53 bits:
 * the same counters and sizes of steps, and the same state but for rounding. A run that differs
 * is looked at in 120 bits: where that comes to something else than 53 bits do, the run hangs on
 * rounding, and says nothing.
 *
 * The original has the gaming form alone, and knows no backward differentiation like ours.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/json_number.h"
#include "harness/studies/study_statistics.h"
#include "harness/studies/study_statistics_mechanical.h"
#include "harness/studies/vector.h"

enum { DOUBLE_BITS = 53, MORE_BITS = 120 };

/* States and sizes of steps agree to so much of their size, where no decision hangs on
 * rounding. */
#define ALLOWED 1e-9

/* A difference hangs on rounding when more bits make one that is not smaller by this. */
#define SENSITIVE 100

struct replayed {
    enum ref_status status;
    struct ref_mechanical_statistics counters;
    double *state; /* (size nx) */
};

static struct ref_mechanical_options
options_of(const struct mechanical_runs *r, const struct mechanical_setting *setting) {
    struct ref_mechanical_options o = ref_mechanical_default_options();
    o.method = r->traits->reference;
    o.fixed_step = setting->fixed_step ? setting->step : NAN;
    o.accuracy = setting->fixed_step ? o.accuracy : setting->accuracy;
    o.constraint_tolerance = setting->accuracy / 10;
    o.projection = setting->projection == MECHANICAL_LAZY ? REF_LAZY : REF_EVERY_STEP;
    o.infinity_norm = setting->norm == MECHANICAL_INFINITY;
    o.initial_step = setting->fixed_step ? o.initial_step : setting->step;
    return o;
}

/* *o := the run done again; o->state is given. */
static void replay(struct replayed *o, const struct mechanical_runs *r, int k,
                   mpfr_prec_t bits) {
    struct model *m = r->study->model;
    struct ref_mechanical_options options = options_of(r, &r->setting[k]);
    ref_mechanical *replay;
    mpfr_t end;
    o->status = ref_mechanical_alloc(&replay, m, &options, bits);
    if (o->status != REF_OK)
        return;
    mpfr_init2(end, DOUBLE_BITS);
    mpfr_set_d(end, r->setting[k].end, MPFR_RNDN);
    o->status = ref_mechanical_start(replay, NULL, NULL);
    if (o->status == REF_OK)
        o->status = ref_mechanical_run(replay, end, false);
    o->counters = ref_mechanical_statistics(replay);
    if (o->status == REF_OK)
        vector_get_doubles(o->state, ref_mechanical_state(replay), m->nq + m->nv + m->nz);
    ref_mechanical_free(replay);
    mpfr_clear(end);
}

/* The largest difference of two states, relative to what is larger than 1. Not finite where one
 * of them is not. */
static double difference_of(int n, const double *a, const double *b) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
        double off = fabs(a[i] - b[i]) / fmax(1, fabs(b[i]));
        largest = isfinite(off) ? fmax(largest, off) : INFINITY;
    }
    return largest;
}

static bool same_size(double a, double b, double scale) {
    return fabs(a - b) <= ALLOWED * scale;
}

static bool is_of_projections(const char *counter) {
    return strcmp(counter, "q_projections") == 0 || strcmp(counter, "u_projections") == 0;
}

/* The start is projected by force: whether that counts hangs on whether its error is zero or a
 * last bit. */
static bool same_count(const char *counter, long a, long b) {
    return labs(a - b) <= is_of_projections(counter);
}

/* The first counter that differs; NULL: none. The last step is what is left to the end. */
static const char *find_counter(const struct mechanical_statistics *a,
                                const struct ref_mechanical_statistics *b, double end) {
#define COMPARE_COUNTER(name)                                                            \
    if (!same_count(#name, a->name, b->name))                                            \
        return #name;
    REF_MECHANICAL_COUNTER_LIST(COMPARE_COUNTER)
#undef COMPARE_COUNTER
    if (!same_size(a->first_step, b->first_step, fabs(b->first_step)))
        return "first_step";
    return same_size(a->last_step, b->last_step, fabs(end)) ? NULL : "last_step";
}

/* Whether two replays have taken the same decisions. With more digits than double has, the
 * start may be off the joints and be projected once more. */
static bool same_decisions(const struct ref_mechanical_statistics *a,
                           const struct ref_mechanical_statistics *b) {
    return a->steps_attempted == b->steps_attempted && a->steps_taken == b->steps_taken &&
           labs(a->q_projections - b->q_projections) <= 1 &&
           labs(a->u_projections - b->u_projections) <= 1 &&
           a->projection_failures == b->projection_failures;
}

enum agreement { AGREES, HANGS_ON_ROUNDING, DIFFERS };

struct comparison {
    enum agreement agreement;
    const char *counter; /* the first that differs, or "state" */
    double difference, own;
};

/* Where every step is projected, one whose error is zero or a last bit counts or does not; if
 * not, explicit Euler needs no other evaluation where the step has ended. */
static bool is_projection_of_nothing(const struct mechanical_setting *setting,
                                     const char *counter) {
    return setting->projection == MECHANICAL_EVERY_STEP &&
           (is_of_projections(counter) || strcmp(counter, "realizations") == 0);
}

/* A run that fails in double is one in the replay, too. */
static struct comparison compare(const struct mechanical_runs *r, int k,
                                 struct replayed *one, struct replayed *more) {
    const struct mechanical_outcome *o = &r->outcome[k];
    const struct model *m = r->study->model;
    const int n = m->nq + m->nv + m->nz;
    struct comparison c = {.agreement = AGREES};
    replay(one, r, k, DOUBLE_BITS);
    if (one->status != REF_OK && !o->succeeded)
        return c;
    bool both = one->status == REF_OK && o->succeeded;
    c.difference = both ? difference_of(n, o->state, one->state) : INFINITY;
    c.counter =
        both ? find_counter(&o->counters, &one->counters, r->setting[k].end) : "status";
    if (c.counter == NULL && c.difference <= ALLOWED)
        return c;
    if (c.counter == NULL)
        c.counter = "state";
    replay(more, r, k, MORE_BITS);
    c.own = more->status == REF_OK && one->status == REF_OK
                ? difference_of(n, one->state, more->state)
                : INFINITY;
    bool moved = c.difference > ALLOWED && c.own > c.difference / SENSITIVE;
    bool hangs = !same_decisions(&one->counters, &more->counters) ||
                 more->status != one->status || moved ||
                 is_projection_of_nothing(&r->setting[k], c.counter);
    c.agreement = hangs ? HANGS_ON_ROUNDING : DIFFERS;
    return c;
}

static void note(struct result *result, const struct mechanical_runs *r, int k,
                 const struct comparison *c) {
    if (c->agreement == AGREES)
        return;
    json_array_append_new(
        result->points,
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:b}", "setting", r->setting[k].name, "mode",
                  statistics_mode_name(r->setting[k].mode), "differs", c->counter,
                  "difference", json_number(c->difference), "own", json_number(c->own),
                  "sensitive", c->agreement == HANGS_ON_ROUNDING));
}

static int append(const struct mechanical_runs *r, struct result *result, int compared,
                  int sensitive, const char *first, json_t *results) {
    result->low = result->high = result->value;
    result->verdict = verdict_at_most(result->value, 0);
    if (compared == 0) {
        result->verdict = VERDICT_NOT_ASYMPTOTIC;
        result->required = false;
    }
    return result_append(
        results, r->study, result,
        "of %d runs in faithful mode those that differ from the replay in "
        "53 bits in a counter, a size or the state; %d more hang on "
        "rounding%s%s",
        compared, sensitive, first != NULL ? "; the first differs in " : "",
        first != NULL ? first : "");
}

int mechanical_replay(const struct mechanical_runs *r, json_t *results) {
    const struct model *m = r->study->model;
    const size_t n = (size_t)(m->nq + m->nv + m->nz) + 1;
    if (r->traits == NULL || r->traits->label != NULL || !m->reduced)
        return 0;
    double *room = calloc(2 * n, sizeof *room);
    if (room == NULL)
        return -1;
    struct replayed one = {.state = room}, more = {.state = room + n};
    struct result result =
        result_begin(r->study->model, "statistics", "double", "replay");
    const char *first = NULL;
    int compared = 0, sensitive = 0;
    result.grade = "discrete";
    result.expected = result.tolerance = result.value = 0;
    result.required = true;
    result.points = json_array();
    for (int k = 0; k < r->count; k++) {
        if (r->setting[k].mode != FAST_FAITHFUL ||
            (r->outcome[k].succeeded && !r->outcome[k].complete))
            continue;
        struct comparison c = compare(r, k, &one, &more);
        note(&result, r, k, &c);
        compared++;
        sensitive += c.agreement == HANGS_ON_ROUNDING;
        result.value += c.agreement == DIFFERS;
        if (c.agreement == DIFFERS && first == NULL)
            first = c.counter;
    }
    free(room);
    return append(r, &result, compared, sensitive, first, results);
}
