/* The fields of a quantity.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/quantities/quantity.h"

#define FIELD(member) .key = #member, .place = offsetof(struct quantity, member)

static const char *const kinds[] = {
    [QUANTITY_ORDER] = "order",   [QUANTITY_DIGITS] = "digits",
    [QUANTITY_BOUND] = "bound",   [QUANTITY_DEVIATION] = "deviation",
    [QUANTITY_SHARE] = "share",   [QUANTITY_RATIO] = "ratio",
    [QUANTITY_DEFECT] = "defect", [QUANTITY_CASES] = "cases",
    [QUANTITY_COUNT] = "count",   [QUANTITY_TIME] = "time",
    [QUANTITY_FACTOR] = "factor", [QUANTITY_DATA] = "data",
    [QUANTITY_NUMBER] = "number", NULL};

static const char *const senses[] = {[QUANTITY_WITHIN] = "within",
                                     [QUANTITY_AT_LEAST] = "at-least",
                                     [QUANTITY_AT_MOST] = "at-most",
                                     NULL};

static const struct record_field fields[] = {
    {FIELD(study), .meaning = "the study that measures it; *: any", .heading = "study"},
    {FIELD(name), .meaning = "its name, without parts after a colon",
     .heading = "quantity"},
    {FIELD(label), .meaning = "what it is called in a table"},
    {FIELD(brief), .meaning = "what it is called at the head of a narrow column"},
    {FIELD(group), .meaning = "the head above several columns"},
    {FIELD(unit), .meaning = "of its value; empty: none", .heading = "unit"},
    {FIELD(kind), .type = RECORD_WORD, .words = kinds,
     .meaning = "how its value is to be read", .heading = "kind"},
    {FIELD(sense), .type = RECORD_WORD, .words = senses,
     .meaning =
         "what its value is held to: the expected one -+ the tolerance, at least the "
         "expected one, or at most the sum of both",
     .heading = "passes"},
    {FIELD(checks), .meaning = "what was checked, a phrase",
     .heading = "what is checked"},
    {FIELD(look_at), .meaning = "where to look for the reason of a failure",
     .heading = "where to look when it fails"},
    {FIELD(meaning), .meaning = "what the value is, in sentences"},
    {.key = NULL},
};

const struct record quantity_record = {"quantity", "What a study measures.",
                                       sizeof(struct quantity), fields};
