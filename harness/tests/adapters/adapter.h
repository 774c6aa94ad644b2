/* What is measured of other people's integrators, tree by tree, and how far that is from
 * what a tableau says.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_ADAPTER_H
#define HARNESS_TESTS_ADAPTER_H

#include "harness/fingerprint/measure/measure.h"
#include "harness/fingerprint/trees/tableau.h"

struct measured {
    struct forest forest;
    struct weights weights;
};

/* The weights of an integrator with options like "stepper=rk4", or "", by one of the
 * probes A to D, on all trees of the family up to the order. Ends the test when there are
 * none. */
struct measured measured_of(const char *place, const char *options,
                            enum forest_family family, char probe, int order);

/* The largest |measured - expected| of all trees, in the results; and in the estimates,
 * where the tableau's estimate times `factor` is expected. Not a number where a measured
 * one is none. */
double measured_from_result(const struct measured *m, const struct tableau *t);
double measured_from_estimate(const struct measured *m, const struct tableau *t,
                              double factor);

/* The tableau of a known method like "backward-euler" or "rk4:doubled", which has to be
 * there. The caller frees it. */
struct tableau measured_known(const char *name);

/* The measured result of a tree that is written like "v[v^2]". */
double measured_result(const struct measured *m, const char *tree);

#endif
