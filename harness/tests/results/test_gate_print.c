/* What a gate prints for a person where much fails or is accepted. On the terminal: of failures
 * that differ in the model only, three in full and the models of the others; of all, 40. On a
 * page: 50.
 *
 * Seen to fail: one more or one fewer told, the others' models left out, and the wrong ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/files/formats.h"
#include "harness/results/results_print.h"
#include "harness/tests/results/gate_sample.h"

static void print_briefly(const struct gate_outcome *o, FILE *out) {
    gate_print(o, false, out);
}

static int count(const char *text, const char *part) {
    int found = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        found++;
    return found;
}

static char *print_list(gate_print_function *print, json_t *results) {
    const struct gate_outcome o = {.results = sample_list(results), .profile = "quick"};
    return sample_print(print, &o);
}

/* Results of quantities 0, 1, ..., each of its own. */
static char *print_many(gate_print_function *print, int results, const char *accepted) {
    json_t *list = json_array();
    for (int i = 0; i < results; i++) {
        char quantity[32];
        snprintf(quantity, sizeof quantity, "order:x%d", i);
        json_array_append_new(
            list, sample_result("spring", quantity, "fail", 1, "is off", accepted));
    }
    return print_list(print, list);
}

Test(gate_print, of_failures_that_are_alike_three_are_told_and_the_others_named) {
    static const char *const model[] = {"a", "b", "c", "d", "e", "f"};
    json_t *list = json_array();
    for (int i = 0; i < 6; i++) {
        const char *verdict = i == 4 ? "pass" : "fail";
        json_array_append_new(
            list, sample_result(model[i], "order", verdict, 1, "is off", NULL));
        json_array_append_new(
            list,
            sample_result(model[i], "order:x", i < 3 ? "fail" : "pass", 1, "too", NULL));
    }
    char *text = print_list(print_briefly, list);
    for (int i = 0; i < 6; i++) {
        char name[32];
        snprintf(name, sizeof name, "\nFAIL %s: order (", model[i]);
        cr_expect_eq(count(text, name), i < 3, "%s: %s", name, text);
        snprintf(name, sizeof name, "\nFAIL %s: order:x (", model[i]);
        cr_expect_eq(count(text, name), i < 3, "%s: %s", name, text);
    }
    cr_expect_eq(count(text, "\nFAIL as well: order (order) of d, f\n"), 1, "%s", text);
    cr_expect_eq(count(text, "FAIL as well"), 1, "%s", text);
}

Test(gate_print, an_acceptance_of_nothing_is_no_accepted_deviation) {
    json_t *list = json_array();
    json_t *unused =
        sample_result("expect", "acceptance", "not-asymptotic", 0, "for nothing", NULL);
    json_object_set_new(unused, "study", json_string("expect"));
    json_array_append_new(list, unused);
    json_array_append_new(list,
                          sample_result("spring", "order", "fail", 1, "off", "known"));
    char *text = print_list(markdown_print, list);
    const char *accepted = strstr(text, "\n## Accepted deviations\n");
    const char *nothing = strstr(text, "\n## Acceptances of nothing\n");
    cr_assert(accepted != NULL && nothing != NULL, "%s", text);
    cr_expect(strstr(accepted, "known") < nothing && strstr(nothing, "for nothing"), "%s",
              text);
    cr_expect(strstr(text, "for nothing") > nothing, "%s", text);
    free(text);
}

Test(gate_print,
     of_many_failures_and_acceptances_so_many_are_told_and_the_others_counted) {
    static const struct {
        gate_print_function *print;
        const char *accepted, *mark;
        int most;
    } kinds[] = {
        {print_briefly, NULL, "\nFAIL spring", 40},
        {print_briefly, "known since 1.37", "accepted spring", 40},
        {markdown_print, NULL, "\n| spring | order | order:x", 50},
        {markdown_print, "known since 1.37", "\n| spring | order | order:x", 50},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int beyond = 0; beyond <= 2; beyond++) {
            const int results = kinds[k].most + beyond;
            char more[32];
            char *text = print_many(kinds[k].print, results, kinds[k].accepted);
            snprintf(more, sizeof more, "\nand %d more\n", beyond);
            cr_expect_eq(count(text, kinds[k].mark), kinds[k].most, "%d: %s", results,
                         text);
            cr_expect_eq(count(text, more), beyond > 0, "%d: %s", results, text);
            cr_expect_eq(count(text, " more\n"), beyond > 0, "%d: %s", results, text);
            free(text);
        }
}

/* Of the sample: one passes, one is open, one is accepted, all others fail; 1.5 and 0.125 s. */
Test(gate_print, a_row_counts_what_passes_fails_is_open_and_is_accepted) {
    const struct gate_outcome o = sample_outcome();
    const char *text = sample_print(print_briefly, &o), *row = strstr(text, "\norder ");
    char method[8], verdict[8];
    int number[4];
    double seconds;
    cr_assert(row != NULL, "%s", text);
    cr_assert(sscanf(row, " order %7s %d %d %d %d %lf %7s", method, &number[0],
                     &number[1], &number[2], &number[3], &seconds, verdict) == 7,
              "%s", text);
    cr_expect_str_eq(method, "m");
    cr_expect_eq(number[0], 1);
    cr_expect_eq(number[1], 2 + nasty_count);
    cr_expect_eq(number[2], 1);
    cr_expect_eq(number[3], 1);
    cr_expect(fabs(seconds - 1.625) <= 0.0051);
    cr_expect_str_eq(verdict, "fail");
}
