/* Certificates written as documents, and how large they may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/vector.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_certificate.h"

enum {
    MOST_SETS = 8,
    MOST_BYTES = 16000, /* of all sets */
    BYTES_ENTRY = 7,    /* of a frame's entry */
    BYTES_NUMBER = 12,  /* of a radius, and of a number beyond its digits */
    BITS_DIGIT = 4
};

int truth_certificate_sets(const struct ref_truth *truth) {
    const double n = truth->nx;
    double size = n * ((double)truth->bits[0] / BITS_DIGIT + 2 * BYTES_NUMBER) +
                  n * n * BYTES_ENTRY;
    double sets = MOST_BYTES / size;
    return sets < MOST_SETS ? (int)sets : MOST_SETS;
}

/* "13p-4 0 7p1": n numbers in one text. NULL: out of memory, or one is not finite. */
static json_t *join(const mpfr_t *x, int n) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    bool good = out != NULL;
    for (int i = 0; i < n && good; i++) {
        char *one = exact_number_text(x[i]);
        good = one != NULL && fprintf(out, "%s%s", i > 0 ? " " : "", one) > 0;
        free(one);
    }
    if (out != NULL)
        good = fclose(out) == 0 && good;
    json_t *joined = good ? json_string(text) : NULL;
    free(text);
    return joined;
}

static json_t *encode_set(const struct ref_certificate *c, int k) {
    const int n = c->nx;
    return json_pack("{s:i, s:o, s:o, s:o, s:o}", "before", c->before[k], "time",
                     join(vector_const(c->time + k), 1), "centre",
                     join(vector_const(c->centre + k * n), n), "frame",
                     join(vector_const(c->frame + k * n * n), n * n), "radii",
                     join(vector_const(c->radius + k * n), n));
}

json_t *truth_certificate_encode(const struct ref_certificate *c) {
    json_t *sets = json_array();
    int failed = sets == NULL;
    for (int k = 0; k < c->sets && !failed; k++)
        failed = json_array_append_new(sets, encode_set(c, k));
    if (!failed)
        return json_pack("{s:i, s:I, s:o, s:o}", "order", c->order, "bits",
                         (json_int_t)c->bits, "steps",
                         join(vector_const(c->length), c->steps), "sets", sets);
    json_decref(sets);
    return NULL;
}
