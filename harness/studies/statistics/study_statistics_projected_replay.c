/* The runs in faithful mode against the reference's replay of Simbody's algorithm at 53 bits:
 * the same counters and sizes of steps, and the same state but for rounding. A run that differs
 * is looked at in 120 bits: where that comes to something else than 53 bits do, the run hangs on
 * rounding, and says nothing.
 *
 * The original has the gaming form alone, and knows no backward differentiation like ours.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/results/result.h"
#include "harness/results/study_projected.h"
#include "harness/studies/statistics/study_statistics.h"
#include "harness/studies/statistics/study_statistics_projected_replay.h"
#include "problems/model.h"

enum { MORE_BITS = 120 };

/* A difference hangs on rounding when more bits make one that is not smaller by this. */
enum { SENSITIVE = 100 };

/* The replay as it is, and those that tell what hangs on rounding. */
static const struct replay_variant
    as_it_is = {REPLAY_DOUBLE_BITS, REF_NEGLIGIBLE_AS_FOUND, false},
    ignoring = {REPLAY_DOUBLE_BITS, REF_NEGLIGIBLE_IGNORED, false},
    projecting = {REPLAY_DOUBLE_BITS, REF_NEGLIGIBLE_PROJECTED, false},
    in_more_bits = {MORE_BITS, REF_NEGLIGIBLE_AS_FOUND, false},
    without_guard_bits = {REPLAY_DOUBLE_BITS, REF_NEGLIGIBLE_AS_FOUND, true};

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

enum agreement { AGREES, HANGS_ON_ROUNDING, DIFFERS, HAS_NO_REPLAY };

struct comparison {
    enum agreement agreement;
    const char *counter; /* the first that differs, or "state" */
    double difference, own;
};

/* What differs first between a run and a replay, and by how much: the size of a step as a part
 * of the whole time, all else as the states do; NULL: nothing. A run that fails in double is one
 * in the replay, too. */
static const char *find_difference(const struct statistics_runs *r, int k,
                                   const struct replayed *replayed,
                                   const struct replay_range *range, double *difference) {
    const struct statistics_outcome *o = &r->outcome[k];
    const struct model *m = r->study->model;
    *difference = INFINITY;
    if (replayed->status != REF_OK || !o->succeeded)
        return replayed->status != REF_OK && !o->succeeded ? NULL : "status";
    *difference = difference_of(m->nq + m->nv + m->nz, o->state, replayed->state);
    const char *counter = replay_find_counter(&r->setting[k], &o->projected, range);
    if (counter != NULL && replay_is_size(counter))
        *difference = replay_size_difference(counter, o->projected.first_step,
                                             o->projected.last_step, &replayed->counters,
                                             r->setting[k].end);
    return counter == NULL && *difference > replay_allowed ? "state" : counter;
}

