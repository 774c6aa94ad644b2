/* A few of the recorded problems, at odd states, for tests that need a system of each kind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_SAMPLES_H
#define FAST_TESTS_SAMPLES_H

#include "fast/options.h"
#include "fast/tests/systems.h"

enum sample_name {
    SAMPLE_PENDULUM,        /* one v */
    SAMPLE_DOUBLE_PENDULUM, /* two v */
    SAMPLE_VAN_DER_POL,     /* two z */
    SAMPLE_HEAVY_TOP,       /* a map */
    SAMPLE_CHAIN,           /* eight v */
    SAMPLE_MATHIEU,         /* time */
    SAMPLE_ROBERTSON,       /* three z, and a Newton iteration that fails at h = 0.01 */
    sample_count
};

struct sample {
    const char *problem;
    int nq, nv, nz;
    struct parameters parameters;
    double x0[most_states];
};

const struct sample *find_sample(enum sample_name name);
struct integrator_system sample_system(const struct sample *sample);

/* The defaults, but for faithful mode and fixed steps. */
struct integrator_options faithful_options(void);

/* An integrator of system under *options (NULL: those above), started at (t, x0). Ends the
 * test when there is none. It need not be freed: a test is a process of its own. */
struct pair *start_integrator(const struct integrator_system *system,
                              const struct integrator_options *options, double t,
                              const double *x0);

#endif
