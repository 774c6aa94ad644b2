/* Ladders as results tell them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <criterion/criterion.h>

#include "harness/results/result.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/tests/results_of.h"

static const struct ladder_point points[] = {
    {.h = 0.75, .error = -0.37, .floor = 1e-16, .use = LADDER_USED},
    {.h = 0.25, .error = NAN, .floor = 3e-16, .use = LADDER_FAILED},
};

static json_t *rows_of(enum ladder_columns columns) {
    struct result r = {.points = NULL};
    ladder_tell(&r, 2, points, columns);
    cr_assert(json_array_size(r.points) == 2);
    return r.points;
}

/* Seen to fail: the row of the point before; a point that failed called used. */
Test(ladder_rows, each_point_has_its_row_with_the_columns_that_are_asked_for) {
    static const size_t members[][2] = {{3, 3}, {4, 4}, {3, 4}};
    for (int columns = LADDER_ERRORS; columns <= LADDER_REASONS; columns++) {
        json_t *rows = rows_of((enum ladder_columns)columns);
        const json_t *used = json_array_get(rows, 0), *failed = json_array_get(rows, 1);
        cr_expect(json_object_size(used) == members[columns][0]);
        cr_expect(json_object_size(failed) == members[columns][1]);
        cr_expect(number_in(used, "h") == 0.75 && number_in(used, "error") == -0.37);
        cr_expect(json_is_true(json_object_get(used, "used")));
        cr_expect(json_is_null(json_object_get(failed, "error")));
        cr_expect(json_is_false(json_object_get(failed, "used")));
        if (columns == LADDER_FLOORS)
            cr_expect(number_in(failed, "floor") == 3e-16);
        if (columns == LADDER_REASONS)
            cr_expect_str_eq(text_in(failed, "why"), ladder_use_text(LADDER_FAILED));
    }
}

/* An interval from 0 to 0 would be one. Seen to fail: taken whether fitted or not. */
Test(ladder_rows, an_order_that_was_not_fitted_has_no_value_and_no_interval) {
    const struct ladder_order none = {.fitted = false},
                              fitted = {.fitted = true,
                                        .fit = {.exponent = 1.98},
                                        .low = 1.93,
                                        .high = 2.04};
    struct result r = {.value = NAN, .low = NAN, .high = NAN};
    ladder_take(&r, &none);
    cr_expect(isnan(r.value) && isnan(r.low) && isnan(r.high));
    ladder_take(&r, &fitted);
    cr_expect(r.value == 1.98 && r.low == 1.93 && r.high == 2.04);
}
