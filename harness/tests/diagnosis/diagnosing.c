/* The diagnosis of what has been made up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/diagnosis/diagnosing.h"

#include <criterion/criterion.h>
#include <string.h>

struct evidence e;
struct diagnosis x;
struct diagnostic d;

const struct made_weights of_the_pair = {made_pair_result, made_pair_estimate, NULL};

void diagnosing_make(const struct made_weights *w) {
    made_evidence(&e, FOREST_MECHANICAL, 4, 0, w);
}

void diagnosing_find(const char *expected) {
    cr_assert(diagnosis_find(&x, &e, expected, &d) == 0, "%s", d.text);
}

void diagnosing_expect(enum diagnosis_verdict verdict, const char *said) {
    cr_expect(x.verdict == verdict, "%s", x.text);
    cr_expect(strstr(x.text, said) != NULL, "%s", x.text);
}
