/* MuJoCo: joint coordinates, with contacts and friction as the regularised, convex problem of its
 * manual ("Computation", "Constraint model"). It has no coefficient of restitution, so that scenes
 * with one are refused. The scene is handed over as a text in its own format (mujoco_scene.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <mujoco/mujoco.h>

#include <stdio.h>
#include <stdlib.h>

#include "engine.h"
#include "mujoco_scene.h"

struct world {
    mjModel *model;
    mjData *data;
    int bodies, body[MECHANISM_MOST_BODIES];
    bool pulls;
    struct mechanism_spring spring;
};

static const struct halfstep_setting settings[] = {
    {"integrator", "Euler|implicit|implicitfast|RK4", "Euler", "RK4", "of its manual"},
    {"cone", "pyramidal|elliptic", "pyramidal", "elliptic", "of friction"},
    {"solver", "PGS|CG|Newton", "Newton", NULL, "of the contact problem"},
    {"iterations", "a whole number > 0", "100", NULL, "at most, of the solver"},
    {"impratio", "a number > 0", "1", "100", "stiffness of friction over the normal's"},
    {"noslip-iterations", "a whole number", "0", NULL, "of the solver that hinders slip"},
    {"time-constant", "a number > 0", "0.02", NULL, "of contacts (solref): s"},
    {NULL, NULL, NULL, NULL, NULL},
};

static void close_world(void *self) {
    struct world *w = self;
    mj_deleteData(w->data);
    mj_deleteModel(w->model);
    free(w);
}

/* It would write them to a file. */
static void say_nothing(const char *text) {
    (void)text;
}

static mjModel *load(const char *text, size_t length) {
    char error[256];
    mjVFS *files = malloc(sizeof *files);
    mjModel *model = NULL;
    if (files == NULL)
        return NULL;
    mj_defaultVFS(files);
    if (mj_addBufferVFS(files, "scene.xml", text, (int)length) == 0)
        model = mj_loadXML("scene.xml", files, error, sizeof error);
    mj_deleteVFS(files);
    free(files);
    return model;
}

/* Velocities are of joints: a free one's and a ball's spin is about body axes, a hinge's against
 * the body that it hangs from. */
static void set_velocity(struct world *w, const struct mechanism *s, int i) {
    const struct mechanism_body *b = &s->body[i];
    const int joint = w->model->body_jntadr[w->body[i]];
    mjtNum *v = w->data->qvel + w->model->jnt_dofadr[joint];
    const struct mechanism_joint *hinge = mechanism_joint_of(s, i);
    switch (w->model->jnt_type[joint]) {
    case mjJNT_FREE:
        memcpy(v, b->velocity, sizeof b->velocity);
        halfstep_to_body(b->quaternion, b->spin, v + 3);
        break;
    case mjJNT_BALL: halfstep_to_body(b->quaternion, b->spin, v); break;
    case mjJNT_SLIDE: v[0] = b->velocity[0]; break;
    default: v[0] = mechanism_hinge_rate(s, hinge);
    }
}

static void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                        const char **why) {
    size_t length;
    *why = "MuJoCo has no coefficient of restitution";
    if (s->restitution > 0)
        return NULL;
    *why = "out of memory";
    struct world *w = calloc(1, sizeof *w);
    char *text = mujoco_scene(s, chosen, &length);
    mju_user_warning = say_nothing;
    if (w != NULL && text != NULL) {
        *why = "MuJoCo does not take the scene";
        w->model = load(text, length);
        w->data = w->model == NULL ? NULL : mj_makeData(w->model);
    }
    free(text);
    if (w == NULL || w->data == NULL) {
        if (w != NULL)
            mj_deleteModel(w->model);
        free(w);
        return NULL;
    }
    for (w->bodies = 0; w->bodies < s->bodies; w->bodies++) {
        char name[16];
        snprintf(name, sizeof name, "%d", w->bodies);
        w->body[w->bodies] = mj_name2id(w->model, mjOBJ_BODY, name);
        set_velocity(w, s, w->bodies);
    }
    w->pulls = s->springs > 0 && !mechanism_spring_is_alone(s);
    w->spring = s->spring;
    return w;
}

static int step(void *self, double h) {
    struct world *w = self;
    if (w->pulls)
        w->data->xfrc_applied[6 * w->body[0]] =
            mechanism_pull(&w->spring, w->data->qpos[0], h);
    w->model->opt.timestep = h;
    mj_step(w->model, w->data);
    return 0;
}

/* Of the island that needs most. */
static double iterations(void *self) {
    const struct world *w = self;
    int most = 0;
    for (int i = 0; i < mjNISLAND; i++)
        most = w->data->solver_niter[i] > most ? w->data->solver_niter[i] : most;
    return most;
}

/* After a step the bodies are where they were before it. */
static void read_world(void *self, struct mechanism *s) {
    struct world *w = self;
    mj_kinematics(w->model, w->data);
    mj_comPos(w->model, w->data);
    mj_comVel(w->model, w->data);
    for (int i = 0; i < w->bodies; i++) {
        struct mechanism_body *b = &s->body[i];
        const int id = w->body[i];
        mjtNum velocity[6];
        mj_objectVelocity(w->model, w->data, mjOBJ_BODY, id, velocity, 0);
        b->mass = w->model->body_mass[id];
        memcpy(b->inertia, w->model->body_inertia + 3 * id, sizeof b->inertia);
        memcpy(b->position, w->data->xpos + 3 * id, sizeof b->position);
        memcpy(b->quaternion, w->data->xquat + 4 * id, sizeof b->quaternion);
        memcpy(b->spin, velocity, sizeof b->spin);
        memcpy(b->velocity, velocity + 3, sizeof b->velocity);
    }
}

const struct engine engine_mujoco = {
    .name = "MuJoCo",
    .version = mj_versionString,
    .significand_bits = 53,
    .why_no_sleeves = "MuJoCo has no coefficient of restitution",
    ENGINE_PARTS,
    .iterations = iterations,
};
