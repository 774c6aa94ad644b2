/* The command gate, as continuous integration runs it: profiles, files, expectations, the
 * first failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/csv.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/schema.h"
#include "harness/tests/scratch.h"
#include "harness/tests/xml.h"

/* Small models and methods that take the least time; the gate finds a fault of the second. */
#define QUICK "gate --profile quick --method explicit-euler quadratic pendulum"
#define SMALL "gate --profile quick --method contact-stepper bouncing_ball"
#define OF_FAULTY SMALL " cradle"
#define FAULTY HALFSTEP_CONTACT_RESTITUTION

/* Runs a line, of which %s is a folder, and demands the status. */
static struct program_outcome run(const char *program, const struct scratch *s,
                                  const char *format, int status) {
    char line[1024];
    snprintf(line, sizeof line, format, s->path, s->path, s->path, s->path, s->path,
             s->path);
    struct program_outcome o = program_run_line(program, line);
    cr_assert(o.status == status, "%s: %d\n%s\n%s", line, o.status, o.err, o.out);
    return o;
}

static char *read_file(const struct scratch *s, const char *name) {
    char *path = scratch_path(s, name), *text = scratch_read(path);
    cr_assert(text != NULL, "%s", path);
    return text;
}

/* The last line, without its end. */
static const char *last_line(char *text) {
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '\n')
        text[length - 1] = '\0';
    char *line = strrchr(text, '\n');
    return line == NULL ? text : line + 1;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void expect_document(const json_t *document) {
    char why[256];
    json_t *schema = halfstep_json(0, "gate --schema");
    cr_expect(schema_accepts(schema, document, why, sizeof why), "%s", why);
}

Test(gate, the_document_is_as_its_schema_says) {
    json_t *pass = halfstep_json(0, QUICK " --json -");
    expect_document(pass);
    cr_expect_str_eq(text_in(pass, "verdict"), "pass");
    cr_expect_str_eq(text_in(pass, "profile"), "quick");
    json_t *fail = program_json(FAULTY, OF_FAULTY " --fail-fast --json -", 1);
    expect_document(fail);
    cr_expect_str_eq(text_in(fail, "verdict"), "fail");
}

Test(gate, pythons_jsonschema_agrees_about_the_document) {
    if (system("python3 -c 'import jsonschema' >/dev/null 2>&1") != 0)
        cr_skip_test("no python3 with jsonschema here");
    struct scratch s = scratch_make();
    char command[1024];
    run(HALFSTEP_PROGRAM, &s, QUICK " --json %s/gate.json", 0);
    snprintf(command, sizeof command,
             "%s gate --schema > %s/schema.json && python3 -c 'import json, jsonschema, "
             "sys; a = [json.load(open(f)) for f in "
             "sys.argv[1:]]; jsonschema.Draft7Validator.check_schema(a[0]); "
             "jsonschema.Draft7Validator(a[0]).validate(a[1])' "
             "%s/schema.json %s/gate.json",
             HALFSTEP_PROGRAM, s.path, s.path, s.path);
    cr_expect(system(command) == 0);
}

Test(gate, a_file_on_standard_output_is_alone_there_and_the_verdict_on_the_other) {
    static const char *const formats[][2] = {{"junit", "<?xml version"},
                                             {"json", "{"},
                                             {"csv", "model,method,"},
                                             {"tap", "TAP version 13\n"},
                                             {"sarif", "{"},
                                             {"markdown", "# Halfstep gate: PASS\n"}};
    for (int i = 0; i < 6; i++) {
        char line[128];
        snprintf(line, sizeof line, SMALL " --%s -", formats[i][0]);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        cr_expect(o.status == 0);
        cr_expect(begins(o.out, formats[i][1]), "%s: %s", line, o.out);
        cr_expect(begins(last_line(o.err), "PASS: 0 of "), "%s", o.err);
    }
}

