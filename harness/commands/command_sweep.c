/* halfstep sweep: one model at many settings.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/methods/method_row.h"
#include "harness/results/results_count.h"
#include "harness/session/arguments.h"
#include "harness/session/option_method.h"
#include "harness/sweep/sweep.h"
#include "problems/catalogue.h"
#include "problems/model.h"

static const struct option_definition options[] = {
    OPTION(
        "set", REPEATABLE, "NAME=VALUE",
        "a parameter or an initial value: one VALUE, A..B:N for N values from A to B, or "
        "A..B:log:N with evenly spaced logarithms; several ranges: all combinations"),
    OPTION_METHOD("the method (halfstep list names them)"),
    OPTION("step", VALUE, "H", "fixed steps of this size"),
    OPTION("until", VALUE, "T", "where to end"),
    OPTION("accuracy", VALUE, "A", "as of solve: without --step, error control"),
    OPTION("option", REPEATABLE, "NAME=VALUE", "set an option of the method"),
    OPTION(
        "jobs", VALUE, "N",
        "processes at a time (default: one for each processor); the results are the same",
        .read = option_whole, .least = 1, .most = 4096),
    OPTION("shard", VALUE, "I/N",
           "only the I-th of N shares of the points, for machines that work side by "
           "side; the "
           "shares' rows, one after the other, are those of the whole"),
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION("csv", FLAG, NULL, "print a row for each point as comma-separated values"),
    OPTION_SCHEMA,
    OPTIONS_END,
};

static bool has_name(int count, char *const *name, const char *wanted) {
    for (int i = 0; i < count; i++)
        if (strcmp(name[i], wanted) == 0)
            return true;
    return false;
}

/* A size changes what a state is. A name that the model has not is left to its own message. */
static int check_ranges(const struct sweep *s, const struct model *m,
                        struct diagnostic *d) {
    for (int i = 0; i < s->grid.axes; i++) {
        const struct grid_axis *axis = &s->grid.axis[i];
        if (axis->value == NULL && has_name(m->sizes, m->size, axis->name))
            return message_set(d,
                               "--set %s: a size has no range, since it changes what a "
                               "state is; parameters and initial values have",
                               axis->name);
    }
    return 0;
}

/* Names of ranges that the model has not: its own message says which there are. */
static enum exit_status check_name(const struct sweep *s, const struct model *m,
                                   struct setting setting) {
    const char *name = setting.name;
    const struct model_settings set = {1, &setting, NULL};
    struct model *other;
    if (has_name(m->parameters, m->parameter, name) ||
        has_name(m->nq + m->nv + m->nz, m->state, name) ||
        has_name(m->sizes, m->size, name))
        return EXIT_PASSED;
    enum exit_status status =
        models_read(&other, s->catalogue, s->model, &set, &s->session->why);
    if (status == EXIT_PASSED)
        model_free(other);
    return status;
}

/* {"model": its name, "states": those of its components}. */
static json_t *tell_model(const struct model *m) {
    json_t *states = json_array();
    for (int i = 0; i < m->nq + m->nv + m->nz; i++)
        json_array_append_new(states, json_string(m->state[i]));
    return json_pack("{s:o, s:o}", "model", json_text_of(m->name), "states", states);
}

/* What is wrong with all points is told before they are run: the model, names, values that are
 * no ranges. */
static enum exit_status check_model(const struct sweep *s, json_t **told) {
    struct setting setting[GRID_MOST_AXES], fixed[GRID_MOST_AXES];
    struct grid_text value[GRID_MOST_AXES];
    struct model_settings set = {0, fixed, NULL};
    struct model *m;
    grid_point(&s->grid, 0, setting, value);
    for (int i = 0; i < s->grid.axes; i++)
        if (s->grid.axis[i].value != NULL)
            fixed[set.count++] = setting[i];
    enum exit_status status =
        models_read(&m, s->catalogue, s->model, &set, &s->session->why);
    if (status != EXIT_PASSED)
        return status;
    *told = tell_model(m);
    for (int i = 0; i < s->grid.axes && status == EXIT_PASSED; i++)
        status = check_name(s, m, setting[i]);
    if (status == EXIT_PASSED && check_ranges(s, m, &s->session->why))
        status = EXIT_USAGE;
    if (status == EXIT_PASSED)
        status = sweep_check(s, m);
    model_free(m);
    return status;
}

/* What is told of the model, with all else. */
static json_t *make_document(const struct sweep *s, json_t *told, json_t *rows,
                             long in_lanes) {
    json_t *settings = json_object();
    solve_add_settings(s->request, settings);
    json_object_set_new(settings, "set", grid_tell_point(&s->grid, s->first, false));
    if (s->request->step != NULL)
        json_object_set_new(settings, "step", json_string(s->request->step));
    json_object_set_new(settings, "until", json_string(s->request->until));
    json_object_set_new(told, "method", json_string(s->request->method->name));
    json_object_set_new(told, "settings", settings);
    json_object_set_new(told, "ranges", grid_tell_ranges(&s->grid));
    json_object_set_new(told, "in_lanes", json_integer(in_lanes));
    json_object_set_new(told, "points", rows);
    return told;
}

