/* Two model texts that mean the same motion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_SAME_RATES_H
#define PROBLEMS_TESTS_SAME_RATES_H

/* Rates of bodies are those of the formulas, at random states: states + bodies and states +
 * formulas, under settings as of reading_model. Values are those at 200 bits. */
void expect_same_rates(const char *states, const char *bodies, const char *formulas,
                       const char *settings);

#endif
