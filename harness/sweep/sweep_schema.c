/* The document of a sweep, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"
#include "harness/sweep/sweep.h"

static const char *const statuses[] = {"ok", "failed", "refused", NULL};
static const char *const scales[] = {"linear", "log", NULL};

static const struct record_field point_fields[] = {
    FIELD_COUNT("point", "its number, from 0; the last range's values follow each other"),
    FIELD_OBJECT("set", "the ranges' values, each as solve --set takes it", .of = NULL),
    FIELD_NUMBER("t",
                 "where the state is: the last step that succeeded; null: there is none"),
    FIELD_OBJECT("state", "the components by their names; without members: there is none",
                 .of = NULL),
    FIELD_NUMBER("steps", "steps taken; null: not counted, or not begun"),
    FIELD_WORDS("status",
                "failed: the numerics did; refused: the model, or its start, with these "
                "values",
                statuses),
    FIELD_TEXT("why", "why not ok"),
    {.key = NULL}};

static const struct record point = {"point", "One combination of values.", 0,
                                    point_fields};

static const struct record_field range_fields[] = {
    FIELD_TEXT("name", "of a parameter or a state"),
    FIELD_NUMBER("from", "the first value"),
    FIELD_NUMBER("to", "the last value"),
    FIELD_WORDS("scale", "what is evenly spaced: values or their logarithms", scales),
    FIELD_COUNT("count", "how many values"),
    {.key = NULL}};

static const struct record range = {"range", "The values of one name.", 0, range_fields};

static const struct record_field sweep_fields[] = {
    FIELD_TEXT("model", "the model's name"),
    FIELD_ARRAY("states", "the names of the state's components, in their order",
                .of = NULL),
    FIELD_TEXT("method", "the method's name"),
    FIELD_OBJECT("settings",
                 "the method's options; set: names with one value; step; until",
                 .of = NULL),
    FIELD_ARRAY("ranges", "in the order of the command line", .of = &range),
    FIELD_COUNT("in_lanes", "how many points ran side by side; the bits are the same"),
    FIELD_ARRAY("points", "in the order of their numbers", .of = &point),
    {.key = NULL}};

const struct record sweep_document_record = {"sweep", "Where each run of a sweep ends.",
                                             0, sweep_fields};
