/* Studies of what does not move, or keeps its joints by itself: all is decided, though there is
 * nothing to measure.
 *
 * Seen to fail: the size 0 of a solution as an accuracy and as a unit; a replay that counts
 * projections of errors that are rounding; evaluations of runs that do not err left uncompared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/peers/peer.h"
#include "harness/results/study.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"

/* At the origin, so that the solution has no size; hanging from a rod, where it has. */
static const char still[] = "span 0 .. 1\nposition a = 0\nvelocity w = 0\n"
                            "a' = w\nw' = -9.81*sin(a)\n";
static const char hanging[] =
    "span 0 .. 1\nposition x = 0, y = -1\nvelocity u = 0, w = 0\n"
    "x' = u\ny' = w\nmass u, u = 1.3\nmass w, w = 1.3\n"
    "force u = 0\nforce w = -1.3*9.81\njoint rod = x^2 + y^2 - 1\n";

/* It moves, and along a line. */
static const char on_a_line[] = "span 0 .. 1\nposition x = 0.3, y = 0.2\n"
                                "velocity u = 0.1, w = -0.1\nx' = u\ny' = w\n"
                                "mass u, u = 1.3\nmass w, w = 0.7\nforce u = -2*x\n"
                                "force w = -9.81 - 3*y\njoint line = x + y - 0.5\n";

static json_t *run(study_function *function, const char *text, const char *method) {
    struct model *m = model_from(text);
    struct study s = own_study(m);
    s.method = method;
    s.open_peer = peer_open;
    json_t *results = study_results(function, &s);
    return results;
}

Test(study_at_rest, all_that_is_asked_of_an_equilibrium_is_decided) {
    static const struct {
        study_function *function;
        const char *text, *method;
    } cases[] = {
        {study_gap, still, "implicit-euler"},
        {study_gap, hanging, "semi-explicit-euler"},
        {study_order, still, "velocity-implicit-euler"},
        {study_order, hanging, "runge-kutta-merson"},
        {study_statistics, still, "velocity-implicit-euler"},
        {study_statistics, still, "runge-kutta-merson"},
        {study_statistics, hanging, "semi-explicit-euler"},
        {study_statistics, hanging, "semi-explicit-euler-2"},
        {study_statistics, hanging, "explicit-euler"},
        {study_geometry, still, "semi-explicit-euler"},
        {study_drift, hanging, "semi-explicit-euler"},
        {study_drift, hanging, "runge-kutta-merson"},
        {study_drift, on_a_line, "explicit-euler"},
        {study_drift, on_a_line, "semi-explicit-euler-2"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        json_t *results = run(cases[k].function, cases[k].text, cases[k].method), *result;
        size_t i;
        cr_expect(json_array_size(results) > 0, "case %zu", k);
        json_array_foreach(results, i, result) {
            cr_expect_str_eq(text_in(result, "verdict"), "pass", "case %zu, %s: %s", k,
                             text_in(result, "quantity"), text_in(result, "reason"));
        }
    }
}

Test(study_at_rest, what_there_is_to_measure_is_told) {
    json_t *results = run(study_drift, on_a_line, "explicit-euler");
    const json_t *order = find_result(results, "double", "drift-order");
    cr_expect(strstr(text_in(order, "reason"), "they are kept") != NULL, "%s",
              text_in(order, "reason"));
    cr_expect(json_is_null(json_object_get(order, "value")));
    results = run(study_statistics, still, "velocity-implicit-euler");
    const json_t *work = find_result(results, "double", "work-precision:default");
    cr_expect(strstr(text_in(work, "reason"), "nothing to measure") != NULL, "%s",
              text_in(work, "reason"));
}

/* The default mode takes 16 evaluations to the end of a straight line, the faithful one 33. */
static const char straight[] = "span 0 .. 1\nposition a = 0.5\nvelocity w = 1\n"
                               "a' = w\nw' = 0\n";

Test(study_at_rest, evaluations_are_compared_where_no_run_errs) {
    json_t *results = run(study_statistics, straight, "implicit-euler");
    const json_t *ratio = find_result(results, "double", "evaluations-ratio");
    cr_assert(ratio != NULL);
    cr_expect(json_is_true(json_object_get(ratio, "required")));
    cr_expect(number_in(ratio, "value") < 0.6, "%g", number_in(ratio, "value"));
    results = run(study_statistics, still, "velocity-implicit-euler");
    ratio = find_result(results, "double", "evaluations-ratio");
    cr_assert(ratio != NULL);
    cr_expect(number_in(ratio, "value") > 0.5 && number_in(ratio, "value") < 1.1, "%g",
              number_in(ratio, "value"));
}
