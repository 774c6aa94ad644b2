/* The numbers and names among a comparison's options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/speed/compare/compare_settings.h"

enum { number_room = 64 };

static const double usual_limit = 60, largest_seed = 1e9, hundredth = 0.01;

/* More than that is no matter of noise. */
static const double largest_alpha = 0.1;

/* "1%", "1 %" or "0.01": a positive number below 1. NULL: *share unchanged. */
static int compare_read_share(double *share, const char *text, const char *option,
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
    if (compare_read_share(&rule->delta, arguments_value(arguments, "delta"), "--delta",
                           d) ||
        compare_read_share(&rule->alpha, arguments_value(arguments, "alpha"), "--alpha",
                           d) ||
        read_processes(rule, arguments_value(arguments, "processes"), d))
        return -1;
    if (rule->alpha > largest_alpha)
        return message_set(d, "--alpha %s: must be at most %g",
                           arguments_value(arguments, "alpha"), largest_alpha);
    return 0;
}

int compare_read_time(enum compare_time *time, const char *text, struct diagnostic *d) {
    static const char *const names[] = {[COMPARE_TIME_ADVISE] = "advise",
                                        [COMPARE_TIME_GATE] = "gate",
                                        [COMPARE_TIME_OFF] = "off"};
    *time = COMPARE_TIME_ADVISE;
    for (int i = 0; text != NULL && i < 3; i++)
        if (strcmp(names[i], text) == 0) {
            *time = (enum compare_time)i;
            return 0;
        }
    return text == NULL ? 0
                        : message_set(d, "--time %s: expected advise, gate or off", text);
}

int compare_read_seed(unsigned long *seed, const char *text, struct diagnostic *d) {
    double number = fmod((double)time(NULL), largest_seed);
    if (text != NULL && number_read_double(&number, text, "--seed", d))
        return -1;
    if (!(number >= 0 && number <= largest_seed) || number != floor(number))
        return message_set(d, "--seed %s: must be a whole number from 0 to %.0f", text,
                           largest_seed);
    *seed = (unsigned long)number;
    return 0;
}

int compare_read_limit(double *seconds, const char *text, struct diagnostic *d) {
    *seconds = usual_limit;
    if (text != NULL && number_read_double(seconds, text, "--time-limit", d))
        return -1;
    return *seconds > 0 ? 0 : message_set(d, "--time-limit %s: must be positive", text);
}
