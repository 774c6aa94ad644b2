/* What a gate found as a page of Markdown for a job of continuous integration
 * (GITHUB_STEP_SUMMARY): the verdict first, what fails and what to look at, accepted
 * deviations, counts by study, the slowest studies.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MARKDOWN_H
#define HARNESS_MARKDOWN_H

#include "harness/results/gate_outcome.h"

gate_print_function markdown_print;

#endif
