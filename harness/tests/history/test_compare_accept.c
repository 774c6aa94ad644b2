/* Accepted increases: what a file may say, what it lifts and what it does not.
 *
 * Seen to fail: a value that accepts whatever comes; patterns taken as names; a change as an
 * absolute number; unused acceptances not told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/speed/compare/accept.h"
#include "harness/tests/scratch.h"
#include "problems/base/status.h"

static int read_text(struct accept *a, struct diagnostic *d, const char *text) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "accept.json", text);
    int failed = accept_read(a, path, d);
    a->path = "accept.json";
    return failed;
}

static const char good[] =
    "{\"halfstep-accept\": 1,\n"
    " \"accept\": [\n"
    "  {\"benchmark\": \"pendulum/*\", \"counter\": \"evaluations\", \"value\": 274,\n"
    "   \"reason\": \"one more for the estimate\"},\n"
    "  {\"benchmark\": \"*\", \"counter\": \"instr*\", \"change\": 0.02,\n"
    "   \"reason\": \"non-finite rates are looked for\"},\n"
    "  {\"benchmark\": \"spring/*\", \"counter\": \"time\", \"change\": 0.05,\n"
    "   \"reason\": \"never needed\"}]}";

Test(compare_accept, lifts_what_it_names_up_to_its_value) {
    struct accept a;
    struct diagnostic d = {""};
    cr_assert(read_text(&a, &d, good) == 0, "%s", d.text);
    const char *why =
        accept_reason(&a, "pendulum/bdf/default/fixed", "evaluations", 270, 274);
    cr_assert_not_null(why);
    cr_expect_str_eq(why, "one more for the estimate");
    cr_expect_null(
        accept_reason(&a, "pendulum/bdf/default/fixed", "evaluations", 270, 275));
    cr_expect_null(
        accept_reason(&a, "spring/bdf/default/fixed", "evaluations", 270, 274));
    cr_expect_null(accept_reason(&a, "pendulum/x", "solves", 1, 2));
}

Test(compare_accept, lifts_a_relative_increase) {
    struct accept a;
    struct diagnostic d = {""};
    cr_assert(read_text(&a, &d, good) == 0, "%s", d.text);
    cr_expect_not_null(accept_reason(&a, "spring/x", "instructions", 1000, 1020));
    cr_expect_null(accept_reason(&a, "spring/x", "instructions", 1000, 1021));
}

Test(compare_accept, tells_what_was_not_needed) {
    struct accept a;
    struct diagnostic d = {""};
    cr_assert(read_text(&a, &d, good) == 0, "%s", d.text);
    accept_reason(&a, "pendulum/x", "evaluations", 1, 2);
    accept_reason(&a, "x", "instructions", 100, 101);
    json_t *unused = accept_unused(&a);
    cr_assert(json_array_size(unused) == 1);
    const char *text = json_string_value(json_array_get(unused, 0));
    cr_expect(strncmp(text, "accept.json:7: ", 15) == 0, "%s", text);
    cr_expect_not_null(strstr(text, "never needed"));
}

Test(compare_accept, no_file_accepts_nothing) {
    struct accept a;
    struct diagnostic d = {""};
    cr_assert(accept_read(&a, NULL, &d) == 0);
    cr_expect_null(accept_reason(&a, "x", "y", 1, 2));
}

static const struct {
    const char *text, *place, *said;
} bad[] = {
    {"[1]", ":1: ", "expected an object"},
    {"{\"halfstep-accept\": 2, \"accept\": []}",
     ":1: ", "\"halfstep-accept\": expected 1"},
    {"{\"halfstep-accept\": 1}", ":1: ", "expected \"accept\": an array"},
    {"{\"halfstep-accept\": 1, \"acept\": []}", ":1: ", "did you mean 'accept'?"},
    {"{\"halfstep-accept\": 1,\n \"accept\": [7]}", ":2: ", "expected an object"},
    {"{\"halfstep-accept\": 1,\n \"accept\": [{\"benchmark\": \"*\",\n \"counter\": "
     "\"x\", "
     "\"value\": 3}]}",
     ":2: ", "\"reason\" is missing"},
    {"{\"halfstep-accept\": 1,\n \"accept\": [{\"benchmark\": \"*\",\n \"counter\": "
     "\"x\", "
     "\"reason\": \"r\"}]}",
     ":2: ", "expected \"value\""},
    {"{\"halfstep-accept\": 1,\n \"accept\": [{\"benchmark\": \"*\", \"counter\": \"x\", "
     "\"reason\": \"r\",\n \"value\": 3, \"change\": 0.1}]}",
     ":2: ", "expected \"value\""},
    {"{\"halfstep-accept\": 1, \"accept\": [{\"benchmark\": \"*\", \"counter\": \"x\", "
     "\"reason\": \"r\",\n \"value\": \"3\"}]}",
     ":2: ", "a number that is not negative"},
    {"{", ":1: ", "not JSON"},
};

Test(compare_accept, complains_with_line_and_expectation) {
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct accept a;
        struct diagnostic d = {""};
        cr_expect(read_text(&a, &d, bad[i].text) != 0, "%s", bad[i].text);
        cr_expect(strstr(d.text, bad[i].place) != NULL, "%s: %s", bad[i].text, d.text);
        cr_expect(strstr(d.text, bad[i].said) != NULL, "%s: %s", bad[i].text, d.text);
    }
    struct accept a;
    struct diagnostic d = {""};
    cr_expect(accept_read(&a, "/nothing/here.json", &d) != 0);
    cr_expect(strstr(d.text, "cannot be read") != NULL, "%s", d.text);
}
