/* The document of timing, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/timing_models.h"
#include "harness/program/run/study_document.h"
#include "harness/speed/goals/timing_goals.h"
#include "harness/speed/peers/peers_told.h"
#include "harness/speed/timing/timing_measurement.h"

static const struct record_field fields[] = {
    STUDY_DOCUMENT_HEAD,
    FIELD_COUNT("seed", "of the random orders"),
    FIELD_COUNT("taken", "when, in seconds since 1970"),
    FIELD_OBJECT("build", "what the program was made from"),
    FIELD_OBJECT("load", "of the machine: before, after, steal", .may_lack = true),
    FIELD_ARRAY("measurements", "of steps", .may_lack = true,
                .of = &timing_measurement_record),
    FIELD_ARRAY("goals", "that are to be reached", .of = &goal_record),
    FIELD_ARRAY("peers", "of --peers", .may_lack = true, .of = &peers_record),
    FIELD_ARRAY("results", "as of a study, with what was fitted", .items = "object"),
    FIELD_SECONDS("seconds", "how long it took"),
    {.key = NULL},
};
const struct record timing_document_record = {"timing", "What timing --json prints.", 0,
                                              fields};
