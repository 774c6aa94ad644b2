/* Random programs that the build compiles and test_emit compares: the same ones each time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_EMITTED_H
#define PROBLEMS_TESTS_EMITTED_H

#include "problems/graph/node.h"

struct program; /* problems/program/program.h */

enum { EMITTED_PROGRAMS = 60, EMITTED_INPUTS = 4, EMITTED_OUTPUTS = 3 };

/* Program i and its graph; the caller frees both. The last ones have an output that is an
 * input or a constant, no instructions, and no outputs. */
struct program *emitted_program(int i, graph **g);

#endif
