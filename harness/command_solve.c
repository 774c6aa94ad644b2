/* halfstep solve: one solution at fixed steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/json_number.h"
#include "harness/message.h"
#include "harness/models.h"
#include "harness/solve.h"

/* Limits of mpfr:BITS: one precision below a double's is enough for what one may want to see;
 * a million bits are 300000 digits. */
enum { fewest_bits = 24, most_bits = 1000000 };

static const struct option_definition options[] = {
    {"method", OPTION_VALUE, "M", "the method (halfstep list names them)"},
    {"step", OPTION_VALUE, "H",
     "the step; like all times a number or an expression: 1/128"},
    {"until", OPTION_VALUE, "T", "where to end"},
    {"accuracy", OPTION_VALUE, "A",
     "the tolerance of the Newton iteration (default 0.1)"},
    {"arithmetic", OPTION_VALUE, "ARITH",
     "double (default), or mpfr:BITS: the discrete equations solved to the last bit"},
    {"set", OPTION_REPEATABLE, "NAME=VALUE",
     "change a parameter, a size or an initial value of the model"},
    {"option", OPTION_REPEATABLE, "NAME=VALUE", "set an option of the method"},
    {"at", OPTION_VALUE, "T1,T2,...",
     "also tell the state at these times; each is a step boundary, so a step may be "
     "shortened to end there"},
    {"json", OPTION_FLAG, NULL, "print one JSON document"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

static int read_arithmetic(struct solve_request *r, const char *text,
                           struct diagnostic *d) {
    static const char prefix[] = "mpfr:";
    r->bits = 0;
    if (text == NULL || strcmp(text, "double") == 0)
        return 0;
    if (strncmp(text, prefix, strlen(prefix)) != 0)
        return message_set(d, "--arithmetic %s: can only be double or mpfr:BITS", text);
    char *end;
    long bits = strtol(text + strlen(prefix), &end, 10);
    if (*end != '\0' || bits < fewest_bits || bits > most_bits)
        return message_set(d, "--arithmetic %s: BITS must be a number from %d to %d",
                           text, fewest_bits, most_bits);
    r->bits = (mpfr_prec_t)bits;
    return 0;
}

static int read_request(struct solve_request *r, const struct arguments *a,
                        struct diagnostic *d) {
    const char *method = arguments_value(a, "method");
    const char *accuracy = arguments_value(a, "accuracy");
    r->step = arguments_value(a, "step");
    r->until = arguments_value(a, "until");
    r->at = arguments_value(a, "at");
    r->settings = method_default_settings();
    if (arguments_count(a, NULL) != 1)
        return message_set(d, "solve needs one MODEL, not %d", arguments_count(a, NULL));
    if (method == NULL)
        return message_set(d, "solve needs --method; available: %s",
                           method_table()->name);
    r->method = method_find(method, d);
    if (r->method == NULL)
        return -1;
    if (r->step == NULL && accuracy != NULL)
        return message_set(d,
                           "--accuracy without --step (error control) is not available "
                           "in this version; give --step");
    if (r->step == NULL || r->until == NULL)
        return message_set(d, "solve needs --step and --until");
    for (int i = 0; i < arguments_count(a, "option"); i++)
        if (method_set(r->method, &r->settings, arguments_nth(a, "option", i), d))
            return -1;
    if (accuracy != NULL && method_set_accuracy(&r->settings, accuracy, "--accuracy", d))
        return -1;
    if (read_arithmetic(r, arguments_value(a, "arithmetic"), d))
        return -1;
    if (r->bits != 0 && r->settings.in_double_only)
        return message_set(d,
                           "'%s' has no meaning in mpfr arithmetic, where the discrete "
                           "equations are solved to the last bit",
                           r->settings.which);
    return 0;
}

static void add_double_settings(const struct subject_options *o, json_t *settings) {
    static const char *const jacobians[] = {
        [FAST_FORWARD] = "forward", [FAST_CENTRAL] = "central", [FAST_EXACT] = "exact"};
    static const char *const newtons[] = {
        [FAST_REUSE] = "reuse", [FAST_FRESH] = "fresh", [FAST_FULL] = "full"};
    json_object_set_new(settings, "accuracy", json_number(o->accuracy));
    json_object_set_new(settings, "max-step", json_number(o->max_step));
    json_object_set_new(settings, "min-step", json_number(o->min_step));
    json_object_set_new(settings, "throw-on-min-step",
                        json_string(o->throw_on_min_step ? "yes" : "no"));
    json_object_set_new(settings, "jacobian", json_string(jacobians[o->jacobian]));
    json_object_set_new(settings, "newton", json_string(newtons[o->newton]));
}

static json_t *start_document(const struct solve_request *r,
                              const struct model_settings *set) {
    char arithmetic[32] = "double";
    json_t *settings = json_object(), *changed = json_object();
    if (r->bits != 0)
        snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)r->bits);
    json_object_set_new(
        settings, "driver",
        json_string(r->settings.driver == DRIVER_SINGLE ? "single" : "multiple"));
    if (r->bits == 0)
        add_double_settings(&r->settings.subject, settings);
    for (int i = 0; i < set->count; i++)
        json_object_set_new(
            changed, set->setting[i].name,
            json_text(set->setting[i].value, strlen(set->setting[i].value)));
    json_object_set_new(settings, "set", changed);
    return json_pack("{s:o, s:s, s:s, s:o}", "model",
                     json_text(r->model->name, strlen(r->model->name)), "method",
                     r->method->name, "arithmetic", arithmetic, "settings", settings);
}

static enum exit_status solve_and_print(const struct solve_request *r,
                                        const struct model_settings *set,
                                        struct session *session, bool as_json) {
    json_t *document = start_document(r, set);
    enum exit_status status = r->bits != 0 ? solve_in_mpfr(r, session, document)
                                           : solve_in_double(r, session, document);
    bool is_there = status == EXIT_PASSED || status == EXIT_VERDICT;
    if (is_there && as_json)
        json_print(document, session->out);
    else if (is_there)
        solve_print(r->model, document, session->out);
    if (status == EXIT_VERDICT)
        message_set(&session->why, "%s: no solution beyond the state printed: %s",
                    r->model->name, json_string_value(json_object_get(document, "why")));
    json_decref(document);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct solve_request request = {0};
    struct model_settings set;
    struct catalogue *catalogue;
    if (read_request(&request, arguments, &session->why) ||
        model_settings_read(&set, arguments, session))
        return EXIT_USAGE;
    enum exit_status status = models_open(&catalogue, session);
    if (status == EXIT_PASSED)
        status = models_read(&request.model, catalogue, arguments_value(arguments, NULL),
                             &set, &session->why);
    if (status == EXIT_PASSED)
        status = solve_and_print(&request, &set, session,
                                 arguments_value(arguments, "json") != NULL);
    model_free(request.model);
    catalogue_free(catalogue);
    model_settings_clear(&set);
    return status;
}

const struct command command_solve = {
    "solve",
    "MODEL --method M --step H --until T [--accuracy A] [--arithmetic double|mpfr:BITS] "
    "[--set NAME=VALUE]... [--option NAME=VALUE]... [--at T1,T2,...] [--json]",
    "Solve a model at fixed steps and print state, error estimate and statistics",
    "When the numerics fail (the iteration does not converge, a value is not finite) "
    "the\n"
    "state after the last step that succeeded is printed, \"status\" is \"failed\", and "
    "the\n"
    "exit status is 1.\n",
    options,
    run,
};
