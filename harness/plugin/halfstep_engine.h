/* Helpers for an engine behind halfstep_integrator.h: numbers and components by their names, and
 * quaternions. Copy it with that file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HALFSTEP_ENGINE_H
#define HALFSTEP_ENGINE_H

#include <math.h>
#include <string.h>

#include "halfstep_integrator.h"

/* The model's parameter or size of that name; NaN: it has none. */
static inline double halfstep_number_of(const struct halfstep_system *system,
                                        const char *name) {
    for (int i = 0; i < system->numbers; i++)
        if (strcmp(system->number[i].name, name) == 0)
            return system->number[i].value;
    return NAN;
}

/* Where in x the component of that name is ("z", "v[3]"); -1: there is none. */
static inline int halfstep_place_of(const struct halfstep_system *system,
                                    const char *name) {
    for (int i = 0; i < system->nq + system->nv + system->nz; i++)
        if (strcmp(system->component[i], name) == 0)
            return i;
    return -1;
}

/* out[3] := the vector in[3] of body axes in space axes, when the unit quaternion q[4], the
 * scalar first, turns these into those: q in q*. May not overlap. */
static inline void halfstep_to_space(const double *q, const double *in, double *out) {
    /* in + 2 u x (u x in + s in), q = (s, u) */
    const double s = q[0], x = q[1], y = q[2], z = q[3];
    const double a = y * in[2] - z * in[1] + s * in[0];
    const double b = z * in[0] - x * in[2] + s * in[1];
    const double c = x * in[1] - y * in[0] + s * in[2];
    out[0] = in[0] + 2 * (y * c - z * b);
    out[1] = in[1] + 2 * (z * a - x * c);
    out[2] = in[2] + 2 * (x * b - y * a);
}

/* The other way round. */
static inline void halfstep_to_body(const double *q, const double *in, double *out) {
    const double back[] = {q[0], -q[1], -q[2], -q[3]};
    halfstep_to_space(back, in, out);
}

#endif
