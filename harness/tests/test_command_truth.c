/* halfstep truth as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

static const char decay[] = "span 0 .. 2\nstate z = 1\nz' = -z^2\n";
static const char right[] = "published \"A table\" at 1 { z = 0.5 digits 9 }\n";
static const char wrong[] = "published \"A table\" at 1 { z = 0.51 digits 2 }\n";

/* A model file with a text, or two. */
static char *write_model(const struct scratch *s, const char *text, const char *more) {
    char all[1024];
    snprintf(all, sizeof all, "%s%s", text, more);
    return scratch_write(s, "mine.model", all);
}

static struct program_outcome run(const char *before, const char *path,
                                  const char *after) {
    char line[512];
    snprintf(line, sizeof line, "%s %s %s", before, path, after);
    return program_run_line(HALFSTEP_PROGRAM, line);
}

static void expect_outcome(const char *before, const char *path, const char *after,
                           int status, const char *text) {
    struct program_outcome o = run(before, path, after);
    cr_expect(o.status == status, "%s %s: %d: %s%s", before, after, o.status, o.out,
              o.err);
    cr_expect(strstr(o.out, text) != NULL || strstr(o.err, text) != NULL,
              "%s %s: no '%s' in %s%s", before, after, text, o.out, o.err);
    program_clear(&o);
}

Test(command_truth, cost_and_grade_stand_in_a_sentence) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, decay, right);
    expect_outcome("truth", path, "--digits 50", 0, "certified: 6");
    expect_outcome("truth", path, "--digits 50", 0, "; enclosure, order ");
    expect_outcome("truth", path, "", 0,
                   "at 1.0000000000000000e+00: confirmed, right to ");
    free(path);
    scratch_remove(&s);
}

Test(command_truth, a_contradicted_value_fails_and_is_told) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, decay, wrong);
    expect_outcome("truth", path, "", 1, "contradicted");
    expect_outcome("truth", path, "--at 2", 0, "certified");
    free(path);
    scratch_remove(&s);
}

Test(command_truth, a_source_has_one_line_for_a_time_unless_it_is_contradicted) {
    static const char two[] =
        "state y = 1\ny' = -y^2\n"
        "published \"A table\" at 1 { z = 0.5 digits 9\n y = 0.5001 digits %s }\n";
    struct scratch s = scratch_make();
    char more[256];
    snprintf(more, sizeof more, two, "3");
    char *path = write_model(&s, decay, more);
    expect_outcome("truth", path, "", 0,
                   "confirmed, right to 3.6 digits at the least (y), 3 to 9 trusted; "
                   "2 values\n");
    free(path);
    snprintf(more, sizeof more, two, "7");
    path = write_model(&s, decay, more);
    expect_outcome("truth", path, "", 1,
                   "contradicted, agrees to 3.6 digits (y), 7 trus");
    free(path);
    scratch_remove(&s);
}

Test(command_truth, a_contradicted_certificate_is_not_printed) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, decay,
                             "let c = 1 + 1e-20/(1 + exp(1e4*(0.5 - t)))\n"
                             "solution z = c/(1 + c*t)\n");
    struct program_outcome o = run("truth", path, "--json");
    cr_expect(o.status == 1 && o.out[0] == '\0', "%d: %s", o.status, o.out);
    cr_expect(strstr(o.err, "second opinion") != NULL, "%s", o.err);
    program_clear(&o);
    free(path);
    scratch_remove(&s);
}

Test(command_truth, refusals_say_what_was_tried_and_why_it_failed) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "pole.model", "state z = 2\nz' = z^2\n");
    expect_outcome("truth", path, "", 1, "taylor: the solution seems to end");
    expect_outcome("truth", path, "--grade closed-form", 1, "no closed-form truth");
    free(path);
    path = scratch_write(&s, "long.model",
                         "span 0 .. 1e9\nposition a = 2\nvelocity w = 0\na' = w\n"
                         "w' = -sin(a)\n");
    expect_outcome("truth", path, "--time-limit 1", 1, "the time given has passed");
    free(path);
    scratch_remove(&s);
}

