/* One option of a method from the command line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/commands/method.h"
#include "harness/commands/nearest.h"
#include "harness/commands/number.h"

enum { double_bits = 53 };

static const struct method_option *find_option(const struct method *method,
                                               const char *name, size_t length) {
    for (const struct method_option *o = method->options; o->name != NULL; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static int refuse_option(const struct method *method, const char *assignment,
                         size_t length, struct diagnostic *d) {
    char name[64] = "";
    memcpy(name, assignment, length < sizeof name ? length : sizeof name - 1);
    if (method_option_is_to_come(name))
        return message_set(d, "option '%s' of a method is not available in this version",
                           name);
    struct nearest n = nearest_start(name);
    for (const struct method_option *o = method->options; o->name != NULL; o++)
        nearest_try(&n, o->name);
    if (n.name != NULL)
        return message_set(d, "method '%s' has no option '%s'; did you mean '%s'?",
                           method->name, name, n.name);
    return message_set(d, "method '%s' has no option '%s'; 'halfstep list' names them",
                       method->name, name);
}

/* The position of `value` among words separated by '|', or -1 with *d. */
static int find_word(const struct method_option *option, const char *value,
                     struct diagnostic *d) {
    int position = 0;
    for (const char *word = option->values; *word != '\0'; position++) {
        size_t length = strcspn(word, "|");
        if (strlen(value) == length && strncmp(word, value, length) == 0)
            return position;
        word += length + (word[length] == '|');
    }
    message_set(d, "option '%s' is '%s', but can only be %s", option->name, value,
                option->values);
    return -1;
}

static int set_number(struct method_settings *settings, const char *name,
                      const char *text, struct diagnostic *d) {
    struct subject_options *o = &settings->subject;
    const struct {
        const char *name;
        double *value;
        bool zero_too;
    } numbers[] = {
        {"relative", &o->relative, true},  {"absolute", &o->absolute, true},
        {"max-step", &o->max_step, false}, {"initial-step", &o->initial_step, false},
        {"min-step", &o->min_step, true},
    };
    double value;
    if (strcmp(name, "accuracy") == 0)
        return method_set_accuracy(settings, text, "option accuracy", d);
    if (number_read_double(&value, text, name, d))
        return -1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(numbers[i].name, name) != 0)
            continue;
        if (value < 0 || (value == 0 && !numbers[i].zero_too))
            return message_set(d, "option '%s' is %s, but must be %s", name, text,
                               numbers[i].zero_too ? "zero or positive" : "positive");
        *numbers[i].value = value;
    }
    return 0;
}

/* *weights := the list's numbers, in place of what was there. */
static int read_weights(double **weights, int *count, const char *name, const char *text,
                        struct diagnostic *d) {
    mpfr_t *value;
    if (number_read_list(&value, count, double_bits, text, name, d))
        return -1;
    free(*weights);
    *weights = calloc((size_t)*count + 1, sizeof **weights);
    int failed = *weights == NULL ? message_set(d, "out of memory") : 0;
    for (int i = 0; i < *count && !failed; i++) {
        (*weights)[i] = mpfr_get_d(value[i], MPFR_RNDN);
        if (!((*weights)[i] >= 0))
            failed = message_set(d,
                                 "option '%s': a weight is %g, but must be zero or "
                                 "positive",
                                 name, (*weights)[i]);
    }
    number_list_free(value, *count);
    return failed;
}

static int set_weights(struct method_settings *settings, const char *name,
                       const char *text, struct diagnostic *d) {
    struct subject_options *o = &settings->subject;
    bool of_v = strcmp(name, "weights-v") == 0;
    int failed =
        of_v ? read_weights(&settings->weights_v, &o->weights_v_count, name, text, d)
             : read_weights(&settings->weights_z, &o->weights_z_count, name, text, d);
    o->weights_v = settings->weights_v;
    o->weights_z = settings->weights_z;
    return failed;
}

static void set_word(struct method_settings *settings, const char *name, int position) {
    static const enum fast_mode modes[] = {FAST_DEFAULT, FAST_FAITHFUL};
    static const enum fast_jacobian jacobians[] = {FAST_FORWARD, FAST_CENTRAL,
                                                   FAST_EXACT};
    static const enum fast_newton newtons[] = {FAST_REUSE, FAST_FRESH, FAST_FULL};
    if (strcmp(name, "mode") == 0) {
        settings->subject.mode = modes[position];
        settings->mode_is_given = true;
    }
    if (strcmp(name, "driver") == 0)
        settings->driver = position == 0 ? DRIVER_MULTIPLE : DRIVER_SINGLE;
    if (strcmp(name, "jacobian") == 0)
        settings->subject.jacobian = jacobians[position];
    if (strcmp(name, "newton") == 0)
        settings->subject.newton = newtons[position];
    if (strcmp(name, "throw-on-min-step") == 0)
        settings->subject.throw_on_min_step = position == 0;
}

static int set_value(struct method_settings *settings, const struct method_option *option,
                     const char *value, struct diagnostic *d) {
    if (option->values == NULL)
        return strcmp(option->type, "numbers") == 0
                   ? set_weights(settings, option->name, value, d)
                   : set_number(settings, option->name, value, d);
    int position = find_word(option, value, d);
    if (position < 0)
        return -1;
    set_word(settings, option->name, position);
    return 0;
}

int method_set(const struct method *method, struct method_settings *settings,
               const char *assignment, struct diagnostic *d) {
    size_t length = strcspn(assignment, "=");
    if (assignment[length] != '=' || length == 0)
        return message_set(d, "--option needs NAME=VALUE, not '%s'", assignment);
    const struct method_option *option = find_option(method, assignment, length);
    if (option == NULL)
        return refuse_option(method, assignment, length, d);
    if (strcmp(option->name, "mode") != 0 && strcmp(option->name, "driver") != 0)
        settings->of_iteration = option->name;
    return set_value(settings, option, assignment + length + 1, d);
}

int method_set_accuracy(struct method_settings *settings, const char *value,
                        const char *what, struct diagnostic *d) {
    double accuracy;
    if (number_read_double(&accuracy, value, what, d))
        return -1;
    if (accuracy <= 0)
        return message_set(d, "%s is %s, but must be positive", what, value);
    settings->subject.accuracy = accuracy;
    settings->of_iteration = "accuracy";
    return 0;
}
