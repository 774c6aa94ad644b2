/* halfstep solve: one solution, at fixed steps or under error control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/methods/method_row.h"
#include "harness/session/arguments.h"
#include "harness/session/foreign.h"
#include "harness/session/models.h"
#include "harness/session/option_method.h"
#include "harness/solve/solve.h"
#include "problems/model.h"

static const struct option_definition options[] = {
    OPTION_METHOD("the method (halfstep list names them)"),
    OPTION("step", VALUE, "H",
           "fixed steps of this size; like all times a number or an expression: 1/128"),
    OPTION("until", VALUE, "T",
           "where to end (default: the end of the model's span, 1 if it has none)"),
    OPTION("accuracy", VALUE, "A",
           "without --step: error control, the error allowed in a step; with --step: "
           "what the "
           "iteration's tolerance follows from (default 0.1)"),
    OPTION("arithmetic", VALUE, "ARITH",
           "double (default), or mpfr:BITS: with fixed steps the discrete equations "
           "solved to "
           "the last bit; under error control or with mode=faithful the original's "
           "decisions "
           "replayed"),
    OPTION("set", REPEATABLE, "NAME=VALUE",
           "change a parameter, a size or an initial value of the model"),
    OPTION(
        "option", REPEATABLE, "NAME=VALUE",
        "set an option of the method, or of --integrator, which takes step-limit=N and "
        "time-limit=S as every method does"),
    OPTION("integrator", VALUE, "PLACE",
           "an integrator of yours instead of --method: a shared library or a program",
           .excludes = "method"),
    FOREIGN_LIMITS,
    OPTION("at", VALUE, "T1,T2,...",
           "also tell the state at these times; where no step ends, by the cubic through "
           "states and rates at both ends of the step, or as the method interpolates: "
           "steps do "
           "not change"),
    OPTION(
        "steps", FLAG, NULL,
        "also tell of each step its end, its size, the size proposed for the next one, "
        "how "
        "it "
        "came out, and with contacts the impulses of each solve; in double, without --at",
        .excludes = "at"),
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION(
        "csv", FLAG, NULL,
        "print the states at the times of --at and at the end, or of --steps after each "
        "step, as comma-separated values"),
    OPTION_SCHEMA,
    OPTIONS_END,
};

static int read_request(struct solve_request *r, const struct arguments *a,
                        struct diagnostic *d) {
    r->at = arguments_value(a, "at");
    r->logs_steps = arguments_has(a, "steps");
    if (solve_read_request(r, "solve", a, d))
        return -1;
    return solve_read_arithmetic(r, arguments_value(a, "arithmetic"), d);
}

/* Of a solution what the request says. Nonzero: out of memory. */
static int start_solution(struct solution *s, const struct solve_request *r,
                          const struct model_settings *set) {
    char arithmetic[32] = "double";
    json_t *changed = json_object();
    if (r->bits != 0)
        snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)r->bits);
    *s = (struct solution){.settings = json_object()};
    solve_add_settings(r, s->settings);
    for (int i = 0; i < set->count; i++)
        json_object_set_new(changed, set->setting[i].name,
                            json_text_of(set->setting[i].value));
    return json_object_set_new(s->settings, "set", changed) ||
           record_set_text(&s->model, r->model->name) ||
           record_set_text(&s->method,
                           r->plugin != NULL ? r->plugin->name : r->method->name) ||
           record_set_text(&s->arithmetic, arithmetic);
}

static void print(const struct solve_request *r, const struct solution *s,
                  const struct arguments *arguments, FILE *out) {
    if (arguments_has(arguments, "csv")) {
        solve_print_csv(r->model, s, out);
    } else if (arguments_has(arguments, "json")) {
        json_t *told = record_tell(&solution_record, s);
        json_print(told, out);
        json_decref(told);
    } else {
        solve_print(r->model, s, out);
    }
}

static int check_model(const struct solve_request *r, struct diagnostic *d) {
    const struct subject_options *o = &r->settings.subject;
    if (subject_check_model(r->model, r->method->name, subject_takes_joints(o),
                            subject_takes_contacts(o), d) ||
        subject_check_mode(r->model, o, d))
        return -1;
    if (r->bits != 0 && subject_family(o) == INTEGRATOR_CONTACT &&
        r->model->contacts == 0)
        return message_set(d,
                           "'%s' has no contacts, without which method 'contact-stepper' "
                           "works in double only",
                           r->model->name);
    return 0;
}

static enum exit_status solve_and_print(const struct solve_request *r,
                                        const struct model_settings *set,
                                        struct session *session,
                                        const struct arguments *arguments) {
    if (r->plugin == NULL && check_model(r, &session->why))
        return EXIT_USAGE;
    struct solution solution;
    struct diagnostic remark;
    enum exit_status status = EXIT_MACHINE;
    if (start_solution(&solution, r, set))
        message_set(&session->why, "out of memory");
    else
        status = (r->bits == 0 ? solve_in_double : solve_in_mpfr)(r, session, &solution);
    if (status == EXIT_PASSED || status == EXIT_VERDICT) {
        if (solve_is_beyond_rounding(r, &solution, &remark))
            fprintf(session->err, "halfstep: %s\n", remark.text);
        print(r, &solution, arguments, session->out);
    }
    if (status == EXIT_VERDICT)
        message_set(&session->why, "%s: no solution beyond the state printed: %s",
                    r->model->name, solution.why);
    record_clear(&solution_record, &solution);
    return status;
}

static enum exit_status run_request(struct solve_request *r, struct session *session,
                                    const struct arguments *arguments) {
    struct asked_model asked = {.model = NULL};
    enum exit_status status = EXIT_USAGE;
    if (read_request(r, arguments, &session->why) == 0)
        status = asked_model_read(&asked, NULL, arguments, session);
    r->model = asked.model;
    if (status == EXIT_PASSED)
        status = solve_and_print(r, &asked.set, session, arguments);
    asked_model_clear(&asked);
    method_settings_clear(&r->settings);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct solve_request request = {0};
    struct foreign foreign = {.is_given = false};
    enum exit_status status = EXIT_PASSED;
    if (arguments_has(arguments, "integrator"))
        status = foreign_read_for_run(&foreign, arguments, session);
    if (foreign.is_given)
        request.plugin = &foreign.plugin;
    const bool was_told = foreign.record.faults > 0;
    if (status == EXIT_PASSED)
        status = run_request(&request, session, arguments);
    if (status == EXIT_PASSED && foreign.record.faults > 0 && !was_told)
        fprintf(session->err, "halfstep: %s\n", foreign.record.first.text);
    foreign_clear(&foreign);
    return status;
}

const struct command command_solve = {
    "solve",
    "MODEL (--method M | --integrator PLACE) (--step H | --accuracy A) [--until T] "
    "[--arithmetic double|mpfr:BITS] [--set NAME=VALUE]... [--option NAME=VALUE]... "
    "[--at T1,T2,... | --steps] [--json | --csv]",
    "Solve a model and print state, error estimate and statistics",
    "With --step the steps are fixed; with --accuracy alone the error estimate controls\n"
    "them, and none is longer than the option max-step (0.1 of the implicit methods).\n"
    "When the numerics fail (the iteration does not converge, a value is not finite, "
    "the\n"
    "step would fall below min-step) the state after the last step that succeeded is\n"
    "printed, \"status\" is \"failed\", and the exit status is 1.\n",
    "solve pendulum --method implicit-euler --accuracy 1e-4 --until 1\n"
    "solve pendulum --method bdf --accuracy 1e-6 --until 2 --at 1,3/2,2 --json\n",
    options,
    run,
    false,
    NULL,
    &solution_record,
};
