/* Right-hand sides of the recorded problems, in the operations' written order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_SYSTEMS_H
#define FAST_TESTS_SYSTEMS_H

#include "fast/system.h"

enum { most_states = 16, most_parameters = 6 };

/* A family of problems that differ in parameters and sizes. */
struct family {
    const char *prefix; /* of the recorded problem's name */
    int (*rates)(void *context, double t, const double *x, double *ydot);
    int (*map)(void *context, const double *q, const double *v, double *qdot);
    int (*jacobian)(void *context, double t, const double *x, double *fq, double *fy);
};

/* The context of every callback here. */
struct parameters {
    double value[most_parameters];
};

/* The family that name belongs to, or NULL. */
const struct family *find_family(const char *name);

/* The system of a family: its callbacks on *parameters, which must outlive the system. */
struct integrator_system make_system(const struct family *family, int nq, int nv, int nz,
                                     struct parameters *parameters);

#endif
