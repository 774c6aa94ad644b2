/* What the program prints: documents with the promised fields, for the catalogue and for a
 * user's own model file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/version.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"
#include "harness/tests/xml.h"

#define SOLVE "solve spring --method velocity-implicit-euler --json "

static const char own_model[] = "title \"A damped swing\"\n"
                                "param g = 9.81, c = 0.37\n"
                                "span 0 .. 1\n"
                                "position a = 0.7\n"
                                "velocity w = -0.25\n"
                                "a' = w\n"
                                "w' = -g*sin(a) - c*w\n";

static void expect_keys(const json_t *object, const char *const *keys) {
    for (int i = 0; keys[i] != NULL; i++)
        cr_expect(json_object_get(object, keys[i]) != NULL, "no '%s'", keys[i]);
}

static void expect_state(const json_t *state, size_t nq, size_t nv, size_t nz,
                         json_type type) {
    static const char *const part[] = {"q", "v", "z"};
    const size_t size[] = {nq, nv, nz};
    for (int p = 0; p < 3; p++) {
        const json_t *array = json_object_get(state, part[p]);
        cr_expect(json_is_array(array) && json_array_size(array) == size[p], "%s",
                  part[p]);
        for (size_t i = 0; i < json_array_size(array); i++)
            cr_expect(json_typeof(json_array_get(array, i)) == type);
    }
}

static const char *const solve_keys[] = {
    "model", "method", "arithmetic",     "settings",   "status",  "why",
    "t",     "state",  "error_estimate", "statistics", "samples", NULL};

Test(program, solve_prints_the_promised_document) {
    json_t *d = halfstep_json(0, SOLVE "--step 1/128 --until 1 --at 0.25,0.5 --set k=2");
    expect_keys(d, solve_keys);
    expect_state(json_object_get(d, "state"), 1, 1, 0, JSON_REAL);
    expect_state(json_object_get(d, "error_estimate"), 1, 1, 0, JSON_REAL);
    cr_expect_str_eq(json_string_value(json_object_get(d, "status")), "ok");
    cr_expect_str_eq(json_string_value(json_object_get(d, "arithmetic")), "double");
    cr_expect(json_number_value(json_object_get(d, "t")) == 1);
    const json_t *samples = json_object_get(d, "samples");
    cr_expect(json_array_size(samples) == 2);
    cr_expect(json_number_value(json_object_get(json_array_get(samples, 1), "t")) == 0.5);
    const json_t *settings = json_object_get(d, "settings");
    cr_expect(json_number_value(json_object_get(settings, "step")) == 0x1p-7);
    cr_expect_str_eq(
        json_string_value(json_object_get(json_object_get(settings, "set"), "k")), "2");
}

Test(program, samples_at_the_ends_of_steps_are_the_states_there) {
    json_t *with = halfstep_json(0, SOLVE "--step 1/128 --until 1 --at 0,0.5,1");
    json_t *without = halfstep_json(0, SOLVE "--step 1/128 --until 1");
    cr_expect(
        json_equal(json_object_get(with, "state"), json_object_get(without, "state")));
    cr_expect(json_equal(json_object_get(with, "statistics"),
                         json_object_get(without, "statistics")));
    const json_t *samples = json_object_get(with, "samples");
    cr_expect(json_array_size(samples) == 3);
    cr_expect(json_equal(json_object_get(json_array_get(samples, 2), "state"),
                         json_object_get(with, "state")));
}

/* Implicit Euler's pair on z' = -z has a formula: z / (1 + h/2)^2 in each step. */
Test(program, solve_in_mpfr_is_exact_to_its_precision) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "decay.model", "state z = 1\nz' = -z\n");
    json_t *d = halfstep_json(
        0,
        "solve %s --method velocity-implicit-euler --step 0.1 --until 1 --arithmetic "
        "mpfr:256 --json --at 0.25",
        path);
    expect_keys(d, solve_keys);
    expect_state(json_object_get(d, "state"), 0, 0, 1, JSON_STRING);
    /* (1 + 1/20)^-20, for ten steps of 0.1 */
    static const char expected[] = "3.768894828730007024978213307073";
    const char *z = json_string_value(
        json_array_get(json_object_get(json_object_get(d, "state"), "z"), 0));
    cr_expect(strncmp(z, expected, 25) == 0, "%s", z);
    /* (1/1.1 - 1/1.05^2) times the state before the last step */
    static const char estimate[] = "8.5656700652954705113141211524";
    const char *e = json_string_value(
        json_array_get(json_object_get(json_object_get(d, "error_estimate"), "z"), 0));
    cr_expect(strncmp(e, estimate, 25) == 0, "%s", e);
    const json_t *statistics = json_object_get(d, "statistics");
    cr_expect(json_integer_value(json_object_get(statistics, "steps_taken")) == 10,
              "no step is shortened to meet 0.25");
    /* the cubic between 1.05^-4 and 1.05^-6 with slopes that are minus these */
    static const char sample[] = "7.8350284723731413712880870524621";
    const json_t *state =
        json_object_get(json_array_get(json_object_get(d, "samples"), 0), "state");
    z = json_string_value(json_array_get(json_object_get(state, "z"), 0));
    cr_expect(strncmp(z, sample, 25) == 0, "%s", z);
}

