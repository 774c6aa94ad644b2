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
    } cases[] = {{{.made = true, .order = 1.02}, true},
                 {{.made = true, .order = 1.9}, false},
                 {{.made = true, .order = 5.1}, false},
                 {{.made = true, .order = -1}, false},
                 {{.order = 1.02}, false}};
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

/* Seen to fail: half of the turn passed. */
Test(diagnosis_rotation, that_is_wrong_at_short_steps_fails) {
    static const struct {
        struct rotation rotation;
        const char *said;
    } cases[] = {
        {{.made = true, .order = 0.01, .pace = 0.5}, "turns 0.5 times as far"},
        {{.made = true, .order = -0.02, .pace = 0}, "does not turn as the velocity says"},
        {{.made = true, .order = 0, .in_space = true}, "about the axes of space"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
        e.rotation = &cases[i].rotation;
        diagnosing_find(NULL);
        diagnosing_expect(DIAGNOSIS_FAIL, "This is Heun's method of order 2");
        diagnosing_expect(DIAGNOSIS_FAIL, cases[i].said);
    }
}

/* Seen to fail: the rotation was blamed, too. */
Test(diagnosis_rotation, is_not_blamed_for_what_is_not_consistent_anywhere) {
    const struct rotation rotation = {.made = true, .order = 0, .pace = 0.5};
    made_of_known(&e, FOREST_MECHANICAL, 4, 0, "heun");
    for (int i = 0; i < e.forest.count; i++)
        mpfr_div_ui(e.of[0].weights.result[i], e.of[0].weights.result[i], 2, MPFR_RNDN);
    e.rotation = &rotation;
    diagnosing_find(NULL);
    diagnosing_expect(DIAGNOSIS_FAIL, "It is not consistent: the weight of q is 1/2");
    cr_expect(strstr(x.text, "quaternion") == NULL, "%s", x.text);
}
