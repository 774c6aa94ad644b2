/* Models for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/models.h"

#include <criterion/criterion.h>
#include <string.h>

#include "problems/model.h"

const char coupled_model[] = "param a = 0.83, b = 1.37\n"
                             "span 0 .. 1\n"
                             "position x = 0.3, y = -0.7\n"
                             "velocity u = 1.1, w = 0.4\n"
                             "state z = 0.25\n"
                             "x' = y*u + w\n"
                             "y' = x*w - 2*u\n"
                             "u' = -a*x*u + z*cos(t)\n"
                             "w' = b*sin(y) - w*w + z\n"
                             "z' = u*w - b*z + x*t\n";

struct model *model_from(const char *text) {
    struct model *m;
    struct diagnostic d = {""};
    enum problem_status status =
        model_parse(&m, "test.model", text, strlen(text), 0, NULL, &d);
    cr_assert(status == PROBLEM_OK, "%s", d.text);
    return m;
}

struct model *model_from_file(const char *path, const char *n) {
    struct model *m;
    struct diagnostic d = {""};
    struct setting set = {"n", n};
    cr_assert(model_read(&m, path, n != NULL, &set, &d) == PROBLEM_OK, "%s", d.text);
    return m;
}
