/* The truths that are kept with the catalogue: a random part of them is found again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

enum { budget = 8 };

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

/* The rows of a table in a text: from the line that begins it to the first that is none. The
 * caller frees it. */
static char *find_table(const char *text) {
    const char *begin = strstr(text, "| model | times | grade |");
    const char *end = begin;
    while (end != NULL && *end == '|')
        end = strchr(end, '\n') + 1;
    return begin != NULL ? strndup(begin, (size_t)(end - begin)) : NULL;
}

Test(truths, the_table_of_the_catalogue_is_that_of_its_files) {
    struct program_outcome o =
        program_run_line(HALFSTEP_PROGRAM, "truth --catalogue --markdown");
    char *text = scratch_read(PROJECT_FOLDER "/ref/CATALOGUE.md");
    cr_assert(o.status == 0 && text != NULL, "%s", o.err);
    char *table = find_table(text);
    cr_expect(table != NULL && strcmp(table, o.out) == 0,
              "ref/CATALOGUE.md has another table than 'halfstep truth --catalogue "
              "--markdown' prints: put that in its place");
    free(table);
    free(text);
    program_clear(&o);
}
