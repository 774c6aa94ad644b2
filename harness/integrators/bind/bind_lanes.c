/* A model's rates and its map over lanes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/bind/bind_lanes.h"

#include "harness/integrators/bind/bind.h"

#include <stdlib.h>

#include "fast/processor.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"

/* One function of the model. */
struct lane_function {
    struct program *program;
    struct eval_lanes *eval;
    uint64_t fingerprint;
    double *constant; /* [constants] of one lane */
};

struct bind_lanes {
    const struct model *of;          /* whose programs these are */
    struct lane_function rates, map; /* the map without a program: it is the identity */
    double time[EVAL_LANES];
    struct lanes_system system;
    bool is_pair, with_jacobian;
    struct binding *binding[EVAL_LANES]; /* each lane's, for the pair */
    struct integrator_system alone[EVAL_LANES];
};

/* Over vectors of so many numbers; 0: none. */
static compiled_function *find_function(uint64_t fingerprint, int length) {
    return length >= 8   ? compiled_lanes_find_widest(fingerprint)
           : length >= 4 ? compiled_lanes_find_wide(fingerprint)
           : length > 0  ? compiled_lanes_find(fingerprint)
                         : NULL;
}

static enum problem_status make_function(struct lane_function *f,
                                         struct program *program) {
    f->program = program;
    if (program == NULL)
        return PROBLEM_NO_MEMORY;
    f->fingerprint = program_fingerprint(program);
    f->constant = calloc((size_t)program->constants + 1, sizeof *f->constant);
    if (f->constant == NULL || eval_lanes_alloc(&f->eval, program) != PROBLEM_OK)
        return PROBLEM_NO_MEMORY;
    eval_lanes_use(f->eval, find_function(f->fingerprint, fast_vector_length()));
    return PROBLEM_OK;
}

static void clear_function(struct lane_function *f) {
    eval_lanes_free(f->eval);
    program_free(f->program);
    free(f->constant);
}

static int rates(void *context, double t, const double *x, double *ydot) {
    struct bind_lanes *b = context;
    for (int k = 0; k < EVAL_LANES; k++)
        b->time[k] = t;
    eval_lanes_run(b->rates.eval, b->time, x, ydot);
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    struct bind_lanes *b = context;
    eval_lanes_run(b->map.eval, q, v, qdot);
    return 0;
}

enum problem_status bind_lanes_alloc(struct bind_lanes **made, struct model *m,
                                     const struct integrator_options *options) {
    *made = NULL;
    struct bind_lanes *b = calloc(1, sizeof *b);
    if (b == NULL)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = make_function(&b->rates, model_rates_program(m));
    if (status == PROBLEM_OK && !m->map_is_identity)
        status = make_function(&b->map, model_map_program(m));
    if (status != PROBLEM_OK) {
        bind_lanes_free(b);
        return status;
    }
    b->of = m;
    b->is_pair = integrator_family(options->method) == INTEGRATOR_PAIR;
    b->with_jacobian = options->jacobian == FAST_EXACT_JACOBIAN;
    b->system = (struct lanes_system){.lanes = EVAL_LANES,
                                      .nq = m->nq,
                                      .nv = m->nv,
                                      .nz = m->nz,
                                      .context = b,
                                      .rates = rates,
                                      .map = m->map_is_identity ? NULL : map,
                                      .alone = b->is_pair ? b->alone : NULL};
    *made = b;
    return PROBLEM_OK;
}

void bind_lanes_free(struct bind_lanes *b) {
    if (b == NULL)
        return;
    clear_function(&b->rates);
    clear_function(&b->map);
    for (int k = 0; k < EVAL_LANES; k++)
        bind_free(b->binding[k]);
    free(b);
}

/* f->constant := those of another setting's program, if it is the same one. */
static enum problem_status read_constants(struct lane_function *f, const graph *g,
                                          const struct program *other, bool *fits) {
    if (other == NULL)
        return PROBLEM_NO_MEMORY;
    *fits = other == f->program || program_fingerprint(other) == f->fingerprint;
    return *fits
               ? expr_constants_double(g, other->constants, other->constant, f->constant)
               : PROBLEM_OK;
}

/* Both functions' constants; a map's program is NULL where it is the identity. */
static enum problem_status read_lane(struct bind_lanes *b, const struct model *m,
                                     const struct program *rates_of,
                                     const struct program *map_of, bool *fits) {
    *fits = m->map_is_identity == (b->map.program == NULL);
    enum problem_status status =
        *fits ? read_constants(&b->rates, m->graph, rates_of, fits) : PROBLEM_OK;
    if (status == PROBLEM_OK && *fits && b->map.program != NULL)
        status = read_constants(&b->map, m->graph, map_of, fits);
    return status;
}

/* The same of a model that was read anew. */
static enum problem_status read_other(struct bind_lanes *b, struct model *m, bool *fits) {
    struct program *rates_of = model_rates_program(m);
    struct program *map_of = m->map_is_identity ? NULL : model_map_program(m);
    enum problem_status status = read_lane(b, m, rates_of, map_of, fits);
    program_free(rates_of);
    program_free(map_of);
    return status;
}

/* The lane's own system, with the constants that m has now. */
static enum problem_status bind_alone(struct bind_lanes *b, int lane, struct model *m) {
    struct binding *binding;
    const enum problem_status status = bind_alloc(&binding, m, b->with_jacobian);
    if (status != PROBLEM_OK)
        return status;
    bind_free(b->binding[lane]);
    b->binding[lane] = binding;
    b->alone[lane] = *bind_system(binding);
    return PROBLEM_OK;
}

enum problem_status bind_lanes_set(struct bind_lanes *b, int lane, struct model *m,
                                   bool *fits) {
    enum problem_status status =
        m == b->of ? read_lane(b, m, b->rates.program, b->map.program, fits)
                   : read_other(b, m, fits);
    if (status == PROBLEM_OK && *fits && b->is_pair)
        status = bind_alone(b, lane, m);
    if (status != PROBLEM_OK || !*fits)
        return status;
    eval_lanes_set(b->rates.eval, lane, b->rates.constant);
    if (b->map.program != NULL)
        eval_lanes_set(b->map.eval, lane, b->map.constant);
    return PROBLEM_OK;
}

void bind_lanes_set_vectors(struct bind_lanes *b, int length) {
    for (int k = 0; k < EVAL_LANES && length == 0; k++)
        if (b->binding[k] != NULL)
            bind_interpret(b->binding[k]);
    eval_lanes_use(b->rates.eval, find_function(b->rates.fingerprint, length));
    if (b->map.program != NULL)
        eval_lanes_use(b->map.eval, find_function(b->map.fingerprint, length));
}

bool bind_lanes_are_equal(const struct bind_lanes *b, int i, int k) {
    return eval_lanes_are_equal(b->rates.eval, i, k) &&
           (b->map.program == NULL || eval_lanes_are_equal(b->map.eval, i, k));
}

const struct lanes_system *bind_lanes_system(const struct bind_lanes *b) {
    return &b->system;
}
