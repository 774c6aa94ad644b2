/* The joints together: holonomic ones first, their rows, and the rates with their forces.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/joints/joints.h"
#include "problems/graph/expr.h"

/* What belongs to m->joint, in its order. */
struct sorted {
    int *offset, *residual_offset;
    int *place; /* where a joint of the file has gone */
    const struct linear_form **form;
};

static bool start_sorted(struct sorted *s, const struct elaboration *e) {
    size_t size = (size_t)e->joints + 1;
    s->offset = malloc(size * sizeof *s->offset);
    s->residual_offset = malloc(size * sizeof *s->residual_offset);
    s->place = malloc(size * sizeof *s->place);
    s->form = malloc(size * sizeof *s->form);
    return s->offset && s->residual_offset && s->place && s->form;
}

static void clear_sorted(struct sorted *s) {
    free(s->offset);
    free(s->residual_offset);
    free(s->place);
    free(s->form);
}

static bool sort_joints(struct elaboration *e, struct sorted *s) {
    struct model *m = e->model;
    m->joint = calloc((size_t)e->joints + 1, sizeof *m->joint);
    if (!m->joint)
        return elaborate_fail_memory(e);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < e->joints; i++) {
            const struct declared_joint *j = &e->joint[i];
            if (j->joint.holonomic != (pass == 0))
                continue;
            s->offset[m->joints] = j->offset;
            s->residual_offset[m->joints] = j->residual_offset;
            s->form[m->joints] = &j->form;
            s->place[i] = m->joints;
            m->joint[m->joints++] = j->joint;
        }
        m->holonomic = pass == 0 ? m->joints : m->holonomic;
    }
    return true;
}

/* Published multipliers were noted by the place of their joint in the file. */
static void place_published(struct model *m, const struct sorted *s) {
    int nx = m->nq + m->nv + m->nz;
    for (int i = 0; i < m->published; i++) {
        int *state = &m->published_value[i].state;
        if (*state >= nx)
            *state = nx + s->place[*state - nx];
    }
}

/* Joints are differentiated twice: a kink would be a blow. */
static bool check_kinks(struct elaboration *e, const struct sorted *s) {
    const struct model *m = e->model;
    expr *residual = malloc((size_t)m->joints * sizeof *residual);
    for (int i = 0; i < m->joints && residual; i++)
        residual[i] = m->joint[i].residual;
    int kinks = residual ? expr_kinks(m->graph, m->joints, residual) : -1;
    for (int i = 0; i < m->joints && kinks > 0; i++) {
        int own = expr_kinks(m->graph, 1, &residual[i]);
        if (own > 0)
            elaborate_fail(e, s->residual_offset[i],
                           "a joint may have no kink (max, min, abs, step, sign)");
        kinks = own == 0 ? kinks : -1;
    }
    free(residual);
    return kinks == 0 || elaborate_fail_memory(e);
}

/* Back to the free rates. */
static void undo_elimination(struct model *m) {
    if (m->rates != m->free_rates)
        free(m->rates);
    m->rates = m->free_rates;
    free(m->multiplier);
    m->multiplier = NULL;
    for (int i = 0; i < m->joints; i++)
        m->joint[i].independent = true;
}

/* The rates with the joints' forces, if formulas for them are within reach. */
static bool reduce(struct elaboration *e, const struct sorted *s, double violation) {
    struct model *m = e->model;
    struct expr_matrix product = {0};
    bool *fits = &m->reduced;
    bool done = joint_products(e, &product, fits);
    if (done && *fits)
        done = joint_independence(e, &product, violation, fits);
    if (done && *fits)
        done = joint_elimination(e, &product, fits);
    if (done && *fits)
        done = joint_check_dependent(e, s->offset, violation) &&
               joint_persistence(e, &product, fits);
    if (done && !*fits)
        undo_elimination(m);
    expr_matrix_clear(&product);
    return done;
}

bool elaborate_joints(struct elaboration *e) {
    struct sorted s = {0};
    double violation = 0;
    if (e->joints == 0)
        return true;
    bool done = start_sorted(&s, e) ? sort_joints(e, &s) : elaborate_fail_memory(e);
    if (done) {
        place_published(e->model, &s);
        done = check_kinks(e, &s) && joint_rows(e, s.form) &&
               joint_check_start(e, s.offset, &violation) && joint_response(e) &&
               reduce(e, &s, violation);
    }
    clear_sorted(&s);
    return done;
}
