/* Problems, from model files.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peers_problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fast/system.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/path.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/bind/bind_function.h"
#include "harness/integrators/initial.h"
#include "harness/session/end_truth.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* More than a double holds, so that the truth is rounded once. */
enum { truth_digits = 20 };
static const double truth_seconds = 60;
/* Of more numbers the truth of a row of steps is not looked for: that would take longer than all
 * rows. */
enum { most_numbers = 128 };
const char peers_no_truth[] = "";

/* Where both make the same steps, what they cost can be compared without a truth. */
static int find_truth(struct peers_problem *p, struct session *session,
                      const struct peers_row *row, struct diagnostic *d) {
    struct diagnostic why = {""};
    const struct end_truth at = {p->model, row->length, truth_digits, &session->known,
                                 truth_seconds};
    const bool is_looked_for = !peers_row_is_fixed(row) || p->nx <= most_numbers;
    if (is_looked_for && end_truth_find(p->truth, &p->grade, &at, &why) == 0)
        return 0;
    if (!peers_row_is_fixed(row))
        return message_set(d, "%s: no truth at t = %g: %s", p->model->name,
                           p->begin + row->length, why.text);
    p->grade = peers_no_truth;
    return 0;
}

static int add_parameters(struct peers_problem *p) {
    const struct model *m = p->model;
    int failed = 0;
    p->parameters = json_object();
    for (int i = 0; i < m->parameters; i++) {
        const expr named = graph_parameter(m->graph, i);
        double value = NAN;
        expr_constant_double(m->graph, named, &value);
        failed |= json_object_set_new(p->parameters, m->parameter[i], json_number(value));
    }
    for (int i = 0; i < m->sizes; i++)
        failed |= json_object_set_new(p->parameters, m->size[i],
                                      json_integer((json_int_t)m->size_value[i]));
    return failed;
}

/* NaN: the model has no such invariant. */
static double energy_at(struct model *m, double t, const double *x) {
    const int i = model_find_invariant(m, "energy");
    struct bind_function f = {.program = NULL};
    double energy = NAN;
    if (i >= 0 &&
        bind_function_make(&f, m->graph, model_program(m, 1, &m->invariant[i].value)) ==
            PROBLEM_OK)
        bind_function_run(&f, &t, x, &energy);
    bind_function_clear(&f);
    return energy;
}

/* rates := x'. */
static int find_rates(const struct peers_problem *p,
                      const struct integrator_system *system, const double *x,
                      double *rates) {
    const int nq = p->model->nq;
    if (system->map == NULL)
        memcpy(rates, x + nq, (size_t)nq * sizeof *x);
    else if (system->map(system->context, x, x + nq, rates))
        return -1;
    return system->rates(system->context, p->begin, x, rates + nq);
}

static int add_check(struct peers_problem *p, const struct integrator_system *system,
                     const double *x) {
    double *rates = calloc((size_t)p->nx + 1, sizeof *rates);
    int failed =
        rates == NULL || find_rates(p, system, x, rates) ||
        json_array_append_new(
            p->checks, json_pack("{s:o, s:o, s:o}", "state", json_numbers(x, p->nx),
                                 "rates", json_numbers(rates, p->nx), "energy",
                                 json_number(energy_at(p->model, p->begin, x))));
    free(rates);
    return failed;
}

/* The start, and a state nearby where no velocity is zero by accident; a quaternion stays what it
 * is, so that its length does. No Jacobian is formed: that of 1000 bodies is a million formulas. */
static int add_checks(struct peers_problem *p, struct diagnostic *d) {
    static const double place_off = 0.13, velocity_off = 0.37;
    const struct model *m = p->model;
    struct binding *binding = NULL;
    double *x = calloc((size_t)p->nx + 1, sizeof *x);
    p->checks = json_array();
    const enum problem_status status =
        x == NULL ? PROBLEM_NO_MEMORY : bind_alloc(&binding, p->model, false);
    if (status != PROBLEM_OK) {
        free(x);
        return message_set(d, "%s: %s", m->name, problem_status_text(status));
    }
    memcpy(x, p->start, (size_t)p->nx * sizeof *x);
    int failed = add_check(p, bind_system(binding), x);
    for (int i = 0; i < m->nq && m->map_is_identity; i++)
        x[i] += place_off / (i + 1);
    for (int i = m->nq; i < p->nx; i++)
        x[i] += velocity_off / (i - m->nq + 1);
    failed = failed || add_check(p, bind_system(binding), x);
    bind_free(binding);
    free(x);
    return failed ? message_set(d, "%s: rates and energy cannot be evaluated", m->name)
                  : 0;
}

static void name_file(struct peers_problem *p) {
    const char *name = path_name(p->model->path);
    snprintf(p->file, sizeof p->file, "%.*s", (int)strcspn(name, "."), name);
}

static int read_model(struct peers_problem *p, const struct catalogue *catalogue,
                      const struct peers_row *row, struct diagnostic *d) {
    char name[PEERS_TEXT];
    struct setting setting = {name, peers_value(name, row->set)};
    const struct model_settings settings = {row->set != NULL, &setting, NULL};
    return models_read(&p->model, catalogue, row->model, &settings, d) == EXIT_PASSED
               ? 0
               : -1;
}

int peers_problem_open(struct peers_problem *p, struct session *session,
                       const struct catalogue *catalogue, const struct peers_row *row,
                       struct diagnostic *d) {
    *p = (struct peers_problem){.grade = ""};
    if (read_model(p, catalogue, row, d))
        return -1;
    p->nx = p->model->nq + p->model->nv + p->model->nz;
    p->start = calloc((size_t)p->nx + 1, sizeof *p->start);
    p->truth = calloc((size_t)p->nx + 1, sizeof *p->truth);
    if (p->start == NULL || p->truth == NULL)
        return message_set(d, "out of memory");
    name_file(p);
    if (initial_in_double(p->model, &p->begin, p->start, d))
        return -1;
    if (add_parameters(p))
        return message_set(d, "out of memory");
    return add_checks(p, d) || find_truth(p, session, row, d) ? -1 : 0;
}

void peers_problem_clear(struct peers_problem *p) {
    model_free(p->model);
    free(p->start);
    free(p->truth);
    json_decref(p->parameters);
    json_decref(p->checks);
    *p = (struct peers_problem){.grade = ""};
}

double peers_problem_error(const struct peers_problem *p, const json_t *x) {
    double error = 0;
    if (json_array_size(x) != (size_t)p->nx || p->grade == peers_no_truth)
        return NAN;
    for (int i = 0; i < p->nx; i++) {
        const json_t *number = json_array_get(x, (size_t)i);
        if (!json_is_number(number))
            return NAN;
        error = fmax(error, fabs(json_number_value(number) - p->truth[i]));
    }
    return error;
}
