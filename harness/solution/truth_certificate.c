/* Certificates as documents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/solution/exact_number.h"
#include "harness/solution/truth_certificate.h"
#include "harness/studies/vector.h"

enum {
    MOST_SETS = 8,
    MOST_BYTES = 16000, /* of all sets */
    BYTES_ENTRY = 7,    /* of a frame's entry */
    BYTES_NUMBER = 12,  /* of a radius, and of a number beyond its digits */
    BITS_DIGIT = 4,
    MOST_BITS = 1 << 20,
    MOST_ITEMS = 1 << 24
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

/* How many numbers a text has, and how many bits the longest may have. */
static int count_numbers(const char *text, long *bits) {
    int count = 0;
    size_t length = 0;
    *bits = MPFR_PREC_MIN + 1;
    for (; text != NULL && *text != '\0' && count < MOST_ITEMS; text += length) {
        text += strspn(text, " ");
        length = strcspn(text, " ");
        count += length > 0;
        if (BITS_DIGIT * (long)length > *bits)
            *bits = BITS_DIGIT * (long)length;
    }
    return count;
}

/* x[n] := the numbers of a text. Nonzero: it has others, or they do not fit. */
static int split(mpfr_t *x, int n, const json_t *joined) {
    const char *from = json_string_value(joined);
    char *copy = from != NULL ? strdup(from) : NULL, *rest = NULL;
    int failed = copy == NULL, i = 0;
    for (char *one = failed ? NULL : strtok_r(copy, " ", &rest); one != NULL && !failed;
         one = strtok_r(NULL, " ", &rest), i++)
        failed = i >= n || exact_number_read(x[i], one);
    free(copy);
    return failed || i != n;
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

static int decode_set(struct ref_certificate *c, int k, const json_t *set) {
    const int n = c->nx;
    const json_t *time = json_object_get(set, "time");
    const json_int_t before = json_integer_value(json_object_get(set, "before"));
    long bits;
    if (before < 0 || before > INT_MAX ||
        count_numbers(json_string_value(time), &bits) != 1)
        return -1;
    c->before[k] = (int)before;
    mpfr_set_prec(c->time[k], bits);
    return split(c->time + k, 1, time) ||
           split(c->centre + k * n, n, json_object_get(set, "centre")) ||
           split(c->frame + k * n * n, n * n, json_object_get(set, "frame")) ||
           split(c->radius + k * n, n, json_object_get(set, "radii"));
}

struct ref_certificate *truth_certificate_decode(const json_t *document, int nx) {
    const json_t *steps = json_object_get(document, "steps");
    const json_t *sets = json_object_get(document, "sets");
    const json_int_t bits = json_integer_value(json_object_get(document, "bits"));
    const json_int_t order = json_integer_value(json_object_get(document, "order"));
    long time_bits;
    int count = count_numbers(json_string_value(steps), &time_bits);
    if (bits < MPFR_PREC_MIN || bits > MOST_BITS || order < 1 || order > MOST_BITS ||
        json_array_size(sets) > MOST_ITEMS / ((size_t)nx * (size_t)nx + 1))
        return NULL;
    struct ref_certificate *c = ref_certificate_create(
        nx, count, (int)json_array_size(sets), (mpfr_prec_t)bits, time_bits);
    if (c == NULL)
        return NULL;
    c->order = (int)order;
    int failed = count > 0 ? split(c->length, count, steps) : 0;
    for (int k = 0; k < c->sets && !failed; k++)
        failed = decode_set(c, k, json_array_get(sets, (size_t)k));
    if (!failed)
        return c;
    ref_certificate_free(c);
    return NULL;
}
