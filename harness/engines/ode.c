/* The Open Dynamics Engine, with dWorldStep (Dantzig's pivoting) or dWorldQuickStep (sweeps of
 * projected SOR). Semi-implicit Euler in maximal coordinates; contacts are found anew before each
 * step. Its friction is a pyramid whose sides bear mu times the normal force (dContactApprox1).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ode/ode.h>

#include <stdlib.h>
#include <string.h>

#include "engine.h"

enum { contacts_of_pair = 8 };

struct world {
    dWorldID id;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID body[MECHANISM_MOST_BODIES];
    int bodies;
    dJointID joint;
    struct mechanism_spring spring;
    bool has_spring, quick, pulls;
    dSurfaceParameters surface;
};

static const char *version(void) {
    return ODE_VERSION;
}

static const struct halfstep_setting settings[] = {
    {"solver", "step|quick", "step", NULL, "dWorldStep or dWorldQuickStep"},
    {"iterations", "a whole number > 0", "20", "100", "sweeps of quick"},
    {"erp", "a number", "0.2", NULL, "part of a joint's error mended in a step"},
    {"cfm", "a number", "1e-10", NULL, "softness of joints and contacts"},
    {"bounce-velocity", "a number", "0", NULL, "no restitution below: m/s"},
    {"gyroscopic", "yes|no", "yes", NULL, "the gyroscopic torque, made implicit"},
    {"rotation", "infinitesimal|finite", "infinitesimal", "finite",
     "update of attitudes"},
    {"spring", "force|joint", "force", "joint",
     "a force on the body before each step, or a ball joint with ERP and CFM"},
    {NULL, NULL, NULL, NULL, NULL},
};

static void close_world(void *self) {
    struct world *w = self;
    dJointGroupDestroy(w->contacts);
    dSpaceDestroy(w->space);
    dWorldDestroy(w->id);
    free(w);
}

static void add_shape(struct world *w, const struct mechanism_body *b, dBodyID id) {
    dGeomID shape = NULL;
    if (b->shape == MECHANISM_BALL)
        shape = dCreateSphere(w->space, b->half[0]);
    else if (b->shape == MECHANISM_BOX)
        shape = dCreateBox(w->space, 2 * b->half[0], 2 * b->half[1], 2 * b->half[2]);
    if (shape == NULL)
        return;
    dGeomSetBody(shape, id);
    dGeomSetOffsetPosition(shape, b->centre[0], b->centre[1], b->centre[2]);
}

static void add_body(struct world *w, const struct mechanism_body *b,
                     const struct engine_settings *chosen) {
    dMass mass;
    dBodyID id = w->body[w->bodies++] = dBodyCreate(w->id);
    dMassSetParameters(&mass, b->mass, 0, 0, 0, b->inertia[0], b->inertia[1],
                       b->inertia[2], 0, 0, 0);
    dBodySetMass(id, &mass);
    dBodySetPosition(id, b->position[0], b->position[1], b->position[2]);
    dBodySetQuaternion(id, b->quaternion);
    dBodySetLinearVel(id, b->velocity[0], b->velocity[1], b->velocity[2]);
    dBodySetAngularVel(id, b->spin[0], b->spin[1], b->spin[2]);
    dBodySetGyroscopicMode(id, engine_chose(chosen, "gyroscopic", "yes"));
    dBodySetFiniteRotationMode(id, engine_chose(chosen, "rotation", "finite"));
    dBodySetAutoDisableFlag(id, 0);
    add_shape(w, b, id);
}

static void add_joint(struct world *w, const struct mechanism *s,
                      const struct mechanism_joint *j) {
    double at[3];
    dBodyID other = j->other < 0 ? NULL : w->body[j->other];
    mechanism_point(&s->body[j->body], j->on_body, at);
    if (j->kind == MECHANISM_HINGE) {
        dJointID id = dJointCreateHinge(w->id, NULL);
        dJointAttach(id, w->body[j->body], other);
        dJointSetHingeAnchor(id, at[0], at[1], at[2]);
        dJointSetHingeAxis(id, 0, 0, 1);
    } else {
        dJointID id = dJointCreateBall(w->id, NULL);
        dJointAttach(id, w->body[j->body], other);
        dJointSetBallAnchor(id, at[0], at[1], at[2]);
    }
}

/* A spring as a joint: ERP = h k/(h k + d), CFM = 1/(h k + d) with damping d = 0 (ODE's manual,
 * "How to use ERP and CFM"); those that depend on h are set before each step. */
