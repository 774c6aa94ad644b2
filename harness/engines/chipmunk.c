/* Chipmunk 7: planar; positions are moved by the old velocities, then velocities by forces, then by
 * sweeps of impulses (cpSpaceStep). Overlap beyond the slop is mended by a velocity of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <chipmunk/chipmunk.h>

#include <math.h>
#include <stdlib.h>

#include "engine.h"

struct world {
    cpSpace *space;
    cpBody *body[MECHANISM_MOST_BODIES];
    int bodies;
    struct mechanism_spring spring;
};

static const char *version(void) {
    return cpVersionString;
}

static const struct halfstep_setting settings[] = {
    {"iterations", "a whole number > 0", "10", "100", "sweeps of impulses"},
    {"slop", "a number", "0.1", "0.001", "overlap that is let be: m"},
    {"left", "a number", "0.00179701029991443", NULL,
     "part of the overlap that is left after a second: 0.9^60"},
    {"joint-left", "a number", "0.00179701029991443", "0",
     "the same of a joint's error: 0 mends it in a step"},
    {"spring", "force|joint", "force", NULL,
     "a force when velocities are made, or a cpDampedSpring without damping"},
    {NULL, NULL, NULL, NULL, NULL},
};

static void free_constraint(cpBody *body, cpConstraint *it, void *space) {
    (void)body;
    cpSpaceRemoveConstraint(space, it);
    cpConstraintFree(it);
}

static void free_shape(cpBody *body, cpShape *it, void *space) {
    (void)body;
    cpSpaceRemoveShape(space, it);
    cpShapeFree(it);
}

static void close_world(void *self) {
    struct world *w = self;
    for (int i = 0; i < w->bodies; i++) {
        cpBodyEachConstraint(w->body[i], free_constraint, w->space);
        cpBodyEachShape(w->body[i], free_shape, w->space);
        cpSpaceRemoveBody(w->space, w->body[i]);
        cpBodyFree(w->body[i]);
    }
    cpBodyEachShape(cpSpaceGetStaticBody(w->space), free_shape, w->space);
    cpSpaceFree(w->space);
    free(w);
}

/* Chipmunk multiplies the coefficients of two shapes. */
static void add_shape(struct world *w, const struct mechanism *s, cpShape *shape) {
    cpShapeSetElasticity(shape, sqrt(s->restitution));
    cpShapeSetFriction(shape, sqrt(s->friction));
    cpSpaceAddShape(w->space, shape);
}

static void add_body(struct world *w, const struct mechanism *s,
                     const struct mechanism_body *b) {
    cpBody *body = w->body[w->bodies++] =
        cpSpaceAddBody(w->space, cpBodyNew(b->mass, b->inertia[2]));
    cpBodySetPosition(body, cpv(b->position[0], b->position[1]));
    cpBodySetAngle(body, mechanism_angle_of(b));
    cpBodySetVelocity(body, cpv(b->velocity[0], b->velocity[1]));
    cpBodySetAngularVelocity(body, b->spin[2]);
    if (b->shape == MECHANISM_BALL)
        add_shape(w, s,
                  cpCircleShapeNew(body, b->half[0], cpv(b->centre[0], b->centre[1])));
    else if (b->shape == MECHANISM_BOX)
        add_shape(w, s, cpBoxShapeNew(body, 2 * b->half[0], 2 * b->half[1], 0));
}

static void add_joint(struct world *w, const struct mechanism *s,
                      const struct mechanism_joint *j, double left) {
    cpBody *const other =
        j->other < 0 ? cpSpaceGetStaticBody(w->space) : w->body[j->other];
    double at[3];
    mechanism_point(&s->body[j->body], j->on_body, at);
    cpConstraint *const joint =
        cpPivotJointNew(w->body[j->body], other, cpv(at[0], at[1]));
    cpConstraintSetErrorBias(joint, left);
    cpSpaceAddConstraint(w->space, joint);
}

