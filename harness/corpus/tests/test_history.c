/* Faults that were made in other programs: those which no fingerprint can show are
 * found by the control study, which finds nothing in the same methods without them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/base/verdict.h"
#include "harness/results/result.h"
#include "harness/tests/fingerprint_of.h"
#include "harness/corpus/in_process.h"
#include "harness/results/result_list.h"
#include "harness/studies/control/study_control.h"
#include "problems/base/status.h"

/* A fingerprint's part that the study reads. */
static json_t *known_order(int order) {
    return json_pack("{s:{s:i}}", "convergence", "estimate_order", order);
}

static const char *verdict_on(const struct results *results, const char *quantity) {
    RESULTS_FOREACH(results, r) {
        if (strcmp(r->quantity, quantity) == 0)
            return verdict_words[r->verdict];
    }
    return "none";
}

static void expect_verdict(struct in_process with, int order, const char *quantity,
                           const char *verdict) {
    gsl_set_error_handler_off();
    struct diagnostic d = {""};
    struct results results = {.count = 0};
    json_t *fingerprint = known_order(order);
    const struct study s = {.method = "faulty",
                            .foreign = true,
                            .fingerprint = fingerprint_of_json(fingerprint),
                            .open_subject = in_process_open,
                            .context = &with};
    cr_assert(study_control(&s, &results, &d) == 0, "%s", d.text);
    cr_expect(strcmp(verdict_on(&results, quantity), verdict) == 0,
              "%s: %s is %s, not %s", with.option[0][1], quantity,
              verdict_on(&results, quantity), verdict);
}

Test(history, error_control_by_the_wrong_order_is_found) {
    expect_verdict(in_process_with("method", "dormand-prince"), 5, "control-order",
                   "pass");
    expect_verdict(in_process_with("fault", "DRAKE_23503"), 5, "control-order", "fail");
}

Test(history, error_control_by_the_right_order_passes) {
    expect_verdict(in_process_with("method", "heun"), 2, "control-order", "pass");
    expect_verdict(in_process_with("method", "kutta-3"), 3, "control-order", "pass");
    expect_verdict(in_process_with("method", "runge-kutta-merson"), 4, "control-order",
                   "pass");
    expect_verdict(in_process_with("method", "semi-explicit-euler-2"), 2, "control-order",
                   "pass");
}

Test(history, a_trial_that_begins_where_another_diverged_is_found) {
    expect_verdict(in_process_with("fault", "DRAKE_11939"), 2, "recovery", "fail");
    expect_verdict(in_process_with("fault", "REUSE"), 2, "recovery", "pass");
    expect_verdict(in_process_with("fault", "none"), 2, "recovery", "pass");
}