static enum exit_status judge(const struct sweep *s, const json_t *rows) {
    long failed = 0;
    const json_t *row;
    size_t i;
    json_array_foreach(rows, i, row) failed +=
        strcmp(results_text(row, "status"), "ok") != 0;
    if (failed == 0)
        return EXIT_PASSED;
    return message_fail(EXIT_VERDICT, &s->session->why,
                        "%ld of %zu points %s no solution: their rows say why", failed,
                        json_array_size(rows), failed == 1 ? "has" : "have");
}

static enum exit_status run_and_print(const struct sweep *s,
                                      const struct arguments *arguments) {
    json_t *rows, *told = NULL;
    long in_lanes;
    FILE *out = s->session->out;
    enum exit_status status = check_model(s, &told);
    if (status == EXIT_PASSED)
        status = sweep_run(s, &rows, &in_lanes);
    if (status != EXIT_PASSED) {
        json_decref(told);
        return status;
    }
    json_t *document = make_document(s, told, rows, in_lanes);
    if (arguments_has(arguments, "json"))
        json_print(document, out);
    else if (arguments_has(arguments, "csv"))
        sweep_print_csv(document, out);
    else
        sweep_print(document, out);
    status = judge(s, rows);
    json_decref(document);
    return status;
}

/* Shares are of neighbours, so that those of all shards follow each other. */
static int choose_points(struct sweep *s, const struct arguments *a,
                         struct diagnostic *d) {
    if (shard_read(&s->shard, arguments_value(a, "shard"), d))
        return -1;
    s->jobs = arguments_has(a, "jobs") ? (int)arguments_whole(a, "jobs") : 0;
    const long count = s->shard.count == 0 ? 1 : s->shard.count;
    const long index = s->shard.count == 0 ? 1 : s->shard.index;
    s->first = s->grid.points / count * (index - 1) +
               s->grid.points % count * (index - 1) / count;
    s->end = s->grid.points / count * index + s->grid.points % count * index / count;
    if (s->end - s->first > SWEEP_MOST_POINTS)
        return message_set(d,
                           "--set: %ld points; one run has at most %d, and --shard I/N "
                           "takes one of N shares",
                           s->end - s->first, SWEEP_MOST_POINTS);
    return 0;
}

static enum exit_status read_and_run(struct sweep *s, struct solve_request *request,
                                     const struct model_settings *set,
                                     const struct arguments *arguments) {
    struct diagnostic *why = &s->session->why;
    struct catalogue *catalogue;
    if (solve_read_request(request, "sweep", arguments, why) ||
        grid_read(&s->grid, set, why) || choose_points(s, arguments, why))
        return EXIT_USAGE;
    if (request->until == NULL) /* the span may depend on what is swept */
        return message_fail(EXIT_USAGE, why, "sweep needs --until");
    enum exit_status status = models_open(&catalogue, s->session);
    if (status != EXIT_PASSED)
        return status;
    s->catalogue = catalogue;
    s->model = arguments_value(arguments, NULL);
    status = run_and_print(s, arguments);
    catalogue_free(catalogue);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct solve_request request = {0};
    struct sweep sweep = {.request = &request, .session = session};
    struct model_settings set = {0, NULL, NULL};
    enum exit_status status = EXIT_USAGE;
    if (model_settings_read(&set, arguments, session) == 0)
        status = read_and_run(&sweep, &request, &set, arguments);
    model_settings_clear(&set);
    method_settings_clear(&request.settings);
    return status;
}

const struct command command_sweep = {
    "sweep",
    "MODEL --set NAME=A..B[:log]:N... --method M (--step H | --accuracy A) --until T "
    "[--option NAME=VALUE]... [--jobs N] [--shard I/N] [--json | --csv]",
    "Solve a model at many settings and print where each run ends",
    "Runs of the explicit methods at fixed steps (semi-explicit Euler in its gaming\n"
    "form, semi-explicit Euler 2, explicit Euler, Runge-Kutta-Merson), of models "
    "without\n"
    "joints and contacts, are made side by side. Every row has the bits that 'solve'\n"
    "with the same settings gives, however many processes or shards there are. A point\n"
    "that fails is a row of status 'failed', one whose values the model refuses of\n"
    "status 'refused'; the exit status is 1 then.\n",
    "sweep pendulum --set l=0.5..2:16 --method explicit-euler --step 1/256 "
    "--until 1\n"
    "sweep van_der_pol --set mu=1..1e3:log:1000 --method "
    "velocity-implicit-euler --accuracy 1e-4 --until 1 --csv\n",
    options,
    run,
    false,
    NULL,
    &sweep_document_record,
};
