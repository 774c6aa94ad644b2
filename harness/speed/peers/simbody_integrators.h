/* Simbody's integrators on a system of halfstep_integrator.h, between C and a source in C++ that is
 * a shared library of its own, loaded when it is first asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SIMBODY_INTEGRATORS_H
#define HARNESS_SIMBODY_INTEGRATORS_H

#include <stddef.h>

#include "harness/plugin/halfstep_integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

enum simbody_integrator {
    SIMBODY_SEMI_EXPLICIT_EULER,
    SIMBODY_SEMI_EXPLICIT_EULER_2,
    SIMBODY_RUNGE_KUTTA_MERSON
};

/* `open`: step > 0: fixed steps; else error control with this accuracy. The system must outlive
 * it. NULL: why[room] says why not. `run` begins anew at (t, x[nx]) and goes to t_final in
 * Simbody's own loop; x[nx] and *steps are set. Nonzero: it failed, and why() says in a text that
 * is the peer's. */
struct simbody_integrators {
    const char *version;
    void *(*open)(const struct halfstep_system *system, int integrator, double step,
                  double accuracy, char *why, size_t room);
    int (*run)(void *self, double t, double *x, double t_final, long *steps);
    const char *(*why)(void *self);
    void (*close)(void *self);
};

/* The shared library's one symbol. */
#define SIMBODY_INTEGRATORS_SYMBOL "simbody_integrators"
extern const struct simbody_integrators simbody_integrators;

#ifdef __cplusplus
}
#endif

#endif
