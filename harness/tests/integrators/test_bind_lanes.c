/* The catalogue's models over lanes, each lane with a start of its own and every other one with
 * another parameter, against runs alone, bit by bit.
 *
 * Seen to fail: with the operands of compiled differences exchanged, with a cosine's row in the
 * place of a sine's, with the constants of lane 0 in all lanes, with the map's constants left
 * out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "fast/integrator.h"
#include "fast/processor.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/bind/bind_lanes.h"
#include "harness/tests/catalogue.h"
#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* The pair's lanes need some steps until they go abreast, if they are small. */
enum { SETTINGS = 2, STEPS = 5, STEPS_OF_PAIR = 16 };

/* A model as its file has it, and with another value of its first parameter. */
struct pair_of_models {
    struct model *model[SETTINGS];
    struct bind_lanes *lanes;
    struct binding *alone[SETTINGS];
    int nx;
    double begin, *start; /* [nx] */
};

static bool read_other(struct model **m, const struct catalogue *c, const char *name,
                       const struct model *first) {
    char value[64];
    double number;
    struct diagnostic d;
    if (first->parameters == 0 ||
        expr_constant_double(first->graph, graph_parameter(first->graph, 0), &number) !=
            PROBLEM_OK)
        return false;
    snprintf(value, sizeof value, "%.17g", 1.01 * number);
    const struct setting setting = {first->parameter[0], value};
    return catalogue_read(c, name, 1, &setting, m, &d) == PROBLEM_OK;
}

/* False: it has joints or contacts, which lanes do not take. */
static bool open_models(struct pair_of_models *p, const struct catalogue *c,
                        const char *name) {
    struct diagnostic d;
    double end;
    const struct integrator_options pair =
        integrator_default_options(FAST_VELOCITY_IMPLICIT_EULER);
    cr_assert(catalogue_read(c, name, 0, NULL, &p->model[0], &d) == PROBLEM_OK, "%s",
              d.text);
    if (p->model[0]->joints > 0 || p->model[0]->contacts > 0) {
        return false;
    }
    if (!read_other(&p->model[1], c, name, p->model[0]))
        cr_assert(catalogue_read(c, name, 0, NULL, &p->model[1], &d) == PROBLEM_OK);
    p->nx = p->model[0]->nq + p->model[0]->nv + p->model[0]->nz;
    p->start = calloc((size_t)p->nx, sizeof *p->start);
    model_start(p->model[0], &p->begin, &end, p->start);
    cr_assert(bind_lanes_alloc(&p->lanes, p->model[0], &pair) == PROBLEM_OK);
    for (int s = 0; s < SETTINGS; s++)
        cr_assert(bind_alloc(&p->alone[s], p->model[s], false) == PROBLEM_OK);
    return true;
}

/* Component i of a lane's start. */
static double start_of(const struct pair_of_models *p, int lane, int i) {
    return p->start[i] * (1 + 1e-3 * lane);
}

static void expect_alone(const struct pair_of_models *p,
                         const struct integrator_options *options, double end, int lane,
                         const double *x) {
    double *alone = calloc((size_t)p->nx, sizeof *alone);
    const bool is_pair = integrator_family(options->method) == INTEGRATOR_PAIR;
    const struct integrator_system *system = bind_system(p->alone[lane % SETTINGS]);
    struct integrator run;
    for (int i = 0; i < p->nx; i++)
        alone[i] = start_of(p, lane, i);
    cr_assert((is_pair ? integrator_of_pair
                       : integrator_of_projected)(&run, system, options) == FAST_OK);
    cr_expect(run.type->start(run.self, p->begin, alone) == FAST_OK);
    cr_expect(run.type->run(run.self, options->step, end) == FAST_OK);
    for (int i = 0; i < p->nx; i++)
        cr_expect(memcmp(&run.type->state(run.self)[i], &x[i * EVAL_LANES + lane],
                         sizeof *x) == 0,
                  "%s, method %d, lane %d: %s is %a, alone %a", p->model[0]->name,
                  (int)options->method, lane, p->model[0]->state[i],
                  x[i * EVAL_LANES + lane], run.type->state(run.self)[i]);
    run.type->free(run.self);
}

