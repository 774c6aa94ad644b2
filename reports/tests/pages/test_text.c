/* A text that grows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "reports/text.h"

Test(text, many_additions_are_all_kept) {
    enum { ADDITIONS = 3001 };
    struct text t = {0};
    for (int i = 0; i < ADDITIONS; i++)
        text_format(&t, "%04d,", i);
    cr_assert_eq(t.length, 5 * (size_t)ADDITIONS);
    for (int i = 0; i < ADDITIONS; i++) {
        char expected[16];
        snprintf(expected, sizeof expected, "%04d,", i);
        cr_assert_eq(memcmp(t.data + 5 * i, expected, 5), 0, "addition %d", i);
    }
}

Test(text, a_size_that_no_machine_has_marks_it_as_failed) {
    struct text t = {0};
    text_add(&t, "kept");
    text_add_bytes(&t, "", SIZE_MAX / 2);
    cr_assert(text_failed(&t));
    text_add(&t, "more");
    cr_assert_str_eq(text_bytes(&t), "kept");
    text_clear(&t);
    cr_assert_not(text_failed(&t));
}

Test(text, nothing_added_reads_as_an_empty_string) {
    struct text t = {0};
    cr_assert_str_eq(text_bytes(&t), "");
    text_clear(&t);
    text_clear(NULL);
}
