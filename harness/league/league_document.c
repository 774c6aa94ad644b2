/* The document of the league, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/league.h"

static const struct record_field point_fields[] = {
    FIELD_NUMBER("h", "the step"),
    FIELD_NUMBER("value", "that was measured"),
    FIELD_NUMBER("error", "of it"),
    FIELD_SECONDS("seconds", "that it took"),
    {.key = NULL},
};
static const struct record point = {"point", "A step of a ladder.", 0, point_fields};

static const struct record_field ladder_fields[] = {
    FIELD_TEXT("scene", "its name"),
    FIELD_TEXT("model", "that is its truth"),
    FIELD_TEXT("engine", "its title"),
    FIELD_TEXT("quantity", "that is measured"),
    FIELD_TEXT("unit", "of it"),
    FIELD_TEXT("meaning", "of it"),
    FIELD_TEXT("command", "that makes the run again"),
    FIELD_NUMBER("expected", "value", .may_lack = true),
    FIELD_ARRAY("points", "one for each step", .of = &point),
    {.key = NULL},
};
static const struct record ladder = {"ladder", "A quantity over steps.", 0,
                                     ladder_fields};

static const struct record_field fields[] = {
    RECORD_FIELD(struct league, step, NUMBER, "in seconds"),
    RECORD_FIELD(struct league, missing, TEXT, "engines that are not installed"),
    RECORD_NAMED("engines", struct league, declared, ARRAY,
                 "what each declares, its title, place and options", .items = "object"),
    RECORD_NAMED("cells", struct league, cell, LIST, "a quantity of an engine in a scene",
                 .of = &league_cell_record, .count = offsetof(struct league, cells)),
    RECORD_FIELD(struct league, ladders, ARRAY, "of scenes that have one",
                 .may_lack = true, .of = &ladder),
    {.key = NULL},
};
const struct record league_record = {"engines", "What engines --json prints.",
                                     sizeof(struct league), fields};
