/* A model of the catalogue as the rigid bodies that an engine builds: what an adapter needs, so
 * that all engines build the same scene. It is made of the system that the bench hands over
 * (halfstep_integrator.h) at a state, and turns what the bodies do into states again.
 *
 * Axes of space are x, y, z; a floor is the plane y = 0 and fills y < 0. In planar
 * scenes everything moves in the plane z = 0 and turns about z. Units are SI, quaternions have
 * the scalar first and turn body axes into space axes, angular velocities are in space axes.
 *
 * Massless rods are bodies with moments of inertia, chosen so that the equations of motion are the
 * model's exactly (mechanism_pendulums.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_MECHANISM_H
#define ENGINES_MECHANISM_H

#include <stdbool.h>

#include "halfstep_engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names of the models that mechanism_make builds, for an engine's declaration: all of them; and
 * those that stay in a plane, some of the last three in some of their settings. */
#define MECHANISM_MODELS                                                                 \
    MECHANISM_PLANAR_MODELS                                                              \
    " free_rotation free_rotation_* heavy_top heavy_top_generic heavy_top_simo_wong"
#define MECHANISM_PLANAR_MODELS                                                          \
    "pendulum pendulum_generic pendulum_over pendulum_iftomm double_pendulum "           \
    "double_pendulum_generic double_pendulum_horizontal spring spring_k* "               \
    "bouncing_ball bouncing_ball_* rotating_ball rotating_ball_* sliding_sphere "        \
    "sliding_disk sliding_block sliding_block_* slope_rests slope_slides spinning_* "    \
    "brick_stack brick_stack* chain_cartesian "                                          \
    "chain_cartesian10 chain_cartesian100 cradle cradle_* block_on_belt "                \
    "belt_oscillator belt_stop wedge wedge_* brick_wall brick_wall* wall_pendulum "      \
    "wall_pendulum_* painleve_rod rod_impact rod_impact_* stick_slip_belt "              \
    "woodpecker_bodies"

enum mechanism_shape {
    MECHANISM_POINT,
    MECHANISM_BALL,
    MECHANISM_BOX
}; /* a point touches nothing */

struct mechanism_body {
    enum mechanism_shape shape;
    double half[3]; /* m: the ball's radius, in all of them, or half of the box's edges */
    double centre[3]; /* m: of the shape, in body axes */
    double mass;      /* kg */
    double inertia
        [3]; /* kg m^2, about the centre of mass, in body axes, which are principal */
    double position[3], quaternion[4]; /* of the centre of mass and of the body */
    double velocity[3], spin[3];
    double angle, told[4]; /* about z, and the quaternion, as told last */
    char index[28];        /* of its components: "[3]", "[2,1]"; "" */
};

/* Holds a point of a body to a point of another or of space. A hinge turns about z alone; a sleeve
 * turns about z and slides along y of space, on which its body's centre stays. */
enum mechanism_joint_kind { MECHANISM_HINGE, MECHANISM_BALL_JOINT, MECHANISM_SLEEVE };
struct mechanism_joint {
    enum mechanism_joint_kind kind;
    int body, other;                /* other -1: space */
    double on_body[3], on_other[3]; /* m: the point, in axes of each body */
};

/* Pulls a body along x towards its other end, which may move. */
struct mechanism_spring {
    int body;
    double stiffness, end, speed; /* N/m, m, m/s */
};

/* Turns a body about z towards the attitude of another. */
struct mechanism_twist {
    int body, other;
    double stiffness; /* N m/rad */
};

/* A point of a body that touches planes, with the restitution of that contact; shapes have none
 * of their own. */
struct mechanism_tip {
    int body;
    double on_body[3], restitution; /* m */
};

/* Fills what is at normal . r < offset. */
struct mechanism_plane {
    double normal[3], offset;
};

enum {
    MECHANISM_MOST_BODIES = 1024,
    MECHANISM_MOST_JOINTS = MECHANISM_MOST_BODIES,
    MECHANISM_MOST_PLANES = 2,
    MECHANISM_MOST_TIPS = 3
};

/* What a component of the model is of a body. */
struct mechanism_component;

struct mechanism {
    const struct halfstep_system *system;
    double time;       /* s: of the state that is made of bodies, or told */
    double gravity[3]; /* m/s^2 */
    int bodies, joints, springs, twists, planes, tips;
    struct mechanism_body body[MECHANISM_MOST_BODIES];
    struct mechanism_joint joint[MECHANISM_MOST_JOINTS];
    struct mechanism_spring spring;
    struct mechanism_twist twist;
    struct mechanism_tip tip[MECHANISM_MOST_TIPS];
    struct mechanism_plane plane[MECHANISM_MOST_PLANES];
    /* Of every pair, body or plane; friction of what slides, and of what does not. */
    double restitution, friction, static_friction;
    bool is_planar; /* from this state on */
    const struct mechanism_component *component;
    /* What they do not say of it; NULL: nothing. */
    void (*tell)(struct mechanism *s, double *x);
};

/* *s := the system's scene with its bodies at x, at s->time. Nonzero: there is none; *why,
 * static text, says so. */
int mechanism_make(struct mechanism *s, const struct halfstep_system *system,
                   const double *x, const char **why);

/* x[nx] := the state, by where the bodies are and how they move (position, quaternion, velocity,
 * spin of each, as the engine has them). */
void mechanism_tell(struct mechanism *s, double *x);

/* Kinetic energy and that of gravity and springs: J. */
double mechanism_energy(const struct mechanism *s);

/* The joint by which a body hangs; NULL: it moves freely. */
const struct mechanism_joint *mechanism_joint_of(const struct mechanism *s, int body);

/* The angle of a body about z, and of a hinge: the body's less that of the one that it hangs
 * from; and its rate. */
double mechanism_angle_of(const struct mechanism_body *b);
double mechanism_hinge_angle(const struct mechanism *s, const struct mechanism_joint *j);
double mechanism_hinge_rate(const struct mechanism *s, const struct mechanism_joint *j);

/* How many bodies are boxes; a corner of one, in its axes, of eight. */
int mechanism_boxes(const struct mechanism *s);
void mechanism_corner(const struct mechanism_body *b, int corner, double *on_body);

/* Where a point of a body, in its axes, is in space. */
void mechanism_point(const struct mechanism_body *b, const double *on_body,
                     double *point);

/* The point of a plane that is nearest to the first body: the middle of a finite one. */
void mechanism_foot(const struct mechanism *s, const struct mechanism_plane *p,
                    double *foot);

/* Whether friction at rest is another than that of sliding. */
bool mechanism_has_two_frictions(const struct mechanism *s);

/* Whether a joint may take the place of the spring: its end is fixed, and nothing rubs on its
 * body. */
bool mechanism_spring_is_alone(const struct mechanism *s);

/* The spring's force along x on its body there, for a step of h; its end moves on. */
double mechanism_pull(struct mechanism_spring *spring, double x, double h);

#ifdef __cplusplus
}
#endif
#endif
