/* halfstep order, gap, statistics, geometry, conditions, stability, drift, budget, settling, restitution: one
 * study of some models.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/results/order_plot.h"
#include "harness/program/run/study_command.h"
#include "harness/program/run/study_document.h"
#include "harness/results/not_applicable.h"
#include "harness/results/results_print.h"

enum { columns_of_a_file = 80 };

/* The forms of what is printed, in place of text. */
#define STUDY_FORM_OPTIONS                                                               \
    {"json", OPTION_FLAG, NULL, "print one JSON document"},                              \
        {"csv", OPTION_FLAG, NULL, "print the results as comma-separated values"}, {     \
        "schema", OPTION_FLAG, NULL,                                                     \
            "print the JSON Schema of --json, and do nothing else"                       \
    }

#define OUT_OPTION                                                                       \
    { "out", OPTION_VALUE, "DIR", "also write a report's folder: page, figures, tables" }

#define SET_OPTION                                                                       \
    {                                                                                    \
        "set", OPTION_REPEATABLE, "NAME=VALUE",                                          \
            "change a parameter, a size or an initial value of the models"               \
    }

static const struct option_definition options[] = {
    STUDY_COMMAND_OPTIONS,           SET_OPTION, STUDY_FORM_OPTIONS, OUT_OPTION,
    {NULL, OPTION_FLAG, NULL, NULL},
};

static const struct option_definition options_of_order[] = {
    STUDY_COMMAND_OPTIONS,
    SET_OPTION,
    STUDY_FORM_OPTIONS,
    {"plot", OPTION_FLAG, NULL,
     "of one model: also draw the errors over the steps, as is done on a terminal"},
    OUT_OPTION,
    {NULL, OPTION_FLAG, NULL, NULL},
};

static const struct option_definition options_of_conditions[] = {
    STUDY_COMMAND_OPTIONS,
    {"seed", OPTION_VALUE, "N", "draw the systems from this seed (1 ..)"},
    {"systems", OPTION_VALUE, "N", "how many (default 420)"},
    STUDY_FORM_OPTIONS,
    OUT_OPTION,
    {NULL, OPTION_FLAG, NULL, NULL},
};

static enum exit_status study_and_print(struct session *session,
                                        const struct arguments *arguments, int studies,
                                        const char *command, struct folder *folder) {
    const char *method = arguments_value(arguments, "method");
    struct study_outcome outcome;
    enum exit_status status = study_command_find(&outcome, session, arguments, studies,
                                                 STUDY_REPORT, folder != NULL);
    if (status == EXIT_PASSED && arguments_value(arguments, "json") != NULL) {
        json_t *document = study_outcome_document(&outcome, command, method);
        json_print(document, session->out);
        json_decref(document);
    } else if (status == EXIT_PASSED && arguments_value(arguments, "csv") != NULL) {
        study_document_print_csv(&outcome.results, session->out);
    } else if (status == EXIT_PASSED) {
        results_print_all(&outcome.results, session->out);
        applicable_print(outcome.not_applicable, session->out);
        if (arguments_value(arguments, "plot") != NULL)
            order_plot_print(&outcome.results, columns_of_a_file, session->out);
        else if (studies == RESULTS_ORDER)
            order_plot_print(&outcome.results, session->columns, session->out);
    }
    if (status == EXIT_PASSED && folder != NULL) {
        FILE *out = session->out;
        if (arguments_value(arguments, "json") != NULL ||
            arguments_value(arguments, "csv") != NULL)
            session->out = session->err; /* the document stays alone */
        status = report_complete(folder, &outcome, command, method, session);
        session->out = out;
    }
    if (status == EXIT_PASSED)
        status = study_outcome_answer(&outcome, &session->why);
    study_outcome_clear(&outcome);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments,
                            int studies, const char *command) {
    const char *place = arguments_value(arguments, "out");
    struct folder folder;
    sigset_t before;
    enum exit_status status = EXIT_PASSED;
    if (arguments_value(arguments, "schema") != NULL) {
        study_document_print_schema(&study_document_record, session->out);
        return EXIT_PASSED;
    }
    interrupt_hold(&before);
    if (place != NULL)
        status = report_begin(&folder, place, session);
    if (status == EXIT_PASSED)
        status = study_and_print(session, arguments, studies, command,
                                 place != NULL ? &folder : NULL);
    if (place != NULL)
        folder_discard(&folder);
    interrupt_release(&before);
    return status;
}

