/* How those who compute with a model in many digits take its numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EVAL_CONSTANTS_H
#define PROBLEMS_EVAL_CONSTANTS_H

/* What a constant is: the model's number rounded to the working precision, or the double
 * nearest to it, as code in double sees it. */
enum eval_constants { EVAL_EXACT_CONSTANTS, EVAL_DOUBLE_CONSTANTS };

#endif
