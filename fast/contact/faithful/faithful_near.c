/* The contacts that are near, sign gap <= tolerance, a positive gap included, and the space of
 * their rows: all normals, then pairs of frictions, with A = J M^-1 J^T (Simbody 3.7,
 * SemiExplicitEulerTimeStepper: findProximalConstraints, collectConstraintInfo).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/faithful/faithful_step.h"

static void add_near(struct faithful *f, const struct scene *s, int i) {
    struct faithful_contact *point = &f->contact[f->contacts];
    *point = (struct faithful_contact){
        .contact = i, .normal = f->contacts, .has_friction = s->system.slides[i] > 0};
    f->scene_row[f->contacts++] = s->first[i];
}

static void number_friction(struct faithful *f, const struct scene *s) {
    f->rows = f->contacts;
    for (int k = 0; k < f->contacts; k++) {
        struct faithful_contact *point = &f->contact[k];
        for (int i = 0; point->has_friction && i < 2; i++) {
            const bool is_there = i < s->system.slides[point->contact];
            point->friction[i] = f->rows;
            f->scene_row[f->rows++] = is_there ? s->first[point->contact] + 1 + i : -1;
        }
    }
}

static void gather_delassus(struct faithful *f, struct scene *s) {
    const size_t rows = (size_t)f->rows, of_scene = (size_t)s->rows;
    scene_form_delassus(s, f->delassus);
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < rows; i++) {
            const int row = f->scene_row[i], column = f->scene_row[j];
            f->A[j * rows + i] =
                row < 0 || column < 0
                    ? 0
                    : f->delassus[(size_t)column * of_scene + (size_t)row];
        }
}

void faithful_find_near(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    struct scene *s = c->scene;
    f->contacts = f->rows = 0;
    for (int i = 0; i < s->contacts; i++)
        if (s->gap[i] <= c->thresholds.constraint_tolerance)
            add_near(f, s, i);
    number_friction(f, s);
    if (f->rows > 0)
        gather_delassus(f, s);
    f->call = (struct faithful_problem){.rows = f->rows,
                                        .A = f->A,
                                        .contacts = f->contacts,
                                        .contact = f->contact,
                                        .participant = f->participant,
                                        .expander = f->expander,
                                        .expansion = f->expansion,
                                        .velocity = f->u,
                                        .impulse = f->impulse};
}

static void gather_rows(const struct faithful *f, const double *of_scene, double *rows) {
    for (int i = 0; i < f->rows; i++)
        rows[i] = f->scene_row[i] < 0 ? 0 : of_scene[f->scene_row[i]];
}

void faithful_velocities(struct contact_stepper *c, const double *v, double *u) {
    struct faithful *f = c->faithful;
    scene_velocities(c->scene, v, f->row_impulse);
    gather_rows(f, f->row_impulse, u);
}

void faithful_map_rows(struct contact_stepper *c, const double *v, double *product) {
    struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    const int *start = s->matrix_pattern->start, *column = s->matrix_pattern->row;
    for (int i = 0; i < f->rows; i++) {
        const int row = f->scene_row[i];
        double sum = 0;
        for (int e = row < 0 ? 0 : start[row]; e < (row < 0 ? 0 : start[row + 1]); e++)
            sum += s->matrix[e] * v[column[e]];
        product[i] = sum;
    }
}

void faithful_change(struct contact_stepper *c, const double *multipliers, double factor,
                     double *change) {
    struct faithful *f = c->faithful;
    memset(f->row_impulse, 0, (size_t)c->scene->rows * sizeof *f->row_impulse);
    for (int i = 0; i < f->rows; i++)
        if (f->scene_row[i] >= 0)
            f->row_impulse[f->scene_row[i]] = -factor * multipliers[i];
    scene_momentum(c->scene, f->row_impulse, f->momentum);
    scene_solve_mass(c->scene, f->momentum, change);
}