/* run_order and its like. */
#define RUN(name, studies)                                                               \
    static enum exit_status run_##name(struct session *session,                          \
                                       const struct arguments *arguments) {              \
        return run(session, arguments, studies, #name);                                  \
    }
RUN(order, RESULTS_ORDER)
RUN(gap, RESULTS_GAP)
RUN(statistics, RESULTS_STATISTICS)
RUN(geometry, RESULTS_GEOMETRY)
RUN(drift, RESULTS_DRIFT)
RUN(budget, RESULTS_BUDGET)
RUN(settling, RESULTS_SETTLING)
RUN(restitution, RESULTS_RESTITUTION)
#undef RUN

static enum exit_status run_conditions(struct session *session,
                                       const struct arguments *arguments) {
    if (arguments_count(arguments, NULL) > 0) {
        message_set(&session->why, "conditions takes no MODEL: it draws its own");
        return EXIT_USAGE;
    }
    return run(session, arguments, RESULTS_CONDITIONS, "conditions");
}

static enum exit_status run_stability(struct session *session,
                                      const struct arguments *arguments) {
    if (arguments_count(arguments, NULL) > 0) {
        message_set(&session->why, "stability takes no MODEL: it brings its own");
        return EXIT_USAGE;
    }
    return run(session, arguments, RESULTS_STABILITY, "stability");
}

/* Of those that take models. */
#define USAGE "[MODEL...] [--method M] [--set NAME=VALUE]... [--json | --csv] [--out DIR]"

const struct command command_order = {
    "order",
    USAGE,
    "Measure the order of accuracy, with an interval and a verdict",
    "Global errors against the truth over a ladder of steps; without MODEL for the "
    "whole\n"
    "catalogue.\n",
    options_of_order,
    run_order,
};

const struct command command_gap = {
    "gap",
    USAGE,
    "Measure error, estimate and their gap in one step: slopes 2, 2, 3 and constants",
    "In multiple precision against the predicted coefficients, then the "
    "double-precision\n"
    "step against the reference's; without MODEL for the whole catalogue.\n",
    options,
    run_gap,
};

const struct command command_statistics = {
    "statistics",
    USAGE,
    "Count evaluations, iterations, factorisations, and what they buy",
    "Identities between the counters, the faithful mode against its replay in multiple\n"
    "precision, work against precision in both modes and with peers; without MODEL for "
    "the\n"
    "whole catalogue.\n",
    options,
    run_statistics,
};

const struct command command_geometry = {
    "geometry",
    USAGE,
    "Whether steps are symplectic, and the energy in long runs",
    "Of semi-explicit Euler in its three forms and its relatives, on models with an "
    "energy\n"
    "v M v/2 + U(q); and how far the gaming form is from the symplectic one where "
    "forces\n"
    "depend on velocities. Without MODEL for the whole catalogue.\n",
    options,
    run_geometry,
};

const struct command command_conditions = {
    "conditions",
    "[--method M | --integrator PLACE] [--seed N] [--systems N] "
    "[--json | --csv] [--out DIR]",
    "Whether a step is the method's under all conditions",
    "Single steps of systems drawn at random: 1 to 12 components of 1e-20 to 1e20, steps "
    "of\n"
    "1e-9 to 1, times of -1e3 to 1e6, after 0, 1000 and 70000 steps; against the "
    "method's\n"
    "own in multiple precision where it is known, and against those of scaled, "
    "rearranged,\n"
    "repeated and shifted systems.\n",
    options_of_conditions,
    run_conditions,
};

const struct command command_stability = {
    "stability",
    "[--method M] [--json | --csv] [--out DIR]",
    "The longest stable steps, against formulas, and what happens beyond them",
    "Of the same methods, on a spring with a damper, a pendulum and a free body of the\n"
    "study's own.\n",
    options,
    run_stability,
};

const struct command command_drift = {
    "drift",
    USAGE,
    "Errors of constraints, with projection and without",
    "Of methods that project, on models with joints: never above the tolerance at any "
    "time\n"
    "reported; and how they grow without projection. Without MODEL for the whole "
    "catalogue.\n",
    options,
    run_drift,
};

const struct command command_budget = {
    "budget",
    USAGE,
    "Energy, momentum and the laws of contact in every solve of a run",
    "Of contact-stepper, on models with contacts: what impulses and forces do to the "
    "kinetic\n"
    "energy, phase by phase; sign, cone, complementarity and dissipation, measured anew. "
    "Without\nMODEL for the whole catalogue.\n",
    options,
    run_budget,
};

const struct command command_settling = {
    "settling",
    USAGE,
    "Stacks that are at rest stay so, and carry the weight above",
    "Of contact-stepper, on stacks of a size `n`: ten seconds at rest, high and with "
    "masses of\n"
    "1000 to 1 either way; and kicked. Without MODEL for the whole catalogue.\n",
    options,
    run_settling,
};

const struct command command_restitution = {
    "restitution",
    USAGE,
    "The laws of restitution side by side, on a model's first impact",
    "Of contact-stepper in both modes: Poisson, Newton and none, at all contacts at once "
    "and in\n"
    "turn, against the laws' answers by enumeration. Without MODEL for the whole "
    "catalogue.\n",
    options,
    run_restitution,
};
