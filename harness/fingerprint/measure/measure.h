/* The weights of a black box, by one step each from a probe: a system with one component per
 * tree, x_t' = S s_t prod over children x_child (S (t - t0))^(time leaves), x(0) = 0, which
 * after one step of h holds exactly phi(t) (S h)^order in the component of each tree
 * (probe.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MEASURE_H
#define HARNESS_MEASURE_H

#include "harness/fingerprint/measure/measure_attempt.h"

/* Weights of the result and the estimate for each tree, with the signs s_t and (S h)^order
 * taken out; in double of 53 bits. With several steps the estimate is the last one's. */
struct weights {
    int count;
    mpfr_t *result;
    /* NULL: the integrator gives none, or one that is nowhere a number. */
    mpfr_t *estimate;
    int halvings; /* how often S had to be halved before the step succeeded */
};

/* S is halved down to S h = 2^-10 while the step fails in words, or ends elsewhere than at t0 +
 * h or in a state that is not finite; not after one that took too long or crashed. Nonzero: the
 * integrator could not make the step, as *d says; *w is then empty. The caller frees with
 * weights_free in any case. */
int measure_weights(struct weights *w, const struct bench *b, const struct forest *f,
                    enum forest_family family, const struct probe *p,
                    struct diagnostic *d);
void weights_free(struct weights *w);

#endif
