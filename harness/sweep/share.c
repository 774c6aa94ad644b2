/* Changing a model from point to point.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/sweep/share.h"

#include <stdlib.h>

#include "harness/integrators/initial.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

/* Larger mass matrices would take longer to factor than a model to read. */
enum { MOST_VELOCITIES = 24 };

/* A pivot is clearly positive if it is larger than this part of its diagonal entry: rounding
 * changes it by far less. */
static const double least_pivot = 1e-6;

bool share_is_possible(const struct model *m) {
    return m->joints == 0 && m->contacts == 0 && m->bodies == 0 &&
           m->nv <= MOST_VELOCITIES;
}

/* a[n*n] := its factors L D L^T; whether all of D is clearly positive. */
static bool is_definite(int n, double *a) {
    for (int j = 0; j < n; j++) {
        const double diagonal = a[j * n + j];
        for (int k = 0; k < j; k++)
            a[j * n + j] -= a[j * n + k] * a[j * n + k] * a[k * n + k];
        if (!(a[j * n + j] > least_pivot * diagonal && diagonal > 0))
            return false;
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                a[i * n + j] -= a[i * n + k] * a[j * n + k] * a[k * n + k];
            a[i * n + j] /= a[j * n + j];
        }
    }
    return true;
}

/* matrix[nv*nv] := M at tx = (t, x). */
static bool evaluate_mass(struct model *m, const double *tx, double *matrix) {
    struct expr_matrix pattern = {0};
    struct program *program = model_mass_program(m, &pattern);
    struct eval_double *eval = NULL;
    double *entry = calloc((size_t)pattern.count + 1, sizeof *entry);
    const bool done = program != NULL && entry != NULL &&
                      eval_double_alloc(&eval, m->graph, program) == PROBLEM_OK;
    if (done)
        eval_double_run(eval, tx, entry);
    for (int i = 0; i < pattern.count && done; i++)
        matrix[pattern.row[i] * m->nv + pattern.column[i]] = entry[i];
    eval_double_free(eval);
    program_free(program);
    expr_matrix_clear(&pattern);
    free(entry);
    return done;
}

/* The start, tx, is one. */
static bool has_definite_mass(struct model *m, const double *tx) {
    double matrix[MOST_VELOCITIES * MOST_VELOCITIES] = {0};
    return m->masses == 0 || (evaluate_mass(m, tx, matrix) && is_definite(m->nv, matrix));
}

static bool are_parameters_finite(const struct model *m) {
    double value;
    for (int i = 0; i < m->parameters; i++)
        if (expr_constant_double(m->graph, graph_parameter(m->graph, i), &value) !=
            PROBLEM_OK)
            return false;
    return true;
}

/* tx[1+nx] := the start; the span, rounded, ends after it. */
static bool has_start(struct model *m, double *tx) {
    struct diagnostic unused;
    double end;
    return initial_and_end(m, &tx[0], &tx[1], &end, &unused) == 0 && end > tx[0];
}

bool share_change(const struct sweep *s, long point, struct model *m) {
    struct setting setting[GRID_MOST_AXES];
    struct grid_text text[GRID_MOST_AXES];
    double *tx = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *tx);
    bool done = tx != NULL;
    grid_point(&s->grid, point, setting, text);
    for (int i = 0; i < s->grid.axes; i++)
        if (s->grid.axis[i].value == NULL)
            done =
                done && model_change(m, setting[i].name, setting[i].value) == PROBLEM_OK;
    done =
        done && are_parameters_finite(m) && has_start(m, tx) && has_definite_mass(m, tx);
    free(tx);
    return done;
}
