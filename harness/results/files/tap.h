/* Results in the Test Anything Protocol, version 13: a test for each result, with a block of
 * YAML where it does not pass. What is undecided is skipped, an accepted deviation is a
 * failing test to be done, and an early end bails out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TAP_H
#define HARNESS_TAP_H

#include "harness/results/gate_outcome.h"

gate_print_function tap_print;

#endif
