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

/* The replay as it is, and those that tell what hangs on rounding. */
static const struct variant {
    mpfr_prec_t bits;
    enum ref_mechanical_negligible negligible;
    bool rounds_joints;
} as_it_is = {DOUBLE_BITS, REF_NEGLIGIBLE_AS_FOUND, false},
  ignoring = {DOUBLE_BITS, REF_NEGLIGIBLE_IGNORED, false},
  projecting = {DOUBLE_BITS, REF_NEGLIGIBLE_PROJECTED, false},
  in_more_bits = {MORE_BITS, REF_NEGLIGIBLE_AS_FOUND, false},
  without_guard_bits = {DOUBLE_BITS, REF_NEGLIGIBLE_AS_FOUND, true};

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
static void replay_in_range(struct replayed *o, const struct mechanical_runs *r, int k,
                            const struct variant *v) {
    struct model *m = r->study->model;
    struct ref_mechanical_options options = options_of(r, &r->setting[k]);
    options.negligible = v->negligible;
    options.rounds_joints = v->rounds_joints;
    ref_mechanical *replay;
    mpfr_t end;
    o->status = ref_mechanical_alloc(&replay, m, &options, v->bits);
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

/* What is beyond the largest double is infinite in 53 bits, too. */
static void replay(struct replayed *o, const struct mechanical_runs *r, int k,
                   const struct variant *v) {
    const mpfr_exp_t largest = mpfr_get_emax();
    if (v->bits == DOUBLE_BITS)
        mpfr_set_emax(DBL_MAX_EXP);
    replay_in_range(o, r, k, v);
    mpfr_set_emax(largest);
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

static const char first_step[] = "first_step", last_step[] = "last_step";

static bool same_size(double a, double b, double scale) {
    return fabs(a - b) <= ALLOWED * scale;
}

static bool is_of_projections(const char *counter) {
    return strcmp(counter, "q_projections") == 0 || strcmp(counter, "u_projections") == 0;
}

/* What counts may be. */
struct range {
    struct ref_mechanical_statistics least, most;
};

/* The start is projected by force: whether that counts hangs on whether its error is zero or a
 * last bit. */
static bool is_count(const char *counter, long a, long least, long most) {
    int more = is_of_projections(counter);
    return least - more <= a && a <= most + more;
}

/* The first counter that differs; NULL: none. The last step is what is left to the end. */
static const char *find_counter(const struct mechanical_setting *setting,
                                const struct mechanical_statistics *a,
                                const struct range *range) {
    const struct ref_mechanical_statistics *b = &range->least;
#define COMPARE_COUNTER(name)                                                            \
    if (!is_count(#name, a->name, range->least.name, range->most.name))                  \
        return #name;
    REF_MECHANICAL_COUNTER_LIST(COMPARE_COUNTER)
#undef COMPARE_COUNTER
    if (!same_size(a->first_step, b->first_step, fabs(b->first_step)))
        return first_step;
    return same_size(a->last_step, b->last_step, fabs(setting->end)) ? NULL : last_step;
}

static bool is_size(const char *what) {
    return what == first_step || what == last_step;
}

static double size_difference(const char *what, double first, double last,
                              const struct ref_mechanical_statistics *b, double end) {
    return what == first_step ? fabs(first - b->first_step) / fabs(b->first_step)
                              : fabs(last - b->last_step) / fabs(end);
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

/* What differs first between a run and a replay, and by how much: the size of a step as a part
 * of the whole time, all else as the states do; NULL: nothing. A run that fails in double is one
 * in the replay, too. */
static const char *find_difference(const struct mechanical_runs *r, int k,
                                   const struct replayed *replayed,
                                   const struct range *range, double *difference) {
    const struct mechanical_outcome *o = &r->outcome[k];
    const struct model *m = r->study->model;
    *difference = INFINITY;
    if (replayed->status != REF_OK || !o->succeeded)
        return replayed->status != REF_OK && !o->succeeded ? NULL : "status";
    *difference = difference_of(m->nq + m->nv + m->nz, o->state, replayed->state);
    const char *counter = find_counter(&r->setting[k], &o->counters, range);
    if (counter != NULL && is_size(counter))
        *difference =
            size_difference(counter, o->counters.first_step, o->counters.last_step,
                            &replayed->counters, r->setting[k].end);
    return counter == NULL && *difference > ALLOWED ? "state" : counter;
}

/* The same of the replay in more bits, in which a run differs. */
static double own_difference(const struct mechanical_runs *r, int k, const char *what,
                             const struct replayed *one, const struct replayed *more) {
    const struct model *m = r->study->model;
    if (more->status != REF_OK || one->status != REF_OK)
        return INFINITY;
    if (is_size(what))
        return size_difference(what, one->counters.first_step, one->counters.last_step,
                               &more->counters, r->setting[k].end);
    return difference_of(m->nq + m->nv + m->nz, one->state, more->state);
}

/* The replay as it is, and others. */
struct replays {
    struct replayed one, ignored, projected;
};

/* What counts may be where every step is projected: with an error that is zero or a last bit it
 * counts or does not, by rounding. So it has to count as often as where such errors are ignored,
 * and may at each attempt and at the start; and each that does may need an evaluation, of explicit
 * Euler where the step has ended. */
static struct range range_of(const struct mechanical_statistics *run,
                             const struct replayed *with,
                             const struct replayed *ignored) {
    struct range range = {with->counters, with->counters};
    long most = with->counters.steps_attempted + 1;
    long moved = labs(run->q_projections - with->counters.q_projections) +
                 labs(run->u_projections - with->counters.u_projections);
    range.least.realizations -= moved;
    range.most.realizations += moved;
    range.most.q_projections = most;
    range.most.u_projections = most;
    if (ignored->status == REF_OK) {
        range.least.q_projections = ignored->counters.q_projections;
        range.least.u_projections = ignored->counters.u_projections;
    }
    return range;
}

/* Where every step is projected: whether the run is like the replay, or like one that takes errors
 * that are zero or a last bit one way always, but for counts that hang on them. */
static enum agreement compare_negligible(const struct mechanical_runs *r, int k,
                                         struct replays *with) {
    const struct replayed *const all[] = {&with->one, &with->ignored, &with->projected};
    double difference;
    if (r->setting[k].projection != MECHANICAL_EVERY_STEP)
        return DIFFERS;
    replay(&with->ignored, r, k, &ignoring);
    replay(&with->projected, r, k, &projecting);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct range range = range_of(&r->outcome[k].counters, all[i], &with->ignored);
        if (find_difference(r, k, all[i], &range, &difference) == NULL)
            return i == 0 ? AGREES : HANGS_ON_ROUNDING;
    }
    return DIFFERS;
}

/* Whether a replay that rounds otherwise comes to something else than the one that does not, by
 * so much that the run may, too. */
static bool is_sensitive_to(const struct variant *v, const struct mechanical_runs *r,
                            int k, struct comparison *c, const struct replayed *one,
                            struct replayed *other) {
    replay(other, r, k, v);
    c->own = fmax(c->own, own_difference(r, k, c->counter, one, other));
    bool moved = c->difference > ALLOWED && c->own > c->difference / SENSITIVE;
    return !same_decisions(&one->counters, &other->counters) ||
           other->status != one->status || moved;
}

static struct comparison compare(const struct mechanical_runs *r, int k,
                                 struct replays *with) {
    struct comparison c = {.agreement = AGREES};
    replay(&with->one, r, k, &as_it_is);
    const struct range range = {with->one.counters, with->one.counters};
    c.counter = find_difference(r, k, &with->one, &range, &c.difference);
    if (c.counter == NULL)
        return c;
    c.agreement = compare_negligible(r, k, with);
    bool hangs =
        c.agreement == DIFFERS &&
        (is_sensitive_to(&in_more_bits, r, k, &c, &with->one, &with->ignored) ||
         (r->study->model->joints > 0 &&
          is_sensitive_to(&without_guard_bits, r, k, &c, &with->one, &with->ignored)));
    if (hangs)
        c.agreement = HANGS_ON_ROUNDING;
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
    double *room = calloc(3 * n, sizeof *room);
    if (room == NULL)
        return -1;
    struct replays with = {{.state = room}, {.state = room + n}, {.state = room + 2 * n}};
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
        struct comparison c = compare(r, k, &with);
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
