/* The document of a sweep, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"
#include "harness/sweep/sweep.h"

static const char *const statuses[] = {"ok", "failed", "refused", NULL};
static const char *const scales[] = {"linear", "log", NULL};

static const struct record_field point_fields[] = {
    {.key = "point",
     .meaning = "its number, from 0; the last range's values follow each other",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = "set",
     .meaning = "the ranges' values, each as solve --set takes it",
     .type = RECORD_OBJECT},
    {.key = "t",
     .meaning = "where the state is: the last step that succeeded; null: there is none",
     .type = RECORD_NUMBER},
    {.key = "state",
     .meaning = "the components by their names; without members: there is none",
     .type = RECORD_OBJECT},
    {.key = "steps",
     .meaning = "steps taken; null: not counted, or not begun",
     .type = RECORD_NUMBER},
    {.key = "status",
     .meaning = "failed: the numerics did; refused: the model, or its start, with these "
                "values",
     .type = RECORD_TEXT,
     .words = statuses},
    {.key = "why", .meaning = "why not ok", .type = RECORD_TEXT},
    {.key = NULL}};

static const struct record point = {"point", "One combination of values.", 0,
                                    point_fields};

static const struct record_field range_fields[] = {
    {.key = "name", .meaning = "of a parameter or a state", .type = RECORD_TEXT},
    {.key = "from", .meaning = "the first value", .type = RECORD_NUMBER},
    {.key = "to", .meaning = "the last value", .type = RECORD_NUMBER},
    {.key = "scale",
     .meaning = "what is evenly spaced: values or their logarithms",
     .type = RECORD_TEXT,
     .words = scales},
    {.key = "count",
     .meaning = "how many values",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = NULL}};

static const struct record range = {"range", "The values of one name.", 0, range_fields};

static const struct record_field sweep_fields[] = {
    {.key = "model", .meaning = "the model's name", .type = RECORD_TEXT},
    {.key = "states",
     .meaning = "the names of the state's components, in their order",
     .type = RECORD_ARRAY},
    {.key = "method", .meaning = "the method's name", .type = RECORD_TEXT},
    {.key = "settings",
     .meaning = "the method's options; set: names with one value; step; until",
     .type = RECORD_OBJECT},
    {.key = "ranges",
     .meaning = "in the order of the command line",
     .type = RECORD_ARRAY,
     .of = &range},
    {.key = "in_lanes",
     .meaning = "how many points ran side by side; the bits are the same",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = "points",
     .meaning = "in the order of their numbers",
     .type = RECORD_ARRAY,
     .of = &point},
    {.key = NULL}};

static const struct record sweep = {"sweep", "Where each run of a sweep ends.", 0,
                                    sweep_fields};

json_t *sweep_schema(void) {
    return record_schema(&sweep);
}
