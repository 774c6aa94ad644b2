/* How the jobs of a request went, and what was left out because the only integrator does not take
 * it: structs until they are told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JOB_ACCOUNT_H
#define HARNESS_JOB_ACCOUNT_H

#include "harness/base/record/record.h"

/* A study of a model; or of a method alone, and then the study's name is in the model's place. */
struct job_account {
    const char *study, *model;
    const char **method; /* those that it is about */
    int methods;
    double seconds, processor_seconds;
    bool left_out; /* an early end has left it out */
    long place;    /* in the plan, from 0 */
    long shard;    /* whose it is, from 1 */
    long results;  /* how many it has come to */
};

struct job_accounts {
    struct job_account *item;
    int count;
};

#define JOB_ACCOUNT_FIELD(type, at, member, kind, ...)                                   \
    RECORD_NAMED(#member, type, at member, kind, __VA_ARGS__)
#define JOB_ACCOUNT_SECONDS(type, at, member, meaning)                                   \
    JOB_ACCOUNT_FIELD(type, at, member, NUMBER, meaning, .unit = "s",                    \
                      .not_negative = true)
/* Which job it is, and how it went; in a record of more `at` leads to them: "of." */
#define JOB_ACCOUNT_NAMES(type, at)                                                      \
    JOB_ACCOUNT_FIELD(type, at, study, TEXT, "the study, by its name"),                  \
        JOB_ACCOUNT_FIELD(type, at, model, TEXT, "what it is about, by its name"),       \
        RECORD_NAMED("methods", type, at method, TEXTS, "that it is about",              \
                     .count = offsetof(type, at methods))
#define JOB_ACCOUNT_FIELDS(type, at)                                                     \
    JOB_ACCOUNT_NAMES(type, at),                                                         \
        JOB_ACCOUNT_SECONDS(type, at, seconds, "how long it took"),                      \
        JOB_ACCOUNT_SECONDS(type, at, processor_seconds, "time of the processor"),       \
        JOB_ACCOUNT_FIELD(type, at, left_out, FLAG,                                      \
                          "whether an early end has left it out")

/* How it went; which shard has it; how it went in its shard. */
extern const struct record job_account_record, job_planned_record, job_done_record;

/* Of a list that a document has under "jobs". */
extern const struct record job_accounts_record;

/* Whether two are of the same study, model and methods. */
bool job_account_is_of(const struct job_account *one, const struct job_account *other);

/* A model, or a study, that the only method or integrator does not take. */
struct not_taken {
    const char *model, *method;
    const char
        *cause; /* "joints", "contacts", "create": the integrator itself has refused the
                          system; "scenes": it is an engine, and the study is of equations */
    const char *reason;
    long studies; /* that are left out for it */
};

struct not_applicable {
    struct not_taken *item;
    int count;
    bool is_asked; /* whether anybody wants to know */
};

/* One; and the list that a document has under "not_applicable". */
extern const struct record not_taken_record, not_applicable_record;

/* Adds a copy of one. Nonzero: out of memory. */
int not_applicable_add(struct not_applicable *all, const struct not_taken *one);

#endif
