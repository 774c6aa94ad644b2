/* Points of the timing study, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/record/record.h"
#include "harness/speed/timing/batch.h"

#define POINT(member, kind, ...)                                                         \
    RECORD_FIELD(struct timing_point, member, kind, __VA_ARGS__)
#define TEXT(member, ...) POINT(member, TEXT, __VA_ARGS__, .may_lack = true)
#define LIST(member)                                                                     \
    RECORD_NAMED(#member, struct timing_point, member.number, NUMBERS,                   \
                 "of the processes",                                                     \
                 .count = offsetof(struct timing_point, member.count))
#define NUMBER(member, ...) POINT(member, NUMBER, __VA_ARGS__)

/* Of a step, by their names in a batch. */
#define COUNTERS                                                                         \
    NUMBER(attempts, "at a step"), NUMBER(evaluations, "of f"),                          \
        NUMBER(iterations, "of Newton, or of the contacts' solver"),                     \
        NUMBER(solves, "of linear systems, or of contacts"),                             \
        NUMBER(jacobians, "formed"), NUMBER(factorizations, "of matrices"),              \
        NUMBER(factors, "of matrices of the iteration"),                                 \
        NUMBER(maps, "of velocities to q'"), NUMBER(products, "with matrices"),          \
        NUMBER(q_projections, "onto joints"), NUMBER(u_projections, "of velocities"),    \
        NUMBER(allocations, "of memory"), NUMBER(solves_warm, "that began warm"),        \
        NUMBER(solves_not_verified, "whose laws were not verified"),                     \
        NUMBER(impacts, "solved"), NUMBER(rows_evals, "of contacts' rows"),              \
        NUMBER(gap_evals, "of gaps")

static const struct record_field counters[] = {COUNTERS, {.key = NULL}};

static const struct record_field fields[] = {
    ESTIMATE_FIELDS(struct timing_point, of.),
    TEXT(kind, "of run: fixed or error-controlled"),
    TEXT(part, "of what a mean is over"),
    TEXT(method, "by its name"),
    TEXT(size, "n"),
    TEXT(solver, "of contacts"),
    TEXT(projection, "when it takes place"),
    TEXT(jacobian, "how it is formed"),
    TEXT(newton, "what it reuses"),
    TEXT(scheme, "the original's"),
    TEXT(why, "it could not be measured"),
    TEXT(counters, "equal to the original's, but for rounding, or not"),
    NUMBER(accuracy, "asked for"),
    NUMBER(step, "its length"),
    NUMBER(h, "the largest step"),
    NUMBER(length, "of the run"),
    NUMBER(error, "at its end, relative"),
    POINT(rows, WHOLE, "that the mean is over"),
    POINT(masses, WHOLE, "of the chain"),
    NUMBER(ns, "of a step"),
    NUMBER(original_ns, "the original's, recorded"),
    NUMBER(peer_ns, "the peer's"),
    NUMBER(hand_ns, "of the loop by hand"),
    NUMBER(alone_ns, "of a step alone"),
    NUMBER(floor, "ns of its kernels"),
    NUMBER(ns_per_mass, "of a step"),
    NUMBER(original_iterations, "of a step, recorded"),
    NUMBER(hand_evaluations, "of a step by hand"),
    NUMBER(peer_off, "how far the peer's heights are off"),
    NUMBER(bytes, "of an integrator"),
    NUMBER(bytes_per_mass, "of an integrator"),
    LIST(medians),
    LIST(least),
    LIST(ratios),
    POINT(kernels, OBJECT, "ns of a call of each"),
    NUMBER(steps, "of a pass"),
    POINT(pass_steps, WHOLE, "asked for in a pass"),
    COUNTERS,
    {.key = NULL},
};
const struct record timing_point_record = {"point", "What is behind a result.",
                                           sizeof(struct timing_point), fields};

static double *number_at(struct timing_point *p, const struct record_field *f) {
    return (double *)(void *)((char *)p + f->place);
}

struct timing_point timing_point_begin(const char *members, struct estimate of) {
    struct timing_point p = {.members = members};
    for (const struct record_field *f = fields; f->key != NULL; f++)
        if (f->type == RECORD_NUMBER)
            *number_at(&p, f) = NAN;
    p.of = of;
    return p;
}

struct timing_list timing_point_list(const struct batch *b, int i, batch_number *number) {
    double value[BATCH_MOST_PROCESSES];
    struct timing_list list = {0, NULL};
    record_set_numbers(&list.number, &list.count, value, batch_list(b, i, number, value));
    return list;
}

void timing_point_count(struct timing_point *p, const struct batch *b, int i) {
    p->steps = batch_count(b, i, "steps");
    for (const struct record_field *f = counters; f->key != NULL; f++)
        *number_at(p, f) = batch_each(b, i, f->key);
}

/* Nonzero: out of memory. */
static int tell_member(json_t *object, const char *word, size_t length,
                       const json_t *all) {
    const bool may_lack = *word == '?';
    const char *name = word + may_lack, *end = word + length;
    const size_t before = strcspn(name, "= ");
    const char *member = name[before] == '=' ? name + before + 1 : name;
    json_t *value = json_object_getn(all, member, (size_t)(end - member));
    return value == NULL || (may_lack && json_is_null(value))
               ? 0
               : json_object_setn(object, name, before, value);
}

json_t *timing_point_tell(const struct timing_point *p) {
    json_t *all = record_tell(&timing_point_record, p), *object = json_object();
    int failed = all == NULL || object == NULL;
    for (const char *word = p->members; *word != '\0' && !failed;) {
        const size_t length = strcspn(word, " ");
        failed = tell_member(object, word, length, all);
        word += length + strspn(word + length, " ");
    }
    json_decref(all);
    if (failed)
        json_decref(object);
    return failed ? NULL : object;
}

void timing_point_add(struct timing_points *list, struct timing_point p) {
    list->is_short |=
        record_append(&timing_point_record, &list->point, &list->count, &p) != 0;
    free(p.medians.number);
    free(p.least.number);
    free(p.ratios.number);
    json_decref(p.kernels);
}

void timing_points_clear(struct timing_points *list) {
    for (int i = 0; i < list->count; i++)
        record_clear(&timing_point_record, &list->point[i]);
    free(list->point);
    *list = (struct timing_points){.count = 0};
}
