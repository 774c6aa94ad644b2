/* Memory that runs out: at every single allocation of a run through the graph and its readers
 * the failure is reported, and everything is freed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/tests/exercise.h"

static struct exercise run_with(long fail_at, bool fail_on) {
    memory = (struct memory){.fail_at = fail_at, .fail_on = fail_on};
    struct exercise result = exercise_run();
    memory.fail_at = 0;
    return result;
}

Test(memory, a_run_with_enough_of_it_is_complete_and_leaves_nothing) {
    struct exercise result = run_with(0, false);
    cr_assert(result.complete && result.consistent);
    cr_assert_eq(memory.live, 0);
    cr_assert_gt(memory.count, 100);
}

Test(memory, each_failing_allocation_is_reported_and_leaves_nothing, .timeout = 120) {
    run_with(0, false);
    const long count = memory.count;
    for (long i = 1; i <= count; i++)
        for (int on = 0; on < 2; on++) {
            struct exercise result = run_with(i, on == 1);
            const long live = memory.live;
            cr_assert_not(result.complete, "allocation %ld", i);
            cr_assert(result.consistent, "allocation %ld", i);
            cr_assert_eq(live, 0, "allocation %ld: %ld blocks left", i, live);
        }
}
