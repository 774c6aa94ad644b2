/* The programs of a model with joints, and room for what its twin says.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/twin_joints.h"

#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/twin_joints_parts.h"

static bool allocate_values(struct values *v, int count) {
    v->value = calloc((size_t)count + 1, sizeof(double));
    v->size = calloc((size_t)count + 1, sizeof(double));
    return v->value && v->size;
}

static bool allocate_room(struct twin_joints *k) {
    int most = k->nv > k->rows ? k->nv : k->rows;
    size_t square = (size_t)most * (size_t)most + 1;
    k->x = calloc((size_t)(k->nq + k->nv) + 1, sizeof *k->x);
    k->residual = calloc((size_t)k->rows + 1, sizeof *k->residual);
    k->rate = calloc(3 * (size_t)k->nq + 1, sizeof *k->rate);
    k->work = calloc(square, sizeof(double));
    k->inverse = calloc(square, sizeof(double));
    k->right = calloc(square, sizeof(double));
    k->right_size = calloc(square, sizeof(double));
    k->square_size = calloc(square, sizeof(double));
    k->chosen = calloc((size_t)k->rows + 1, sizeof *k->chosen);
    return k->x && k->residual && k->rate && k->work && k->inverse && k->right &&
           k->right_size && k->square_size && k->chosen &&
           allocate_values(&k->residuals, k->rows) &&
           allocate_values(&k->velocities, k->rows) &&
           allocate_values(&k->bias, k->rows) &&
           allocate_values(&k->matrix, k->rows * k->nv) &&
           allocate_values(&k->force, k->nv) &&
           allocate_values(&k->mass, k->nv * k->nv) &&
           allocate_values(&k->response, k->nv * k->rows) &&
           allocate_values(&k->free, k->nv) && allocate_values(&k->lambda, k->rows) &&
           allocate_values(&k->rates, k->nv);
}

static bool open_programs(struct twin_joints *k) {
    struct model *m = k->model;
    int most = 0;
    k->program[DYNAMICS] =
        model_dynamics_program(m, &k->dynamics_matrix, &k->response_matrix);
    k->program[POSITION] = model_position_program(m, &k->position_matrix);
    k->program[VELOCITY] = model_velocity_program(m, &k->velocity_matrix);
    k->program[FREE] = model_free_rates_program(m);
    if (m->reduced) {
        k->program[MULTIPLIERS] = model_multipliers_program(m);
        k->program[RATES] = model_rates_program(m);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        bool wanted = m->reduced || (i != MULTIPLIERS && i != RATES);
        if (wanted && (!k->program[i] || eval_double_alloc(&k->eval[i], m->graph,
                                                           k->program[i]) != PROBLEM_OK))
            return false;
        if (wanted && k->program[i]->outputs > most)
            most = k->program[i]->outputs;
    }
    k->out = calloc((size_t)most + 1, sizeof(double));
    return k->out != NULL;
}

struct twin_joints *twin_joints_alloc(const struct twin *twin, struct model *m,
                                      const double *p, int n) {
    int bodies = twin->sized ? n : 1;
    struct twin_joints *k = NULL;
    if (m->joints == twin->joints * bodies + twin->more_joints && m->nz == 0)
        k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    *k = (struct twin_joints){.twin = twin, .model = m, .p = p, .n = n, .nq = m->nq};
    k->nv = m->nv;
    k->rows = m->joints;
    k->holonomic = m->holonomic;
    if (allocate_room(k) && open_programs(k)) {
        for (int i = 0; i < k->rows; i++)
            if (m->joint[i].independent)
                k->chosen[k->choices++] = i;
        return k;
    }
    return NULL;
}
