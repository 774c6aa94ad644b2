/* Numbers at one state: gaps, velocities of the contacts' rows, their J, M, and coefficients.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/tests/random/motion_parts.h"
#include "ref/tests/random/numbers.h"

enum { COEFFICIENTS = 4 };

static int rows(const struct motion *f) {
    return 2 * f->m->contacts;
}

enum motion_verdict motion_scene_make(struct motion *f) {
    struct model *m = f->m;
    graph *g = m->graph;
    struct motion_scene *s = &f->scene;
    expr out[MOTION_CONTACTS * (1 + COEFFICIENTS) +
             MOTION_ROWS * (1 + MOTION_VELOCITIES) +
             MOTION_VELOCITIES * MOTION_VELOCITIES];
    int variable[1 + MOTION_STATES], count = 0;
    for (int i = 0; i <= f->nx; i++)
        variable[i] = i;
    s->gap = count;
    for (int i = 0; i < m->contacts; i++)
        out[count++] = m->contact[i].gap;
    s->speed = count;
    for (int r = 0; r < rows(f); r++)
        out[count++] = motion_has_row(m, r) ? motion_speed(m, r) : expr_integer(g, 0);
    s->J = count;
    for (int r = 0; r < rows(f); r++)
        for (int j = 0; j < f->nv; j++)
            out[count++] = expr_derivative(g, out[s->speed + r], 1 + m->nq + j);
    s->M = count;
    for (int i = 0; i < f->nv * f->nv; i++)
        out[count++] = expr_integer(g, m->masses == 0 && i / f->nv == i % f->nv);
    for (int k = 0; k < m->mass.count && m->masses > 0; k++)
        out[s->M + m->mass.row[k] * f->nv + m->mass.column[k]] = m->mass.entry[k];
    s->coefficient = count;
    for (int i = 0; i < m->contacts; i++) {
        const struct contact *c = &m->contact[i];
        const expr all[COEFFICIENTS] = {c->restitution, c->static_friction,
                                        c->dynamic_friction, c->viscous_friction};
        for (int k = 0; k < COEFFICIENTS; k++)
            out[count++] = all[k];
    }
    s->out = numbers_make(count, f->bits);
    s->program = program_alloc(g, 1 + f->nx, variable, count, out);
    if (s->program == NULL || eval_mpfr_alloc(&s->exact, g, s->program, f->bits,
                                              EVAL_EXACT_CONSTANTS) != PROBLEM_OK)
        return MOTION_TOO_COMPLEX;
    return MOTION_SURE;
}

void motion_scene_clear(struct motion *f) {
    const int count = f->scene.program == NULL ? 0 : f->scene.program->outputs;
    numbers_free(f->scene.out, count);
    eval_mpfr_free(f->scene.exact);
    program_free(f->scene.program);
}

void motion_scene_look(struct motion *f) {
    eval_mpfr_run(f->scene.exact, numbers_read(f->x), f->scene.out);
}

mpfr_srcptr motion_gap(const struct motion *f, int contact) {
    return f->scene.out[f->scene.gap + contact];
}

mpfr_srcptr motion_row_speed(const struct motion *f, int row) {
    return f->scene.out[f->scene.speed + row];
}

double motion_size(const struct motion *f) {
    double most = ldexp(1, -20);
    for (int i = 0; i < f->nx; i++)
        most = fmax(most, f->scale[i]);
    return most;
}

bool motion_is_below(const struct motion *f, mpfr_srcptr value, int bits) {
    return fabs(mpfr_get_d(value, MPFR_RNDN)) <= ldexp(motion_size(f), -bits);
}
