/* A model as other people's integrators want it: x' = F(t, x) = (N(q) v, f) and dF/dx.
 * The rates, and where N = I their Jacobian, are the functions that our own integrators
 * run, so that times compare.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/peers/peer_system.h"

#include <stdlib.h>
#include <string.h>

#include "fast/system.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/subject.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

/* dF/dx: where N = I from the rates' derivatives fq, fy; else all of it by one
 * program. */
struct peer_jacobian {
    double *fq, *fy;
    struct program *program; /* NULL: N = I */
    struct eval_double *eval;
    struct expr_matrix pattern;
    double *inputs, *entries;
};

static void free_jacobian(struct peer_jacobian *j) {
    if (j == NULL)
        return;
    eval_double_free(j->eval);
    program_free(j->program);
    expr_matrix_clear(&j->pattern);
    free(j->fq);
    free(j->fy);
    free(j->inputs);
    free(j->entries);
    free(j);
}

static int make_program(struct peer_jacobian *j, struct model *m, size_t nx) {
    j->program = model_jacobian_program(m, &j->pattern);
    if (j->program == NULL ||
        eval_double_alloc(&j->eval, m->graph, j->program) != PROBLEM_OK)
        return -1;
    eval_double_use(j->eval, compiled_find(program_fingerprint(j->program)));
    j->inputs = calloc(nx + 1, sizeof *j->inputs);
    j->entries = calloc((size_t)j->pattern.count + 1, sizeof *j->entries);
    return j->inputs == NULL || j->entries == NULL;
}

static int make_jacobian(struct peer_system *p, struct model *m) {
    size_t nx = (size_t)p->nx, ny = (size_t)(p->nx - p->nq);
    struct peer_jacobian *j = p->jacobian = calloc(1, sizeof *j);
    if (j == NULL)
        return -1;
    if (!m->map_is_identity)
        return make_program(j, m, nx);
    j->fq = calloc(ny * (size_t)p->nq + 1, sizeof *j->fq);
    j->fy = calloc(ny * ny + 1, sizeof *j->fy);
    return j->fq == NULL || j->fy == NULL;
}

int peer_system_init(struct peer_system *p, struct model *m, long most_evaluations,
                     struct diagnostic *d) {
    *p = (struct peer_system){.nq = m->nq,
                              .nv = m->nv,
                              .nx = m->nq + m->nv + m->nz,
                              .most_evaluations = most_evaluations};
    enum problem_status bound = bind_alloc(&p->binding, m, m->map_is_identity);
    if (bound == PROBLEM_OK && make_jacobian(p, m))
        bound = PROBLEM_NO_MEMORY;
    if (bound == PROBLEM_OK) {
        bind_choose_patterns(p->binding, BIND_NO_PATTERNS);
        return 0;
    }
    peer_system_clear(p);
    bind_refuse(m, bound, d);
    return bound == PROBLEM_NO_MEMORY ? SUBJECT_NO_MEMORY : SUBJECT_REFUSED;
}

void peer_system_clear(struct peer_system *p) {
    free_jacobian(p->jacobian);
    bind_free(p->binding);
    *p = (struct peer_system){.nx = 0};
}

static enum peer_outcome judge(const double *values, size_t n) {
    double zero = 0; /* not a number as soon as one of the values is not finite */
    for (size_t i = 0; i < n; i++)
        zero += 0 * values[i];
    return zero == 0 ? PEER_DONE : PEER_NOT_FINITE;
}

enum peer_outcome peer_system_field(struct peer_system *p, double t, const double *x,
                                    double *xdot) {
    const struct integrator_system *system = bind_system(p->binding);
    if (p->evaluations >= p->most_evaluations)
        return PEER_GIVE_UP;
    p->evaluations++;
    if (system->map == NULL)
        memcpy(xdot, x + p->nq, (size_t)p->nq * sizeof *x);
    else if (system->map(system->context, x, x + p->nq, xdot))
        return PEER_GIVE_UP;
    if (system->rates(system->context, t, x, xdot + p->nq))
        return PEER_GIVE_UP;
    return judge(xdot, (size_t)p->nx);
}

/* From the rates' derivatives; dq'/dv = I. */
static enum peer_outcome join_parts(struct peer_system *p, double t, const double *x,
                                    double *matrix, int row, int column) {
    const struct integrator_system *system = bind_system(p->binding);
    struct peer_jacobian *j = p->jacobian;
    int ny = p->nx - p->nq;
    if (system->jacobian(system->context, t, x, j->fq, j->fy))
        return PEER_GIVE_UP;
    for (int i = 0; i < p->nq; i++)
        for (int k = 0; k < p->nx; k++)
            matrix[i * row + k * column] = k == p->nq + i ? 1 : 0;
    for (int k = 0; k < p->nx; k++) {
        const double *from = k < p->nq ? j->fq + k * ny : j->fy + (k - p->nq) * ny;
        for (int i = 0; i < ny; i++)
            matrix[(p->nq + i) * row + k * column] = from[i];
    }
    return PEER_DONE;
}

static void run_program(struct peer_system *p, double t, const double *x, double *matrix,
                        int row, int column) {
    struct peer_jacobian *j = p->jacobian;
    j->inputs[0] = t;
    memcpy(j->inputs + 1, x, (size_t)p->nx * sizeof *x);
    eval_double_run(j->eval, j->inputs, j->entries);
    for (int k = 0; k < p->nx * p->nx; k++)
        matrix[k] = 0;
    for (int k = 0; k < j->pattern.count; k++)
        matrix[j->pattern.row[k] * row + j->pattern.column[k] * column] = j->entries[k];
}

enum peer_outcome peer_system_jacobian(struct peer_system *p, double t, const double *x,
                                       double *matrix, int row, int column) {
    enum peer_outcome outcome = PEER_DONE;
    p->jacobians++;
    if (p->jacobian->program != NULL)
        run_program(p, t, x, matrix, row, column);
    else
        outcome = join_parts(p, t, x, matrix, row, column);
    return outcome == PEER_DONE ? judge(matrix, (size_t)p->nx * (size_t)p->nx) : outcome;
}

void peer_system_statistics(const struct peer_system *p, long steps,
                            struct named_numbers *into) {
    named_add_count(into, "steps_taken", steps);
    named_add_count(into, "derivative_evals", p->evaluations);
    named_add_count(into, "jacobian_evals", p->jacobians);
}
