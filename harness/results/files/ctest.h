/* Numbers that CTest takes down from a test's output and CDash draws over time: fitted orders,
 * agreeing digits of constants, steps in units of their bound, and how long it took.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CTEST_H
#define HARNESS_CTEST_H

#include "harness/results/gate_outcome.h"

/* Lines <CTestMeasurement type="numeric/double" name="...">number</CTestMeasurement>. */
gate_print_function ctest_print;

#endif
