/* Tests of status.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "fast/pair.h"

static const enum fast_status all[] = {
#define LIST_NAME(name, text) name,
    FAST_STATUS_LIST(LIST_NAME)
#undef LIST_NAME
};
enum { count = sizeof all / sizeof *all };

Test(status, each_has_a_text_of_its_own) {
    for (int i = 0; i < count; i++) {
        cr_expect(strlen(fast_status_text(all[i])) > 0, "status %d", i);
        for (int j = 0; j < i; j++)
            cr_expect(strcmp(fast_status_text(all[i]), fast_status_text(all[j])) != 0,
                      "statuses %d and %d", i, j);
    }
}

Test(status, success_is_zero) {
    cr_expect_eq((int)FAST_OK, 0);
    cr_expect_str_eq(fast_status_text(FAST_OK), "success");
}

Test(status, a_value_that_is_none_has_a_text_too) {
    cr_expect_str_eq(fast_status_text((enum fast_status)count), "unknown status");
}
