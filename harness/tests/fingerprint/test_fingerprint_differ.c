/* Two texts of fingerprints line by line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/fingerprint/fingerprint.h"

Test(fingerprint_differ, differing_lines_are_told) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    cr_expect(fingerprint_differ("a\nb\nc\n", "a\nb\nc\n", out) == 0);
    cr_expect(fingerprint_differ("a\nb\nc\nd\n", "a\nx\nc\n", out) == 3);
    fclose(out);
    cr_expect_str_eq(text, "- b\n+ x\n- d\n");
}

/* A table of all pairs of lines would be 2.4 GB. */
Test(fingerprint_differ, a_damaged_text_of_many_lines_is_compared_at_once) {
    enum { lines_before = 300000, lines_after = 2000, all_lines = 302000 };
    char *before = calloc(2 * lines_before + 16, 1),
         *after = calloc(2 * lines_after + 16, 1);
    FILE *out = fopen("/dev/null", "w");
    cr_assert(before != NULL && after != NULL && out != NULL);
    strcpy(before, "same\n");
    strcpy(after, "same\n");
    for (int i = 0; i < lines_before; i++)
        strcpy(before + 5 + 2 * i, "x\n");
    for (int i = 0; i < lines_after; i++)
        strcpy(after + 5 + 2 * i, "y\n");
    const clock_t begun = clock();
    cr_expect(fingerprint_differ(before, after, out) == all_lines);
    cr_expect((clock() - begun) / CLOCKS_PER_SEC < 1);
    fclose(out);
}