Test(gate, every_format_can_be_written_more_than_once_in_one_run) {
    struct scratch s = scratch_make();
    static const char *const names[] = {"a.xml", "b.xml", "a.tap",
                                        "b.tap", "a.md",  "b.md"};
    struct program_outcome o = run(HALFSTEP_PROGRAM, &s,
                                   SMALL " --junit %s/a.xml --tap %s/a.tap --markdown "
                                         "%s/a.md --junit %s/b.xml --markdown %s/b.md "
                                         "--tap %s/b.tap",
                                   0);
    cr_expect(begins(last_line(o.out), "PASS: 0 of "), "%s", o.out);
    for (int i = 0; i < 6; i += 2) {
        char *one = read_file(&s, names[i]), *other = read_file(&s, names[i + 1]);
        cr_expect_str_eq(one, other);
    }
    char *xml = read_file(&s, "a.xml");
    cr_expect(xml_is_well_formed(xml));
}

Test(gate, a_full_disk_is_told_and_loses_neither_verdict_nor_other_files) {
    struct scratch s = scratch_make();
    char *link = scratch_path(&s, "full"), *other = scratch_path(&s, "too");
    cr_assert(symlink("/dev/full", link) == 0 && symlink("/dev/full", other) == 0);
    if (access(link, W_OK) != 0)
        cr_skip_test("no /dev/full here");
    struct program_outcome o = run(
        HALFSTEP_PROGRAM, &s, SMALL " --junit %s/full --tap %s/a.tap --sarif %s/too", 3);
    cr_expect(begins(last_line(o.out), "PASS: 0 of "), "%s", o.out);
    cr_expect(strstr(o.err, "full: cannot be written: No space left") != NULL, "%s",
              o.err);
    cr_expect(strstr(o.err, "too: cannot be written: No space left") != NULL, "%s",
              o.err);
    char *tap = read_file(&s, "a.tap");
    cr_expect(begins(tap, "TAP version 13\n"));
}

Test(gate, a_failure_says_what_was_checked_and_what_to_look_at) {
    struct program_outcome o = program_run_line(FAULTY, OF_FAULTY);
    cr_expect(o.status == 1);
    cr_expect(
        strstr(o.out,
               "\nFAIL cradle: impact:Poisson-Simultaneous (restitution, double, ") !=
            NULL,
        "%s", o.out);
    cr_expect(strstr(o.out, "\n  checked  an impact is what its law says, against a "
                            "formula") != NULL);
    cr_expect(strstr(o.out, ", expected at most 1e-08: ") != NULL);
    cr_expect(strstr(o.out, "\n  look at  The velocities in the points") != NULL);
    cr_expect(strstr(o.out, "\n  more     halfstep restitution cradle --method ") !=
              NULL);
    cr_expect(begins(last_line(o.out), "FAIL: "), "%s", o.out);
}

Test(gate, verbose_has_a_line_for_each_result_and_its_absence_one_for_each_study) {
    struct program_outcome brief = halfstep_run(QUICK);
    struct program_outcome full = halfstep_run(QUICK " --verbose");
    static const char line[] = "\npass      quadratic: step-roundoff (gap, double, "
                               "explicit-euler, mode=default): ";
    cr_expect(strstr(brief.out, line) == NULL);
    const char *found = strstr(full.out, line);
    cr_assert(found != NULL, "%s", full.out);
    cr_expect(strstr(found, "against the discrete equations solved in multiple precision "
                            "(discrete): ") != NULL);
    cr_expect(strstr(brief.out, "\ngap ") != NULL &&
              strstr(brief.out, " pass\n") != NULL);
}

Test(gate, measurements_for_ctest_stand_before_the_verdict) {
    struct program_outcome o = halfstep_run(QUICK " --ctest");
    cr_expect(o.status == 0);
    cr_expect(strstr(o.out,
                     "<CTestMeasurement type=\"numeric/double\" "
                     "name=\"pendulum.gap-order.mpfr:512.explicit-euler\">") != NULL);
    cr_expect(begins(last_line(o.out), "PASS: "));
}

