/* The document of a survey, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"
#include "harness/genericity/survey.h"

#define DIFFERENTIAL(of)                                                                 \
    RECORD_FIELD(of, tree, TEXT, "in brackets"),                                         \
        RECORD_FIELD(of, differential, TEXT, "that belongs to it"),                      \
        RECORD_FIELD(of, order, WHOLE, "nodes of the tree", .not_negative = true)
#define VERDICT(of) RECORD_FIELD(of, verdict, TEXT, "whether it is other than zero")
#define NAMES(of, list, what, ...)                                                       \
    RECORD_NAMED(#list, of, list.name, TEXTS, what, .count = offsetof(of, list.count),   \
                 __VA_ARGS__)

#define COUNT(key, kind, what)                                                           \
    RECORD_NAMED(key, struct survey_counts, of[kind], WHOLE, what, .not_negative = true)

static const struct record_field counts_fields[] = {
    COUNT("nonzero", GENERIC_NONZERO, "differentials other than zero"),
    COUNT("zero-at-start", GENERIC_AT_START, "that vanish at the start alone"),
    COUNT("undecided", GENERIC_UNDECIDED, "that the balls do not decide"),
    COUNT("vanishes", GENERIC_VANISHES, "that vanish where it was tried"),
    COUNT("identically-zero", GENERIC_IDENTICALLY, "that are zero everywhere"),
    {.key = NULL},
};
static const struct record counts = {"counts", "How many of each.",
                                     sizeof(struct survey_counts), counts_fields};

#define COMPONENTS(list, what) NAMES(struct survey_tree, list, what, .may_lack = true)

static const struct record_field tree_fields[] = {
    DIFFERENTIAL(struct survey_tree),
    VERDICT(struct survey_tree),
    RECORD_FIELD(struct survey_tree, size, NUMBER,
                 "of its largest component at the start", .may_lack = true),
    COMPONENTS(identically, "components that are zero everywhere"),
    COMPONENTS(vanishing, "components that vanish where it was tried"),
    COMPONENTS(at_start, "components that vanish at the start alone"),
    COMPONENTS(undecided, "components that the balls do not decide"),
    RECORD_FIELD(struct survey_tree, elsewhere, TEXT, "the variant that shows it",
                 .with = offsetof(struct survey_tree, looks_elsewhere), .or_null = true),
    {.key = NULL},
};
const struct record survey_tree_record = {"tree", "A differential of a model.",
                                          sizeof(struct survey_tree), tree_fields};

#define OF_MODEL(member, kind, ...)                                                      \
    RECORD_FIELD(struct survey_model, member, kind, __VA_ARGS__)

static const struct record_field model_fields[] = {
    OF_MODEL(states, WHOLE, "components", .not_negative = true),
    OF_MODEL(joints, WHOLE, "equations of them", .not_negative = true),
    OF_MODEL(random_states, WHOLE, "that were tried", .not_negative = true),
    OF_MODEL(counts, PART, "of verdicts", .of = &counts),
    RECORD_NAMED("trees", struct survey_model, tree, LIST, "differentials",
                 .of = &survey_tree_record,
                 .count = offsetof(struct survey_model, trees)),
    OF_MODEL(name, TEXT, "of the catalogue, or its file's"),
    OF_MODEL(file, TEXT, "the model's file"),
    RECORD_NAMED("studied", struct survey_model, is_studied, FLAG,
                 "whether studies of the whole catalogue have it"),
    OF_MODEL(verdict, TEXT, "of the model"),
    OF_MODEL(reason, TEXT, "of the verdict"),
    {.key = NULL},
};
const struct record survey_model_record = {"model", "A model's start.",
                                           sizeof(struct survey_model), model_fields};

static const struct record_field differential_fields[] = {
    DIFFERENTIAL(struct survey_differential),
    RECORD_FIELD(struct survey_differential, names, WHOLE,
                 "on which it is other than zero", .not_negative = true),
    NAMES(struct survey_differential, on, "these", .may_lack = false),
    VERDICT(struct survey_differential),
    {.key = NULL},
};
const struct record survey_differential_record = {
    "differential", "A differential on all models.", sizeof(struct survey_differential),
    differential_fields};

static const struct record_field fields[] = {
    RECORD_NAMED("whole", struct survey_told, is_whole, FLAG,
                 "whether it is about the whole catalogue"),
    RECORD_NAMED("models", struct survey_told, model, LIST, "one by one",
                 .of = &survey_model_record,
                 .count = offsetof(struct survey_told, models)),
    RECORD_NAMED("trees", struct survey_told, tree, LIST, "differentials, on all models",
                 .of = &survey_differential_record,
                 .count = offsetof(struct survey_told, trees)),
    RECORD_FIELD(struct survey_told, verdict, TEXT, "of the whole"),
    {.key = NULL},
};
const struct record survey_document_record = {
    "genericity", "What genericity --json prints.", sizeof(struct survey_told), fields};
