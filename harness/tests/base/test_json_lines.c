/* Documents with a line for each result.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "harness/base/json_lines.h"

static const struct {
    const char *text, *lines;
} cases[] = {
    {"{}", "{}"},
    {"[{\"a\": 1}, 2]", "[{\"a\":1},2]"},
    {"{\"a\": [], \"b\": [1, [2, 3]], \"c\": {\"d\": [{}]}}",
     "{\n\"a\": [],\n\"b\": [1,[2,3]],\n\"c\": {\"d\":[{}]}\n}"},
    {"{\"results\": [{\"h\": 0.1, \"points\": [{\"x\": 1}]}, {}], \"n\": null}",
     "{\n\"results\": [\n{\"h\":0.10000000000000001,\"points\":[{\"x\":1}]},\n{}\n],\n"
     "\"n\": null\n}"},
    {"{\"\\\"\\n\": \"\\u00e9\\u0000\"}", "{\n\"\\\"\\n\": \"\\u00E9\\u0000\"\n}"},
};

/* Seen to fail: elements without a comma between them. */
Test(json_lines, a_result_has_a_line_and_the_document_reads_back) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *document = json_loads(cases[i].text, JSON_ALLOW_NUL, NULL);
        size_t length;
        char *lines = json_lines(document, &length);
        json_t *again = json_loadb(lines, length, JSON_ALLOW_NUL, NULL);
        cr_expect_str_eq(lines, cases[i].lines);
        cr_expect(json_equal(document, again), "%s", cases[i].text);
    }
}
