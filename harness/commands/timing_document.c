/* The document of timing, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/timing_models.h"
#include "harness/program/run/study_document.h"
#include "harness/speed/goals/timing_goals.h"
#include "harness/speed/peers/peers_told.h"

#define ESTIMATE                                                                         \
    FIELD_NUMBER("value", "the median"), FIELD_NUMBER("low", "of its interval"),         \
        FIELD_NUMBER("high", "of its interval")

static const struct record_field estimate_fields[] = {ESTIMATE, {.key = NULL}};
static const struct record estimate = {"estimate", "A number and its interval.", 0,
                                       estimate_fields};

static const struct record_field time_fields[] = {
    ESTIMATE,
    FIELD_ARRAY("processes", "the median of each", .items = "number"),
    FIELD_ARRAY("blocks", "in the order of time", .items = "number"),
    {.key = NULL},
};
static const struct record nanoseconds = {"ns", "The time of a step, in nanoseconds.", 0,
                                          time_fields};

static const struct record_field instructions_fields[] = {
    FIELD_COUNT("instructions", "of a step"),
    FIELD_COUNT("reads", "of data"),
    FIELD_COUNT("writes", "of data"),
    FIELD_COUNT("data_bytes", "that are touched"),
    FIELD_COUNT("code_bytes", "that are run"),
    FIELD_TEXT("tool", "that has counted"),
    {.key = NULL},
};
static const struct record instructions = {"instructions", "What valgrind counts.", 0,
                                           instructions_fields};

static const struct record_field measurement_fields[] = {
    FIELD_TEXT("name", "MODEL/METHOD/MODE/KIND"),
    FIELD_TEXT("model", "its name"),
    FIELD_TEXT("method", "its name"),
    FIELD_TEXT("mode", "default or faithful"),
    FIELD_TEXT("kind", "what the step is of"),
    FIELD_OBJECT("workload", "what is run: model, set, method, options, step, length"),
    FIELD_TEXT("unit", "step"),
    FIELD_OBJECT("counters", "of all steps, by their names"),
    FIELD_OBJECT("instructions", "of a step", .or_null = true, .of = &instructions),
    FIELD_TEXT("instructions_missing", "why there are none", .may_lack = true),
    FIELD_OBJECT("ns", "the time of a step", .of = &nanoseconds),
    FIELD_OBJECT("cycles", "of the processor in a step", .or_null = true,
                 .of = &estimate),
    FIELD_OBJECT("floor", "what its kernels take", .or_null = true, .of = &estimate),
    FIELD_OBJECT("peer", "the original's", .or_null = true),
    {.key = NULL},
};
static const struct record measurement = {"measurement", "What a step costs.", 0,
                                          measurement_fields};

static const struct record_field fields[] = {
    STUDY_DOCUMENT_HEAD,
    FIELD_COUNT("seed", "of the random orders"),
    FIELD_COUNT("taken", "when, in seconds since 1970"),
    FIELD_OBJECT("build", "what the program was made from"),
    FIELD_OBJECT("load", "of the machine: before, after, steal", .may_lack = true),
    FIELD_ARRAY("measurements", "of steps", .may_lack = true, .of = &measurement),
    FIELD_ARRAY("goals", "that are to be reached", .of = &goal_record),
    FIELD_ARRAY("peers", "of --peers", .may_lack = true, .of = &peers_record),
    FIELD_ARRAY("results", "as of a study, with what was fitted", .items = "object"),
    FIELD_SECONDS("seconds", "how long it took"),
    {.key = NULL},
};
const struct record timing_document_record = {"timing", "What timing --json prints.", 0,
                                              fields};
