/* The random programs that are compiled by the build. Their seed is fixed, whatever
 * TEST_SEED says, since generator and test have to agree.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/emitted.h"

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/tests/random_expressions.h"

struct program *emitted_program(int i, graph **g) {
    static const int variable[EMITTED_INPUTS] = {0, 1, 2, 3};
    struct sample s = {1u, (uint64_t)i * 1000003u + 17u};
    *g = graph_alloc();
    enum random_kind kind = i % 2 ? RANDOM_ANY : RANDOM_TAME;
    expr output[EMITTED_OUTPUTS];
    for (int k = 0; k < EMITTED_OUTPUTS; k++)
        output[k] = random_expression(*g, &s, EMITTED_INPUTS, 5 + 5 * k, kind);
    if (i >= EMITTED_PROGRAMS - 3) {
        output[0] = expr_variable(*g, 2);
        output[1] = fraction(*g, 137, 100);
    }
    int outputs = i == EMITTED_PROGRAMS - 1   ? 0
                  : i == EMITTED_PROGRAMS - 2 ? 2
                                              : EMITTED_OUTPUTS;
    struct program *p = program_alloc(*g, EMITTED_INPUTS, variable, outputs, output);
    if (p)
        p->leading = i % (EMITTED_INPUTS + 1);
    return p;
}
