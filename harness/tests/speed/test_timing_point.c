/* Points as a document has them.
 *
 * Seen to fail: a member's own name where it has another; what is not known left out where it is
 * null; null where it is left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "harness/base/record/record.h"
#include "harness/speed/timing/timing_point.h"

Test(timing_point, a_sort_has_its_members_in_its_order) {
    static const char members[] =
        "steps=pass_steps kind why ?evaluations ?iterations solves value";
    struct timing_point p = timing_point_begin(members, (struct estimate){2.5, NAN, NAN});
    p.kind = "fixed";
    p.pass_steps = 64;
    p.steps = 63;
    p.iterations = 1.25;
    json_t *told = timing_point_tell(&p);
    char *text = json_dumps(told, JSON_COMPACT);
    cr_expect_str_eq(text, "{\"steps\":64,\"kind\":\"fixed\",\"iterations\":1.25,"
                           "\"solves\":null,\"value\":2.5}");
    free(text);
    json_decref(told);
}

Test(timing_point, what_is_added_is_a_copy_with_its_own_texts) {
    static const char members[] = "part medians";
    struct timing_points list = {.count = 0};
    char part[] = "swing";
    struct timing_point p = timing_point_begin(members, (struct estimate){1, 1, 1});
    p.part = part;
    const double median = 7.5;
    cr_assert(record_set_numbers(&p.medians.number, &p.medians.count, &median, 1) == 0);
    timing_point_add(&list, p);
    part[0] = 'x';
    cr_assert(list.count == 1 && !list.is_short);
    cr_expect_str_eq(list.point[0].part, "swing");
    cr_expect_str_eq(list.point[0].size, "");
    cr_assert(list.point[0].medians.count == 1);
    cr_expect(list.point[0].medians.number[0] == median);
    cr_expect(isnan(list.point[0].peer_ns));
    timing_points_clear(&list);
    cr_expect(list.count == 0 && list.point == NULL);
}
