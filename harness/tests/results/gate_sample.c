/* What a gate might have come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/results/gate_sample.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "problems/base/status.h"

const char *const nasty_texts[] = {
    "\"quoted\" and 'quoted'",
    "two\nlines\r\nand\ta tab",
    "]]> <b>&amp; </failure> -->",
    "| a | table | # and # hashes \\# \\",
    "```\n# heading\n*bold* _under_ [x](y) <script>",
    "  ---\n  ...\nnot ok 1\nok 2 # SKIP no",
    "\x01\x02\x1b[31m\x7f\x08",
    "caf\xc3\xa9 \xe2\x88\x82 \xf0\x9f\x98\x80",
    "\xc2\x85 \xe2\x80\xa8 \xef\xbb\xbf \xc2\x9f",
    "\xff\xfe broken \xc3( \xed\xa0\x80",
    "%s%n%d ${HOME} $(id) `id`",
    "- item: {a: 1}, [b] !tag &anchor *alias @at",
};

json_t *sample_result(const char *model, const char *quantity, const char *verdict,
                      int required, const char *reason, const char *accepted) {
    json_t *r = json_pack(
        "{s:o, s:s, s:s, s:s, s:s, s:f, s:f, s:n, s:f, s:f, s:s, s:s, s:b, s:o, s:[]}",
        "model", json_text_of(model), "method", "m", "arithmetic", "double", "study",
        "order", "quantity", quantity, "value", 1.37, "low", 1.25, "high", "expected",
        1.0, "tolerance", 0.001, "verdict", verdict, "grade", "converged", "required",
        required, "reason", json_text_of(reason), "points");
    cr_assert(r != NULL);
    if (accepted != NULL)
        json_object_set_new(r, "accepted", json_text_of(accepted));
    return r;
}

static json_t *sample_results(void) {
    json_t *all = json_pack(
        "[o, o, o, o, o]", sample_result("pendulum", "order", "pass", 1, "fine", NULL),
        sample_result("pendulum", "error-constant:order", "fail", 0, "wrong", NULL),
        sample_result("spring", "order", "not-asymptotic", 0, "open #1", NULL),
        sample_result("spring", "order:x", "not-asymptotic", 1, "must not be", NULL),
        sample_result("spring", "order:v", "fail", 1, "is off", "known since 1.37"));
    for (int i = 0; i < nasty_count; i++)
        json_array_append_new(
            all, sample_result(nasty_texts[i], "order", "fail", 1, nasty_texts[i], NULL));
    return all;
}

struct results *sample_list(json_t *array) {
    struct diagnostic d = {""};
    struct results *list = calloc(1, sizeof *list);
    cr_assert(list != NULL && results_read(list, array, &d) == 0, "%s", d.text);
    json_decref(array);
    return list;
}

struct gate_outcome sample_outcome(void) {
    static const char *method = "m";
    static struct job_account job[] = {
        {"order", "pendulum", &method, 1, .seconds = 2.5, .processor_seconds = 1.5},
        {"order", "spring", &method, 1, .seconds = 0.25, .processor_seconds = 0.125}};
    static struct gate_place place[] = {
        {"pendulum", "/nowhere/a b/pend#ulum.model", "pendulum"}};
    return (struct gate_outcome){.results = sample_list(sample_results()),
                                 .jobs = {job, 2},
                                 .places = {place, 1},
                                 .profile = "quick",
                                 .place = "fast/pair.h",
                                 .seconds = 2.75,
                                 .processor_seconds = 1.625};
}

char *sample_print(gate_print_function *print, const struct gate_outcome *o) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    cr_assert(out != NULL);
    print(o, out);
    cr_assert(fclose(out) == 0);
    cr_assert(strlen(text) == length, "a zero in the text");
    return text;
}
