/* The document of a survey, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"
#include "harness/genericity/survey.h"

#define DIFFERENTIAL                                                                     \
    FIELD_TEXT("tree", "in brackets"), FIELD_TEXT("differential", "that belongs to it"), \
        FIELD_COUNT("order", "nodes of the tree"),                                       \
        FIELD_TEXT("verdict", "whether it is other than zero")

static const struct record_field counts_fields[] = {
    FIELD_COUNT("nonzero", "differentials other than zero"),
    FIELD_COUNT("zero-at-start", "that vanish at the start alone"),
    FIELD_COUNT("undecided", "that the balls do not decide"),
    FIELD_COUNT("vanishes", "that vanish where it was tried"),
    FIELD_COUNT("identically-zero", "that are zero everywhere"),
    {.key = NULL},
};
static const struct record counts = {"counts", "How many of each.", 0, counts_fields};

#define COMPONENTS(key, what) FIELD_ARRAY(key, what, .items = "string", .may_lack = true)

static const struct record_field tree_fields[] = {
    DIFFERENTIAL,
    COMPONENTS("identically", "components that are zero everywhere"),
    COMPONENTS("vanishing", "components that vanish where it was tried"),
    COMPONENTS("at_start", "components that vanish at the start alone"),
    COMPONENTS("undecided", "components that the balls do not decide"),
    FIELD_NUMBER("size", "of its largest component at the start", .may_lack = true),
    FIELD_TEXT("elsewhere", "the variant that shows it", .may_lack = true,
               .or_null = true),
    {.key = NULL},
};
static const struct record tree = {"tree", "A differential of a model.", 0, tree_fields};

static const struct record_field model_fields[] = {
    FIELD_COUNT("states", "components"),
    FIELD_COUNT("joints", "equations of them"),
    FIELD_COUNT("random_states", "that were tried"),
    FIELD_OBJECT("counts", "of verdicts", .of = &counts),
    FIELD_ARRAY("trees", "differentials", .of = &tree),
    FIELD_TEXT("name", "of the catalogue, or its file's"),
    FIELD_TEXT("file", "the model's file"),
    FIELD_FLAG("studied", "whether studies of the whole catalogue have it"),
    FIELD_TEXT("verdict", "of the model"),
    FIELD_TEXT("reason", "of the verdict"),
    {.key = NULL},
};
static const struct record model = {"model", "A model's start.", 0, model_fields};

static const struct record_field all_fields[] = {
    DIFFERENTIAL,
    FIELD_COUNT("names", "on which it is other than zero"),
    FIELD_ARRAY("on", "these", .items = "string"),
    {.key = NULL},
};
static const struct record all = {"differential", "A differential on all models.", 0,
                                  all_fields};

static const struct record_field fields[] = {
    FIELD_FLAG("whole", "whether it is about the whole catalogue"),
    FIELD_ARRAY("models", "one by one", .of = &model),
    FIELD_ARRAY("trees", "differentials, on all models", .of = &all),
    FIELD_TEXT("verdict", "of the whole"),
    {.key = NULL},
};
const struct record survey_document_record = {
    "genericity", "What genericity --json prints.", 0, fields};
