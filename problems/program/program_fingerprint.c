/* A 64-bit hash of a program's instructions. Each word passes through the finalizer of
 * splitmix64 (problems/base/splitmix.h); so programs that differ in
 * one word never collide, and others with probability 2^-64.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/base/splitmix.h"
#include "problems/program/program.h"

static uint64_t mix(uint64_t state, int word) {
    return splitmix(state ^ (uint64_t)(int64_t)word);
}

uint64_t program_fingerprint(const struct program *p) {
    uint64_t state = mix(0, p->inputs);
    state = mix(state, p->leading);
    state = mix(state, p->constants);
    state = mix(state, p->length);
    state = mix(state, p->outputs);
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        state = mix(state, (int)code->operation);
        state = mix(state, code->a);
        state = mix(state, code->b);
        state = mix(state, code->c);
    }
    for (int i = 0; i < p->outputs; i++)
        state = mix(state, p->output[i]);
    return state;
}

uint64_t program_fingerprint_with(const struct program *p, const double *constant) {
    uint64_t state = program_fingerprint(p);
    for (int i = 0; i < p->length; i++) {
        struct program_multiple multiple;
        if (!program_is_multiple(p, i, constant, &multiple))
            continue;
        state = mix(state, i);
        state = mix(state, multiple.slot);
        state = mix(state, ilogb(multiple.factor));
        state = mix(state, signbit(multiple.factor) != 0);
    }
    return state;
}
