/* Files of recorded runs that are not ours: one of the same form is made again, and what is
 * missing or unknown in one is named.
 *
 * Seen to fail: a case's statistics of any length, any setting, a state of any size; no look
 * at the length of a run, at models or at how many weights they take; counters that no integrator
 * has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/studies/originals/original_file.h"
#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/original_check.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/scratch.h"
#include "problems/catalogue.h"

/* A file of the first case of each kind, with `value` (JSON; NULL: nothing) in the place of the
 * member that the path names. */
struct change {
    const char *path[3], *value, *named;
};

static const struct change changes[] = {
    {{"cases"}, NULL, "cases"},
    {{"cases"}, "{}", "cases"},
    {{"problems"}, "[{\"name\": \"pendulum\", \"x0\": [\"a\"]}]", "problems"},
    {{"stats_fields"}, "[\"steps\"]", "stats_fields"},
    {{"config_defaults"}, "{\"max_step\": \"0.1\"}", "config_defaults"},
    {{"problems"}, "[{\"name\": \"nobody\", \"x0\": [1]}]", "problem"},
    {{"problems", "0", "name"}, "\"nobody\"", "problem"},
    {{"problems", "1", "name"}, "\"nobody\"", "problems"},
    {{"problems", "1", "name"}, "\"spring_k1\"", "problems"},
    {{"problems", "1", "x0"}, "[0.1, 0.2, 0.3]", "problems"},
    {{"cases", "0", "id"}, NULL, "id"},
    {{"cases", "0", "problem"}, "\"nobody\"", "problem"},
    {{"cases", "0", "kind"}, "\"single\"", "kind"},
    {{"cases", "0", "h"}, "0", "h, num_requested_steps or t_final"},
    {{"cases", "0", "h"}, NULL, "h, num_requested_steps or t_final"},
    {{"cases", "1", "h"}, "1e300", "max_step"},
    {{"cases", "0", "config"}, "[]", "config"},
    {{"cases", "0", "config"}, "{\"max_step\": 0.1, \"solver\": \"x\"}", "solver"},
    {{"cases", "0", "config"}, "{\"newton\": \"exact\"}", "newton"},
    {{"cases", "0", "config"}, "{\"max_step\": null}", "max_step"},
    {{"cases", "0", "config"}, "{\"max_step\": 1, \"z_weights\": [true]}", "z_weights"},
    {{"cases", "0", "config"}, "{\"max_step\": 1, \"z_weights\": [1]}", "z_weights"},
    {{"cases", "0", "config"},
     "{\"max_step\": 1, \"qbar_weights\": [1, 1]}",
     "qbar_weights"},
    {{"cases", "0", "config"},
     "{\"max_step\": 1, \"qbar_weights\": [-1]}",
     "qbar_weights"},
    {{"config_defaults", "qbar_weights"}, "[1, 1]", "qbar_weights"},
    {{"cases", "0", "config"}, "{\"target_accuracy\": -1}", "target_accuracy"},
    {{"cases", "0", "config"}, "{\"initial_step_target\": 0}", "initial_step_target"},
    {{"cases", "0", "config"}, "{\"requested_min_step\": -1}", "requested_min_step"},
    {{"cases", "0", "config"}, "{\"requested_min_step\": null}", "requested_min_step"},
    {{"config_defaults", "requested_min_step"}, NULL, "requested_min_step"},
    {{"cases", "0", "cross_build"}, "true", "cross_build"},
    {{"cases", "0", "converged"}, "1", "converged"},
    {{"cases", "1", "calls"}, NULL, "calls"},
    {{"cases", "1", "num_requested_steps"}, "1.5", "h, num_requested_steps or t_final"},
    {{"cases", "0", "stats"}, "[1, 2]", "stats"},
    {{"cases", "0", "x"}, "[0.1, 0.2, 0.3]", "t or x"},
    {{"cases", "0", "x"}, "[null, 0.2]", "t or x"},
    {{"cases", "0", "t"}, NULL, "t or x"},
    {{"cases", "0", "error_estimate"}, "[0.1]", "error_estimate"},
    {{"cases", "1", "states"}, "[[0, [1]]]", "states or steps"},
};