/* Where Chipmunk makes velocities, which is after it has moved the bodies. */
static void pull(cpBody *body, cpVect gravity, cpFloat damping, cpFloat h) {
    struct world *w = cpBodyGetUserData(body);
    cpBodySetForce(body,
                   cpv(mechanism_pull(&w->spring, cpBodyGetPosition(body).x, h), 0));
    cpBodyUpdateVelocity(body, gravity, damping, h);
}

static void add_spring(struct world *w, const struct mechanism *s, bool joint) {
    cpBody *const body = w->body[s->spring.body];
    const double length = 1 + 2 * fabs(s->body[s->spring.body].position[0]);
    w->spring = s->spring;
    if (joint && mechanism_spring_is_alone(s)) {
        cpSpaceAddConstraint(
            w->space, cpDampedSpringNew(body, cpSpaceGetStaticBody(w->space), cpvzero,
                                        cpv(-length, 0), length, s->spring.stiffness, 0));
        return;
    }
    cpBodySetUserData(body, w);
    cpBodySetVelocityUpdateFunc(body, pull);
}

/* A square whose upper side is on the plane. */
static void add_plane(struct world *w, const struct mechanism *s,
                      const struct mechanism_plane *p) {
    const double far = 100;
    double foot[3];
    mechanism_foot(s, p, foot);
    const cpVect up = cpv(far * p->normal[0], far * p->normal[1]);
    const cpVect right = cpv(up.y, -up.x), middle = cpv(foot[0], foot[1]);
    const cpVect left_end = cpvsub(middle, right), right_end = cpvadd(middle, right);
    const cpVect corner[] = {left_end, cpvsub(left_end, up), cpvsub(right_end, up),
                             right_end};
    add_shape(w, s, cpPolyShapeNewRaw(cpSpaceGetStaticBody(w->space), 4, corner, 0));
}

static void *open_world(const struct mechanism *s, const struct engine_settings *chosen,
                        const char **why) {
    struct world *w = calloc(1, sizeof *w);
    *why = "out of memory";
    if (w == NULL)
        return NULL;
    w->space = cpSpaceNew();
    cpSpaceSetGravity(w->space, cpv(s->gravity[0], s->gravity[1]));
    cpSpaceSetIterations(w->space, (int)engine_number(chosen, "iterations"));
    cpSpaceSetCollisionSlop(w->space, engine_number(chosen, "slop"));
    cpSpaceSetCollisionBias(w->space, engine_number(chosen, "left"));
    for (int i = 0; i < s->planes; i++)
        add_plane(w, s, &s->plane[i]);
    for (int i = 0; i < s->bodies; i++)
        add_body(w, s, &s->body[i]);
    for (int i = 0; i < s->joints; i++)
        add_joint(w, s, &s->joint[i], engine_number(chosen, "joint-left"));
    if (s->springs > 0)
        add_spring(w, s, engine_chose(chosen, "spring", "joint"));
    return w;
}

static int step(void *self, double h) {
    struct world *w = self;
    cpSpaceStep(w->space, h);
    return 0;
}

static void read_world(void *self, struct mechanism *s) {
    struct world *w = self;
    for (int i = 0; i < w->bodies; i++) {
        struct mechanism_body *b = &s->body[i];
        const cpVect at = cpBodyGetPosition(w->body[i]);
        const cpVect moves = cpBodyGetVelocity(w->body[i]);
        const double angle = cpBodyGetAngle(w->body[i]);
        b->mass = cpBodyGetMass(w->body[i]);
        b->inertia[2] = cpBodyGetMoment(w->body[i]);
        b->position[0] = at.x;
        b->position[1] = at.y;
        b->velocity[0] = moves.x;
        b->velocity[1] = moves.y;
        b->spin[2] = cpBodyGetAngularVelocity(w->body[i]);
        b->quaternion[0] = cos(angle / 2);
        b->quaternion[3] = sin(angle / 2);
    }
}

const struct engine engine_chipmunk = {
    .name = "Chipmunk",
    .version = version,
    .significand_bits = 53,
    .is_planar = true,
    .why_no_sleeves =
        "its shapes overlap by 0.1 m as usual, the sleeve has a play of 0.6 mm",
    ENGINE_PARTS,
};
