/* The smallest fault by bisection of its size 2^-k.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/smallest.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/corpus/in_process.h"
#include "harness/corpus/precise.h"
#include "harness/fingerprint/measure/judge.h"
#include "ref/vector.h"

enum { TREE_ORDER = 3, DOUBLE_BITS = 53 };

struct search {
    const struct variant *variant;
    struct forest forest;
    struct probe probe;
    struct judge judge;
    struct judge_weights expected;
    int bits; /* 0: double */
};

static bool is_other(const struct search *s, mpfr_t *measured, mpfr_t *expected) {
    return !judge_all(&s->judge, vector_const(measured), vector_const(expected));
}

static bool differs(const struct search *s, mpfr_t *result, mpfr_t *estimate) {
    return is_other(s, result, s->expected.result) ||
           (estimate != NULL && s->expected.estimate != NULL &&
            is_other(s, estimate, s->expected.estimate));
}

static int see_in_double(bool *seen, const struct search *s, int k,
                         struct diagnostic *d) {
    char size[32];
    snprintf(size, sizeof size, "%.17g", ldexp(1, -k));
    struct in_process with = {
        .option = {{"fault", s->variant->id}, {"size", size}, {NULL, NULL}}};
    const struct bench bench = {.open_subject = in_process_open, .context = &with};
    struct weights measured;
    int failed =
        measure_weights(&measured, &bench, &s->forest, FOREST_MECHANICAL, &s->probe, d);
    if (!failed)
        *seen = differs(s, measured.result, measured.estimate);
    weights_free(&measured);
    return failed;
}

static int see_precisely(bool *seen, const struct search *s, int k,
                         struct diagnostic *d) {
    const int count = s->forest.count;
    mpfr_t size, *result = vector_alloc(count, s->bits);
    mpfr_t *estimate = vector_alloc(count, s->bits);
    mpfr_init2(size, s->bits);
    mpfr_set_ui_2exp(size, 1, -k, MPFR_RNDN);
    int failed = result == NULL || estimate == NULL ||
                 precise_weights(result, estimate, &s->forest, s->variant, size);
    if (failed)
        message_set(d, "%s: no precise weights", s->variant->id);
    else
        *seen = differs(s, result, estimate);
    mpfr_clear(size);
    vector_free(result, count);
    vector_free(estimate, count);
    return failed;
}

static int see(bool *seen, const struct search *s, int k, struct diagnostic *d) {
    return s->bits > 0 ? see_precisely(seen, s, k, d) : see_in_double(seen, s, k, d);
}

static int begin(struct search *s, struct diagnostic *d) {
    enum known_variant as_it_is;
    const struct known_method *method = known_find(s->variant->method, &as_it_is);
    s->probe = probe_standard('A', 0);
    if (method == NULL || forest_all(&s->forest, FOREST_MECHANICAL, TREE_ORDER))
        return message_set(d, "%s: no such method, or out of memory", s->variant->method);
    s->judge = judge_make(&s->forest, &s->probe, s->bits);
    if (judge_known(&s->expected, &s->judge, method, as_it_is))
        return message_set(d, "out of memory");
    return 0;
}

int smallest_find(int *k, const struct variant *v, int bits, struct diagnostic *d) {
    struct search s = {.variant = v, .bits = bits};
    int low = 1, high = (bits > 0 ? bits : DOUBLE_BITS) + 4; /* seen, and not seen */
    int failed = begin(&s, d);
    while (!failed && high - low > 1) {
        int middle = (low + high) / 2;
        bool seen;
        failed = see(&seen, &s, middle, d);
        if (!failed && seen)
            low = middle;
        else
            high = middle;
    }
    *k = low;
    judge_weights_free(&s.expected);
    forest_free(&s.forest);
    return failed;
}