static json_t *few_cases(void) {
    struct diagnostic d;
    json_t *records;
    cr_assert(original_open(&records, ORIGINAL_RECORDS, &d) == 0, "%s", d.text);
    static const char *const kinds[] = {"single_step", "fixed_run", "error_controlled"};
    json_t *few = json_array(), *record;
    for (int k = 0; k < 3; k++) {
        size_t i;
        json_array_foreach(json_object_get(records, "cases"), i, record) {
            if (strcmp(original_word(record, "kind", ""), kinds[k]) != 0)
                continue;
            json_array_append(few, record);
            break;
        }
    }
    json_object_set_new(records, "cases", few);
    return records;
}

static void apply(json_t *records, const struct change *c) {
    json_t *in = records, *value = NULL;
    int last = 0;
    for (; last < 2 && c->path[last + 1] != NULL; last++)
        in = json_is_array(in) ? json_array_get(in, (size_t)atoi(c->path[last]))
                               : json_object_get(in, c->path[last]);
    if (c->value != NULL)
        value = json_loads(c->value, JSON_DECODE_ANY, NULL);
    if (value == NULL)
        json_object_del(in, c->path[last]);
    else
        json_object_set_new(in, c->path[last], value);
}

Test(original_check, a_file_of_the_same_form_is_made_again) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "mine.json");
    json_t *records = few_cases(),
           *first = json_array_get(json_object_get(records, "cases"), 0);
    cr_assert(json_dump_file(records, path, 0) == 0);
    halfstep_says(0, "original-cases", NULL, "originals --recorded %s", path);
    json_object_del(first, "cross_build");
    json_array_set_new(json_object_get(first, "stats"), 1, json_integer(7));
    cr_assert(json_dump_file(records, path, 0) == 0);
    halfstep_says(1, "derivative_evals is 11, not 7", NULL, "originals --recorded %s",
                  path);
}

/* Of 256 calls ten times the one recorded are made, and one more. */
Test(original_check, a_run_that_is_far_longer_than_recorded_ends) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "mine.json");
    json_t *records = few_cases(),
           *fixed = json_array_get(json_object_get(records, "cases"), 1);
    json_object_set_new(fixed, "calls", json_integer(1));
    cr_assert(json_dump_file(records, path, 0) == 0);
    halfstep_says(1, "the number of calls is 11, not 1", NULL, "originals --recorded %s",
                  path);
}

Test(original_check, what_is_missing_or_unknown_is_named) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "mine.json");
    struct catalogue *c;
    struct diagnostic why = {""};
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &why) == PROBLEM_OK, "%s", why.text);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct diagnostic d = {""};
        json_t *records = few_cases();
        char quoted[80];
        apply(records, &changes[i]);
        cr_assert(json_dump_file(records, path, 0) == 0);
        snprintf(quoted, sizeof quoted, "\"%s\"", changes[i].named);
        cr_expect(original_check(path, c, &d) != 0, "row %zu", i);
        cr_expect(strstr(d.text, quoted) != NULL, "row %zu: %s", i, d.text);
        json_decref(records);
    }
}

Test(original_check, a_file_that_is_no_such_file_is_wrong_usage) {
    struct scratch s = scratch_make();
    char *path = scratch_path(&s, "mine.json");
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL && fputs("{\"cases\": [NaN]}\n", file) > 0 &&
              fclose(file) == 0);
    halfstep_says(2, NULL, "mine.json:1: not JSON", "originals --recorded %s", path);
    halfstep_says(2, NULL, "/nowhere: cannot be read: No such",
                  "originals --recorded /nowhere");
    halfstep_says(2, NULL, "Is a directory", "originals --recorded %s", s.path);
    free(path);
    path = scratch_path(&s, "pipe");
    cr_assert_eq(mkfifo(path, S_IRUSR | S_IWUSR), 0);
    halfstep_says(2, NULL, "a pipe that nobody writes to", "originals --recorded %s",
                  path);
    free(path);
    halfstep_says(2, NULL, "takes no MODEL", "originals pendulum");
}
