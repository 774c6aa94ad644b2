/* The report about an integrator from outside.
 *
 * HALFSTEP_PROGRAM is the program, HALFSTEP_PLUGINS the folder of the plug-ins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/path.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

static const char own_model[] = "param g = 9.81, c = 0.37\n"
                                "span 0 .. 1\n"
                                "position a = 0.7\n"
                                "velocity w = -0.25\n"
                                "a' = w\n"
                                "w' = -g*sin(a) - c*w\n";

struct place {
    struct scratch scratch;
    char *model, *report;
    char line[1024]; /* the command that makes the report */
};

/* A ball that bounces, slides and comes to roll no further: its last impact is one without
 * restitution at a step's end. */
static const char own_ball[] = "param m = 1.37, g = 9.81, e = 0.99, mu = 0.2\n"
                               "span 0 .. 1\n"
                               "position x = 0, z = 0.43\n"
                               "velocity u = 1.1, v = 0\n"
                               "x' = u\nz' = v\n"
                               "mass u, u = m\nmass v, v = m\n"
                               "force u = 0\nforce v = -m*g\n"
                               "contact floor { gap = z; slide = u\n"
                               "                restitution = e; friction = mu }\n";

static struct place make_place(const char *plugin) {
    struct place p = {.scratch = scratch_make()};
    p.model = scratch_write(&p.scratch, "swing.model", own_model);
    p.report = path_join(p.scratch.path, "report");
    snprintf(p.line, sizeof p.line,
             "report %s --integrator " HALFSTEP_PLUGINS "/%s --out %s", p.model, plugin,
             p.report);
    return p;
}

static json_t *load_results(const struct place *p) {
    char *path = path_join(p->report, "results.json");
    json_t *document = json_load_file(path, 0, NULL);
    cr_assert(document != NULL, "%s", path);
    return document;
}

/* Results of others are in the comparison only, and only those that are drawn. */
static void check_results(const json_t *document) {
    static const char *const drawn[] = {"work-precision:default", "fingerprint"};
    const json_t *results = json_object_get(document, "results");
    const json_t *others =
        json_object_get(json_object_get(document, "comparison"), "results");
    int found[2] = {0, 0};
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        cr_expect_str_eq(text_in(result, "method"), "heun", "%s",
                         text_in(result, "quantity"));
    }
    json_array_foreach(others, i, result) {
        int kind = strcmp(text_in(result, "quantity"), drawn[0]) == 0 ? 0 : 1;
        cr_expect_str_eq(text_in(result, "quantity"), drawn[kind]);
        cr_expect_str_neq(text_in(result, "method"), "heun");
        found[kind]++;
    }
    cr_expect(json_array_size(results) > 10);
    cr_expect(found[0] >= 2 && found[1] >= 2, "%d curves, %d fingerprints", found[0],
              found[1]);
}

/* Heun's estimate has a sign; what else is declared is true. */
static const char declared[] =
    "{\"halfstep-expect\": 1, \"method\": \"heun\", \"order\": 2, "
    "\"estimate\": \"unsigned\"}";

static void expect_one_failure(const json_t *document, const char *quantity) {
    size_t i;
    json_t *result;
    int failures = 0;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        if (strcmp(text_in(result, "verdict"), "fail") != 0)
            continue;
        failures++;
        cr_expect_str_eq(text_in(result, "quantity"), quantity);
    }
    cr_expect(failures == 1, "%d", failures);
}

static void expect_words(const char *folder) {
    static const char *const words[][2] = {
        {"index.html", "<h1>heun: "},
        {"index.html", "Can it be trusted?"},
        {"methods/heun.html", "Heun&#39;s method"},
        {"methods/heun.html", "id=\"method-heun-stability\""},
        {"methods/heun.html", "<title>q[q]</title>"},
        {"methods/velocity-implicit-euler.html", "backward Euler in two half steps"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char *path = path_join(folder, words[i][0]), *page = scratch_read(path);
        cr_expect(page != NULL && strstr(page, words[i][1]) != NULL, "no %s in %s",
                  words[i][1], path);
    }
}

static struct program_outcome run_expecting(struct place *p, const char *expectations) {
    char *file = scratch_write(&p->scratch, "expect.json", expectations);
    const size_t length = strlen(p->line);
    snprintf(p->line + length, sizeof p->line - length, " --expect %s", file);
    return program_run_line(HALFSTEP_PROGRAM, p->line);
}

/* One report for all of it: to judge an integrator with a report's effort takes several seconds. */
Test(command_report, the_page_is_about_the_integrator_and_judges_what_is_declared) {
    struct place p = make_place("heun.so");
    struct program_outcome o = run_expecting(&p, declared);
    cr_assert(o.status == 1, "%d: %s%s", o.status, o.err, o.out);
    cr_expect(strstr(o.out, "declared-estimate") != NULL, "%s", o.out);
    json_t *document = load_results(&p);
    cr_expect_str_eq(text_in(json_object_get(document, "integrator"), "name"), "heun");
    check_results(document);
    expect_one_failure(document, "declared-estimate");
    expect_words(p.report);
}

Test(command_report, a_bad_file_of_expectations_is_refused) {
    struct place p = make_place("heun.so");
    struct program_outcome o =
        run_expecting(&p, "{\"halfstep-expect\": 1, \"methd\": \"heun\"}");
    cr_expect(o.status == 2, "%d: %s", o.status, o.err);
}

Test(command_report, what_is_no_integrator_leaves_nothing_behind) {
    struct place p = make_place("misbehaving_no_symbol.so");
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, p.line);
    cr_expect(o.status == 2, "%d: %s%s", o.status, o.err, o.out);
    cr_expect(strstr(o.err, "misbehaving_no_symbol.so") != NULL, "%s", o.err);
    cr_expect(scratch_count(p.scratch.path) == 1, "something is left behind");
}

Test(command_report, every_study_of_contacts_is_in_a_report_of_contacts) {
    static const char *const studies[] = {"order", "budget", "restitution"};
    struct place p = {.scratch = scratch_make()};
    int found[3] = {0};
    p.model = scratch_write(&p.scratch, "ball.model", own_ball);
    p.report = path_join(p.scratch.path, "report");
    snprintf(p.line, sizeof p.line, "report %s --method contact-stepper --out %s",
             p.model, p.report);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, p.line);
    cr_expect(o.status == 0, "%d: %s%s", o.status, o.err, o.out);
    json_t *document = load_results(&p), *result;
    size_t i;
    json_array_foreach(json_object_get(document, "results"), i, result) {
        for (int k = 0; k < 3; k++)
            found[k] += strcmp(text_in(result, "study"), studies[k]) == 0;
        cr_expect_str_neq(text_in(result, "verdict"), "fail", "%s",
                          text_in(result, "quantity"));
    }
    for (int k = 0; k < 3; k++)
        cr_expect(found[k] > 0, "no results of %s", studies[k]);
}
