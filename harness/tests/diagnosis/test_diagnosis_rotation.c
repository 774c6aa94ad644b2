/* A lower order on rotations than that of the weights.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/fingerprint/measure/rotation.h"
#include "harness/tests/diagnosis/diagnosing.h"

/* Seen to fail: nothing was said of order 1; 1.9 was told, without the half;
 * -1, of a step that goes nowhere, was told. */
Test(diagnosis_rotation, is_told_where_it_is_lower) {
    static const struct {
        struct rotation rotation;
        bool said;
    } cases[] = {{{true, 1.02}, true},
                 {{true, 1.9}, false},
                 {{true, 5.1}, false},
                 {{true, -1}, false},
                 {{false, 1.02}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        e.rotation = &cases[i].rotation;
        diagnosing_find(NULL);
        cr_expect((strstr(x.text, "axis turns, it is of order 1, and of order 2") !=
                   NULL) == cases[i].said &&
                      (strstr(x.text, "axis turns") != NULL) == cases[i].said,
                  "%s", x.text);
        diagnosing_expect(DIAGNOSIS_PASS, "This is Heun's method of order 2");
    }
}
