/* Faithful mode: its memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/contact/faithful/faithful_step.h"

static int count_rows(const struct scene *s) {
    int rows = 0;
    for (int i = 0; i < s->contacts; i++)
        rows += s->system.slides[i] > 0 ? 3 : 1;
    return rows;
}

static bool allocate(double **array, int entries) {
    *array = calloc(entries > 0 ? (size_t)entries : 1, sizeof **array);
    return *array != NULL;
}

static bool allocate_vectors(struct faithful *f, const struct scene *s, int rows) {
    double **of_rows[] = {&f->u,     &f->before, &f->applied,   &f->impulse,
                          &f->total, &f->load,   &f->expansion, &f->addition};
    double **of_velocities[] = {&f->v_start, &f->v_before, &f->v_free,
                                &f->change,  &f->momentum, &f->answer.v};
    double **of_scene[] = {&f->row_impulse, &f->offset,         &f->told_before,
                           &f->told_after,  &f->told_expansion, &f->answer.impulse};
    double **of_contacts[] = {&f->friction, &f->known, &f->gap, &f->gap_between};
    bool is_done = allocate(&f->x, s->nx) && allocate(&f->rates, s->nv + s->nz) &&
                   allocate(&f->qdot, s->nq) && allocate(&f->answer.joint_impulse, 0);
    for (size_t k = 0; k < sizeof of_rows / sizeof *of_rows; k++)
        is_done = is_done && allocate(of_rows[k], rows);
    for (size_t k = 0; k < sizeof of_velocities / sizeof *of_velocities; k++)
        is_done = is_done && allocate(of_velocities[k], s->nv);
    for (size_t k = 0; k < sizeof of_scene / sizeof *of_scene; k++)
        is_done = is_done && allocate(of_scene[k], s->rows);
    for (size_t k = 0; k < sizeof of_contacts / sizeof *of_contacts; k++)
        is_done = is_done && allocate(of_contacts[k], s->contacts);
    return is_done;
}

static bool allocate_lists(struct faithful *f, const struct scene *s, int rows) {
    const size_t n = (size_t)s->contacts + 1, m = (size_t)rows + 1;
    f->contact = calloc(2 * n, sizeof *f->contact);
    f->projected = f->contact + (f->contact != NULL ? n : 0);
    f->scene_row = calloc(3 * m, sizeof *f->scene_row);
    f->participant = f->scene_row + (f->scene_row != NULL ? m : 0);
    f->expander = f->participant + (f->scene_row != NULL ? m : 0);
    f->delassus = calloc((size_t)s->rows * (size_t)s->rows + 1, sizeof *f->delassus);
    f->A = calloc(m * m, sizeof *f->A);
    f->takes_part = calloc(n, sizeof *f->takes_part);
    f->answer.state = calloc(n, sizeof *f->answer.state);
    return f->contact != NULL && f->scene_row != NULL && f->delassus != NULL &&
           f->A != NULL && f->takes_part != NULL && f->answer.state != NULL;
}

static void point_at_scene(struct faithful *f, const struct scene *s) {
    f->posed = scene_problem(s);
    f->posed.v_free = f->v_free;
    f->posed.offset = f->offset;
    f->posed.joint_offset = s->joint_offset;
    f->posed.friction = f->friction;
    f->posed.known = f->known;
    f->posed.takes_part = f->takes_part;
}

enum fast_status faithful_alloc(struct contact_stepper *c) {
    const struct scene *s = c->scene;
    const int rows = count_rows(s);
    struct faithful *f = calloc(1, sizeof *f);
    if (f == NULL)
        return FAST_NO_MEMORY;
    c->faithful = f;
    enum fast_status status = FAST_NO_MEMORY;
    if (allocate_vectors(f, s, rows) && allocate_lists(f, s, rows)) {
        point_at_scene(f, s);
        f->is_stale = true;
        f->plus = plus_alloc(rows, c->thresholds.transition_velocity);
        status =
            f->plus == NULL ? FAST_NO_MEMORY : contact_judge_alloc(&f->judge, &f->posed);
    }
    if (status != FAST_OK)
        faithful_free(c);
    return status;
}

void faithful_free(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    if (f == NULL)
        return;
    double *arrays[] = {f->u,
                        f->before,
                        f->applied,
                        f->impulse,
                        f->total,
                        f->load,
                        f->expansion,
                        f->addition,
                        f->v_start,
                        f->v_before,
                        f->v_free,
                        f->change,
                        f->momentum,
                        f->answer.v,
                        f->row_impulse,
                        f->offset,
                        f->told_before,
                        f->told_after,
                        f->told_expansion,
                        f->answer.impulse,
                        f->friction,
                        f->known,
                        f->gap,
                        f->gap_between,
                        f->x,
                        f->rates,
                        f->qdot,
                        f->delassus,
                        f->A,
                        f->answer.joint_impulse};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        free(arrays[k]);
    free(f->contact);
    free(f->scene_row);
    free(f->takes_part);
    free(f->answer.state);
    plus_free(f->plus);
    contact_judge_free(f->judge);
    free(f);
    c->faithful = NULL;
}
