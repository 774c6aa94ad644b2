/* The long-run study: the energy's series against the one that implicit Euler has on a spring.
 *
 * Seen to fail: the energy not relative to its size; every second point left out; the slope
 * and the intercept exchanged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"
#include "problems/model.h"

enum { SPANS = 50, STEPS_IN_SPAN = 200, POINTS = 400 };

static json_t *study(struct model *m, enum study_effort effort) {
    struct study s = own_study(m);
    s.effort = effort;
    return study_results(study_long_run, &s);
}

/* Each half step of implicit Euler divides E by 1 + (w h/2)^2; the size is 3 E. */
Test(study_long_run, the_energy_of_a_spring_falls_as_it_has_to) {
    struct model *m = model_from("param m = 1.37, k = 12.5\nspan 0 .. 1.5\n"
                                 "position x = 0.3\nvelocity v = -0.7\n"
                                 "x' = v\nv' = -k*x/m\n"
                                 "invariant energy = m*v^2/2 + k*x^2/2\n");
    const double h = 1.5 / STEPS_IN_SPAN, divisor = 1 + 12.5 / 1.37 * h * h / 4;
    json_t *results = study(m, STUDY_REPORT);
    json_t *error = find_result(results, "double", "energy-error");
    json_t *drift = find_result(results, "double", "energy-drift");
    const json_t *points = json_object_get(error, "points"), *point;
    double largest = 0;
    size_t i;
    cr_assert(json_array_size(points) == POINTS, "%zu", json_array_size(points));
    json_array_foreach(points, i, point) {
        double steps = round(number_in(point, "t") / h);
        double expected = (pow(divisor, -2 * steps) - 1) / 3;
        double off = fabs(number_in(point, "error") - expected);
        cr_expect(isfinite(off) && off <= 1e-6, "t = %g: off by %g",
                  number_in(point, "t"), off);
        largest = fmax(largest, fabs(expected));
    }
    cr_expect(fabs(number_in(point = json_array_get(points, POINTS - 1), "t") -
                   1.5 * SPANS) <= 1e-9);
    cr_expect(fabs(number_in(error, "value") - largest) <= 1e-6);
    cr_expect(number_in(drift, "high") < 0, "it falls");
    cr_expect(-0.02 < number_in(drift, "value"), "%g", number_in(drift, "value"));
}

Test(study_long_run, it_is_left_out_of_the_gate_and_of_models_that_do_not_conserve) {
    static const char *const without[] = {"mathieu", "double_mass", "robertson",
                                          "discontinuous_spring"};
    struct model *m = catalogue_model("pendulum");
    json_t *results = study(m, STUDY_GATE);
    cr_expect(json_array_size(results) == 0, "in the gate");
    model_free(m);
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        m = catalogue_model(without[i]);
        results = study(m, STUDY_REPORT);
        cr_expect(json_array_size(results) == 0, "%s", without[i]);
    }
}

/* Two bodies of the Pleiades come too close for such steps. */
Test(study_long_run, a_run_that_ends_early_says_so_and_fails_nothing) {
    struct model *m = catalogue_model("pleiades");
    json_t *results = study(m, STUDY_REPORT);
    json_t *result = find_result(results, "double", "energy-error");
    cr_expect_str_eq(text_in(result, "verdict"), "not-asymptotic");
    cr_expect(strstr(text_in(result, "reason"), "it ends at t") != NULL, "%s",
              text_in(result, "reason"));
    expect_no_alarm(results);
}
