/* The numbers among a comparison's options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/speed/compare/compare_settings.h"
#include "harness/session/arguments.h"

enum { number_room = 64, clock_seeds = 1000000000 };

static const double hundredth = 0.01;

int compare_share(double *share, const struct option_definition *o, const char *text,
                  struct diagnostic *d) {
    char number[number_room], option[number_room];
    double value;
    size_t length = strlen(text), kept = length;
    bool is_percent = length > 0 && text[length - 1] == '%';
    while (kept > 0 && (text[kept - 1] == '%' || text[kept - 1] == ' '))
        kept--;
    snprintf(option, sizeof option, "--%s", o->name);
    if (length >= sizeof number)
        return message_set(d, "%s: '%.20s...' is no number", option, text);
    snprintf(number, sizeof number, "%.*s", (int)kept, text);
    if (number_read_double(&value, number, option, d))
        return -1;
    value *= is_percent ? hundredth : 1;
    if (!(value > 0 && value < 1))
        return message_set(d,
                           "%s %s: must be more than 0 and less than 100 %%, as 1%% or "
                           "0.01",
                           option, text);
    *share = value;
    return value <= o->most
               ? 0
               : message_set(d, "%s %s: must be at most %g", option, text, o->most);
}

int compare_processes(double *number, const struct option_definition *o, const char *text,
                      struct diagnostic *d) {
    struct rule rule = rule_usual();
    if (number_read_double(number, text, "--processes", d))
        return -1;
    if (*number != floor(*number) || fabs(*number) > RULE_MOST ||
        rule_limit(&rule, (int)*number, d))
        return message_set(d, "--%s %s: expected an even number from %d to %d", o->name,
                           text, RULE_FEWEST, RULE_MOST);
    return 0;
}

struct rule compare_rule(const struct arguments *arguments) {
    struct rule rule = rule_usual();
    struct diagnostic ignored;
    if (arguments_has(arguments, "delta"))
        rule.delta = arguments_number(arguments, "delta");
    if (arguments_has(arguments, "alpha"))
        rule.alpha = arguments_number(arguments, "alpha");
    if (arguments_has(arguments, "processes"))
        (void)rule_limit(&rule, (int)arguments_whole(arguments, "processes"), &ignored);
    return rule;
}

unsigned long compare_seed(const struct arguments *arguments) {
    return arguments_has(arguments, "seed")
               ? (unsigned long)arguments_whole(arguments, "seed")
               : (unsigned long)time(NULL) % clock_seeds;
}
