/* Prints a JSON array of the smallest faults that are seen,
 *
 *     [{"coefficient": text, "size": in double, "size_256": at 256 bits}]
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include <gsl/gsl_errno.h>
#include <mpfr.h>

#include "harness/corpus/smallest.h"
#include "problems/base/status.h"

int main(void) {
    int count, printed = 0;
    const struct variant *v = variants(&count);
    struct diagnostic d = {""};
    gsl_set_error_handler_off();
    printf("[");
    for (int i = 0; i < count; i++) {
        int in_double, precise;
        if (v[i].seen != SEEN_BY_SIZE)
            continue;
        if (smallest_find(&in_double, &v[i], 0, &d) ||
            smallest_find(&precise, &v[i], SMALLEST_BITS, &d)) {
            fprintf(stderr, "sensitivity: %s\n", d.text);
            return 2;
        }
        printf("%s\n  {\"coefficient\": \"%s\", \"size\": %.1e, \"size_256\": %.1e}",
               printed++ > 0 ? "," : "", v[i].text, ldexp(1, -in_double),
               ldexp(1, -precise));
    }
    printf("\n]\n");
    mpfr_free_cache();
    return 0;
}