Test(gate, fail_fast_ends_with_the_first_failure_and_is_no_pass) {
    json_t *all = program_json(FAULTY, OF_FAULTY " --json -", 1);
    json_t *first = program_json(FAULTY, OF_FAULTY " --json - --fail-fast --jobs 1", 1);
    cr_expect(json_integer_value(json_object_get(all, "left_out")) == 0);
    cr_expect(json_integer_value(json_object_get(first, "left_out")) > 0);
    cr_expect(json_array_size(json_object_get(first, "results")) <
              json_array_size(json_object_get(all, "results")));
    json_t *fine = halfstep_json(0, SMALL " --json - --fail-fast");
    cr_expect(json_integer_value(json_object_get(fine, "left_out")) == 0);
}

Test(gate, the_number_of_jobs_changes_nothing_but_the_time) {
    json_t *one = halfstep_json(0, QUICK " --json - --jobs 1");
    json_t *many = halfstep_json(0, QUICK " --json - --jobs 5");
    cr_expect(
        json_equal(json_object_get(one, "results"), json_object_get(many, "results")));
}

static char *write_expect(const struct scratch *s, const char *members) {
    char text[1024];
    snprintf(text, sizeof text, "{\"halfstep-expect\": 1%s}", members);
    return scratch_write(s, "expect.json", text);
}

Test(gate, accepted_deviations_pass_and_are_told_with_their_reason) {
    struct scratch s = scratch_make();
    write_expect(&s, ", \"accept\": [{\"study\": \"*\", \"quantity\": \"*\", "
                     "\"reason\": \"it is off by design\"}]");
    struct program_outcome o = run(FAULTY, &s, OF_FAULTY " --expect %s/expect.json", 0);
    cr_expect(strstr(o.out, "\naccepted cradle: order (order, ") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "it is off by design") != NULL);
    cr_expect(begins(last_line(o.out), "PASS: 0 of "), "%s", o.out);
}

Test(gate, an_acceptance_of_nothing_warns_and_fails_in_profile_full) {
    struct scratch s = scratch_make();
    write_expect(&s, ", \"models\": [\"bouncing_ball\"], \"accept\": [{\"study\": "
                     "\"order\", \"quantity\": \"order\", \"reason\": "
                     "\"long gone\"}]");
    struct program_outcome o =
        run(HALFSTEP_PROGRAM, &s,
            "gate --profile quick --method contact-stepper --expect %s/expect.json", 0);
    cr_expect(strstr(o.out, "\nwarning expect: acceptance") != NULL, "%s", o.out);
    o = run(HALFSTEP_PROGRAM, &s,
            "gate --profile full --method contact-stepper --expect %s/expect.json", 1);
    cr_expect(strstr(o.out, "\nFAIL expect: acceptance") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "expect.json:1: nothing that fails is accepted") != NULL);
}

/* Whether any study of the gate was about a model. */
static bool studies_model(const json_t *document, const char *model) {
    size_t i;
    json_t *job;
    json_array_foreach(json_object_get(document, "jobs"), i, job) {
        if (strcmp(text_in(job, "model"), model) == 0)
            return true;
    }
    return false;
}

Test(gate, the_files_models_are_studied_unless_the_command_line_names_some) {
    struct scratch s = scratch_make();
    char line[256], *path = write_expect(&s, ", \"models\": [\"quadratic\"]");
    snprintf(line, sizeof line,
             "gate --profile quick --method explicit-euler --json - --expect %s", path);
    json_t *of_file = program_json(HALFSTEP_PROGRAM, line, 0);
    strcat(line, " pendulum");
    json_t *of_line = program_json(HALFSTEP_PROGRAM, line, 0);
    cr_expect(studies_model(of_file, "quadratic") && !studies_model(of_file, "pendulum"));
    cr_expect(!studies_model(of_line, "quadratic") && studies_model(of_line, "pendulum"));
}

Test(gate, a_bad_file_of_expectations_is_told_with_its_line) {
    struct scratch s = scratch_make();
    write_expect(&s, ",\n \"oder\": 1");
    struct program_outcome o =
        run(HALFSTEP_PROGRAM, &s, QUICK " --expect %s/expect.json", 2);
    cr_expect(strstr(o.err, "expect.json:2: unknown key 'oder'; did you mean 'order'?") !=
                  NULL,
              "%s", o.err);
}

