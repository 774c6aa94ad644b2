/* Bodies in a tree whose joints are the coordinates: Featherstone, Rigid Body Dynamics
 * Algorithms (2008). All vectors are along the axes of space, all moments and accelerations
 * those of the body's origin O, where its joint is; gravity is an acceleration of the ground.
 * A motion is the pair (angular, linear), a force the pair (moment, force):
 *
 *     angular velocity  omega = omega' + S_w v         ' : of the parent
 *     velocity of O     V     = V' + omega' x r + S_v v,   r = O - O'
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_BODIES_H
#define PROBLEMS_BODIES_H

#include "problems/graph/vector3.h"
#include "problems/elaboration/elaborate.h"

enum { NO_PARENT = -1, JOINT_POSITIONS = 7, JOINT_VELOCITIES = 6 };

struct motion3 {
    struct vector3 angular, linear;
};

/* A symmetric matrix that takes a motion to a force: [A B; B^T C]. */
struct inertia3 {
    struct matrix3 a, b, c;
};

struct declared_body {
    char *name;
    int offset;
    int parent; /* its place among the bodies, or NO_PARENT */
    enum body_joint kind;
    int positions, velocities;                                 /* of its joint */
    int position[JOINT_POSITIONS], velocity[JOINT_VELOCITIES]; /* components of x */
    expr mass;
    struct vector3 first_moment;        /* mass times center, in the body's axes */
    struct matrix3 second_moment;       /* the inertia about O, in the body's axes */
    expr stiffness, rest, damping;      /* of the joint; EXPR_NONE: none */
    struct vector3 place, omega, speed; /* O, omega, V */
    struct matrix3 turn;                /* takes the body's axes to those of space */
    struct vector3 r;
    struct motion3 drift; /* acceleration without v' less the parent's, moved to O */
    struct motion3 subspace[JOINT_VELOCITIES]; /* S, a column for each velocity */
    /* Three velocities from turn_from on are orthonormal turns along the columns of `turn`, and
     * three from slide_from on slides along those of `frame`; -1: none. */
    int turn_from, slide_from;
    struct matrix3 frame; /* the axes of the joint on the parent's side */
};

/* What the fields of a body say about its joint before it is placed. */
struct body_frame {
    /* Of length 1, in the joint's frame; in the parent's axes. */
    struct vector3 axis, position;
    struct matrix3 rotation; /* takes the joint's frame to the parent's axes */
    int axis_offset;         /* -1: no axis was given */
};

/* Sets what follows from the joint's coordinates: kinematics, and the rates of positions.
 * s: the joint's field, NULL where there is none. */
bool body_joint(struct elaboration *e, struct declared_body *b, struct statement *s,
                const struct body_frame *frame);

/* The values of a field as vector, missing ones zero. */
bool body_vector(struct elaboration *e, struct statement *s, const char *what,
                 struct vector3 *value);

/* The matrix that turns by a quaternion q of any length, or by an angle about a unit vector. */
struct matrix3 body_turn_quaternion(graph *g, const expr q[QUATERNION_SIZE]);
struct matrix3 body_turn_axis(graph *g, struct vector3 axis, expr angle);

/* The moments of mass from the fields, which may be NULL. Fails on what no body has: a negative
 * mass, moments of inertia that violate the triangle inequality. */
bool body_inertia(struct elaboration *e, struct declared_body *b, struct statement *mass,
                  struct statement *center, struct statement *inertia);
bool body_check_inertia(struct elaboration *e, expr mass, struct matrix3 inertia,
                        int mass_offset, int inertia_offset);

/* Defines the names of a point of the body, its place or its velocity in space. */
bool body_name_point(struct elaboration *e, const struct declared_body *b,
                     struct statement *s);

/* The moments along the axes of space: its inertia at O, and the force that v' = 0 needs. */
struct inertia3 body_spatial_inertia(graph *g, const struct declared_body *b);
struct motion3 body_gyroscopic_force(graph *g, const struct declared_body *b,
                                     const struct inertia3 *inertia);

/* Of an inertia and a force at O those at the parent's origin. */
struct inertia3 inertia3_move(graph *g, const struct inertia3 *inertia, struct vector3 r);
struct motion3 force_move(graph *g, struct motion3 force, struct vector3 r);
struct motion3 motion_move(graph *g, struct motion3 motion, struct vector3 r);
struct motion3 motion3_add(graph *g, struct motion3 a, struct motion3 b);
struct motion3 inertia3_apply(graph *g, const struct inertia3 *inertia, struct motion3 a);
struct inertia3 inertia3_add(graph *g, const struct inertia3 *a,
                             const struct inertia3 *b);
expr motion3_dot(graph *g, struct motion3 a, struct motion3 b);

/* The acceleration of the ground. */
struct motion3 bodies_ground(struct elaboration *e);

/* v' of the bodies' velocities under the joints' forces (both by velocity, size nv) by the
 * articulated-body algorithm, in O(bodies) expressions. pivot[nv]: what has to be positive. */
bool bodies_articulated(struct elaboration *e, const expr *force, expr *acceleration,
                        expr *pivot);

/* The equations whose solution is v' = acceleration[nv] under these forces, as the model's
 * unknowns and balances, in O(bodies) expressions; none where a rate is no formula of its own. */
bool bodies_balances(struct elaboration *e, const expr *force, const expr *acceleration);

/* Adds M to e->mass by the composite-rigid-body algorithm, and subtracts from force what M v'
 * leaves of it. */
bool bodies_composite(struct elaboration *e, expr *force);

/* Adds the energy to the invariants, where the model has none of that name and what acts on the
 * bodies has a potential. */
bool bodies_energy(struct elaboration *e, bool has_forces);

#endif
