/* The fields of a number of the league.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/cell.h"

#include "harness/base/record/record.h"

#define FIELD(member) .key = #member, .place = offsetof(struct league_cell, member)
#define NUMBER(member) FIELD(member), .type = RECORD_NUMBER
#define NUMBERS(member)                                                                  \
    FIELD(member), .type = RECORD_NUMBERS, .count = offsetof(struct league_cell, runs)

static const char *const statuses[] = {[LEAGUE_MEASURED] = "measured",
                                       [LEAGUE_NOT_BUILT] = "not-built",
                                       [LEAGUE_FAILED] = "failed",
                                       NULL};

static const struct record_field fields[] = {
    {FIELD(scene), .meaning = "of the league"},
    {FIELD(model), .meaning = "the catalogue's model"},
    {FIELD(set), .meaning = "its settings, and those that the engine declares"},
    {FIELD(engine), .meaning = "its name"},
    {FIELD(options), .meaning = "its settings; empty: its usual ones"},
    {FIELD(quantity), .meaning = "what is measured"},
    {FIELD(meaning), .meaning = "of the quantity"},
    {FIELD(unit), .meaning = "of the value; empty: none"},
    {FIELD(status), .type = RECORD_WORD, .words = statuses,
     .meaning = "whether there is a value"},
    {NUMBER(value), .meaning = "at the step"},
    {NUMBER(half), .meaning = "at half the step"},
    {NUMBER(expected), .meaning = "by closed form or truth"},
    {NUMBER(step), .unit = "s", .meaning = "h"},
    {NUMBER(until), .unit = "s", .meaning = "the end of the run"},
    {NUMBER(step_time), .unit = "us", .meaning = "of a step, on the engine's own clock"},
    {NUMBER(low), .unit = "us", .meaning = "of the runs: the least"},
    {NUMBER(high), .unit = "us", .meaning = "of the runs: the largest"},
    {NUMBER(later_time), .unit = "us",
     .meaning = "of a step after the first, of a large scene"},
    {NUMBERS(step_times), .meaning = "of each run"},
    {NUMBERS(later_times), .meaning = "of each run"},
    {NUMBER(iterations), .meaning = "of the contact solver in a step, the mean"},
    {NUMBER(equivalence),
     .meaning = "largest relative deviation, at the start, of the state that the engine "
                "tells and of its energy from the model's"},
    {FIELD(grade), .meaning = "of the truth; formula: by closed form"},
    {FIELD(differs), .meaning = "what the engine leaves out or changes; empty: nothing"},
    {FIELD(why), .meaning = "there is no value; empty: there is one"},
    {FIELD(command), .meaning = "that makes the run"},
    {.key = NULL},
};

const struct record league_cell_record = {
    "league_cell", "What a quantity came to in a scene by an engine.",
    sizeof(struct league_cell), fields};
