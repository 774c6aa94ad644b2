/* The truths that are kept with the catalogue: a random part of them is found again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "harness/tests/program.h"

enum { budget = 20 };

Test(truths, a_random_part_is_found_again) {
    const char *given = getenv("TEST_SEED");
    unsigned long seed =
        given != NULL ? strtoul(given, NULL, 10) : (unsigned long)time(NULL);
    char line[128];
    snprintf(line, sizeof line, "truth --check --seed %lu --budget %d", seed, budget);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    printf("%s", o.out);
    cr_expect(o.status == 0, "seed %lu: %s%s", seed, o.out, o.err);
    program_clear(&o);
}
