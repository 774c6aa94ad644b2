/* Programs of a model's expressions, for model_*.c and the elaboration.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MODEL_FLATTEN_H
#define PROBLEMS_MODEL_FLATTEN_H

#include "problems/model.h"

/* The program of some outputs whose inputs are the variables first .. first + inputs - 1, of
 * which `leading` come in an array of their own. The caller frees it with program_free; NULL:
 * no memory. */
struct program *model_flatten(const struct model *m, int first, int leading, int inputs,
                              int outputs, const expr *output);

/* The program of the derivatives of some rows by x, with the inputs (t | x). *pattern, which
 * the caller empties with expr_matrix_clear, is left alone on failure (NULL: no memory). */
struct program *model_flatten_jacobian(struct model *m, int rows, const expr *row,
                                       struct expr_matrix *pattern);

#endif