Test(program, truth_prints_the_promised_document) {
    json_t *d = halfstep_json(0, "truth spring --at 0.5,1 --digits 25 --json");
    const json_t *truth = json_object_get(d, "truth");
    static const char *const keys[] = {
        "t",   "state", "radius",         "radii", "grade", "digits",
        "way", "cost",  "second_opinion", "from",  NULL};
    cr_expect(json_array_size(truth) == 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *entry = json_array_get(truth, i);
        expect_keys(entry, keys);
        expect_state(json_object_get(entry, "state"), 1, 1, 0, JSON_STRING);
        cr_expect_str_eq(json_string_value(json_object_get(entry, "grade")),
                         "closed-form");
        const json_t *opinion = json_object_get(entry, "second_opinion");
        cr_expect(json_is_true(json_object_get(opinion, "inside")));
        cr_expect(json_number_value(json_object_get(opinion, "digits_agreeing")) >= 25);
    }
}

Test(program, list_prints_models_and_methods_with_their_options) {
    json_t *d = halfstep_json(0, "list --json"), *entry;
    static const char *const model_keys[] = {"name", "title", "tags",       "nq",
                                             "nv",   "nz",    "variant_of", NULL};
    static const char *const option_keys[] = {"name", "type", "default", "meaning", NULL};
    static const char *const expected[] = {"spring",        "spring_k1e4", "pendulum",
                                           "robertson",     "heavy_top",   "pleiades",
                                           "contact_stack5"};
    size_t i, k;
    size_t found = 0;
    json_array_foreach(json_object_get(d, "models"), i, entry) {
        expect_keys(entry, model_keys);
        cr_expect(json_object_get(entry, "error") == NULL);
        for (k = 0; k < sizeof expected / sizeof *expected; k++)
            found += strcmp(json_string_value(json_object_get(entry, "name")),
                            expected[k]) == 0;
    }
    cr_expect(found == sizeof expected / sizeof *expected, "%zu", found);
    const json_t *method = json_array_get(json_object_get(d, "methods"), 0);
    cr_expect_str_eq(json_string_value(json_object_get(method, "name")),
                     "velocity-implicit-euler");
    json_array_foreach(json_object_get(method, "options"), i, entry) {
        expect_keys(entry, option_keys);
    }
    cr_expect(i == 15);
}

Test(program, show_tells_what_is_known) {
    json_t *d = halfstep_json(0, "show spring_k1e4 --json");
    static const char *const keys[] = {"name", "title",     "source",      "states",
                                       "span", "initial",   "parameters",  "kinks",
                                       "text", "equations", "closed_form", NULL};
    expect_keys(d, keys);
    const json_t *parameters = json_object_get(d, "parameters");
    cr_expect_str_eq(json_string_value(json_object_get(parameters, "k")), "10000");
    cr_expect(json_is_true(json_object_get(d, "closed_form")));
}

static const char *const result_keys[] = {"model",    "method",    "arithmetic", "study",
                                          "quantity", "value",     "low",        "high",
                                          "expected", "tolerance", "verdict",    "grade",
                                          "required", "reason",    "points",     NULL};

