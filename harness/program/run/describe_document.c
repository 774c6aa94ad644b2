/* A model as a document, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/describe.h"

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct model_brief, member, kind, __VA_ARGS__)
#define PLACE(member) offsetof(struct model_brief, member)
#define BRIEF(member, kind, ...) FIELD(member, kind, __VA_ARGS__, .with = PLACE(is_read))
#define COUNT(member, meaning) BRIEF(member, WHOLE, meaning, .not_negative = true)
#define BRIEF_FIELDS                                                                     \
    FIELD(name, TEXT, "of the catalogue, or its file's"),                                \
        BRIEF(title, TEXT, "what it is"), BRIEF(source, TEXT, "where it comes from"),    \
        BRIEF(why, TEXT, "it is there"),                                                 \
        RECORD_NAMED("tags", struct model_brief, tag, TEXTS, "by which it is found",     \
                     .count = PLACE(tags), .with = PLACE(is_read)),                      \
        COUNT(nq, "positions"), COUNT(nv, "velocities"), COUNT(nz, "other states"),      \
        COUNT(joints, "equations of them"), COUNT(quaternions, "of unit length"),        \
        COUNT(contacts, "that may open"),                                                \
        FIELD(path, TEXT, "of its file", .may_lack = true)
#define LISTED_FIELDS                                                                    \
    BRIEF(kinks, FLAG, "whether its rates are not smooth"),                              \
        BRIEF(truth, PART, "what is kept of it", .known = PLACE(has_truth),              \
              .of = &truth_brief_record)

static const struct record_field brief_fields[] = {BRIEF_FIELDS, {.key = NULL}};
const struct record describe_brief_record = {"brief", "A model.",
                                             sizeof(struct model_brief), brief_fields};

static const struct record_field published_fields[] = {
    FIELD_TEXT("component", "its name"),
    FIELD_TEXT("t", "the time", .or_null = true),
    FIELD_COUNT("digits", "that are trusted"),
    {.key = NULL},
};
static const struct record published = {"published", "A value from the literature.", 0,
                                        published_fields};

static const struct record_field model_fields[] = {
    BRIEF_FIELDS,
    LISTED_FIELDS,
    FIELD_ARRAY("states", "names of the components", .items = "string"),
    FIELD_ARRAY("initial", "the start, as decimals"),
    FIELD_ARRAY("span", "its two ends, as decimals"),
    FIELD_OBJECT("parameters", "decimals by name"),
    FIELD_OBJECT("sizes", "numbers by name"),
    FIELD_ARRAY("invariants", "their names", .items = "string"),
    FIELD_FLAG("map_is_identity", "whether q' = v"),
    FIELD_FLAG("closed_form", "whether its solution is a formula"),
    FIELD_ARRAY("published", "values from the literature", .of = &published),
    FIELD_TEXT("published_source", "where they stand"),
    FIELD_ARRAY("joint", "each of them", .items = "object"),
    FIELD_ARRAY("quaternion", "each of them", .items = "object"),
    FIELD_ARRAY("joint_equations", "lines of the file", .items = "string"),
    FIELD_ARRAY("contact", "each of them", .items = "object"),
    FIELD_ARRAY("contact_equations", "lines of the file", .items = "string"),
    FIELD_FLAG("reduced", "whether joints were solved for"),
    FIELD_TEXT("text", "the file"),
    FIELD_ARRAY("equations", "lines of the file", .items = "string"),
    {.key = NULL},
};
const struct record describe_document_record = {"model", "What show MODEL --json prints.",
                                                0, model_fields};

static const struct record_field listed_fields[] = {
    BRIEF_FIELDS,
    LISTED_FIELDS,
    FIELD(variant_of, TEXT, "the name of the file whose variant it is", .or_null = true),
    FIELD(studied, FLAG, "whether studies of the whole catalogue have it"),
    FIELD(error, TEXT, "why it cannot be read", .may_lack = true),
    {.key = NULL},
};
const struct record describe_listed_record = {"listed", "A model of the catalogue.",
                                              sizeof(struct model_brief), listed_fields};
