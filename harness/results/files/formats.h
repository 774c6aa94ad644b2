/* The files that a gate writes of its results, for the programs that read them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FORMATS_H
#define HARNESS_FORMATS_H

#include "harness/results/gate_outcome.h"

/* JUnit XML, which continuous-integration servers read: a test suite for each model, a test case
 * for each result. What fails is a failure; what is undecided, without being required, is
 * skipped. A well-formed document, whatever the texts in the results contain. The results of a
 * model stand together. */
void junit_print(const struct results *results, double seconds, FILE *out);

/* Text so that it can stand between tags or in an attribute: markup is escaped, and characters that
 * XML 1.0 (section 2.2) does not allow become question marks. */
void junit_print_text(const char *text, FILE *out);

/* The Test Anything Protocol, version 13: a test for each result, with a block of YAML where it
 * does not pass. What is undecided is skipped, an accepted deviation is a failing test to be
 * done, and an early end bails out. */
gate_print_function tap_print;

/* SARIF 2.1.0, which code scanning reads: a rule for each quantity that was judged, and a result
 * for each one that fails (error), was accepted (suppressed), or warns. What passes and what need
 * not be decided is left out. The place is the model's file, or the file that stands for the
 * integrator. */
gate_print_function sarif_print;

/* A page of Markdown for a job of continuous integration (GITHUB_STEP_SUMMARY): the verdict first,
 * what fails and what to look at, accepted deviations, counts by study, the slowest studies. */
gate_print_function markdown_print;

/* Numbers that CTest takes down from a test's output and CDash draws over time: fitted orders,
 * agreeing digits of constants, steps in units of their bound, and how long it took. Lines
 * <CTestMeasurement type="numeric/double" name="...">number</CTestMeasurement>. */
gate_print_function ctest_print;

#endif