/* An integrator that does not survive its start. */
static const char crashing[] =
    "#include <stdlib.h>\n"
    "#include \"halfstep_integrator.h\"\n"
    "static void *create(const struct halfstep_system *s) { (void)s; return malloc(1); "
    "}\n"
    "static int start(void *s, double t, const double *x)"
    " { (void)s; (void)t; (void)x; abort(); }\n"
    "static int step(void *s, double h) { (void)s; (void)h; return 1; }\n"
    "static void state(void *s, double *t, double *x) { (void)s; (void)t; (void)x; }\n"
    "const struct halfstep_integrator *halfstep_integrator(void) {\n"
    "    static const struct halfstep_integrator it = {.interface_version = "
    "HALFSTEP_INTERFACE,\n"
    "        .name = \"it\", .create = create, .destroy = free, .start = start,\n"
    "        .step = step, .state = state};\n"
    "    return &it;\n"
    "}\n";

Test(gate, an_integrator_that_crashes_at_once_is_a_failure_in_every_file) {
    struct scratch s = scratch_make();
    char command[512];
    scratch_write(&s, "crash.c", crashing);
    snprintf(command, sizeof command,
             "cc -std=c11 -fPIC -shared -I %s/harness/plugin -o %s/crash.so %s/crash.c",
             PROJECT_FOLDER, s.path, s.path);
    if (system(command) != 0)
        cr_skip_test("no compiler called cc here");
    struct program_outcome o = run(HALFSTEP_PROGRAM, &s,
                                   "gate --profile quick quadratic --integrator "
                                   "%s/crash.so --json %s/a.json --tap %s/a.tap",
                                   1);
    cr_expect(strstr(o.out, "\nFAIL begin: study") != NULL, "%s", o.out);
    cr_expect(strstr(o.out, "crashed in start (SIGABRT)") != NULL, "%s", o.out);
    char *tap = read_file(&s, "a.tap"), *json = read_file(&s, "a.json");
    cr_expect(strstr(tap, "\nnot ok 1 - begin ") != NULL, "%s", tap);
    json_t *document = json_loads(json, 0, NULL);
    expect_document(document);
    cr_expect(strstr(text_in(document, "method"), "crash.so") != NULL);
}

/* The same fields as the document's, and the same texts. */
Test(gate, the_rows_of_csv_are_the_results_of_the_document) {
    struct scratch s = scratch_make();

    run(HALFSTEP_PROGRAM, &s, QUICK " --json %s/gate.json --csv %s/gate.csv", 0);
    char *path = scratch_path(&s, "gate.json"), *table = scratch_path(&s, "gate.csv");
    json_t *document = json_load_file(path, 0, NULL);
    char *text = scratch_read(table);
    const char *at = text, *end = text + strlen(text);
    struct csv_line line;
    size_t i = 0;
    const json_t *results = json_object_get(document, "results");
    cr_assert(csv_read(&line, &at, end) == 1);
    cr_expect_str_eq(line.field[5], "quantity");
    for (csv_clear(&line); csv_read(&line, &at, end) == 1; csv_clear(&line), i++) {
        const json_t *result = json_array_get(results, i);
        cr_expect(line.count == 18);
        cr_expect_str_eq(line.field[0], text_in(result, "model"));
        cr_expect_str_eq(line.field[5], text_in(result, "quantity"));
        cr_expect_str_eq(line.field[16], text_in(result, "reason"));
    }
    cr_expect(i == json_array_size(results));
}

Test(gate, the_document_of_a_study_is_as_its_schema_says) {
    static const char *const lines[] = {"geometry spring --method semi-explicit-euler",
                                        "stability --method explicit-euler"};
    for (int i = 0; i < 2; i++) {
        char line[128], why[256];
        snprintf(line, sizeof line, "%s --json", lines[i]);
        json_t *document = program_json(HALFSTEP_PROGRAM, line, 0);
        snprintf(line, sizeof line, "%s --schema", lines[i]);
        json_t *schema = program_json(HALFSTEP_PROGRAM, line, 0);
        cr_expect(schema_accepts(schema, document, why, sizeof why), "%s: %s", line, why);
        json_object_del(json_array_get(json_object_get(document, "results"), 0),
                        "verdict");
        cr_expect(!schema_accepts(schema, document, why, sizeof why));
    }
}
