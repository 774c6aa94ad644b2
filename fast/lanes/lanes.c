/* Which methods run in lanes, and how.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/lanes.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "fast/lanes/lanes_kinds.h"

struct lanes {
    struct lanes_explicit *explicit_one; /* one of the two */
    struct lanes_pair *pair;
};

static bool is_explicit(const struct integrator_options *options) {
    const enum integrator_method method = options->method;
    return method == PROJECTED_EXPLICIT_EULER || method == PROJECTED_RUNGE_KUTTA_MERSON ||
           method == PROJECTED_SEMI_EXPLICIT_EULER_2 ||
           (method == PROJECTED_SEMI_EXPLICIT_EULER && options->form == PROJECTED_GAMING);
}

static bool is_pair(const struct integrator_options *options) {
    return integrator_family(options->method) == INTEGRATOR_PAIR;
}

/* Its steps can be as others' where J is small, and is not made anew for each. */
static bool is_usual_pair(const struct integrator_options *options, int nq, int ny,
                          bool is_mapped) {
    return is_pair(options) && options->mode == FAST_DEFAULT &&
           options->newton == FAST_REUSE && !is_mapped && nq <= LANES_MOST_STATES &&
           ny > 0 && ny <= LANES_MOST_STATES;
}

bool lanes_take(const struct integrator_options *options, int nq, int nv, int nz,
                bool is_mapped) {
    return options->fixed_step && !(options->max_step < options->step) &&
           (is_explicit(options) || is_usual_pair(options, nq, nv + nz, is_mapped));
}

/* Whether there is something to run, of a size that can be counted. */
static bool is_system(const struct lanes_system *system) {
    const int most = INT_MAX / 4;
    return system->lanes > 0 && system->nq >= 0 && system->nv >= 0 && system->nz >= 0 &&
           system->nq <= most / system->lanes && system->nv <= most / system->lanes &&
           system->nz <= most / system->lanes && system->rates != NULL;
}

enum fast_status lanes_alloc(struct lanes **made, const struct lanes_system *system,
                             const struct integrator_options *options) {
    *made = NULL;
    if (!is_system(system) || (is_pair(options) && system->alone == NULL))
        return FAST_BAD_SYSTEM;
    if (!lanes_take(options, system->nq, system->nv, system->nz, system->map != NULL))
        return FAST_BAD_OPTION;
    struct lanes *m = calloc(1, sizeof *m);
    if (m == NULL)
        return FAST_NO_MEMORY;
    const enum fast_status status =
        is_pair(options) ? lanes_pair_alloc(&m->pair, system, options)
                         : lanes_explicit_alloc(&m->explicit_one, system, options);
    if (status == FAST_OK)
        *made = m;
    else
        lanes_free(m);
    return status;
}

void lanes_free(struct lanes *m) {
    if (m == NULL)
        return;
    lanes_explicit_free(m->explicit_one);
    lanes_pair_free(m->pair);
    free(m);
}

void lanes_set_vectors(struct lanes *m, int length) {
    if (m->pair != NULL)
        lanes_pair_set_vectors(m->pair, length);
    else
        lanes_explicit_set_vectors(m->explicit_one, length);
}

enum fast_status lanes_run(struct lanes *m, double t, double t_final, double *x,
                           bool *done, long *steps) {
    return m->pair != NULL
               ? lanes_pair_run(m->pair, t, t_final, x, done, steps)
               : lanes_explicit_run(m->explicit_one, t, t_final, x, done, steps);
}

const struct pair_statistics *lanes_statistics(const struct lanes *m, int lane) {
    return m->pair != NULL ? lanes_pair_statistics(m->pair, lane) : NULL;
}
