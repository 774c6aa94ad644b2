/* The weights of a black box, by one step each from a probe: a system with one component per
 * tree, x_t' = S s_t prod over children x_child (S (t - t0))^(time leaves), x(0) = 0, which
 * after one step of h holds exactly phi(t) (S h)^order in the component of each tree
 * (probe.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MEASURE_H
#define HARNESS_MEASURE_H

#include <mpfr.h>

#include "harness/fingerprint/trees/forest.h"
#include "harness/results/study.h"

enum probe_basis { PROBE_STANDARD, PROBE_HADAMARD };

/* S h should be a power of two, h not 1 and t0 not 0: these hide faults. */
struct probe {
    const char *name; /* "A" */
    double h, scale;  /* h, S */
    double t0;
    unsigned long signs; /* seed of the random signs s_t; 0: all +1 */
    enum probe_basis basis;
    int steps; /* 1, or 2 in a row: the weights of the composition are those of 2 steps */
};

/* Probes A to D: h = 1/8, S = 8, t0 = 5/8; h = 1/4, S = 2, t0 = -3/4, random signs; A in a
 * Hadamard basis; two steps of A. `shrink` halves S that many times. */
struct probe probe_standard(char letter, int shrink);

/* Where weights are measured: through study_open_subject in double, or at `bits` by the
 * reference's step (then open_subject is not used). */
struct bench {
    study_open_subject *open_subject;
    void *context;
    const struct subject_options *options; /* NULL: tight iterations, fresh Jacobians */
    /* "velocity-implicit-euler" or "implicit-euler"; others are left to the options. NULL: so,
     * too. */
    const char *method;
    mpfr_prec_t bits; /* of the reference; 0: double */
    /* If not NULL, := whether the last steps asked for in double failed in words, not by a
     * broken promise. */
    bool *gives_up;
};

/* The options that NULL stands for: fixed steps, the equations of the step solved to
 * rounding. */
struct subject_options measure_options(const char *method);

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
