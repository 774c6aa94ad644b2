/* What is to be solved: method, options, step and end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/methods/method_row.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/session/option_method.h"
#include "harness/solve/solve.h"

/* Of the pair's error control, when nobody says otherwise. */
static const double usual_max_step = 0.1;

static int read_settings(struct solve_request *r, const char *command,
                         const struct arguments *a, struct diagnostic *d) {
    const char *accuracy = arguments_value(a, "accuracy");
    struct method_settings *settings = &r->settings;
    for (int i = 0; i < arguments_count(a, "option"); i++) {
        const char *option = arguments_nth(a, "option", i);
        if ((r->plugin == NULL || method_is_limit(option)) &&
            method_set(r->plugin == NULL ? r->method : method_of_limits(), settings,
                       option, d))
            return -1;
    }
    if (accuracy != NULL && method_set_accuracy(settings, accuracy, "--accuracy", d))
        return -1;
    settings->subject.integrator.fixed_step = r->step != NULL;
    if (r->step == NULL && subject_family(&settings->subject) == INTEGRATOR_PAIR &&
        isnan(settings->subject.integrator.max_step))
        settings->subject.integrator.max_step = usual_max_step;
    bool has_tolerance = !isnan(settings->subject.integrator.accuracy) ||
                         !isnan(settings->subject.integrator.relative);
    if (r->step == NULL && !has_tolerance)
        return message_set(d,
                           "%s needs --step H (fixed steps) or --accuracy A (error "
                           "control)",
                           command);
    return method_check(settings, d);
}

/* Either one of our methods or somebody else's. */
static int choose_method(struct solve_request *r, const char *command,
                         const struct arguments *a, struct diagnostic *d) {
    const char *method = arguments_value(a, "method");
    r->settings = method_default_settings(method_table());
    if (r->plugin != NULL && arguments_has(a, "arithmetic") &&
        strcmp(arguments_value(a, "arithmetic"), "double") != 0)
        return message_set(d, "--integrator: works in double only");
    if (r->plugin != NULL)
        return 0;
    if (method == NULL) {
        message_set(d, "%s needs --method; available: %s", command, method_row_names());
        models_tell_option(arguments_value(a, NULL), d);
        return -1;
    }
    r->method = option_method_named(a);
    r->settings = method_default_settings(r->method);
    return 0;
}

int solve_read_request(struct solve_request *r, const char *command,
                       const struct arguments *a, struct diagnostic *d) {
    r->step = arguments_value(a, "step");
    r->until = arguments_value(a, "until");
    if (arguments_count(a, NULL) != 1)
        return message_set(d, "%s needs one MODEL, not %d", command,
                           arguments_count(a, NULL));
    return choose_method(r, command, a, d) || read_settings(r, command, a, d);
}
