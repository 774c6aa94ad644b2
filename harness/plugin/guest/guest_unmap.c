/* v = N+(q) q' where a model has no formula for N+: the least-squares solution of N(q) v = q'
 * by QR (Golub, Van Loan, Matrix Computations, 5.3.2), with N column by column from N e_j.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include <gsl/gsl_linalg.h>

#include "fast/system.h"
#include "harness/plugin/guest/guest_system.h"

struct workspace {
    gsl_matrix *N;
    gsl_vector *tau, *right, *solution, *residual;
    double *unit, *column;
};

static int alloc_workspace(struct workspace *w, size_t nq, size_t nv) {
    *w = (struct workspace){
        .N = gsl_matrix_alloc(nq, nv),
        .tau = gsl_vector_alloc(nv),
        .right = gsl_vector_alloc(nq),
        .solution = gsl_vector_alloc(nv),
        .residual = gsl_vector_alloc(nq),
        .unit = calloc(nv, sizeof(double)),
        .column = calloc(nq, sizeof(double)),
    };
    return w->N == NULL || w->tau == NULL || w->right == NULL || w->solution == NULL ||
           w->residual == NULL || w->unit == NULL || w->column == NULL;
}

static void free_workspace(struct workspace *w) {
    gsl_matrix_free(w->N);
    gsl_vector_free(w->tau);
    gsl_vector_free(w->right);
    gsl_vector_free(w->solution);
    gsl_vector_free(w->residual);
    free(w->unit);
    free(w->column);
}

static int fill(struct workspace *w, const struct integrator_system *system,
                const double *q, const double *qdot) {
    for (int j = 0; j < system->nv; j++) {
        w->unit[j] = 1;
        if (system->map(system->context, q, w->unit, w->column))
            return -1;
        w->unit[j] = 0;
        for (int i = 0; i < system->nq; i++)
            gsl_matrix_set(w->N, (size_t)i, (size_t)j, w->column[i]);
    }
    for (int i = 0; i < system->nq; i++)
        gsl_vector_set(w->right, (size_t)i, qdot[i]);
    return 0;
}

static int solve_least_squares(const struct integrator_system *system, const double *q,
                               const double *qdot, double *v) {
    struct workspace w;
    if (system->nv == 0)
        return 0;
    int failed = alloc_workspace(&w, (size_t)system->nq, (size_t)system->nv) ||
                 fill(&w, system, q, qdot) || gsl_linalg_QR_decomp(w.N, w.tau) ||
                 gsl_linalg_QR_lssolve(w.N, w.tau, w.right, w.solution, w.residual);
    for (int j = 0; j < system->nv && !failed; j++)
        v[j] = gsl_vector_get(w.solution, (size_t)j);
    free_workspace(&w);
    return failed;
}

int guest_map(const struct integrator_system *system, const double *q, const double *v,
              double *qdot) {
    if (system->map != NULL)
        return system->map(system->context, q, v, qdot);
    for (int i = 0; i < system->nq; i++)
        qdot[i] = v[i];
    return 0;
}

int guest_unmap(const struct integrator_system *system, const double *q,
                const double *qdot, double *v) {
    if (system->unmap != NULL)
        return system->unmap(system->context, q, qdot, v);
    if (system->map != NULL)
        return solve_least_squares(system, q, qdot, v);
    for (int i = 0; i < system->nv; i++)
        v[i] = qdot[i];
    return 0;
}
