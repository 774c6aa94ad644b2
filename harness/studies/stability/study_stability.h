/* What the files of the stability study share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STABILITY_H
#define HARNESS_STUDY_STABILITY_H

#include "harness/studies/geometry/study_geometry.h"

struct setting; /* problems/model.h */

/* The longest stable step of a form on x'' = -k x - c x', from the eigenvalues of its 2 x 2
 * matrix; 0: none is stable. */
double stability_formula(const struct projected_traits *form, double k, double c);

/* A model of the study's own, with some settings. Nonzero: *d says why. */
int stability_model(struct model **m, const char *name, const char *text, int settings,
                    const struct setting *setting, struct diagnostic *d);

/* A pendulum with the parameters k and c, the damping. */
extern const char stability_pendulum_text[];

/* The parts; each about one form. Nonzero: *d says why. */
int stability_limits(const struct study *s, const struct projected_traits *form,
                     struct results *results, struct diagnostic *d);
int stability_pendulum(const struct study *s, const struct projected_traits *form,
                       struct results *results, struct diagnostic *d);
int stability_body(const struct study *s, const struct projected_traits *form,
                   struct results *results, struct diagnostic *d);

/* Of semi-explicit Euler: form 1 and gaming have the same orbits. */
int stability_conjugate(const struct study *s, struct results *results,
                        struct diagnostic *d);

#endif
