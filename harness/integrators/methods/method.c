/* Methods by name, and what their options come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/methods/method.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include <string.h>

#include "harness/base/message.h"
#include "harness/methods/method_row.h"
#include "problems/language/suggest.h"

const struct method *method_find(const char *name, struct diagnostic *d) {
    struct suggestion n = suggest_start(name);
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        if (strcmp(m->name, name) == 0)
            return m;
        suggest_consider(&n, m->name);
    }
    if (n.best != NULL)
        message_set(d, "unknown method '%s'; did you mean '%s'?", name, n.best);
    else if (strpbrk(name, "/. ") != NULL)
        message_set(d,
                    "unknown method '%s'; an integrator of your own is named by "
                    "--integrator",
                    name);
    else
        message_set(d, "unknown method '%s'; available: %s", name, method_row_names());
    return NULL;
}

struct method_settings method_default_settings(const struct method *method) {
    struct method_settings settings = {
        .subject = subject_default_options(),
        .driver = DRIVER_MULTIPLE,
        .time_limit = NAN,
    };
    subject_choose(&settings.subject, method->name);
    return settings;
}

void method_settings_clear(struct method_settings *settings) {
    for (int i = 0; i < METHOD_LISTS; i++) {
        free(settings->list[i]);
        settings->list[i] = NULL;
    }
}

static int check_steps(const struct subject_options *o, struct diagnostic *d) {
    if (o->integrator.min_step > o->integrator.max_step)
        return message_set(d, "min-step %g is longer than max-step %g",
                           o->integrator.min_step, o->integrator.max_step);
    if (o->integrator.initial_step > o->integrator.max_step)
        return message_set(d, "initial-step %g is longer than max-step %g",
                           o->integrator.initial_step, o->integrator.max_step);
    if (o->integrator.initial_step < o->integrator.min_step)
        return message_set(d, "initial-step %g is shorter than min-step %g",
                           o->integrator.initial_step, o->integrator.min_step);
    return 0;
}

/* Some methods have no error estimate, and backward differentiation formulas no fixed steps. */
static int check_control(const struct subject_options *o, struct diagnostic *d) {
    if (subject_family(o) == INTEGRATOR_BDF && o->integrator.fixed_step)
        return message_set(d, "method 'bdf' chooses its steps itself: it takes "
                              "--accuracy, and no --step");
    if (method_row_of(o->integrator.method)->controls)
        return 0;
    if (o->integrator.fixed_step && isnan(o->integrator.accuracy))
        return 0;
    return message_set(d,
                       "method '%s' has no error estimate: it needs --step, and takes no "
                       "accuracy; semi-explicit-euler-2 has error control",
                       subject_name(o));
}

static int check_units(const struct subject_options *o, struct diagnostic *d) {
    const bool given = subject_family(o) != INTEGRATOR_CONTACT &&
                       (o->integrator.units != NULL || o->integrator.is_relative != NULL);
    if (given && isnan(o->integrator.relative))
        return message_set(d, "options units and relative-flags need relative and "
                              "absolute: they say what those are measured in");
    return 0;
}

/* The original has neither error control, nor verified answers, nor impacts in mid-step. */
static int check_faithful_contacts(const struct subject_options *o,
                                   struct diagnostic *d) {
    static const char none[] = "has no meaning with mode=faithful: the original has none";
    if (!o->integrator.fixed_step)
        return message_set(d,
                           "mode=faithful of method 'contact-stepper' has fixed steps: "
                           "it needs --step");
    if (o->integrator.solver == CONTACT_PROXIMAL)
        return message_set(d, "option solver=proximal %s", none);
    if (o->integrator.update == CONTACT_TRAPEZOIDAL)
        return message_set(d, "option update=trapezoidal %s", none);
    if (o->integrator.locates_impacts > 0)
        return message_set(d, "option locate-impacts=yes %s", none);
    return 0;
}

static int check_contacts(const struct subject_options *o, struct diagnostic *d) {
    if (subject_family(o) != INTEGRATOR_CONTACT)
        return 0;
    return o->integrator.mode == FAST_FAITHFUL ? check_faithful_contacts(o, d) : 0;
}

int method_check(const struct method_settings *settings, struct diagnostic *d) {
    const struct subject_options *o = &settings->subject;
    if (check_control(o, d) || check_units(o, d) || check_contacts(o, d))
        return -1;
    if (isnan(o->integrator.relative) != isnan(o->integrator.absolute))
        return message_set(d, "options relative and absolute go together");
    if (!isnan(o->integrator.relative) && o->integrator.mode == FAST_FAITHFUL)
        return message_set(d, "options relative and absolute have no meaning with "
                              "mode=faithful: the original has none");
    if (!isnan(o->integrator.relative) && !isnan(o->integrator.accuracy))
        return message_set(d, "give either an accuracy or options relative and absolute");
    if (!o->integrator.fixed_step && settings->driver == DRIVER_SINGLE)
        return message_set(d, "driver=single makes one step without error control: "
                              "it needs --step");
    return check_steps(o, d);
}
