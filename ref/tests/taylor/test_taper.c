/* How many bits of a coefficient count: as many as each component's terms ask for.
 *
 * Seen to fail: bits for the component of the largest terms alone; a negative guard; the last
 * order alone in place of the last four; steps that are accepted however long.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>

#include "problems/tests/sample.h"
#include "ref/taper.h"

enum { COMPONENTS = 3, ORDER = 60, BITS = 150 };

struct series {
    double size[COMPONENTS][ORDER + 1]; /* log2 of the coefficients */
};

static double find_exponent(void *context, int i, int k) {
    const struct series *s = context;
    return s->size[i][k];
}

/* Components of different size and radius; of some, three coefficients in four vanish. */
static void choose(struct series *s, struct sample *random) {
    for (int i = 0; i < COMPONENTS; i++) {
        double size = sample_uniform(random, -60, 60),
               fall = sample_uniform(random, -1, 6);
        bool sparse = sample_choice(random, 2) == 0;
        for (int k = 0; k <= ORDER; k++)
            s->size[i][k] = sparse && k % 4 != 0
                                ? -INFINITY
                                : size - fall * k + sample_uniform(random, -4, 4);
    }
}

/* An error of 2^-b in the terms of the last orders stays below 2^-bits of the largest. */
static void check_order(const struct series *s, double pace, int k, long bits) {
    for (int i = 0; i < COMPONENTS; i++) {
        double largest = -INFINITY;
        for (int j = 0; j <= k; j++) {
            largest = fmax(largest, s->size[i][j] + j * pace);
            bool counts = j > k - 4;
            cr_assert(!counts || isinf(s->size[i][j]) ||
                          s->size[i][j] + j * pace - (double)bits <= largest - BITS,
                      "component %d order %d", i, k);
        }
    }
}

Test(taper, each_component_keeps_the_bits_that_count) {
    enum { TRIALS = 200 };
    struct sample random = sample_begin();
    struct ref_taper t;
    long least = LONG_MAX;
    cr_assert(ref_taper_init(&t, COMPONENTS, BITS) == REF_OK);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct series s;
        choose(&s, &random);
        double pace = t.pace = sample_uniform(&random, -2, 1);
        for (int k = 0; k <= ORDER; k++) {
            long bits = ref_taper_bits(&t, k, find_exponent, &s);
            check_order(&s, pace, k, bits);
            least = bits < least ? bits : least;
        }
    }
    cr_assert(least < BITS / 2, "no coefficient has fewer bits");
}

Test(taper, steps_that_the_bits_do_not_allow_are_not_accepted) {
    struct ref_taper t;
    struct series s = {.size = {{0}}};
    cr_assert(ref_taper_init(&t, COMPONENTS, BITS) == REF_OK);
    cr_assert(isinf(ref_taper_limit(&t)));
    cr_assert(ref_taper_bits(&t, ORDER, find_exponent, &s) == LONG_MAX);
    cr_assert(ref_taper_accept(&t, 3));
    cr_assert(ref_taper_limit(&t) >= 3 && ref_taper_limit(&t) < 4);
    cr_assert(ref_taper_accept(&t, -7), "a shorter step");
    cr_assert(!ref_taper_accept(&t, 3), "a thousand times as long");
    cr_assert(ref_taper_bits(&t, ORDER, find_exponent, &s) == LONG_MAX, "all bits then");
    cr_assert(ref_taper_accept(&t, 3));
    cr_assert(!ref_taper_accept(&t, INFINITY), "a polynomial, or too few bits");
    cr_assert(ref_taper_accept(&t, INFINITY));
}
