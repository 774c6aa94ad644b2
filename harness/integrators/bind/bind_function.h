/* One program of a model as a function in double: generated C where the build has it, else
 * interpreted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_FUNCTION_H
#define HARNESS_BIND_FUNCTION_H

#include <stddef.h>

#include "problems/readers/eval_double.h"

struct bind_function {
    struct program *program;
    struct eval_double *eval;
    compiled_function *compiled; /* NULL: interpret */
    const double *constant;
};

/* Takes the program over; NULL: PROBLEM_NO_MEMORY. Freed with bind_function_clear in any
 * case. */
enum problem_status bind_function_make(struct bind_function *f, const graph *g,
                                       struct program *program);
void bind_function_clear(struct bind_function *f);

/* out := the program at the inputs (first | second). Straight to the generated code: a call
 * more would be noticed. */
static inline void bind_function_run(const struct bind_function *f, const double *first,
                                     const double *second, double *out) {
    if (f->compiled != NULL)
        f->compiled(f->constant, first, second, out);
    else
        eval_double_run_parts(f->eval, first, second, out);
}

#endif
