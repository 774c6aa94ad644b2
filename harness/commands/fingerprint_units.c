/* The fingerprints that a command line asks for, and which of them are a shard's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/fingerprint_command.h"

#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/methods/method_row.h"
#include "harness/program/run/shard_cost.h"
#include "harness/program/run/shard_part.h"
#include "harness/session/arguments.h"

enum { name_room = 160 };

/* A method with options set has one mode, which they choose, and no multiple precision. */
static bool is_wanted(const struct fingerprint_command *w, const struct method *m,
                      enum fingerprint_variant variant) {
    const bool has_options = arguments_count(w->arguments, "option") > 0;
    switch (variant) {
    case FINGERPRINT_DEFAULT:
        return w->in_double &&
               (has_options || fingerprint_has_weights(m->name, FAST_DEFAULT));
    case FINGERPRINT_FAITHFUL:
        return w->in_double && !has_options &&
               fingerprint_has_weights(m->name, FAST_FAITHFUL);
    default: return w->raised && !has_options;
    }
}

static int add_method(struct fingerprint_unit *unit, int count,
                      const struct fingerprint_command *w, const struct method *m) {
    for (int k = 0; k < FINGERPRINT_VARIANTS && count < FINGERPRINT_MOST_UNITS; k++)
        if (is_wanted(w, m, (enum fingerprint_variant)k))
            unit[count++] = (struct fingerprint_unit){m, (enum fingerprint_variant)k};
    return count;
}

int fingerprint_units_list(struct fingerprint_unit unit[FINGERPRINT_MOST_UNITS],
                           const struct fingerprint_command *w) {
    int count = 0;
    if (w->foreign.is_given) {
        unit[0] = (struct fingerprint_unit){NULL, FINGERPRINT_DEFAULT};
        return 1;
    }
    if (w->method != NULL)
        return add_method(unit, count, w, w->method);
    for (const struct method *m = method_table(); m->name != NULL; m++)
        if (study_knows(STUDY_FINGERPRINT, m->name))
            count = add_method(unit, count, w, m);
    return count;
}

static const char *method_of(const struct fingerprint_command *w,
                             const struct fingerprint_unit *unit) {
    return unit->method != NULL ? unit->method->name : w->foreign.plugin.name;
}

/* Noted as a study's job is, with what stands in the model's place; nobody takes its time. */
static void note(json_t *jobs, json_t *done, const struct fingerprint_command *w,
                 const struct fingerprint_unit *unit, int place, int shard) {
    static const char *const variants[] = {"default", "faithful", "multiple precision"};
    const char *method = method_of(w, unit);
    char name[name_room];
    const struct job_account about = {.study = "fingerprint",
                                      .model = name,
                                      .method = &method,
                                      .methods = 1,
                                      .place = place,
                                      .shard = shard,
                                      .results = 1};
    snprintf(name, sizeof name, "%s (%s)", method, variants[unit->variant]);
    record_add(jobs, &job_planned_record, &about);
    if (shard == w->shard.index)
        record_add(done, &job_done_record, &about);
}

int fingerprint_units_take(struct fingerprint_unit unit[FINGERPRINT_MOST_UNITS],
                           int count, const struct fingerprint_command *w) {
    int owner[FINGERPRINT_MOST_UNITS], kept = 0;
    long cost[FINGERPRINT_MOST_UNITS];
    json_t *jobs = json_array(), *done = json_array();
    for (int i = 0; i < count; i++)
        cost[i] = shard_cost("fingerprint",
                             unit[i].variant == FINGERPRINT_RAISED ? "mpfr" : "double",
                             method_of(w, &unit[i]), false);
    int failed = shard_split(owner, cost, count, w->shard.count);
    for (int i = 0; i < count && !failed; i++) {
        note(jobs, done, w, &unit[i], i, owner[i]);
        if (owner[i] == w->shard.index)
            unit[kept++] = unit[i];
    }
    shard_part_note_build(w->part, w->session);
    json_object_set_new(w->part, "jobs", jobs);
    json_object_set_new(w->part, "done", done);
    return failed ? -1 : kept;
}
