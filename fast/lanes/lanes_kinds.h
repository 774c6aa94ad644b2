/* The two ways to run lanes: as one large system (the explicit methods), and the implicit pair's,
 * step by step abreast.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_KINDS_H
#define FAST_LANES_KINDS_H

#include "fast/lanes.h"

/* lanes_projected.c. As lanes_alloc, lanes_free and lanes_run, for what lanes_take takes; the
 * system is one. */
struct lanes_projected;
enum fast_status lanes_projected_alloc(struct lanes_projected **made,
                                       const struct lanes_system *system,
                                       const struct integrator_options *options);
void lanes_projected_free(struct lanes_projected *lanes);
enum fast_status lanes_projected_run(struct lanes_projected *lanes, double t,
                                     double t_final, double *x, bool *done, long *steps);

/* lanes_pair.c. The same. */
struct lanes_pair;
enum fast_status lanes_pair_alloc(struct lanes_pair **made,
                                  const struct lanes_system *system,
                                  const struct integrator_options *options);
void lanes_pair_free(struct lanes_pair *lanes);
enum fast_status lanes_pair_run(struct lanes_pair *lanes, double t, double t_final,
                                double *x, bool *done, long *steps);
const struct pair_statistics *lanes_pair_statistics(const struct lanes_pair *lanes,
                                                    int lane);
/* Steps with the vectors that every processor has, from then on. */
void lanes_pair_narrow(struct lanes_pair *lanes);

#endif
