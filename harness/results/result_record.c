/* The fields of a result: how it is written, read, printed and documented.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"
#include "harness/results/result.h"

static const char *const modes[] = {"default", "faithful", NULL};

/* The grades of truth. */
static const char *const grades[] = {"closed-form", "certified", "converged", "published",
                                     "discrete",    "recorded",  "none",      NULL};

#define FIELD(member) .key = #member, .place = offsetof(struct result, member)

static const struct record_field fields[] = {
    {FIELD(model), .meaning = "what it is about, by its name", .heading = "model"},
    {FIELD(method), .meaning = "the method or the integrator, by its name",
     .heading = "method"},
    {FIELD(arithmetic), .meaning = "double, or mpfr: and the precision in bits",
     .heading = "arithmetic"},
    {FIELD(mode), .meaning = "of the method", .may_lack = true, .words = modes,
     .heading = "mode"},
    {FIELD(study), .meaning = "the study, by its name", .heading = "study"},
    {FIELD(quantity), .meaning = "what was measured, with the component after a colon",
     .heading = "quantity"},
    {FIELD(component), .meaning = "the component that it is about", .may_lack = true,
     .heading = "component"},
    {FIELD(value), .type = RECORD_NUMBER, .meaning = "what was found", .heading = "value",
     .format = "%.6g"},
    {FIELD(low), .type = RECORD_NUMBER, .meaning = "the low end of its interval",
     .heading = "low", .format = "%.6g"},
    {FIELD(high), .type = RECORD_NUMBER, .meaning = "the high end of its interval",
     .heading = "high", .format = "%.6g"},
    {FIELD(expected), .type = RECORD_NUMBER, .meaning = "what was expected",
     .heading = "expected", .format = "%g"},
    {FIELD(tolerance), .type = RECORD_NUMBER,
     .meaning = "how far from the expected value it may be", .heading = "tolerance",
     .format = "%g"},
    {FIELD(floor), .type = RECORD_NUMBER, .not_negative = true,
     .meaning = "what round-off may make of the finest datum", .may_lack = true,
     .heading = "floor", .format = "%.3g"},
    {FIELD(verdict), .type = RECORD_WORD, .words = verdict_words,
     .meaning = "how it was judged", .heading = "verdict"},
    {FIELD(grade), .words = grades, .meaning = "of the truth that it is judged by",
     .heading = "grade"},
    {FIELD(required), .type = RECORD_FLAG,
     .meaning = "whether anything but pass makes the gate fail"},
    {FIELD(reason), .meaning = "what was found, in a sentence", .heading = "reason"},
    {FIELD(points), .type = RECORD_ARRAY, .items = "object",
     .meaning = "the data behind it, an object for each point"},
    {FIELD(fingerprint), .type = RECORD_OBJECT, .may_lack = true,
     .meaning = "the fingerprint that it is about"},
    {FIELD(accepted), .may_lack = true, .meaning = "why its failure is accepted"},
    {.key = NULL},
};

const struct record result_record = {
    "result", "One quantity that a study has measured, and its verdict.",
    sizeof(struct result), fields};
