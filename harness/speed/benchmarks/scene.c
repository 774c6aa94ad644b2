/* A model of bodies in a row in plain numbers. Which names in a file mean what is known of the
 * catalogue's files alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/speed/benchmarks/scene.h"

const double scene_tolerance = 1e-3;

/* How a file calls things; NULL: it has none of them, and the number is 0. */
static const struct wording {
    const char *model;
    enum peer_scene_shape shape;
    bool has_floor;
    const char *height, *speed, *spin, *half_height, *half_width, *gravity, *friction;
} wordings[] = {
    {"bouncing_ball", PEER_SCENE_LINE, true, "z", "v", NULL, NULL, NULL, "g", NULL},
    {"cradle", PEER_SCENE_LINE, false, "x", "v", NULL, "r", NULL, NULL, NULL},
    {"slider_stack", PEER_SCENE_LINE, true, "z", "v", NULL, "r", NULL, "g", NULL},
    {"brick_stack", PEER_SCENE_BRICKS, true, "y", "vy", "wx", "b", "a", "g", "mu"},
};

static const struct wording *find_wording(const char *model) {
    for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++)
        if (strcmp(wordings[i].model, model) == 0)
            return &wordings[i];
    return NULL;
}

static int constant(const struct model *m, expr value, double *number,
                    struct diagnostic *d) {
    return expr_constant_double(m->graph, value, number) == PROBLEM_OK
               ? 0
               : message_set(d, "%s: a number of the scene has no value", m->name);
}

/* A parameter by its name. */
static int parameter(const struct model *m, const char *name, double *number,
                     struct diagnostic *d) {
    *number = 0;
    if (name == NULL)
        return 0;
    const int i = model_find_parameter(m, name);
    return i >= 0 ? constant(m, graph_parameter(m->graph, i), number, d)
                  : message_set(d, "%s has no parameter %s", m->name, name);
}

/* The place in x of NAME[i + 1], or of NAME where there is one body; -1: none. */
static int place(const struct model *m, const char *name, int i) {
    char indexed[64];
    snprintf(indexed, sizeof indexed, "%s[%d]", name, i + 1);
    const int found = model_find_state(m, indexed);
    return found < 0 && i == 0 ? model_find_state(m, name) : found;
}

/* The entry of M of a velocity by itself; 1 where M is the identity. */
static int mass_of(const struct model *m, int velocity, double *mass,
                   struct diagnostic *d) {
    *mass = m->masses == 0;
    for (int k = 0; k < m->mass.count; k++)
        if (m->mass.row[k] == velocity && m->mass.column[k] == velocity)
            return constant(m, m->mass.entry[k], mass, d);
    return m->masses == 0 ? 0 : message_set(d, "%s: a body has no mass", m->name);
}

/* Body i. */
static int fill_body(struct scene *s, const struct model *m, const struct wording *w,
                     int i, double *const *array, struct diagnostic *d) {
    const int height = place(m, w->height, i), speed = place(m, w->speed, i);
    const int spin = w->spin != NULL ? place(m, w->spin, i) : 0;
    if (height < 0 || speed < 0 || spin < 0)
        return message_set(d, "%s: body %d has not the names of the scene", m->name,
                           i + 1);
    s->height[i] = height;
    if (constant(m, m->initial[height], &array[0][i], d) ||
        constant(m, m->initial[speed], &array[1][i], d) ||
        mass_of(m, speed - m->nq, &array[2][i], d))
        return -1;
    return w->spin == NULL ? 0 : mass_of(m, spin - m->nq, &array[3][i], d);
}

static int fill(struct scene *s, const struct model *m, const struct wording *w,
                struct diagnostic *d) {
    struct peer_scene *scene = &s->scene;
    const size_t bodies = (size_t)scene->bodies;
    double *array[] = {s->number, s->number + bodies, s->number + 2 * bodies,
                       s->number + 3 * bodies};
    for (int i = 0; i < scene->bodies; i++)
        if (fill_body(s, m, w, i, array, d))
            return -1;
    scene->height = array[0];
    scene->speed = array[1];
    scene->mass = array[2];
    scene->inertia = w->spin != NULL ? array[3] : NULL;
    return parameter(m, w->half_height, &scene->half_height, d) ||
           parameter(m, w->half_width, &scene->half_width, d) ||
           parameter(m, w->gravity, &scene->gravity, d) ||
           parameter(m, w->friction, &scene->friction, d) ||
           parameter(m, "e", &scene->restitution, d);
}

int scene_make(struct scene *s, const struct model *m, const char *name,
               enum peer_scene_solver solver, double step, struct diagnostic *d) {
    enum { arrays = 4, velocities_of_brick = 6 };
    const struct wording *w = find_wording(name);
    *s = (struct scene){.number = NULL};
    if (w == NULL)
        return message_set(d, "%s is no scene for Simbody", name);
    const int bodies =
        w->shape == PEER_SCENE_BRICKS ? m->nv / velocities_of_brick : m->nv;
    s->scene = (struct peer_scene){.shape = w->shape,
                                   .solver = solver,
                                   .bodies = bodies,
                                   .has_floor = w->has_floor,
                                   .step = step,
                                   .tolerance = scene_tolerance};
    s->number = calloc(arrays * (size_t)bodies + 1, sizeof *s->number);
    s->height = calloc((size_t)bodies + 1, sizeof *s->height);
    if (s->number == NULL || s->height == NULL)
        return message_set(d, "out of memory");
    return fill(s, m, w, d);
}

void scene_clear(struct scene *s) {
    free(s->number);
    free(s->height);
    *s = (struct scene){.number = NULL};
}
