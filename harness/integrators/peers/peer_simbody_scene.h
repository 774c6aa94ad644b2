/* What Simbody's time stepper is given to step: scenes in plain numbers, between C and
 * engines/simbody_stack.cpp, which is a shared library of its own, since a program that is linked
 * with Simbody takes 30 ms longer to begin.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEER_SIMBODY_SCENE_H
#define HARNESS_PEER_SIMBODY_SCENE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bodies in a row, each in contact with the one before: points on a line without friction, or
 * bricks whose four lower corners touch the plane of the top below them. */
enum peer_scene_shape { PEER_SCENE_LINE, PEER_SCENE_BRICKS };
enum peer_scene_solver { PEER_SCENE_PLUS, PEER_SCENE_PGS };

struct peer_scene {
    enum peer_scene_shape shape;
    enum peer_scene_solver solver;
    int bodies, has_floor;          /* whether the first body can touch the floor at 0 */
    double gravity;                 /* towards the floor */
    double half_height, half_width; /* of a body; the width of bricks */
    double restitution, friction;   /* static and dynamic */
    double step, tolerance;         /* of constraints */
    const double *mass;             /* [bodies] */
    const double *inertia;        /* [bodies] of bricks, about every axis; NULL: points */
    const double *height, *speed; /* [bodies] of the centres at the start */
};

/* `open` copies the scene; NULL: why[room] says why not. `run` goes `steps` steps from the start,
 * nonzero: it failed, and why() says in a text that is the peer's. `heights` and `speeds`
 * [bodies] are of the centres after the last run. */
struct peer_simbody_functions {
    void *(*open)(const struct peer_scene *scene, char *why, size_t room);
    void (*close)(void *self);
    int (*run)(void *self, long steps);
    const char *(*why)(void *self);
    void (*read)(void *self, double *heights, double *speeds);
};

/* The shared library's one symbol. */
#define PEER_SIMBODY_SYMBOL "peer_simbody_functions"
extern const struct peer_simbody_functions peer_simbody_functions;

#ifdef __cplusplus
}
#endif

#endif
