/* JUnit XML that a parser accepts, whatever the texts contain.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/files/formats.h"
#include "harness/tests/results/gate_sample.h"
#include "harness/tests/scratch.h"
#include "harness/tests/xml.h"

static json_t *result(const char *model, const char *verdict, int required,
                      const char *reason) {
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:f, s:n, s:n, s:f, s:f, s:s, s:s, s:b, s:s,"
        " s:[]}",
        "model", model, "method", "m", "arithmetic", "double", "study", "order",
        "quantity", "order", "value", 1.37, "low", "high", "expected", 1.0, "tolerance",
        0.001, "verdict", verdict, "grade", "none", "required", required, "reason",
        reason, "points");
}

static char *print(json_t *array) {
    struct results *results = sample_list(array);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    junit_print(results, 1.5, out);
    fclose(out);
    return text;
}

static char *print_text(const char *text) {
    char *printed = NULL;
    size_t length;
    FILE *out = open_memstream(&printed, &length);
    junit_print_text(text, out);
    fclose(out);
    return printed;
}

Test(junit, verdicts_become_failures_and_skips_and_are_counted) {
    json_t *results = json_pack("[o, o, o, o]", result("a", "pass", 1, ""),
                                result("a", "fail", 0, "wrong"),
                                result("b", "not-asymptotic", 0, "open"),
                                result("b", "not-asymptotic", 1, "must not be open"));
    char *text = print(results);
    cr_assert(xml_is_well_formed(text), "%s", text);
    cr_assert(strstr(text, "<testsuites name=\"halfstep\" tests=\"4\" failures=\"2\" "
                           "errors=\"0\" skipped=\"1\" time=\"1.500\">") != NULL,
              "%s", text);
    cr_assert(strstr(text,
                     "<testsuite name=\"a\" tests=\"2\" failures=\"1\" errors=\"0\" "
                     "skipped=\"0\">") != NULL);
    cr_assert(strstr(text,
                     "<testsuite name=\"b\" tests=\"2\" failures=\"1\" errors=\"0\" "
                     "skipped=\"1\">") != NULL);
    cr_assert(strstr(text, "<failure type=\"fail\" message=\"wrong\">") != NULL);
    cr_assert(strstr(text, "<failure type=\"not-asymptotic\" message=\"undecided where a "
                           "pass is required: must not be open\">") != NULL,
              "%s", text);
    cr_assert(strstr(text, "\nchecked: the power of h with which the global error falls\n"
                           "look at: The points: error against h, ") != NULL,
              "%s", text);
    cr_assert(strstr(text, ">value = 1.3700000000000001\nlow = none\n") != NULL, "%s",
              text);
    cr_assert(strstr(text, "<skipped message=\"open\"/>") != NULL);
}

Test(junit, an_accepted_failure_is_skipped_with_the_reason) {
    json_t *accepted = result("a", "fail", 1, "wrong");
    json_object_set_new(accepted, "accepted", json_string("known since 1.37"));
    json_t *results = json_pack("[o]", accepted);
    char *text = print(results);
    cr_assert(xml_is_well_formed(text), "%s", text);
    cr_expect(strstr(text, "failures=\"0\" errors=\"0\" skipped=\"1\"") != NULL, "%s",
              text);
    cr_expect(strstr(text, "<skipped message=\"accepted: known since 1.37\"/>") != NULL);
}

Test(junit, markup_is_escaped_and_impossible_characters_are_replaced) {
    static const struct {
        const char *text, *printed;
    } known[] = {
        {"a<b & \"c\" > 'd'", "a&lt;b &amp; &quot;c&quot; &gt; &apos;d&apos;"},
        {"]]>", "]]&gt;"},
        {"one\ntwo\tthree\r", "one&#10;two&#9;three?"},
        {"\x01\x1f\x7f", "???"},
        {"\xc3\xa9 \xf0\x9f\x98\x80", "\xc3\xa9 \xf0\x9f\x98\x80"},
        {"\xff\xc3(\xed\xa0\x80", "?\?(???"},
        {"\xef\xbf\xbf\xc0\xaf", "?????"},
        {"\xe0\x80\xaf\xf4\x90\x80\x80", "???????"},
        {"cut \xe2\x82", "cut ??"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char *printed = print_text(known[i].text);
        cr_assert_str_eq(printed, known[i].printed);
    }
}

Test(junit, any_bytes_at_all_make_a_well_formed_document) {
    char hostile[300];
    unsigned long state = 88172645463325252ul;
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i + 1 < sizeof hostile; i++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            hostile[i] = (char)(1 + state % 255);
        }
        hostile[sizeof hostile - 1] = '\0';
        char *printed = print_text(hostile);
        char document[6 * sizeof hostile + 32];
        snprintf(document, sizeof document, "<a b=\"%s\">%s</a>", printed, "");
        cr_assert(xml_is_well_formed(document), "%s", document);
    }
}

Test(junit, xmllint_accepts_it_where_there_is_one) {
    if (system("command -v xmllint >/dev/null 2>&1") != 0)
        cr_skip_test("no xmllint here");
    struct scratch s = scratch_make();
    json_t *results =
        json_pack("[o, o]", result("m & <n>", "fail", 1, "\"quoted\"\n]]> \x02 <b>&amp;"),
                  result("caf\xc3\xa9", "pass", 1, ""));
    char *text = print(results), command[256];
    char *path = scratch_write(&s, "junit.xml", text);
    snprintf(command, sizeof command, "xmllint --noout %s", path);
    cr_assert(system(command) == 0, "%s", text);
}
