/* A page for a CI job: the verdict first, and tables that stay tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/files/formats.h"
#include "harness/results/result.h"
#include "harness/results/results_print.h"
#include "harness/tests/results/gate_sample.h"

static void print_briefly(const struct gate_outcome *o, FILE *out) {
    gate_print(o, false, out);
}

static void print_fully(const struct gate_outcome *o, FILE *out) {
    gate_print(o, true, out);
}

/* The bars of a row that are not escaped. */
static int count_bars(const char *line) {
    int bars = 0;
    for (const char *c = line; *c != '\0'; c++) {
        if (*c == '\\' && c[1] != '\0')
            c++;
        else
            bars += *c == '|';
    }
    return bars;
}

/* Every row of a table has as many cells as its head, and a table begins with a head. */
static int expect_tables(char *text) {
    int bars = 0, rows = 0;
    for (char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (*end != '\0')
            *end++ = '\0';
        if (line[0] != '|') {
            bars = 0;
            continue;
        }
        int here = count_bars(line);
        cr_expect(bars == 0 || bars == here, "%d and not %d: %s", here, bars, line);
        bars = here;
        rows++;
        cr_expect(strpbrk(line, "<>") == NULL, "%s", line);
    }
    return rows;
}

Test(markdown, the_verdict_is_in_the_first_line) {
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(markdown_print, &o);
    cr_expect(strncmp(text, "# Halfstep gate: FAIL\n", 22) == 0, "%s", text);
    cr_expect(strstr(text,
                     "FAIL: 14 of 17 results fail (1 of them undecided where a pass is "
                     "required), 1 undecided, 1 accepted; profile "
                     "quick, 2.8 s, 1.6 s of processor time\n") != NULL,
              "%s", text);
}

Test(markdown, a_pass_says_so_and_tells_of_no_failures) {
    struct gate_outcome o = {
        .results = sample_list(
            json_pack("[o]", sample_result("a", "order", "pass", 1, "fine", NULL))),
        .profile = "quick"};
    char *text = sample_print(markdown_print, &o);
    cr_expect(strncmp(text, "# Halfstep gate: PASS\n", 22) == 0, "%s", text);
    cr_expect(strstr(text, "What fails") == NULL);
}

/* A pass means little to who does not see as which method the integrator has passed. */
Test(markdown, what_the_integrator_was_taken_for_is_told_and_that_nothing_is_declared) {
    static const char note[] = "No method and no order is declared";
    struct gate_outcome o = {
        .results = sample_list(
            json_pack("[o]", sample_result("a", "order", "pass", 1, "fine", NULL))),
        .integrator = "--integrator ./mine.so",
        .profile = "quick"};
    o.results->item[0].fingerprint =
        json_pack("{s:s, s:{s:i, s:b}}", "diagnosis", "This is Heun's method.",
                  "convergence", "order", 2, "at_least", false);
    char *text = sample_print(markdown_print, &o);
    cr_expect(strstr(text, "Fingerprint: This is Heun's method. Order found: 2. No ") !=
                  NULL,
              "%s", text);
    cr_expect(strstr(text, note) != NULL, "%s", text);
    free(text);
    struct result declared = o.results->item[0];
    declared.study = "declared";
    declared.quantity = "declared-order";
    cr_assert(results_add((struct results *)o.results, &declared, "fine") == 0);
    text = sample_print(markdown_print, &o);
    cr_expect(strstr(text, "Heun's method.") != NULL && strstr(text, note) == NULL);
    free(text);
    o.integrator = NULL;
    text = sample_print(markdown_print, &o);
    cr_expect(strstr(text, "Fingerprint") == NULL, "%s", text);
}

Test(markdown, an_order_that_is_a_bound_or_of_the_first_step_is_told_so) {
    static const struct {
        const char *convergence, *told;
    } cases[] = {
        {"{\"order\": 2}", " Order found: 2. No "},
        {"{\"order\": 2, \"first_order\": 3}", " Order found: 2. No "},
        {"{\"order\": 2, \"at_least\": true}", " Order found: 2 at least. No "},
        {"{\"order\": 2, \"at_least\": true, \"first_order\": 2}",
         " Order found: 2 in the first step, then unknown. No "},
        {"{\"order\": null}", "method. No "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gate_outcome o = {
            .results = sample_list(
                json_pack("[o]", sample_result("a", "order", "pass", 1, "fine", NULL))),
            .integrator = "--integrator ./mine.so",
            .profile = "quick"};
        o.results->item[0].fingerprint =
            json_pack("{s:s, s:o}", "diagnosis", "This is Heun's method.", "convergence",
                      json_loads(cases[i].convergence, 0, NULL));
        char *text = sample_print(markdown_print, &o);
        cr_expect(strstr(text, cases[i].told) != NULL, "%s", text);
        free(text);
    }
}

/* The rule of error control is a sentence, of which the value is the order alone. */
Test(markdown, the_rule_of_error_control_is_told_on_the_page_and_on_the_terminal) {
    static const char rule[] =
        "controller: h' = 0.9 h (tol/err)^(1/2), growth of 5 at most";
    struct gate_outcome o = {
        .results = sample_list(
            json_pack("[o]", sample_result("a", "order", "pass", 1, "fine", NULL))),
        .integrator = "--integrator ./mine.so",
        .profile = "quick"};
    struct result control = o.results->item[0];
    control.study = "control";
    control.quantity = "controller";
    cr_assert(results_add((struct results *)o.results, &control, rule) == 0);
    char *page = sample_print(markdown_print, &o);
    cr_expect(strstr(page, rule) != NULL, "%s", page);
    char *told = sample_print(print_briefly, &o), *full = sample_print(print_fully, &o);
    cr_expect(strstr(told, rule) != NULL, "%s", told);
    cr_expect(strstr(full, rule) != NULL && strstr(full, rule) < strstr(full, "cpu s"),
              "the line of the verdict has it: %s", full);
}

Test(markdown, an_early_end_is_no_pass) {
    struct gate_outcome o = {
        .results = sample_list(json_array()), .profile = "quick", .left_out = 3};
    char *text = sample_print(markdown_print, &o);
    cr_expect(strncmp(text, "# Halfstep gate: FAIL\n", 22) == 0, "%s", text);
    cr_expect(strstr(text, ", 3 studies left out;") != NULL, "%s", text);
}

Test(markdown, tables_have_the_failures_the_counts_and_the_slowest) {
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(markdown_print, &o);
    cr_expect(strstr(text, "| pendulum | order | error-constant:order | m | 1.37 | 1 | "
                           "wrong |") != NULL);
    cr_expect(strstr(text, "| halfstep order pendulum --method m |") != NULL);
    cr_expect(strstr(text, "| spring | order | order:v | m | known since 1.37 |") !=
              NULL);
    cr_expect(strstr(text, "| order | m | fail | 1 | 14 | 1 | 1 | 1.62 |") != NULL, "%s",
              text);
    const char *slow = strstr(text, "| order | pendulum | 1.50 |");
    const char *fast = strstr(text, "| order | spring | 0.12 |");
    cr_expect(slow != NULL && fast != NULL && slow < fast);
    cr_expect(expect_tables(text) == 2 + 2 + nasty_count + 2 + 1 + 2 + 1 + 2 + 2);
}
