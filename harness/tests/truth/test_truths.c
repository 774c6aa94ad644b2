/* The truths that are kept with the catalogue: a random part of them is found again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/json_number.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/scratch.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/record/truth_record.h"
#include "problems/catalogue.h"
#include "problems/model.h"

enum { budget = 8 };

Test(truths, a_random_part_is_found_again) {
    const char *given = getenv("TEST_SEED");
    unsigned long seed =
        given != NULL ? strtoul(given, NULL, 10) : (unsigned long)time(NULL);
    struct program_outcome o =
        halfstep_run("truth --check --seed %lu --budget %d", seed, budget);
    printf("%s", o.out);
    cr_expect(o.status == 0, "seed %lu: %s%s", seed, o.out, o.err);
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
    struct program_outcome o = halfstep_run("truth --catalogue --markdown");
    char *text = scratch_read(PROJECT_FOLDER "/ref/CATALOGUE.md");
    cr_assert(o.status == 0 && text != NULL, "%s", o.err);
    char *table = find_table(text);
    cr_expect(table != NULL && strcmp(table, o.out) == 0,
              "ref/CATALOGUE.md has another table than 'halfstep truth --catalogue "
              "--markdown' prints: put that in its place");
}

/* Whether a record that is about the model is encoded as it stands: the same members with the same
 * bytes. Older ones say nothing of a proof where none was made. */
static bool is_written_as_read(struct model *m, json_t *document) {
    struct truth_query request;
    struct truth_record r;
    mpfr_t *time;
    cr_assert(truth_record_query(&request, &time, m, document) == 0, "%s", m->name);
    cr_assert(truth_record_decode(&r, document, &request), "%s", m->name);
    json_t *again = truth_record_encode(&r, &request);
    json_object_set(again, "model", json_object_get(document, "model"));
    json_t *truth = json_object_get(document, "truth");
    if (json_is_object(truth) && json_object_get(truth, "proof") == NULL)
        json_object_set_new(truth, "proof", json_null());
    char *before = json_dumps(document, JSON_NUMBER_FLAGS | JSON_SORT_KEYS),
         *after = json_dumps(again, JSON_NUMBER_FLAGS | JSON_SORT_KEYS);
    return before != NULL && after != NULL && strcmp(before, after) == 0;
}

/* The records in the file of a name that are about its model; each is checked. */
static int check_file(const struct catalogue *c, const char *name) {
    struct model *m = NULL;
    struct diagnostic d = {""};
    char path[1024];
    size_t i;
    int count = 0;
    json_t *record;
    snprintf(path, sizeof path, "%s/%s.json", PROJECT_FOLDER "/harness/truths", name);
    json_t *file = truth_file_read(path);
    if (file == NULL)
        return 0;
    cr_assert(catalogue_read(c, name, 0, NULL, &m, &d) == PROBLEM_OK, "%s", d.text);
    char *key = truth_key(m);
    json_array_foreach(json_object_get(file, "truths"), i, record) {
        if (!truth_file_is_about(file, record, key))
            continue;
        cr_expect(is_written_as_read(m, record), "%s: record %zu", name, i);
        count++;
    }
    return count;
}

Test(truths, each_record_of_the_catalogue_is_written_as_it_was_read) {
    struct catalogue *c;
    struct diagnostic d = {""};
    int count = 0;
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    for (int i = 0; i < c->count; i++)
        count += check_file(c, c->entry[i].name);
    printf("%d records\n", count);
    cr_expect(count >= c->count);
}
