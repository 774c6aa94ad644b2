/* The mechanics of joints (Hairer, Wanner, Solving Ordinary Differential Equations II (1996),
 * VII.1), by dense matrices, from a twin's M and F and the rows G v' + bias = 0:
 *
 *     M a = F,  M R = G^T,  S = G R,  S lambda = G a + bias,  v' = a - R lambda
 *
 * with the independent joints only in S, lambda and v'.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "problems/tests/models/twin_dense.h"
#include "problems/tests/models/twin_joints.h"
#include "problems/tests/models/twin_joints_parts.h"

/* Where the joints depend on each other as much as this, multipliers are not compared. */
static const double most_condition = 1e8;

/* a = M^-1 F and R = M^-1 G^T. */
bool twin_joints_free_motion(struct twin_joints *k, double t, const double *x) {
    int nv = k->nv, rows = k->rows;
    size_t square = (size_t)nv * (size_t)nv;
    memset(k->mass.value, 0, square * sizeof(double));
    k->twin->dynamics(k->p, k->n, t, x, k->mass.value, k->force.value, k->force.size);
    for (size_t i = 0; i < square; i++)
        k->mass.size[i] = fabs(k->mass.value[i]);
    memcpy(k->work, k->mass.value, square * sizeof(double));
    if (!twin_dense_invert(nv, k->work, k->inverse))
        return false;
    twin_dense_solve(nv, k->inverse, k->mass.size, 1, k->force.value, k->force.size,
                     k->free.value, k->free.size);
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < rows; j++) {
            k->right[i * rows + j] = k->matrix.value[j * nv + i];
            k->right_size[i * rows + j] = k->matrix.size[j * nv + i];
        }
    }
    twin_dense_solve(nv, k->inverse, k->mass.size, rows, k->right, k->right_size,
                     k->response.value, k->response.size);
    return true;
}

/* S = G R of the chosen joints, to work; its sizes. */
static void find_square(struct twin_joints *k) {
    for (int a = 0; a < k->choices; a++) {
        for (int b = 0; b < k->choices; b++) {
            double sum = 0.0, size = 0.0;
            for (int j = 0; j < k->nv; j++) {
                int g = k->chosen[a] * k->nv + j, r = j * k->rows + k->chosen[b];
                sum += k->matrix.value[g] * k->response.value[r];
                size += k->matrix.size[g] * k->response.size[r];
            }
            k->work[a * k->choices + b] = sum;
            k->square_size[a * k->choices + b] = size;
        }
    }
}

static bool is_well_conditioned(const struct twin_joints *k) {
    for (int a = 0; a < k->choices; a++) {
        double sum = 0.0;
        for (int b = 0; b < k->choices; b++)
            for (int c = 0; c < k->choices; c++)
                sum += fabs(k->inverse[a * k->choices + b]) *
                       k->square_size[b * k->choices + c];
        if (!(sum <= most_condition))
            return false;
    }
    return true;
}

bool twin_joints_multipliers(struct twin_joints *k) {
    int nv = k->nv;
    find_square(k);
    if (!twin_dense_invert(k->choices, k->work, k->inverse) || !is_well_conditioned(k))
        return false;
    for (int a = 0; a < k->choices; a++) {
        int row = k->chosen[a];
        k->right[a] = k->bias.value[row];
        k->right_size[a] = k->bias.size[row];
        for (int j = 0; j < nv; j++) {
            k->right[a] += k->matrix.value[row * nv + j] * k->free.value[j];
            k->right_size[a] += k->matrix.size[row * nv + j] * k->free.size[j];
        }
    }
    double *lambda = k->work, *size = k->work + k->choices;
    twin_dense_solve(k->choices, k->inverse, k->square_size, 1, k->right, k->right_size,
                     lambda, size);
    for (int i = 0; i < k->rows; i++)
        k->lambda.value[i] = k->lambda.size[i] = 0.0;
    for (int a = 0; a < k->choices; a++) {
        k->lambda.value[k->chosen[a]] = lambda[a];
        k->lambda.size[k->chosen[a]] = size[a];
    }
    for (int j = 0; j < nv; j++) {
        k->rates.value[j] = k->free.value[j];
        k->rates.size[j] = k->free.size[j];
        for (int i = 0; i < k->rows; i++) {
            int r = j * k->rows + i;
            k->rates.value[j] -= k->response.value[r] * k->lambda.value[i];
            k->rates.size[j] += k->response.size[r] * k->lambda.size[i];
        }
    }
    return true;
}
