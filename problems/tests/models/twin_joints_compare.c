/* A model's programs against what its twin says.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/twin_joints.h"
#include "problems/tests/models/twin_joints_parts.h"

/* Residuals and forces take more operations than the terms that are counted in their sizes;
 * the elimination of the joints takes other sums than ours. */
static const double operations = 256.0, elimination = 2048.0;

/* The larger of `worst` and the difference of two numbers in units of the size. */
static double widen(double worst, double a, double b, double size) {
    if (!isfinite(a) != !isfinite(b))
        return INFINITY;
    if (isfinite(a) && a != b)
        worst = fmax(worst, fabs(a - b) / (operations * size * DBL_EPSILON));
    return worst;
}

static double compare_vector(const double *out, const struct values *v, int count,
                             double worst) {
    for (int i = 0; i < count; i++)
        worst = widen(worst, out[i], v->value[i], v->size[i]);
    return worst;
}

/* A sparse matrix, whose entries outside of the pattern are 0, against a dense one. */
static double compare_matrix(const double *out, const struct expr_matrix *pattern,
                             const struct values *v, double *dense, double worst) {
    size_t count = (size_t)pattern->rows * (size_t)pattern->columns;
    struct expr_columns order;
    memset(dense, 0, count * sizeof *dense);
    if (!expr_columns_sort(&order, pattern))
        worst = INFINITY;
    else
        for (int i = 0; i < pattern->count; i++) {
            int place = order.entry[i];
            dense[pattern->row[place] * pattern->columns + pattern->column[place]] =
                out[i];
        }
    return compare_vector(dense, v, (int)count, worst);
}

static double compare_programs(struct twin_joints *k, const double *tx, double worst) {
    double *dense = k->work, *out = k->out;
    eval_double_run(k->eval[POSITION], tx, out);
    worst = compare_vector(out, &k->residuals, k->holonomic, worst);
    worst =
        compare_matrix(out + k->holonomic, &k->position_matrix, &k->matrix, dense, worst);
    eval_double_run(k->eval[VELOCITY], tx, out);
    worst = compare_vector(out, &k->velocities, k->rows, worst);
    worst = compare_matrix(out + k->rows, &k->velocity_matrix, &k->matrix, dense, worst);
    eval_double_run(k->eval[FREE], tx, out);
    worst = compare_vector(out, &k->free, k->nv, worst);
    eval_double_run(k->eval[DYNAMICS], tx, out);
    worst = compare_vector(out, &k->free, k->nv, worst);
    worst = compare_vector(out += k->nv, &k->bias, k->rows, worst);
    worst = compare_matrix(out += k->rows, &k->dynamics_matrix, &k->matrix, dense, worst);
    return compare_matrix(out + k->dynamics_matrix.count, &k->response_matrix,
                          &k->response, dense, worst);
}

static bool are_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static bool is_finite_too(struct twin_joints *k, int program, const double *tx) {
    eval_double_run(k->eval[program], tx, k->out);
    return are_finite(k->out, k->program[program]->outputs);
}

double twin_joints_compare(struct twin_joints *k, const double *tx, bool *determined) {
    const double *x = tx + 1;
    double worst = 0.0;
    twin_joints_rows(k, tx[0], x);
    twin_joints_matrix(k, tx[0], x);
    *determined = false;
    if (!twin_joints_free_motion(k, tx[0], x))
        return 0.0;
    if (!are_finite(k->force.value, k->nv))
        return is_finite_too(k, FREE, tx) ? INFINITY : 0.0;
    if (!are_finite(k->bias.value, k->rows))
        return is_finite_too(k, DYNAMICS, tx) ? INFINITY : 0.0;
    worst = compare_programs(k, tx, worst);
    *determined = k->model->reduced && twin_joints_multipliers(k);
    if (*determined) {
        eval_double_run(k->eval[MULTIPLIERS], tx, k->out);
        double last = compare_vector(k->out, &k->lambda, k->rows, 0.0);
        eval_double_run(k->eval[RATES], tx, k->out);
        last = compare_vector(k->out, &k->rates, k->nv, last);
        worst = fmax(worst, last / elimination);
    }
    return worst;
}