/* How many lanes were done. */
static int run_lanes(const struct pair_of_models *p, enum integrator_method method) {
    struct integrator_options options = integrator_default_options(method);
    double *x = calloc((size_t)p->nx * EVAL_LANES, sizeof *x);
    bool done[EVAL_LANES];
    int count = 0;
    long steps[EVAL_LANES];
    struct lanes *lanes;
    const bool is_pair = integrator_family(method) == INTEGRATOR_PAIR;
    options.fixed_step = true;
    options.form = PROJECTED_GAMING;
    options.step = 1e-4;
    integrator_complete_options(&options);
    const double end = p->begin + (is_pair ? STEPS_OF_PAIR : STEPS) * options.step;
    for (int i = 0; i < p->nx; i++)
        for (int k = 0; k < EVAL_LANES; k++)
            x[i * EVAL_LANES + k] = start_of(p, k, i);
    cr_assert(lanes_alloc(&lanes, bind_lanes_system(p->lanes), &options) == FAST_OK);
    cr_assert(lanes_run(lanes, p->begin, end, x, done, steps) == FAST_OK);
    for (int k = 0; k < EVAL_LANES; k++) {
        count += done[k];
        if (done[k])
            expect_alone(p, &options, end, k, x);
    }
    return count;
}

static bool is_of_pair(const struct pair_of_models *p) {
    const struct model *m = p->model[0];
    struct integrator_options options =
        integrator_default_options(FAST_VELOCITY_IMPLICIT_EULER);
    options.fixed_step = true;
    return lanes_take(&options, m->nq, m->nv, m->nz, !m->map_is_identity);
}

/* 8, 4, 2, 0, -1. */
static int shorter(int length) {
    return length > 2 ? length / 2 : length == 2 ? 0 : -1;
}

static int count_lengths(void) {
    int count = 0;
    for (int length = fast_vector_length(); length >= 0; length = shorter(length))
        count++;
    return count;
}

static void check_model(const struct pair_of_models *p, int *done, int *of_pair) {
    for (int k = 0; k < EVAL_LANES; k++) {
        bool fits;
        cr_assert(bind_lanes_set(p->lanes, k, p->model[k % SETTINGS], &fits) ==
                  PROBLEM_OK);
        cr_assert(fits, "%s", p->model[0]->name);
    }
    for (int length = fast_vector_length(); length >= 0; length = shorter(length)) {
        bind_lanes_set_vectors(p->lanes, length); /* 0: interpreted */
        for (int method = PROJECTED_SEMI_EXPLICIT_EULER;
             method <= PROJECTED_RUNGE_KUTTA_MERSON; method++)
            *done += run_lanes(p, (enum integrator_method)method);
        if (is_of_pair(p))
            *of_pair += run_lanes(p, FAST_VELOCITY_IMPLICIT_EULER) +
                        run_lanes(p, FAST_IMPLICIT_EULER);
    }
}

Test(bind_lanes, the_catalogue_has_the_bits_of_runs_alone) {
    struct catalogue *c;
    struct diagnostic d;
    int models = 0, done = 0, of_pair = 0, small = 0;
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK);
    for (int i = 0; i < c->count; i++) {
        struct pair_of_models p = {.nx = 0};
        if (c->entry[i].variant || !open_models(&p, c, c->entry[i].name))
            continue;
        models++;
        small += is_of_pair(&p);
        check_model(&p, &done, &of_pair);
    }
    cr_expect(models > 50, "%d", models);
    const int runs = count_lengths() * EVAL_LANES; /* of a method on a model */
    cr_expect(done == 4 * runs * models, "%d of %d", done, 4 * runs * models);
    cr_expect(small > 20, "%d", small);
    cr_expect(of_pair == 2 * runs * small, "%d, %d models", of_pair, small);
}

Test(bind_lanes, another_model_does_not_fit) {
    struct model *a = catalogue_model("pendulum"), *b = catalogue_model("van_der_pol");
    struct bind_lanes *lanes;
    bool fits = true;
    const struct integrator_options options =
        integrator_default_options(FAST_VELOCITY_IMPLICIT_EULER);
    cr_assert(bind_lanes_alloc(&lanes, a, &options) == PROBLEM_OK);
    cr_expect(bind_lanes_set(lanes, 0, b, &fits) == PROBLEM_OK && !fits);
    cr_expect(bind_lanes_set(lanes, 0, a, &fits) == PROBLEM_OK && fits);
}
