/* The document of a solution, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"
#include "harness/solve/solve.h"

static const char *const statuses[] = {"ok", "failed", NULL};

static const struct record_field sample_fields[] = {
    FIELD_NUMBER("t", "a time of --at", .or_text = true),
    FIELD_OBJECT("state", "there", .of = &record_state),
    FIELD_FLAG("impact", "whether its step has one: it is on the line between the ends",
               .may_lack = true),
    {.key = NULL},
};
static const struct record sample = {"sample", "A state on the way.", 0, sample_fields};

static const struct record_field step_fields[] = {
    FIELD_NUMBER("t", "its end"),
    FIELD_NUMBER("h", "its size"),
    FIELD_NUMBER("next", "the size proposed for the next one"),
    FIELD_TEXT("code", "how it came out"),
    FIELD_OBJECT("state", "at its end", .of = &record_state),
    FIELD_ARRAY("solves", "of contacts: the impulses of each solve", .items = "object",
                .may_lack = true),
    {.key = NULL},
};
static const struct record step = {"step", "A step, of --steps.", 0, step_fields};

static const struct record_field errors_fields[] = {
    FIELD_NUMBER("position", "of positions", .or_text = true),
    FIELD_NUMBER("velocity", "of velocities", .or_text = true),
    {.key = NULL},
};
static const struct record errors = {"constraint_errors", "How far joints are violated.",
                                     0, errors_fields};

static const struct record_field crossing_fields[] = {
    FIELD_TEXT("contact", "its name"),
    FIELD_NUMBER("t", "where the step begins"),
    {.key = NULL},
};
static const struct record crossing = {"first_crossing", "A contact crossed unseen.", 0,
                                       crossing_fields};

static const struct record_field fields[] = {
    FIELD_TEXT("model", "its name"),
    FIELD_TEXT("method", "its name, or the integrator's"),
    FIELD_TEXT("arithmetic", "double, or mpfr:BITS"),
    FIELD_OBJECT("settings", "the method's options; set, step, until"),
    FIELD_WORDS("status", "failed: the numerics did", statuses),
    FIELD_TEXT("why", "why it failed", .or_null = true),
    FIELD_NUMBER("t", "where the state is", .or_text = true),
    FIELD_OBJECT("state", "at the end, or after the last step that succeeded",
                 .of = &record_state),
    FIELD_OBJECT("error_estimate", "of the last step", .or_null = true,
                 .of = &record_state),
    FIELD_OBJECT("statistics", "counters, by their names", .or_null = true),
    FIELD_ARRAY("samples", "at the times of --at", .of = &sample),
    FIELD_ARRAY("steps", "of --steps", .may_lack = true, .of = &step),
    FIELD_OBJECT("multipliers", "of joints, by their names", .may_lack = true),
    FIELD_OBJECT("constraint_errors", "of joints", .may_lack = true, .or_null = true,
                 .of = &errors),
    FIELD_OBJECT("contacts", "by their names: gap, impulse and what else is known",
                 .may_lack = true),
    FIELD_OBJECT("joint_impulses", "of the last step with contacts, by names",
                 .may_lack = true),
    FIELD_TEXT("verdict", "the worst of all solves of contacts", .may_lack = true,
               .or_null = true),
    FIELD_TEXT("last_verdict", "of the last solve of contacts", .may_lack = true,
               .or_null = true),
    FIELD_OBJECT("first_crossing", "where a contact may first have been crossed unseen",
                 .may_lack = true, .or_null = true, .of = &crossing),
    FIELD_COUNT("events", "impacts and other ends of steps", .may_lack = true),
    FIELD_TEXT("remark", "what rounding hides", .may_lack = true),
    {.key = NULL},
};
const struct record solve_document_record = {"solution", "What solve --json prints.", 0,
                                             fields};
