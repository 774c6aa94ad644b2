/* Ladders as results tell them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/ladder_rows.h"

#include "harness/base/record/record.h"
#include "harness/results/result.h"

struct row {
    struct ladder_point point;
    bool used;
    const char *why; /* NULL or "": not told */
};

#define STEP                                                                             \
    {                                                                                    \
        .key = "h", .type = RECORD_NUMBER, .place = offsetof(struct row, point.h),       \
        .meaning = "the step"                                                            \
    }
#define ERROR                                                                            \
    {                                                                                    \
        .key = "error", .type = RECORD_NUMBER,                                           \
        .place = offsetof(struct row, point.error), .meaning = "what was measured at it" \
    }
#define USED                                                                             \
    {                                                                                    \
        .key = "used", .type = RECORD_FLAG, .place = offsetof(struct row, used),         \
        .meaning = "whether the fit takes it"                                            \
    }

static const struct record_field plain[] = {
    STEP,
    ERROR,
    USED,
    {.key = "why",
     .may_lack = true,
     .place = offsetof(struct row, why),
     .meaning = "why it does not"},
    {.key = NULL},
};
static const struct record_field with_floor[] = {
    STEP,
    ERROR,
    {.key = "floor",
     .type = RECORD_NUMBER,
     .place = offsetof(struct row, point.floor),
     .meaning = "what rounding may make of the error"},
    USED,
    {.key = NULL},
};
static const char meaning[] = "A point of a ladder of steps.";
static const struct record records[] = {
    [LADDER_ERRORS] = {"point", meaning, sizeof(struct row), plain},
    [LADDER_FLOORS] = {"point", meaning, sizeof(struct row), with_floor},
    [LADDER_REASONS] = {"point", meaning, sizeof(struct row), plain},
};

void ladder_tell(struct result *r, int levels, const struct ladder_point *point,
                 enum ladder_columns columns) {
    r->points = json_array();
    for (int k = 0; k < levels; k++) {
        const char *why = ladder_use_text(point[k].use);
        const struct row row = {point[k], point[k].use == LADDER_USED,
                                columns == LADDER_REASONS ? why : NULL};
        record_add(r->points, &records[columns], &row);
    }
}

void ladder_take(struct result *r, const struct ladder_order *order) {
    if (!order->fitted)
        return;
    r->value = order->fit.exponent;
    r->low = order->low;
    r->high = order->high;
}
