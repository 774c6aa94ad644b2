/* The methods and their options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "harness/message.h"
#include "harness/method.h"
#include "harness/nearest.h"
#include "harness/number.h"

static const struct method_option velocity_implicit_euler_options[] = {
    {"mode", "one of", "default|faithful", "default",
     "faithful makes the decisions of the original; here both modes make the same"},
    {"driver", "one of", "multiple|single", "multiple",
     "multiple: steps of at most --step until --until, halved while they fail; "
     "single: one attempt at a step from the start to --until"},
    {"accuracy", "number", NULL, "0.1",
     "the tolerance of the Newton iteration, as --accuracy; above 0.5 it acts as 0.5"},
    {"jacobian", "one of", "forward|central|exact", "forward",
     "how J is formed: by differences, or from the model's exact derivatives"},
    {"newton", "one of", "reuse|fresh|full", "reuse",
     "keep J and its factors as long as they serve, form them in each sub-solve, or in "
     "each "
     "iteration"},
    {"max-step", "number", NULL, "the step", "no step is longer"},
    {"min-step", "number", NULL, "0", "steps shorter than this are taken explicitly"},
    {"throw-on-min-step", "yes or no", "yes|no", "yes",
     "fail when a step would have to be halved below min-step"},
    {NULL, NULL, NULL, NULL, NULL},
};

static const struct method methods[] = {
    {"velocity-implicit-euler",
     "Velocity-implicit Euler with step doubling, first order, fixed step",
     "Drake, systems/analysis/velocity_implicit_euler_integrator.h",
     velocity_implicit_euler_options},
    {NULL, NULL, NULL, NULL},
};

/* Named by the documentation, and not there yet. */
static const char *const methods_to_come[] = {
    "implicit-euler", "semi-explicit-euler", "semi-explicit-euler-2",
    "explicit-euler", "runge-kutta-merson",  "bdf",
    "contact-stepper"};
static const char *const options_to_come[] = {
    "initial-step",         "weights-v",   "weights-z", "form",   "projection",
    "constraint-tolerance", "restitution", "induced",   "solver", "capture-velocity"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool contains(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

const struct method *method_table(void) {
    return methods;
}

const struct method *method_find(const char *name, struct diagnostic *d) {
    struct nearest n = nearest_start(name);
    for (const struct method *m = methods; m->name != NULL; m++) {
        if (strcmp(m->name, name) == 0)
            return m;
        nearest_try(&n, m->name);
    }
    if (contains(methods_to_come, COUNT(methods_to_come), name))
        message_set(d, "method '%s' is not available in this version; available: %s",
                    name, methods[0].name);
    else if (n.name != NULL)
        message_set(d, "unknown method '%s'; did you mean '%s'?", name, n.name);
    else
        message_set(d, "unknown method '%s'; available: %s", name, methods[0].name);
    return NULL;
}

struct method_settings method_default_settings(void) {
    struct method_settings settings = {subject_default_options(), DRIVER_MULTIPLE, false,
                                       NULL};
    return settings;
}

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
    if (contains(options_to_come, COUNT(options_to_come), name))
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
    if (strcmp(name, "accuracy") == 0)
        return method_set_accuracy(settings, text, "option accuracy", d);
    double value;
    if (number_read_double(&value, text, name, d))
        return -1;
    bool is_max = strcmp(name, "max-step") == 0;
    if (value < 0 || (is_max && value == 0))
        return message_set(d, "option '%s' is %s, but must be %s", name, text,
                           is_max ? "positive" : "zero or positive");
    *(is_max ? &settings->subject.max_step : &settings->subject.min_step) = value;
    return 0;
}

static void set_word(struct method_settings *settings, const char *name, int position) {
    static const enum fast_jacobian jacobians[] = {FAST_FORWARD, FAST_CENTRAL,
                                                   FAST_EXACT};
    static const enum fast_newton newtons[] = {FAST_REUSE, FAST_FRESH, FAST_FULL};
    if (strcmp(name, "driver") == 0)
        settings->driver = position == 0 ? DRIVER_MULTIPLE : DRIVER_SINGLE;
    if (strcmp(name, "jacobian") == 0)
        settings->subject.jacobian = jacobians[position];
    if (strcmp(name, "newton") == 0)
        settings->subject.newton = newtons[position];
    if (strcmp(name, "throw-on-min-step") == 0)
        settings->subject.throw_on_min_step = position == 0;
}

int method_set(const struct method *method, struct method_settings *settings,
               const char *assignment, struct diagnostic *d) {
    size_t length = strcspn(assignment, "=");
    if (assignment[length] != '=' || length == 0)
        return message_set(d, "--option needs NAME=VALUE, not '%s'", assignment);
    const struct method_option *option = find_option(method, assignment, length);
    if (option == NULL)
        return refuse_option(method, assignment, length, d);
    const char *value = assignment + length + 1;
    bool in_any_arithmetic =
        strcmp(option->name, "mode") == 0 || strcmp(option->name, "driver") == 0;
    if (!in_any_arithmetic) {
        settings->in_double_only = true;
        settings->which = option->name;
    }
    if (option->values == NULL)
        return set_number(settings, option->name, value, d);
    int position = find_word(option, value, d);
    if (position >= 0)
        set_word(settings, option->name, position);
    return position < 0 ? -1 : 0;
}

int method_set_accuracy(struct method_settings *settings, const char *value,
                        const char *what, struct diagnostic *d) {
    double accuracy;
    if (number_read_double(&accuracy, value, what, d))
        return -1;
    if (accuracy <= 0)
        return message_set(d, "%s is %s, but must be positive", what, value);
    settings->subject.accuracy = accuracy;
    settings->in_double_only = true;
    settings->which = "accuracy";
    return 0;
}
