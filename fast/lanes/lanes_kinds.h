/* The two ways to run lanes: the explicit methods, which decide nothing, and the implicit pair's,
 * step by step abreast.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_KINDS_H
#define FAST_LANES_KINDS_H

#include <stddef.h>

#include "fast/lanes.h"

/* For so many lanes there are steps of which the compiler knows how long rows are. */
enum { LANES_USUAL = 32 };

/* lanes.c. Zeros, which begin on a cache line, as each row of a whole number of lines then does.
 * The caller frees; NULL: out of memory. */
double *lanes_storage(size_t doubles);

/* Steps with vectors of so many numbers, from then on: 2, or what the processor has. */
void lanes_set_vectors(struct lanes *lanes, int length);

/* lanes_explicit.c. As lanes_alloc, lanes_free and lanes_run, for what lanes_take takes; the
 * system is one. */
struct lanes_explicit;
enum fast_status lanes_explicit_alloc(struct lanes_explicit **made,
                                      const struct lanes_system *system,
                                      const struct integrator_options *options);
void lanes_explicit_free(struct lanes_explicit *lanes);
enum fast_status lanes_explicit_run(struct lanes_explicit *lanes, double t,
                                    double t_final, double *x, bool *done, long *steps);
/* As lanes_set_vectors. */
void lanes_explicit_set_vectors(struct lanes_explicit *lanes, int length);

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
/* As lanes_set_vectors. */
void lanes_pair_set_vectors(struct lanes_pair *lanes, int length);

#endif
