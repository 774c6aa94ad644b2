/* What the files of mechanism.h share: each scene is made by a function of these, and told by
 * another.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ENGINES_MECHANISM_PARTS_H
#define ENGINES_MECHANISM_PARTS_H

#include "mechanism.h"

/* A component of the model, by which bodies are placed and read. */
enum mechanism_part {
    MECHANISM_PLACE, /* along an axis */
    MECHANISM_ANGLE, /* about z, the one told no further than half a turn from that before */
    MECHANISM_ATTITUDE, /* a number of the quaternion, whose sign follows that before */
    MECHANISM_VELOCITY, /* along an axis */
    MECHANISM_SPIN,     /* about an axis of space */
    MECHANISM_TURNING   /* about an axis of the body; its three in their order */
};
enum { MECHANISM_EACH = -1 };
struct mechanism_component {
    const char *name; /* without the body's index; NULL: the table ends */
    int body;         /* MECHANISM_EACH: every one */
    enum mechanism_part part;
    int axis;
    double less; /* the component is the body's number less this */
};

/* Bodies are placed at x, by a table that is the scene's from then on; what the model has not stays
 * as it is. */
void mechanism_place(struct mechanism *s, const struct mechanism_component *component,
                     const double *x);

/* The component called name, or name[i] (i > 0), of x. */
double mechanism_component(const struct mechanism *s, const double *x, const char *name,
                           int i);
void mechanism_set(const struct mechanism *s, double *x, const char *name, int i,
                   double value);

/* Gravity on a slope down along x, and the floor, with the coefficients of every pair: one of
 * friction. */
void mechanism_lay_floor(struct mechanism *s, double slope, double restitution,
                         double friction);

/* A parameter of the model. */
double mechanism_number(const struct mechanism *s, const char *name);

/* One more body, at rest at the origin. */
struct mechanism_body *mechanism_add(struct mechanism *s, enum mechanism_shape shape,
                                     double mass);

/* A box of half edges a, b, c with its mass spread evenly. */
struct mechanism_body *mechanism_add_box(struct mechanism *s, double m, double a,
                                         double b, double c);

/* The friction of every pair := the model's, of what slides and of what does not; nonzero: some
 * of it is viscous, and *why says so. */
int mechanism_set_friction(struct mechanism *s, const char **why);

/* The body's moments of inertia are all the same. */
void mechanism_set_inertia(struct mechanism_body *b, double inertia);

/* Turned by an angle about z, and turning. */
void mechanism_turn(struct mechanism_body *b, double angle, double spin);

/* Each fills a scene at x; nonzero: the settings are none that it has, and *why says so. */
int mechanism_make_pendulum(struct mechanism *s, const double *x, const char **why);
int mechanism_make_double_pendulum(struct mechanism *s, const double *x,
                                   const char **why);
int mechanism_make_chain(struct mechanism *s, const double *x, const char **why);
int mechanism_make_slider_stack(struct mechanism *s, const double *x, const char **why);
int mechanism_make_cradle(struct mechanism *s, const double *x, const char **why);
int mechanism_make_spring(struct mechanism *s, const double *x, const char **why);
int mechanism_make_free_rotation(struct mechanism *s, const double *x, const char **why);
int mechanism_make_heavy_top(struct mechanism *s, const double *x, const char **why);
int mechanism_make_bouncing_ball(struct mechanism *s, const double *x, const char **why);
int mechanism_make_rotating_ball(struct mechanism *s, const double *x, const char **why);
int mechanism_make_sliding_block(struct mechanism *s, const double *x, const char **why);
int mechanism_make_brick_stack(struct mechanism *s, const double *x, const char **why);
int mechanism_make_brick_wall(struct mechanism *s, const double *x, const char **why);
int mechanism_make_block_on_belt(struct mechanism *s, const double *x, const char **why);
int mechanism_make_wedge(struct mechanism *s, const double *x, const char **why);
int mechanism_make_wall_pendulum(struct mechanism *s, const double *x, const char **why);
int mechanism_make_rod(struct mechanism *s, const double *x, const char **why);
int mechanism_make_woodpecker(struct mechanism *s, const double *x, const char **why);

#endif
