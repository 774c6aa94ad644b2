/* A problem in v in the space of rows: normals of the contacts that take part, pairs of
 * frictions, of which the second is zero where there is one sliding direction, and joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "fast/contact/plus/plus_wrap.h"
#include "fast/contact/scene/mass_factor.h"

int wrapped_rows(const struct contact_problem *shape) {
    int rows = shape->joints;
    for (int i = 0; i < shape->contacts; i++)
        rows += shape->first[i + 1] - shape->first[i] > 1 ? 3 : 1;
    return rows;
}

static void list_participant(struct wrapped *w, int row, int column) {
    w->column[row] = column;
    w->participant[w->call.participants++] = row;
}

static void list_contact(struct wrapped *w, const struct contact_problem *problem, int i,
                         int *tangent) {
    const int slides = problem->first[i + 1] - problem->first[i] - 1;
    struct faithful_contact *point = &w->contact[w->call.contacts];
    *point = (struct faithful_contact){.contact = i,
                                       .normal = w->call.contacts++,
                                       .friction = {*tangent, *tangent + 1},
                                       .has_friction = slides > 0,
                                       .mu = problem->friction[i],
                                       .part = FAITHFUL_PARTICIPATING};
    list_participant(w, point->normal, problem->first[i]);
    w->expansion[point->normal] = -problem->known[i];
    if (problem->known[i] > 0)
        w->expander[w->call.expanders++] = point->normal;
    for (int j = 0; slides > 0 && j < 2; j++)
        list_participant(w, (*tangent)++, j < slides ? problem->first[i] + 1 + j : -1);
}

void wrapped_list_rows(struct wrapped *w, const struct contact_problem *problem) {
    int tangent = 0;
    for (int i = 0; i < problem->contacts; i++)
        tangent += problem->takes_part[i];
    w->call = (struct faithful_problem){.A = w->A,
                                        .contact = w->contact,
                                        .participant = w->participant,
                                        .expander = w->expander,
                                        .expansion = w->expansion,
                                        .velocity = w->u,
                                        .impulse = w->p,
                                        .unconditional = problem->joints,
                                        .unconditional_row = w->joint};
    memset(w->expansion, 0, (size_t)wrapped_rows(problem) * sizeof *w->expansion);
    for (int i = 0; i < problem->contacts; i++)
        if (problem->takes_part[i])
            list_contact(w, problem, i, &tangent);
    for (int k = 0; k < problem->joints; k++) {
        w->joint[k] = tangent;
        list_participant(w, tangent++, problem->rows + k);
    }
    w->call.rows = tangent;
}

/* Row i's entries in J^T or G^T. */
struct entries {
    int count;
    const int *index;
    const double *value;
    double offset;
};

static struct entries find_entries(const struct wrapped *w,
                                   const struct contact_problem *problem, int i) {
    const int column = w->column[i];
    if (column < 0)
        return (struct entries){0, NULL, NULL, 0};
    const bool is_joint = column >= problem->rows;
    const int k = is_joint ? column - problem->rows : column;
    const struct fast_pattern *pattern =
        is_joint ? problem->joint_pattern : problem->matrix_pattern;
    const double *values = is_joint ? problem->joint_matrix : problem->matrix;
    const double *offset = is_joint ? problem->joint_offset : problem->offset;
    const int from = pattern->start[k];
    return (struct entries){pattern->start[k + 1] - from, pattern->row + from,
                            values + from, offset[k]};
}

static double multiply(const struct entries *entries, const double *v) {
    double sum = 0;
    for (int e = 0; e < entries->count; e++)
        sum += entries->value[e] * v[entries->index[e]];
    return sum;
}

void wrapped_form_rows(struct wrapped *w, const struct contact_problem *problem) {
    const size_t rows = (size_t)w->call.rows, nv = (size_t)problem->nv;
    for (size_t j = 0; j < rows; j++) {
        const struct entries entries = find_entries(w, problem, (int)j);
        double *column = w->columns + j * nv;
        memset(w->momentum, 0, nv * sizeof *w->momentum);
        for (int e = 0; e < entries.count; e++)
            w->momentum[entries.index[e]] += entries.value[e];
        mass_factor_solve(w->mass, w->momentum, column);
        for (size_t i = 0; i < rows; i++) {
            const struct entries row = find_entries(w, problem, (int)i);
            w->A[j * rows + i] = multiply(&row, column);
        }
        w->u[j] = multiply(&entries, problem->v_free) + entries.offset;
    }
    for (int k = 0; k < w->call.expanders; k++)
        for (size_t i = 0; i < rows; i++) {
            const size_t j = (size_t)w->expander[k];
            w->u[i] += w->A[j * rows + i] * w->expansion[j];
        }
}
