/* The document of a truth, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth.h"

static const char *const grades[] = {"converged", "certified", "closed-form", NULL};

static const struct record_field cost_fields[] = {
    FIELD_ARRAY("bits", "of each run", .items = "integer"),
    FIELD_ARRAY("order", "of each run", .items = "integer"),
    FIELD_ARRAY("steps", "of each run", .items = "integer"),
    FIELD_COUNT("switches", "kinks and events that were located"),
    FIELD_COUNT("attempts", "runs that were made"),
    FIELD_NUMBER("growth", "of errors along the motion, as a power of ten"),
    FIELD_SECONDS("seconds", "that it took"),
    {.key = NULL},
};
static const struct record cost = {"cost", "What it took.", 0, cost_fields};

static const struct record_field opinion_fields[] = {
    FIELD_TEXT("way", "how it was found"),
    FIELD_FLAG("inside", "whether it lies within the radius; null: there is none",
               .or_null = true),
    FIELD_NUMBER("digits_agreeing", "with the truth", .may_lack = true),
    FIELD_COUNT("bits", "of its arithmetic", .may_lack = true),
    FIELD_TEXT("why", "there is none", .may_lack = true),
    {.key = NULL},
};
static const struct record opinion = {
    "second_opinion", "Another run, of an independent program.", 0, opinion_fields};

static const struct record_field proof_fields[] = {
    FIELD_FLAG("nothing_stepped_over", "whether every zero is proved absent or located"),
    FIELD_TEXT("defect", "how far the equations are from being met", .may_lack = true),
    FIELD_COUNT("switching_functions", "that were enclosed", .may_lack = true),
    FIELD_COUNT("gaps", "that were enclosed", .may_lack = true),
    FIELD_COUNT("forces", "that were enclosed", .may_lack = true),
    FIELD_COUNT("parts", "of the motion, between events", .may_lack = true),
    FIELD_ARRAY("not_proved", "what the grade leaves open", .items = "string"),
    {.key = NULL},
};
static const struct record proof = {"proof", "What was shown along the motion.", 0,
                                    proof_fields};

static const struct record_field time_fields[] = {
    FIELD_TEXT("t", "the time"),
    FIELD_OBJECT("state", "there", .of = &record_state),
    FIELD_WORDS("grade", "how sure it is", grades),
    FIELD_NUMBER("digits", "that the radius leaves"),
    FIELD_TEXT("way", "how it was found"),
    FIELD_OBJECT("cost", "what it took", .of = &cost),
    FIELD_OBJECT("second_opinion", "of another program", .or_null = true, .of = &opinion),
    FIELD_OBJECT("proof", "what was shown", .or_null = true, .of = &proof),
    FIELD_TEXT("from", "catalogue, cache or computed"),
    FIELD_TEXT("radius", "of the whole state"),
    FIELD_OBJECT("radii", "of each component", .of = &record_state),
    FIELD_OBJECT("with", "accelerations, multipliers, impulses, or why not",
                 .may_lack = true),
    FIELD_FLAG("certificate_ends", "whether the certificate ends here", .may_lack = true),
    {.key = NULL},
};
static const struct record time_record = {"time", "The solution at a time.", 0,
                                          time_fields};

static const struct record_field published_fields[] = {
    FIELD_TEXT("component", "its name"),
    FIELD_TEXT("t", "the time"),
    FIELD_TEXT("published", "the value"),
    FIELD_TEXT("source", "where it stands"),
    FIELD_COUNT("digits_trusted", "of the value"),
    FIELD_NUMBER("digits_agreeing", "with the truth"),
    FIELD_TEXT("verdict", "whether that is enough"),
    {.key = NULL},
};
static const struct record published = {"published", "A value from the literature.", 0,
                                        published_fields};

static const struct record_field tried_fields[] = {
    FIELD_TEXT("way", "that was tried"),
    FIELD_TEXT("why", "why it did not do"),
    FIELD_TEXT("at", "where it ended", .may_lack = true),
    FIELD_NUMBER("reached", "up to where it holds", .may_lack = true),
    {.key = NULL},
};
static const struct record tried = {"tried", "A way that did not do.", 0, tried_fields};

static const struct record_field fields[] = {
    FIELD_ARRAY("truth", "time by time", .of = &time_record),
    FIELD_ARRAY("published", "values that are compared", .of = &published),
    FIELD_ARRAY("tried", "ways that did not do", .of = &tried),
    FIELD_NUMBER("certified_to", "where the certificate ends", .may_lack = true),
    FIELD_ARRAY("missing", "times without a truth", .items = "object", .may_lack = true),
    FIELD_TEXT("model", "its name"),
    {.key = NULL},
};
const struct record truth_document_record = {
    "truth", "What truth MODEL --json prints; numbers of MPFR are decimal strings.", 0,
    fields};
