/* Splitting a command's arguments.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/session/arguments.h"

static const struct option_definition definitions[] = {
    {"json", OPTION_FLAG, NULL, ""},
    {"step", OPTION_VALUE, "H", ""},
    {"set", OPTION_REPEATABLE, "NAME=VALUE", ""},
    {"integrator", OPTION_UNAVAILABLE, "LIB", ""},
    {NULL, OPTION_FLAG, NULL, NULL},
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
    arguments_clear(&a);
}

Test(arguments, an_option_that_was_not_given_has_no_value) {
    char *argv[] = {NULL};
    struct arguments a;
    struct diagnostic d = {""};
    cr_assert(arguments_parse(&a, definitions, 0, argv, &d) == 0);
    cr_assert(arguments_value(&a, "json") == NULL);
    cr_assert(arguments_value(&a, NULL) == NULL);
    arguments_clear(&a);
}

Test(arguments, what_is_wrong_is_refused_by_name) {
    static const struct {
        const char *given[most], *message;
    } wrong[] = {
        {{"--sett", "1"}, "unknown option '--sett'; did you mean '--set'?"},
        {{"--stepp", "1"}, "unknown option '--stepp'; did you mean '--step'?"},
        {{"--completely-else"}, "unknown option '--completely-else'; --help lists"},
        {{"-j"}, "unknown option '-j'"},
        {{"-json"}, "unknown option '-json'; did you mean '--json'?"},
        {{"--step"}, "--step needs a value: --step H"},
        {{"--json=1"}, "--json takes no value"},
        {{"--step", "1", "--step=2"}, "--step is given twice"},
        {{"--integrator", "x.so"}, "--integrator is not available in this version"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *argv[most];
        for (int k = 0; k < most; k++)
            argv[k] = (char *)wrong[i].given[k];
        struct arguments a;
        struct diagnostic d = {""};
        cr_assert(arguments_parse(&a, definitions, count_of(argv), argv, &d) != 0);
        cr_assert(strncmp(d.text, wrong[i].message, strlen(wrong[i].message)) == 0,
                  "said '%s' instead of '%s'", d.text, wrong[i].message);
    }
}