Test(command_truth, a_time_that_is_asked_twice_is_told_once) {
    struct program_outcome o = run("truth", "pendulum", "--at 1,2/2,1.5 --digits 20");
    cr_assert(o.status == 0, "%s", o.err);
    const char *first = strstr(o.out, "t = 1.0");
    cr_assert(first != NULL && strstr(first + 1, "t = 1.0") == NULL, "%s", o.out);
    cr_assert(strstr(o.out, "t = 1.5") != NULL, "%s", o.out);
    program_clear(&o);
}

Test(command_truth, wrong_usage_is_refused) {
    static const char *const after[] = {"--grade best",   "--way left", "--time-limit 0",
                                        "--time-limit x", "--digits 0", "--at 1,0",
                                        "--at nan",       "--seed 1",   "--budget 2"};
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        expect_outcome("truth", "pendulum", after[i], 2, "halfstep: --");
    expect_outcome("truth --recompute", "none", "", 2, "no model of the catalogue");
    expect_outcome("truth --recompute", "pendulum", "--check", 2, "--check is not an");
    expect_outcome("truth --recompute", "pendulum", "--digits 0", 2,
                   "halfstep: --digits");
    expect_outcome("truth --recompute", "pendulum", "--time-limit 0", 2, "must be posi");
    expect_outcome("truth --check", "pendulum", "", 2, "the whole catalogue");
    expect_outcome("truth --check", "", "--budget -1", 2, "must be positive");
}

/* A truth that takes more than a tenth of a second is known the second time, and again with
 * fewer digits, and not when nothing is to be known. */
Test(command_truth, what_took_long_is_remembered) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "swing.model",
                               "position a = 2\nvelocity w = 0\na' = w\n"
                               "w' = -9.81*sin(a)\n");
    setenv("HALFSTEP_CACHE", s.path, 1);
    const char *asked = "--at 2 --digits 400";
    expect_outcome("truth", path, asked, 0, "certified");
    cr_expect(scratch_count(s.path) == 2);
    expect_outcome("truth", path, asked, 0, "known from the cache");
    expect_outcome("truth", path, "--at 2 --digits 300", 0, "known from the cache");
    struct program_outcome o = run("truth", path, "--at 2 --digits 400 --no-cache");
    cr_expect(strstr(o.out, "known from") == NULL, "%s", o.out);
    program_clear(&o);
    setenv("HALFSTEP_CACHE", "/proc/none", 1);
    expect_outcome("truth", path, "--at 2 --digits 300", 0, "certified");
    free(path);
    scratch_remove(&s);
}

/* The verdicts of a study with no cache, an empty one, and a filled one. */
Test(command_truth, verdicts_are_the_same_with_and_without_a_cache) {
    struct scratch s = scratch_make();
    json_t *d[3];
    setenv("HALFSTEP_CACHE", s.path, 1);
    for (int i = 0; i < 3; i++)
        d[i] = program_json(HALFSTEP_PROGRAM,
                            i == 0 ? "gate rigid_body friction_block --no-cache --json -"
                                   : "gate rigid_body friction_block --json -",
                            0);
    for (int i = 1; i < 3; i++) {
        const json_t *a = json_object_get(d[0], "results");
        const json_t *b = json_object_get(d[i], "results");
        cr_assert(json_array_size(a) > 100 && json_array_size(a) == json_array_size(b));
        for (size_t k = 0; k < json_array_size(a); k++) {
            const json_t *one = json_array_get(a, k), *other = json_array_get(b, k);
            static const char *const keys[] = {"study", "quantity", "verdict", "reason"};
            for (size_t j = 0; j < sizeof keys / sizeof *keys; j++)
                cr_expect(json_equal(json_object_get(one, keys[j]),
                                     json_object_get(other, keys[j])),
                          "%s", json_string_value(json_object_get(one, "quantity")));
        }
        json_decref(d[i]);
    }
    json_decref(d[0]);
    scratch_remove(&s);
}
