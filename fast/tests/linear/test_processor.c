/* What the processor has, against what the kernel tells of it. Where glibc is not
 * recognised, vectors of four and eight stay unused, with the same results.
 *
 * Seen to fail: <limits.h> left out of processor.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "fast/processor.h"

/* Whether /proc/cpuinfo has the flag; false where there is no such file. */
static bool has_flag(const char *flag) {
    static char line[1 << 14];
    char word[32];
    bool found = false;
    FILE *in = fopen("/proc/cpuinfo", "r");
    snprintf(word, sizeof word, " %s ", flag);
    while (in != NULL && !found && fgets(line, sizeof line, in) != NULL)
        found = strncmp(line, "flags", 5) == 0 && strstr(line, word) != NULL;
    if (in != NULL)
        fclose(in);
    return found;
}

Test(processor, has_the_vectors_that_the_kernel_tells_of) {
#if !defined __x86_64__ || !defined __GLIBC__
    cr_skip_test("only glibc on x86-64 tells what the processor has");
#endif
    cr_expect(fast_has_wide_vectors() == has_flag("avx2"));
    cr_expect((fast_vector_length() >= 4) == has_flag("avx2"));
    cr_expect(fast_vector_length() < 8 || has_flag("avx512f"));
    const bool all = has_flag("avx512f") && has_flag("avx512dq") &&
                     has_flag("avx512bw") && has_flag("avx512vl") && has_flag("fma");
    cr_expect((fast_vector_length() == 8) == all);
}
