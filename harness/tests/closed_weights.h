/* Weights of methods by rules of their own, tree by tree, without any tableau.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_CLOSED_WEIGHTS_H
#define HARNESS_TESTS_CLOSED_WEIGHTS_H

#include <gmp.h>

#include "harness/fingerprint/trees/forest.h"

/* weight := that of backward Euler in steps of 1/parts each, of which `steps` are made:
 * s_k(t) = s_{k-1}(t) + (1/parts) prod over children s_k(child), s_k(time) = k / parts, s_0 =
 * 0. With 2 steps of 1/2 it is s(t) = 2^-|t| + (1/2) prod s(child). */
void closed_backward_euler(mpq_ptr weight, const struct forest *f, int tree, int parts,
                           int steps);

/* estimate := big - small of the last of `steps` whole steps, each of two half steps, where
 * big starts from where small does. */
void closed_pair_estimate(mpq_ptr estimate, const struct forest *f, int tree, int steps);

/* 1 or 0: explicit Euler; semi-explicit Euler's gaming form, and with positions implicit
 * (form 1) and velocities implicit (form 2). */
int closed_explicit_euler(const struct forest *f, int tree);
int closed_gaming(const struct forest *f, int tree);
int closed_position_implicit(const struct forest *f, int tree);
int closed_velocity_implicit(const struct forest *f, int tree);

/* weight := 2^-(|t| - 1), the implicit midpoint rule. */
void closed_midpoint(mpq_ptr weight, const struct forest *f, int tree);

#endif
