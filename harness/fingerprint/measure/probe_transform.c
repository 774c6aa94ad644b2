/* The fast Hadamard transform as lines of a model file: x becomes H x, where H has the entries
 * (-1)^(number of binary ones that i and j share) for components i and j of the same block.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/measure/probe_text.h"

/* to[i + d] = from[i] - from[i + d], or to[i] = from[i] + from[i + d], where i = 2 d g + k. */
static void print_pair(const char *from, const char *to, int distance, bool is_difference,
                       FILE *out) {
    fprintf(out, "    let %s[%d*g + k + %d] = %s[%d*g + k] %c %s[%d*g + k + %d]\n", to,
            2 * distance, is_difference ? distance : 0, from, 2 * distance,
            is_difference ? '-' : '+', from, 2 * distance, distance);
}

void probe_print_transform(const char *from, const char *to, int size, FILE *out) {
    enum { NAME_ROOM = 16 };
    char before[NAME_ROOM], after[NAME_ROOM];
    snprintf(before, sizeof before, "%s", from);
    for (int level = 1; level <= PROBE_LEVELS; level++) {
        int distance = size / PROBE_BLOCK << (level - 1);
        snprintf(after, sizeof after, "%s%d", to, level);
        fprintf(out, "for g in 0..%d { for k in 0..%d {\n", size / (2 * distance) - 1,
                distance - 1);
        print_pair(before, after, distance, false, out);
        print_pair(before, after, distance, true, out);
        fputs("} }\n", out);
        snprintf(before, sizeof before, "%s", after);
    }
}
