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

enum { number_room = 64, largest_seed = 1000000000 };

static const double usual_limit = 60, hundredth = 0.01;

/* More than that is no matter of noise. */
static const double largest_alpha = 0.1;

/* "1%", "1 %" or "0.01": a positive number below 1. NULL: *share unchanged. */
static int read_share(double *share, const char *text, const char *option,
                      struct diagnostic *d) {
    char number[number_room];
    double value;
    if (text == NULL)
        return 0;
    size_t length = strlen(text), kept = length;
    bool is_percent = length > 0 && text[length - 1] == '%';
    while (kept > 0 && (text[kept - 1] == '%' || text[kept - 1] == ' '))
        kept--;
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
    return 0;
}

static int read_processes(struct rule *rule, const char *text, struct diagnostic *d) {
    double number;
    if (text == NULL)
        return 0;
    if (number_read_double(&number, text, "--processes", d))
        return -1;
    if (number != floor(number) || fabs(number) > RULE_MOST ||
        rule_limit(rule, (int)number, d))
        return message_set(d, "--processes %s: expected an even number from %d to %d",
                           text, RULE_FEWEST, RULE_MOST);
    return 0;
}

int compare_read_rule(struct rule *rule, const struct arguments *arguments,
                      struct diagnostic *d) {
    *rule = rule_usual();
    if (read_share(&rule->delta, arguments_value(arguments, "delta"), "--delta", d) ||
        read_share(&rule->alpha, arguments_value(arguments, "alpha"), "--alpha", d) ||
        read_processes(rule, arguments_value(arguments, "processes"), d))
        return -1;
    if (rule->alpha > largest_alpha)
        return message_set(d, "--alpha %s: must be at most %g",
                           arguments_value(arguments, "alpha"), largest_alpha);
    return 0;
}

int compare_read_seed(unsigned long *seed, const char *text, struct diagnostic *d) {
    long number = (long)time(NULL) % largest_seed;
    if (number_read_whole(&number, text, "--seed", 0, largest_seed, d))
        return -1;
    *seed = (unsigned long)number;
    return 0;
}

int compare_read_limit(double *seconds, const char *text, struct diagnostic *d) {
    *seconds = usual_limit;
    if (text != NULL && number_read_double(seconds, text, "--time-limit", d))
        return -1;
    return *seconds > 0 ? 0 : message_set(d, "--time-limit %s: must be positive", text);
}
