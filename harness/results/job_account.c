/* How the jobs of a request went, and what was left out, by their fields.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/job_account.h"

#include <string.h>

#define SIZE sizeof(struct job_account)
#define FIELD(member, meaning)                                                           \
    JOB_ACCOUNT_FIELD(struct job_account, , member, WHOLE, meaning)

static const struct record_field account_fields[] = {
    JOB_ACCOUNT_FIELDS(struct job_account, ), {.key = NULL}};
const struct record job_account_record = {"job", "A study of a model.", SIZE,
                                          account_fields};

static const struct record_field planned_fields[] = {
    JOB_ACCOUNT_NAMES(struct job_account, ),
    FIELD(shard, "which share has it, from 1"),
    {.key = NULL},
};
const struct record job_planned_record = {"planned", "A job of a plan.", SIZE,
                                          planned_fields};

static const struct record_field done_fields[] = {
    JOB_ACCOUNT_FIELDS(struct job_account, ),
    FIELD(place, "in the plan, from 0"),
    FIELD(results, "how many it has come to"),
    {.key = NULL},
};
const struct record job_done_record = {"done", "A job that a share has done.", SIZE,
                                       done_fields};

static const struct record_field list_fields[] = {
    RECORD_NAMED("jobs", struct job_accounts, item, LIST, "how each went",
                 .count = offsetof(struct job_accounts, count),
                 .of = &job_account_record),
    {.key = NULL},
};
const struct record job_accounts_record = {"jobs", "The jobs of a request.",
                                           sizeof(struct job_accounts), list_fields};

bool job_account_is_of(const struct job_account *one, const struct job_account *other) {
    bool is_same = strcmp(one->study, other->study) == 0 &&
                   strcmp(one->model, other->model) == 0 &&
                   one->methods == other->methods;
    for (int k = 0; k < one->methods && is_same; k++)
        is_same = strcmp(one->method[k], other->method[k]) == 0;
    return is_same;
}

static const char *const causes[] = {"joints", "contacts", "create", "scenes", NULL};

#define TEXT(member, ...) RECORD_FIELD(struct not_taken, member, TEXT, __VA_ARGS__)
static const struct record_field not_taken_fields[] = {
    TEXT(model, "what is not taken: a model, or (scenes) a study"),
    TEXT(method, "by which method or integrator"),
    TEXT(cause,
         "what it does not take; create: it has refused the system; scenes: it "
         "builds scenes of its own, and is given no equations",
         .words = causes),
    TEXT(reason, "why, in a sentence"),
    RECORD_FIELD(struct not_taken, studies, WHOLE, "how many are left out for that",
                 .not_negative = true),
    {.key = NULL},
};
const struct record not_taken_record = {
    "not_applicable",
    "A model, or a study, that the only method or integrator does not take.",
    sizeof(struct not_taken), not_taken_fields};

int not_applicable_add(struct not_applicable *all, const struct not_taken *one) {
    return record_append(&not_taken_record, &all->item, &all->count, one);
}

static const struct record_field list_of_not_taken[] = {
    RECORD_NAMED("not_applicable", struct not_applicable, item, LIST,
                 "what the only method or integrator does not take",
                 .count = offsetof(struct not_applicable, count),
                 .with = offsetof(struct not_applicable, is_asked),
                 .of = &not_taken_record),
    {.key = NULL},
};
const struct record not_applicable_record = {
    "list", "What is not taken.", sizeof(struct not_applicable), list_of_not_taken};
