/* Splitting a command's arguments.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/session/arguments.h"
#include "problems/base/status.h"

static const struct option_definition definitions[] = {
    OPTION("json", FLAG, NULL, ""),
    OPTION("step", VALUE, "H", ""),
    OPTION("set", REPEATABLE, "NAME=VALUE", ""),
    OPTION("integrator", UNAVAILABLE, "LIB", ""),
    OPTIONS_END,
};

enum { most = 8 };

static int count_of(char **argv) {
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    return argc;
}

Test(arguments, values_flags_and_positionals_are_told_apart_in_any_order) {
    char *argv[] = {"pendulum", "--step", "-0.1", "--json", "--set=a=1",
                    "--set",    "b=2",    "--",   "--x",    NULL};
    struct arguments a;
    struct diagnostic d = {""};
    cr_assert(arguments_parse(&a, definitions, count_of(argv), argv, &d) == 0, "%s",
              d.text);
    cr_assert(arguments_count(&a, NULL) == 2);
    cr_assert_str_eq(arguments_nth(&a, NULL, 0), "pendulum");
    cr_assert_str_eq(arguments_nth(&a, NULL, 1), "--x");
    cr_assert_str_eq(arguments_value(&a, "step"), "-0.1");
    cr_assert_str_eq(arguments_value(&a, "json"), "");
    cr_assert(arguments_count(&a, "set") == 2);
    cr_assert_str_eq(arguments_nth(&a, "set", 0), "a=1");
    cr_assert_str_eq(arguments_nth(&a, "set", 1), "b=2");
    cr_assert(arguments_nth(&a, "set", 2) == NULL);
}

Test(arguments, an_option_that_was_not_given_has_no_value) {
    char *argv[] = {NULL};
    struct arguments a;
    struct diagnostic d = {""};
    cr_assert(arguments_parse(&a, definitions, 0, argv, &d) == 0);
    cr_assert(arguments_value(&a, "json") == NULL);
    cr_assert(arguments_value(&a, NULL) == NULL);
}

/* What the message begins with. */
struct refusal {
    const char *given[most], *message;
};

static void expect_refused(const struct option_definition *all, const struct refusal *r) {
    char *argv[most];
    for (int k = 0; k < most; k++)
        argv[k] = (char *)r->given[k];
    struct arguments a;
    struct diagnostic d = {""};
    cr_assert(arguments_parse(&a, all, count_of(argv), argv, &d) != 0, "%s", r->message);
    cr_expect(strncmp(d.text, r->message, strlen(r->message)) == 0,
              "said '%s' instead of '%s'", d.text, r->message);
}

Test(arguments, what_is_wrong_is_refused_by_name) {
    static const struct refusal wrong[] = {
        {{"--sett", "1"}, "unknown option '--sett'; did you mean '--set'?"},
        {{"--stepp", "1"}, "unknown option '--stepp'; did you mean '--step'?"},
        {{"--completely-else"}, "unknown option '--completely-else'; --help lists"},
        {{"-j"}, "unknown option '-j'"},
        {{"-json"}, "unknown option '-json'; did you mean '--json'?"},
        {{"--step"}, "--step needs a value: --step H"},
        {{"--json=1"}, "--json takes no value"},
        {{"--step", "1", "--step=2"}, "--step is given twice"},
        {{"--set", "a=1", "--set=a=2"}, "--set a is given twice"},
        {{"--integrator", "x.so"}, "--integrator is not available in this version"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_refused(definitions, &wrong[i]);
}

static const char *colour(int i) {
    static const char *const words[] = {"red", "green", "blue", NULL};
    return words[i];
}

static const struct option_definition typed[] = {
    OPTION("time-limit", VALUE, "SECONDS", "", .read = option_positive, .usual = "1/4"),
    OPTION("wait", VALUE, "SECONDS", "", .read = option_number, .most = 10),
    OPTION("part", VALUE, "P", "", .read = option_number, .least = 1e-12, .most = 0.5),
    OPTION("jobs", VALUE, "N", "how many", .read = option_whole, .least = 1, .most = 8,
           .usual = "3"),
    OPTION("colour", VALUE, "C", "", .read = option_word, .word = colour),
    OPTION("quick", FLAG, NULL, "", .excludes = "full"),
    OPTION("full", FLAG, NULL, ""),
    OPTION("limit", FLAG, NULL, "", .needs = "jobs"),
    OPTIONS_END,
};

Test(arguments, a_type_reads_the_value_and_the_usual_one_stands_for_none) {
    char *argv[] = {"--jobs=2*4", "--colour", "blue", "--wait", "0", NULL};
    struct arguments a, none;
    struct diagnostic d = {""};
    cr_assert(arguments_parse(&a, typed, count_of(argv), argv, &d) == 0, "%s", d.text);
    cr_assert(arguments_parse(&none, typed, 0, argv, &d) == 0, "%s", d.text);
    cr_expect(arguments_whole(&a, "jobs") == 8 && arguments_whole(&none, "jobs") == 3);
    cr_expect(arguments_whole(&a, "colour") == 2 &&
              arguments_whole(&none, "colour") == -1);
    cr_expect(arguments_number(&a, "wait") == 0 && arguments_number(&none, "wait") != 0);
    cr_expect(arguments_number(&a, "time-limit") == 0.25);
    cr_expect_str_eq(arguments_value(&none, "jobs"), "3");
    cr_expect(!arguments_has(&none, "jobs") && arguments_value(&none, "wait") == NULL);
}

Test(arguments, the_usual_value_is_told_with_the_meaning) {
    cr_expect_str_eq(option_meaning(option_find(typed, "jobs")).text,
                     "how many (default 3)");
    cr_expect_str_eq(option_meaning(option_find(typed, "full")).text, "");
}

Test(arguments, what_the_table_forbids_is_refused) {
    static const struct refusal wrong[] = {
        {{"--time-limit", "0"}, "--time-limit 0: must be positive"},
        {{"--time-limit", "x"}, "--time-limit: 'x' is not a number"},
        {{"--wait", "-1"}, "--wait -1: must be between 0 and 10"},
        {{"--wait=11"}, "--wait 11: must be between 0 and 10"},
        {{"--part=1"}, "--part 1: must be between 1e-12 and 0.5"},
        {{"--jobs", "9"}, "--jobs 9: must be a whole number from 1 to 8"},
        {{"--jobs", "1.5"}, "--jobs 1.5: must be a whole number"},
        {{"--colour", "re"}, "--colour re: must be red, green or blue"},
        {{"--full", "--quick"}, "--quick and --full: give one of them"},
        {{"--limit"}, "--limit is of use with --jobs only"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_refused(typed, &wrong[i]);
}
