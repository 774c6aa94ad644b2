/* Truths at the end of a pass, against a closed form.
 *
 * Seen to fail: half the length; a start that is taken for zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>

#include "harness/jobs/interrupt.h"
#include "harness/session/end_truth.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"

/* x' = -2 t x from x(1/2) = 3: x(t) = 3 exp(1/4 - t^2). */
Test(end_truth, it_is_the_solution_at_the_start_and_the_length) {
    struct model *m = model_from("span 1/2 .. 2\nstate x = 3\nx' = -2*t*x\n");
    struct diagnostic d = {""};
    const char *grade = NULL;
    double x[1] = {NAN};
    const struct end_truth at = {m, 0.75, 20, NULL, 30};
    cr_assert(end_truth_find(x, &grade, &at, &d) == 0, "%s", d.text);
    const double expected = 3 * exp(0.25 - 1.25 * 1.25);
    cr_expect(fabs(x[0] - expected) <= 1e-15, "%.17g, not %.17g", x[0], expected);
    cr_expect(grade != NULL);
}

Test(end_truth, a_start_beyond_double_precision_has_none) {
    struct model *m = model_from("span 1e400 .. 2e400\nstate x = 3\nx' = -x\n");
    struct diagnostic d = {""};
    const char *grade = NULL;
    double x[1] = {7};
    const struct end_truth at = {m, 1, 20, NULL, 30};
    cr_expect(end_truth_find(x, &grade, &at, &d) != 0);
    cr_expect_str_eq(d.text, "the model's start has no value");
    cr_expect(x[0] == 7 && grade == NULL);
}

/* It is found where nothing has come. */
Test(end_truth, an_interruption_that_has_come_ends_the_search) {
    struct model *m = model_from("span 0 .. 2\nstate x = 1/2\nx' = sin(x) - t*x\n");
    const struct end_truth at = {m, 1, 20, NULL, 30};
    struct diagnostic d = {""};
    const char *grade = NULL;
    double x[1];
    sigset_t before;
    interrupt_hold(&before);
    cr_expect(end_truth_find(x, &grade, &at, &d) == 0, "%s", d.text);
    raise(SIGTERM);
    cr_expect(end_truth_find(x, &grade, &at, &d) != 0);
}
