/* Writes the random programs of emitted.h as C to the file named on the command line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/program/emit.h"
#include "problems/program/program.h"
#include "problems/tests/emitted.h"

static int compare_fingerprints(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!out)
        return 2;
    uint64_t fingerprint[EMITTED_PROGRAMS];
    emit_prologue(out);
    for (int i = 0; i < EMITTED_PROGRAMS; i++) {
        graph *g = NULL;
        struct program *p = emitted_program(i, &g);
        fingerprint[i] = program_fingerprint(p);
        emit_function(out, p, NULL, emit_name(fingerprint[i]).text);
        program_free(p);
        graph_free(g);
    }
    qsort(fingerprint, EMITTED_PROGRAMS, sizeof *fingerprint, compare_fingerprints);
    emit_table(out, "compiled_find", EMITTED_PROGRAMS, fingerprint);
    return fclose(out) == 0 ? 0 : 1;
}
