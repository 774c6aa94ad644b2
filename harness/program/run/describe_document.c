/* A model as a document, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/describe.h"

static const struct record_field truth_fields[] = {
    FIELD_TEXT("grade", "how sure it is"),
    FIELD_COUNT("digits", "that are known"),
    FIELD_TEXT("way", "how it was found"),
    {.key = NULL},
};
static const struct record truth = {"truth", "What is kept of the exact solution.", 0,
                                    truth_fields};

#define FIELDS_OF_ALL                                                                    \
    FIELD_TEXT("name", "of the catalogue, or its file's"),                               \
        FIELD_TEXT("title", "what it is", .may_lack = true),                             \
        FIELD_TEXT("source", "where it comes from", .may_lack = true),                   \
        FIELD_TEXT("why", "it is there", .may_lack = true),                              \
        FIELD_ARRAY("tags", "by which it is found", .items = "string",                   \
                    .may_lack = true),                                                   \
        FIELD_COUNT("nq", "positions", .may_lack = true),                                \
        FIELD_COUNT("nv", "velocities", .may_lack = true),                               \
        FIELD_COUNT("nz", "other states", .may_lack = true),                             \
        FIELD_COUNT("joints", "equations of them", .may_lack = true),                    \
        FIELD_COUNT("quaternions", "of unit length", .may_lack = true),                  \
        FIELD_COUNT("contacts", "that may open", .may_lack = true),                      \
        FIELD_TEXT("path", "of its file", .may_lack = true),                             \
        FIELD_FLAG("kinks", "whether its rates are not smooth", .may_lack = true),       \
        FIELD_OBJECT("truth", "what is kept of it", .may_lack = true, .or_null = true,   \
                     .of = &truth)

static const struct record_field published_fields[] = {
    FIELD_TEXT("component", "its name"),
    FIELD_TEXT("t", "the time", .or_null = true),
    FIELD_COUNT("digits", "that are trusted"),
    {.key = NULL},
};
static const struct record published = {"published", "A value from the literature.", 0,
                                        published_fields};

static const struct record_field model_fields[] = {
    FIELDS_OF_ALL,
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
    FIELDS_OF_ALL,
    FIELD_TEXT("variant_of", "the name of the file whose variant it is", .or_null = true),
    FIELD_FLAG("studied", "whether studies of the whole catalogue have it"),
    FIELD_TEXT("error", "why it cannot be read", .may_lack = true),
    {.key = NULL},
};
const struct record describe_listed_record = {"listed", "A model of the catalogue.", 0,
                                              listed_fields};
