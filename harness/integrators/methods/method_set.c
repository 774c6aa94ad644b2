/* One option of a method from the command line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/integrators/methods/method.h"
#include "harness/integrators/methods/method_list.h"
#include "harness/methods/method_row.h"
#include "problems/language/suggest.h"

static const struct integrator_option *find_option(const struct method *method,
                                                   const char *name, size_t length) {
    const struct integrator_option *o;
    for (int i = 0; (o = method_option(method, i)) != NULL; i++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static int refuse_option(const struct method *method, const char *assignment,
                         size_t length, struct diagnostic *d) {
    char name[64] = "";
    memcpy(name, assignment, length < sizeof name ? length : sizeof name - 1);
    struct suggestion n = suggest_start(name);
    const struct integrator_option *o;
    for (int i = 0; (o = method_option(method, i)) != NULL; i++)
        suggest_consider(&n, o->name);
    if (n.best != NULL)
        return message_set(d, "method '%s' has no option '%s'; did you mean '%s'?",
                           method->name, name, n.best);
    return message_set(
        d, "method '%s' has no option '%s'; 'halfstep list methods' names them",
        method->name, name);
}

/* The position of `value` among words separated by '|', or -1 with *d. */
static int find_word(const struct integrator_option *option, const char *value,
                     struct diagnostic *d) {
    int position = 0;
    for (const char *word = option->words; *word != '\0'; position++) {
        size_t length = strcspn(word, "|");
        if (strlen(value) == length && strncmp(word, value, length) == 0)
            return position;
        word += length + (word[length] == '|');
    }
    message_set(d, "option '%s' is '%s', but can only be %s", option->name, value,
                option->words);
    return -1;
}

static int set_word(struct method_settings *settings,
                    const struct integrator_option *option, const char *value,
                    struct diagnostic *d) {
    const int position = find_word(option, value, d);
    void *place = (char *)settings + method_option_place(option);
    if (position < 0)
        return -1;
    /* An enum of small numbers has the representation of an int. */
    _Static_assert(sizeof(enum fast_mode) == sizeof(int), "an enum is an int");
    if (option->kind == INTEGRATOR_BOOL)
        *(bool *)place = position == 0;
    else
        *(int *)place = option->kind == INTEGRATOR_CHOICE ? position == 0 : position;
    settings->mode_is_given |= strcmp(option->name, "mode") == 0;
    return 0;
}

static int set_number(struct method_settings *settings,
                      const struct integrator_option *option, const char *text,
                      struct diagnostic *d) {
    double value;
    if (number_read_double(&value, text, option->name, d))
        return -1;
    const bool zero_too = option->kind != INTEGRATOR_POSITIVE;
    if (option->kind == INTEGRATOR_FROM_ONE && value < 1)
        return message_set(d, "option '%s' is %s, but must be at least 1", option->name,
                           text);
    if (value < 0 || (value == 0 && !zero_too))
        return message_set(d, "option '%s' is %s, but must be %s", option->name, text,
                           zero_too ? "zero or positive" : "positive");
    const bool is_whole =
        option->kind == INTEGRATOR_COUNT || option->kind == INTEGRATOR_FROM_ONE;
    if (is_whole && (value > (double)INT_MAX || value != floor(value)))
        return message_set(d, "option '%s' is %s, but must be a whole number",
                           option->name, text);
    void *place = (char *)settings + method_option_place(option);
    if (option->kind == INTEGRATOR_COUNT)
        *(long *)place = (long)value;
    else if (option->kind == INTEGRATOR_FROM_ONE)
        *(int *)place = (int)value;
    else
        *(double *)place = value;
    return 0;
}

static int set_value(struct method_settings *settings,
                     const struct integrator_option *option, const char *value,
                     struct diagnostic *d) {
    switch (option->kind) {
    case INTEGRATOR_WORD:
    case INTEGRATOR_BOOL:
    case INTEGRATOR_CHOICE: return set_word(settings, option, value, d);
    case INTEGRATOR_POSITIVE:
    case INTEGRATOR_ZERO_TOO:
    case INTEGRATOR_COUNT:
    case INTEGRATOR_FROM_ONE:
        return strcmp(option->name, "accuracy") == 0
                   ? method_set_accuracy(settings, value, "option 'accuracy'", d)
                   : set_number(settings, option, value, d);
    case INTEGRATOR_WEIGHTS:
    case INTEGRATOR_UNITS:
    case INTEGRATOR_FLAGS: break;
    }
    return method_set_list(settings, option, value, d);
}

int method_set(const struct method *method, struct method_settings *settings,
               const char *assignment, struct diagnostic *d) {
    size_t length = strcspn(assignment, "=");
    if (assignment[length] != '=' || length == 0)
        return message_set(d, "--option needs NAME=VALUE, not '%s'", assignment);
    const struct integrator_option *option = find_option(method, assignment, length);
    if (option == NULL)
        return refuse_option(method, assignment, length, d);
    const enum method_reach reach = method_reach(method, option);
    if (reach != METHOD_EVERYWHERE)
        settings->of_iteration = option->name;
    if (reach == METHOD_IN_DOUBLE)
        settings->of_double = option->name;
    return set_value(settings, option, assignment + length + 1, d);
}

int method_set_accuracy(struct method_settings *settings, const char *value,
                        const char *what, struct diagnostic *d) {
    double accuracy;
    if (number_read_double(&accuracy, value, what, d))
        return -1;
    if (accuracy <= 0)
        return message_set(d, "%s is %s, but must be positive", what, value);
    settings->subject.integrator.accuracy = accuracy;
    settings->of_iteration = "accuracy";
    return 0;
}
