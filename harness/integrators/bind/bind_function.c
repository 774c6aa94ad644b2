/* One program of a model as a function in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/bind/bind_function.h"

enum problem_status bind_function_make(struct bind_function *f, const graph *g,
                                       struct program *program) {
    f->program = program;
    if (program == NULL)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = eval_double_alloc(&f->eval, g, program);
    if (status == PROBLEM_OK) {
        f->constant = eval_double_constants(f->eval);
        f->compiled = compiled_find(program_fingerprint_with(program, f->constant));
        if (f->compiled == NULL)
            f->compiled = compiled_find(program_fingerprint(program));
    }
    return status;
}

void bind_function_clear(struct bind_function *f) {
    eval_double_free(f->eval);
    program_free(f->program);
}
