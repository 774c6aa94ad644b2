/* How the options of comparisons are spelled.
 *
 * Seen to fail: a percent sign that is not looked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "harness/commands/commands.h"
#include "harness/session/arguments.h"
#include "harness/speed/compare/compare_settings.h"

/* 0 := it is read. */
static int read_rule(struct rule *rule, const char *option, const char *text) {
    char name[16], value[48];
    char *words[] = {name, value};
    struct arguments arguments;
    struct diagnostic d = {""};
    snprintf(name, sizeof name, "--%s", option);
    snprintf(value, sizeof value, "%s", text);
    int failed = arguments_parse(&arguments, command_compare.options, 2, words, &d);
    cr_expect((d.text[0] != '\0') == (failed != 0), "%s %s: %s", option, text, d.text);
    if (!failed)
        *rule = compare_rule(&arguments);
    return failed;
}

Test(compare_settings, a_share_is_a_number_or_a_percentage) {
    static const struct {
        const char *text;
        double share; /* NaN: none */
    } cases[] = {{"0.01", 0.01}, {"1%", 0.01},   {"2.5 %", 0.025}, {"1", NAN},
                 {"0", NAN},     {"100%", NAN},  {"-1%", NAN},     {"%", NAN},
                 {"", NAN},      {"one %", NAN}, {"0.01 x", NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rule rule;
        int failed = read_rule(&rule, "delta", cases[i].text);
        cr_expect((failed != 0) == isnan(cases[i].share), "%s", cases[i].text);
        cr_expect(failed || fabs(rule.delta - cases[i].share) < 1e-15, "%s: %g",
                  cases[i].text, rule.delta);
    }
}

Test(compare_settings, a_risk_is_at_most_a_tenth_and_processes_are_even) {
    struct rule rule;
    cr_expect(read_rule(&rule, "alpha", "10%") == 0 && fabs(rule.alpha - 0.1) < 1e-15);
    cr_expect(read_rule(&rule, "alpha", "0.11") != 0);
    cr_expect(read_rule(&rule, "processes", "8") == 0);
    cr_expect(read_rule(&rule, "processes", "7") != 0);
    cr_expect(read_rule(&rule, "processes", "8.5") != 0);
    cr_expect(read_rule(&rule, "processes", "1e9") != 0);
}