/* All of them about the model, or (fingerprint, ...) about no model. */
static void expect_results(const json_t *document, const char *model) {
    const json_t *results = json_object_get(document, "results");
    cr_expect(json_array_size(results) > 0);
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        expect_keys(result, result_keys);
        const char *about = json_string_value(json_object_get(result, "model"));
        cr_expect(strcmp(about, model) == 0 || strcmp(about, "fingerprint") == 0 ||
                      strcmp(about, "control") == 0 || strcmp(about, "stability") == 0 ||
                      strcmp(about, "conditions") == 0,
                  "%s", about);
    }
}

Test(program, order_and_gap_print_results_with_all_fields) {
    json_t *order = halfstep_json(0, "order quadratic --json");
    expect_results(order, "quadratic");
    json_t *gap = halfstep_json(0, "gap pendulum_generic --json");
    expect_results(gap, "pendulum_generic");
}

/* Seen to fail: status 0, and no reason in the text. */
Test(program, a_study_that_decides_nothing_has_not_passed) {
    struct program_outcome o = halfstep_run("conditions --method explicit-euler "
                                            "--time-limit 0.0001");
    cr_expect(o.status == 1, "%d: %s", o.status, o.out);
    cr_expect(strstr(o.out, "0 pass, 0 fail, 4 undecided") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "for want of time systems left out: 420") != NULL, "%s",
              o.out);
    cr_expect_str_eq(o.err,
                     "halfstep: nothing is decided: all 4 results are undecided\n");
}

static void run_on_own_model(const char *format, const char *path, int status) {
    char line[512];
    snprintf(line, sizeof line, format, path);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == status, "%s: %d: %s%s", line, o.status, o.err, o.out);
    cr_expect(strlen(o.out) > 0);
}

Test(program, a_users_own_model_file_runs_in_every_command) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "swing.model", own_model);
    static const char *const commands[] = {
        "show %s",
        "show %s --json",
        "truth %s",
        "order %s",
        "gap %s",
        "gate %s --method explicit-euler",
        "solve %s --method velocity-implicit-euler --step 0.1 --until 1",
        "solve %s --method velocity-implicit-euler --step 0.1 --until 1 --arithmetic "
        "mpfr:100",
        "solve %s --method velocity-implicit-euler --step 0.1 --until 1 --option "
        "jacobian=exact --option newton=full --set g=1.62 --set a=0.3"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        run_on_own_model(commands[i], path, 0);
    cr_expect(scratch_count(s.path) == 1, "something is left behind");
}

Test(program, gate_writes_xml_and_json_that_parsers_accept) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "swing.model", own_model);
    char *junit = scratch_path(&s, "junit.xml"), *json = scratch_path(&s, "gate.json");
    struct program_outcome o = halfstep_run(
        "gate %s --method explicit-euler --junit %s --json %s", path, junit, json);
    cr_expect(o.status == 0, "%s%s", o.out, o.err);
    cr_expect(o.err[0] == '\0', "not silent in a pipe: %s", o.err);
    char *xml = scratch_read(junit);
    cr_expect(xml != NULL && xml_is_well_formed(xml));
    cr_expect(xml != NULL && strstr(xml, "<testsuite name=\"swing\"") != NULL);
    json_t *document = json_load_file(json, 0, NULL);
    expect_results(document, "swing");
}

Test(program, help_is_there_for_every_command) {
    static const char *const commands[] = {"list",  "show", "solve", "truth",
                                           "order", "gap",  "gate",  "report"};
    struct program_outcome all = halfstep_run("--help");
    cr_expect(all.status == 0);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char first[64];
        cr_expect(strstr(all.out, commands[i]) != NULL);
        snprintf(first, sizeof first, "halfstep %s", commands[i]);
        struct program_outcome o = halfstep_run("%s --help", commands[i]);
        cr_expect(o.status == 0 && strncmp(o.out, first, strlen(first)) == 0);
        cr_expect(o.err[0] == '\0');
    }
    for (int i = 0; i < 2; i++) {
        struct program_outcome version =
            program_run_line(HALFSTEP_PROGRAM, i == 0 ? "--version" : "-V");
        cr_expect_str_eq(version.out, "halfstep " HALFSTEP_VERSION "\n");
    }
}
