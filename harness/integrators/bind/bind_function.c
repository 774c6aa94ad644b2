/* One program of a model as a function in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/bind/bind_function.h"

#include "fast/processor.h"
#include "problems/program/program.h"

static compiled_function *find_compiled(uint64_t fingerprint) {
    compiled_function *wide =
        fast_has_wide_vectors() ? compiled_find_wide(fingerprint) : NULL;
    return wide != NULL ? wide : compiled_find(fingerprint);
}

enum problem_status bind_function_make(struct bind_function *f, const graph *g,
                                       struct program *program) {
    f->program = program;
    if (program == NULL)
        return PROBLEM_NO_MEMORY;
    enum problem_status status = eval_double_alloc(&f->eval, g, program);
    if (status == PROBLEM_OK) {
        f->constant = eval_double_constants(f->eval);
        f->compiled = find_compiled(program_fingerprint_with(program, f->constant));
        if (f->compiled == NULL)
            f->compiled = find_compiled(program_fingerprint(program));
    }
    return status;
}

void bind_function_clear(struct bind_function *f) {
    eval_double_free(f->eval);
    program_free(f->program);
}
