/* Results as SARIF 2.1.0, which code scanning reads: a rule for each quantity that was judged,
 * and a result for each one that fails (error), was accepted (suppressed), or warns. What
 * passes and what need not be decided is left out. The place is the model's file, or the file
 * that stands for the integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SARIF_H
#define HARNESS_SARIF_H

#include "harness/results/gate_outcome.h"

gate_print_function sarif_print;

#endif
