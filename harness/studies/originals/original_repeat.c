/* A recorded case of the original, done again and compared.
 *
 * Compared are: how it ended and when, the number of calls, the statistics and the sizes of
 * steps, where a second build of the original counts the same; states on the way and at the
 * end and the error estimate, to the case's tolerance, always. Sizes of fixed steps are the
 * same to the bit, those which error control has chosen as good as states.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/original_case.h"

#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "harness/studies/originals/original_compare.h"

struct repetition {
    struct original_comparison comparison;
    const json_t *records, *record;
    struct subject *subject;
    double end, max_step;
    bool robust, controlled, single;
    size_t next; /* of the states on the way */
    int calls;
};

static double number(const json_t *value) {
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void deviate(const struct repetition *r, const char *what, double found,
                    const json_t *recorded) {
    original_deviate(&r->comparison, what, found, recorded);
}

static void compare_vector(const struct repetition *r, const char *what, const double *x,
                           const json_t *recorded) {
    const struct subject *s = r->subject;
    original_compare_vector(&r->comparison, what, x, (size_t)(s->nq + s->nv + s->nz),
                            recorded);
}

/* Counts are the same; sizes of steps as the comment above says; null is none. */
static bool is_same(const struct repetition *r, double found, bool is_count,
                    const json_t *recorded) {
    if (json_is_null(recorded))
        return isnan(found);
    double size = fabs(number(recorded));
    double allowed =
        r->controlled && !is_count ? r->comparison.tolerance * fmax(1, size) : 0;
    return fabs(found - number(recorded)) <= allowed;
}

static void compare_number(struct repetition *r, const char *what, double found,
                           const json_t *recorded) {
    if (r->robust && !is_same(r, found, false, recorded))
        deviate(r, what, found, recorded);
}

static void compare_statistics(struct repetition *r) {
    const json_t *names = json_object_get(r->records, "stats_fields"), *name;
    struct named_numbers all = subject_counters(r->subject);
    size_t i;
    json_array_foreach(names, i, name) {
        const struct decimal *found = named_find(&all, json_string_value(name));
        const double value = found != NULL ? found->value : NAN;
        const json_t *recorded = json_array_get(json_object_get(r->record, "stats"), i);
        if (r->robust && !is_same(r, value, found != NULL && found->is_whole, recorded))
            deviate(r, json_string_value(name), value, recorded);
    }
    named_clear(&all);
}

/* What was recorded on the way up to the present time: [t, state], and under error control
 * [t, previous step, ideal next step, stop, state] of each call. */
static void compare_on_the_way(struct repetition *r) {
    const struct subject *s = r->subject;
    const json_t *state = json_array_get(original_states(r->record), r->next);
    if (state == NULL)
        return;
    size_t last = json_array_size(state) - 1;
    if (!r->controlled && s->time(s->self) < number(json_array_get(state, 0)))
        return;
    if (r->controlled)
        compare_number(r, "the time on the way", s->time(s->self),
                       json_array_get(state, 0));
    compare_vector(r, "a state on the way", s->state(s->self),
                   json_array_get(state, last));
    r->next++;
}

/* Whether it ended well, or made more calls than it may. */
static bool run(struct repetition *r) {
    struct subject *s = r->subject;
    const json_t *calls = json_object_get(r->record, "calls");
    const double most = original_most(number(calls));
    if (r->single)
        return s->step(s->self, r->end) == 0;
    do {
        if (s->advance(s->self, r->max_step, r->end))
            return false;
        r->calls++;
        compare_on_the_way(r);
    } while (s->time(s->self) < r->end && r->calls <= most);
    if ((r->robust || r->calls > most) && r->calls != json_integer_value(calls))
        deviate(r, "the number of calls", r->calls, calls);
    return true;
}

/* The original throws with the rejected step in place; here it has been taken back. */
static void compare_end(struct repetition *r, bool well) {
    const struct subject *s = r->subject;
    const json_t *converged = json_object_get(r->record, "converged");
    const json_t *estimate = json_object_get(r->record, "error_estimate");
    bool threw = json_object_get(r->record, "exception") != NULL;
    bool expected = !threw && (converged == NULL || json_is_true(converged));
    if ((r->robust || threw) && well != expected)
        deviate(r, well ? "it did not fail" : s->why(s->self), 0, NULL);
    compare_statistics(r);
    if (threw)
        return;
    compare_number(r, "the time", s->time(s->self), json_object_get(r->record, "t"));
    compare_vector(r, "the state", s->state(s->self), json_object_get(r->record, "x"));
    if (estimate != NULL)
        compare_vector(r, "the error estimate", s->estimate(s->self), estimate);
}

static int start(struct repetition *r, struct diagnostic *d) {
    const struct subject *s = r->subject;
    double x[ORIGINAL_MOST_STATES];
    const json_t *problem =
        original_problem(r->records, original_word(r->record, "problem", ""));
    const json_t *recorded = json_object_get(problem, "x0");
    size_t nx = (size_t)(s->nq + s->nv + s->nz);
    if (json_array_size(recorded) != nx || nx > ORIGINAL_MOST_STATES)
        return message_set(d, "%s: the recorded problem has another size",
                           original_word(r->record, "id", ""));
    for (size_t i = 0; i < nx; i++)
        x[i] = number(json_array_get(recorded, i));
    return s->start(s->self, 0, x) ? message_set(d, "%s", s->why(s->self)) : 0;
}

int original_repeat(struct original_outcome *o, const struct study *s,
                    const json_t *records, const json_t *record, struct diagnostic *d) {
    struct original_settings settings;
    struct subject subject;
    original_read_settings(&settings, records, record);
    *o = (struct original_outcome){.same = true};
    if (s->open_subject(s->context, s->model, &settings.options, &subject, d))
        return -1;
    struct repetition r = {
        .comparison = {o, original_word(record, "id", ""), original_tolerance(record)},
        .records = records,
        .record = record,
        .subject = &subject,
        .end = original_end(record),
        .max_step = settings.max_step,
        .robust = original_is_robust(record),
        .controlled = original_is_controlled(record),
        .single = strcmp(original_word(record, "kind", ""), "single_step") == 0,
    };
    int failed = start(&r, d);
    if (!failed)
        compare_end(&r, run(&r));
    subject.free(subject.self);
    return failed;
}