static void add_spring(struct world *w, const struct mechanism *s,
                       const struct engine_settings *chosen) {
    const double *at = s->body[s->spring.body].position;
    w->has_spring = true;
    w->spring = s->spring;
    w->pulls = engine_chose(chosen, "spring", "force") || !mechanism_spring_is_alone(s);
    if (w->pulls)
        return;
    w->joint = dJointCreateBall(w->id, NULL);
    dJointAttach(w->joint, w->body[s->spring.body], NULL);
    dJointSetBallAnchor(w->joint, at[0], at[1], at[2]);
    dJointSetBallAnchor2(w->joint, 0, at[1], at[2]);
    dJointSetBallParam(w->joint, dParamERP, 1);
}

static void set_laws(struct world *w, const struct mechanism *s,
                     const struct engine_settings *chosen) {
    w->surface = (dSurfaceParameters){
        .mode = dContactApprox1 | (s->restitution > 0 ? dContactBounce : 0),
        .mu = s->friction,
        .bounce = s->restitution,
        .bounce_vel = engine_number(chosen, "bounce-velocity"),
    };
    w->quick = engine_chose(chosen, "solver", "quick");
    dWorldSetGravity(w->id, s->gravity[0], s->gravity[1], s->gravity[2]);
    dWorldSetERP(w->id, engine_number(chosen, "erp"));
    dWorldSetCFM(w->id, engine_number(chosen, "cfm"));
    dWorldSetQuickStepNumIterations(w->id, (int)engine_number(chosen, "iterations"));
}

static void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                        const char **why) {
    struct world *w = calloc(1, sizeof *w);
    *why = "out of memory";
    if (w == NULL)
        return NULL;
    dInitODE2(0);
    dAllocateODEDataForThread(~0u);
    dRandSetSeed(0); /* quick draws the order of its rows */
    w->id = dWorldCreate();
    w->space = dSimpleSpaceCreate(NULL);
    w->contacts = dJointGroupCreate(0);
    set_laws(w, s, chosen);
    for (int i = 0; i < s->planes; i++) {
        const struct mechanism_plane *p = &s->plane[i];
        dCreatePlane(w->space, p->normal[0], p->normal[1], p->normal[2], p->offset);
    }
    for (int i = 0; i < s->bodies; i++)
        add_body(w, &s->body[i], chosen);
    for (int i = 0; i < s->joints; i++)
        add_joint(w, s, &s->joint[i]);
    if (s->springs > 0)
        add_spring(w, s, chosen);
    return w;
}

static void touch(void *self, dGeomID one, dGeomID other) {
    struct world *w = self;
    dContact contact[contacts_of_pair];
    const int count =
        dCollide(one, other, contacts_of_pair, &contact[0].geom, (int)sizeof contact[0]);
    for (int i = 0; i < count; i++) {
        contact[i].surface = w->surface;
        dJointID id = dJointCreateContact(w->id, w->contacts, &contact[i]);
        dJointAttach(id, dGeomGetBody(one), dGeomGetBody(other));
    }
}

static int step(void *self, double h) {
    struct world *w = self;
    if (w->has_spring && w->pulls)
        dBodyAddForce(w->body[0],
                      mechanism_pull(&w->spring, dBodyGetPosition(w->body[0])[0], h), 0,
                      0);
    else if (w->has_spring)
        dJointSetBallParam(w->joint, dParamCFM, 1 / (h * w->spring.stiffness));
    dSpaceCollide(w->space, w, touch);
    const int done = w->quick ? dWorldQuickStep(w->id, h) : dWorldStep(w->id, h);
    dJointGroupEmpty(w->contacts);
    return done ? 0 : -1;
}

static double iterations(void *self) {
    const struct world *w = self;
    return w->quick ? (double)dWorldGetQuickStepNumIterations(w->id) : (double)NAN;
}

static void read_world(void *self, struct mechanism *s) {
    struct world *w = self;
    for (int i = 0; i < w->bodies; i++) {
        struct mechanism_body *b = &s->body[i];
        dMass mass;
        dBodyGetMass(w->body[i], &mass);
        b->mass = mass.mass;
        for (int k = 0; k < 3; k++)
            b->inertia[k] = mass.I[5 * k]; /* rows of four */
        memcpy(b->position, dBodyGetPosition(w->body[i]), sizeof b->position);
        memcpy(b->quaternion, dBodyGetQuaternion(w->body[i]), sizeof b->quaternion);
        memcpy(b->velocity, dBodyGetLinearVel(w->body[i]), sizeof b->velocity);
        memcpy(b->spin, dBodyGetAngularVel(w->body[i]), sizeof b->spin);
    }
}

const struct engine engine_ode = {
    .name = "ODE",
    .version = version,
    .significand_bits = 53,
    ENGINE_PARTS,
    .iterations = iterations,
};