/* The same of the replay in more bits, in which a run differs. */
static double own_difference(const struct statistics_runs *r, int k, const char *what,
                             const struct replayed *one, const struct replayed *more) {
    const struct model *m = r->study->model;
    if (more->status != REF_OK || one->status != REF_OK)
        return INFINITY;
    if (replay_is_size(what))
        return replay_size_difference(what, one->counters.first_step,
                                      one->counters.last_step, &more->counters,
                                      r->setting[k].end);
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
static struct replay_range range_of(const struct projected_statistics *run,
                                    const struct replayed *with,
                                    const struct replayed *ignored) {
    struct replay_range range = {with->counters, with->counters};
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
static enum agreement compare_negligible(const struct statistics_runs *r, int k,
                                         struct replays *with) {
    const struct replayed *const all[] = {&with->one, &with->ignored, &with->projected};
    double difference;
    if (r->setting[k].options.integrator.projection != PROJECTED_EVERY_STEP)
        return DIFFERS;
    replay_make(&with->ignored, r, k, &ignoring);
    replay_make(&with->projected, r, k, &projecting);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct replay_range range =
            range_of(&r->outcome[k].projected, all[i], &with->ignored);
        if (find_difference(r, k, all[i], &range, &difference) == NULL)
            return i == 0 ? AGREES : HANGS_ON_ROUNDING;
    }
    return DIFFERS;
}

/* Whether a replay that rounds otherwise comes to something else than the one that does not, by
 * so much that the run may, too. */
static bool is_sensitive_to(const struct replay_variant *v,
                            const struct statistics_runs *r, int k, struct comparison *c,
                            const struct replayed *one, struct replayed *other) {
    replay_make(other, r, k, v);
    c->own = fmax(c->own, own_difference(r, k, c->counter, one, other));
    bool moved = c->difference > replay_allowed && c->own > c->difference / SENSITIVE;
    return !replay_same_decisions(&one->counters, &other->counters) ||
           other->status != one->status || moved;
}

static struct comparison compare(const struct statistics_runs *r, int k,
                                 struct replays *with) {
    struct comparison c = {.agreement = AGREES};
    replay_make(&with->one, r, k, &as_it_is);
    if (with->one.status == REF_NOT_APPLICABLE)
        return (struct comparison){.agreement = HAS_NO_REPLAY};
    const struct replay_range range = {with->one.counters, with->one.counters};
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

static void note(struct result *result, const struct statistics_runs *r, int k,
                 const struct comparison *c) {
    if (c->agreement == AGREES)
        return;
    json_array_append_new(
        result->points,
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:b}", "setting", r->setting[k].name, "mode",
                  statistics_mode_of(&r->setting[k]), "differs", c->counter, "difference",
                  json_number(c->difference), "own", json_number(c->own), "sensitive",
                  c->agreement == HANGS_ON_ROUNDING));
}

static int append_undecided(const struct statistics_runs *r, struct result *result,
                            bool has_replay, struct results *results) {
    result->low = result->high = result->value = NAN;
    result->verdict = VERDICT_NOT_ASYMPTOTIC;
    result->required = false;
    return result_append(results, r->study, result, "%s",
                         has_replay ? "no run in faithful mode has come to its end"
                                    : "q' = N(q) v has no left inverse in formulas, by "
                                      "which the original measures positions: it cannot "
                                      "be replayed");
}

static int append(const struct statistics_runs *r, struct result *result, int compared,
                  int sensitive, const char *first, struct results *results) {
    result->low = result->high = result->value;
    result->verdict = verdict_at_most(result->value, 0);
    return result_append(
        results, r->study, result,
        "of %d runs in faithful mode those that differ from the replay in "
        "53 bits in a counter, a size or the state; %d more hang on "
        "rounding%s%s",
        compared, sensitive, first != NULL ? "; the first differs in " : "",
        first != NULL ? first : "");
}

int projected_replay(const struct statistics_runs *r, struct results *results,
                     struct diagnostic *d) {
    const struct model *m = r->study->model;
    const size_t n = (size_t)(m->nq + m->nv + m->nz) + 1;
    if (r->traits == NULL || r->traits->label != NULL || !m->reduced)
        return 0;
    double *room = calloc(3 * n, sizeof *room);
    if (room == NULL)
        return message_set(d, "%s: out of memory", m->name);
    struct replays with = {{.state = room}, {.state = room + n}, {.state = room + 2 * n}};
    struct result result =
        result_begin(r->study->model, "statistics", "double", "replay");
    const char *first = NULL;
    int compared = 0, sensitive = 0;
    bool has_replay = true;
    result.grade = "discrete";
    result.expected = result.tolerance = result.value = 0;
    result.required = true;
    result.points = json_array();
    for (int k = 0; k < r->count; k++) {
        if (!statistics_is_faithful(&r->setting[k]) ||
            (r->outcome[k].succeeded && !r->outcome[k].complete))
            continue;
        struct comparison c = compare(r, k, &with);
        has_replay = c.agreement != HAS_NO_REPLAY;
        if (!has_replay)
            break; /* nor has any other run of this model */
        note(&result, r, k, &c);
        compared++;
        sensitive += c.agreement == HANGS_ON_ROUNDING;
        result.value += c.agreement == DIFFERS;
        if (c.agreement == DIFFERS && first == NULL)
            first = c.counter;
    }
    free(room);
    return compared == 0 ? append_undecided(r, &result, has_replay, results)
                         : append(r, &result, compared, sensitive, first, results);
}
