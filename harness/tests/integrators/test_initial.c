/* A model's start in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/initial.h"
#include "harness/tests/models.h"
#include "problems/model.h"

Test(initial, numbers_are_rounded_once) {
    struct model *m = model_from("param a = 1/3\nspan 0.1 .. 2\nposition x = a*3\n"
                                 "velocity v = 1e-8\nx' = v\nv' = 0\n");
    struct diagnostic d = {""};
    double t, x[2];
    cr_assert(initial_in_double(m, &t, x, &d) == 0, "%s", d.text);
    cr_assert(t == 0.1 && x[0] == 1 && x[1] == 1e-8);
}

Test(initial, a_start_that_is_not_finite_is_refused_by_name) {
    static const char *const wrong[] = {
        "param m = 0\nstate good = 1\nstate bad = 1/m\n"
        "good' = 0\nbad' = 0\n",
        "param m = 0\nstate good = 1\nstate bad = 10^400\n"
        "good' = 0\nbad' = 0\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct model *m;
        struct diagnostic d = {""};
        double t, x[2];
        if (model_parse(&m, "test.model", wrong[i], strlen(wrong[i]), 0, NULL, &d) !=
            PROBLEM_OK)
            continue; /* the reader may find it first */
        cr_assert(initial_in_double(m, &t, x, &d) != 0);
        cr_assert(strstr(d.text, "initial value of bad") != NULL, "%s", d.text);
    }
}
