/* Growth with size, from made documents: the power is found, and what was left out is said.
 *
 * Seen to fail: the length's number for its masses; a method that grows too fast told as failed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/speed/timing/study_timing.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"

enum { SIZES = 5, PROCESSES = 3 };
static const int masses[SIZES] = {32, 100, 316, 1000, 3162};
static json_t *found[SIZES * PROCESSES];

/* 37 ns n^power a step; the last length of "cubic" is left out. */
static void make_found(void) {
    static const struct {
        const char *name;
        double power;
    } methods[] = {{"linear/default/fixed", 1}, {"cubic/default/fixed", 3}};
    for (int i = 0; i < SIZES * PROCESSES; i++) {
        const int n = masses[i / PROCESSES];
        json_t *variants = json_array();
        for (int k = 0; k < 2; k++) {
            json_t *variant =
                json_pack("{s:s, s:i}", "variant", methods[k].name, "steps", 8);
            if (k == 1 && i / PROCESSES == SIZES - 1)
                json_object_set_new(variant, "left_out", json_string("too slow"));
            else
                json_object_set_new(
                    variant, "ns",
                    json_real((37 + 0.01 * (i % PROCESSES)) * pow(n, methods[k].power)));
            json_array_append_new(variants, variant);
        }
        found[i] = json_pack("{s:i, s:o}", "masses", n, "variants", variants);
    }
}

Test(timing_growth, the_power_is_found_for_each_method) {
    struct model *m = catalogue_model("spring_chain");
    json_t *results = json_array();
    make_found();
    timing_results_of_growth(m, "spring_chain", SIZES, masses, PROCESSES, found, results);
    cr_assert(json_array_size(results) == 2);
    const json_t *linear = json_array_get(results, 0),
                 *cubic = json_array_get(results, 1);
    cr_expect_str_eq(text_in(linear, "method"), "linear");
    cr_expect_str_eq(text_in(linear, "quantity"), "growth");
    cr_expect(fabs(number_in(linear, "value") - 1) < 1e-3);
    cr_expect(number_in(linear, "low") <= 1 && number_in(linear, "high") >= 1);
    cr_expect_str_eq(text_in(linear, "verdict"), "pass");
    cr_expect(fabs(number_in(cubic, "value") - 3) < 1e-3);
    cr_expect_str_eq(text_in(cubic, "verdict"), "not-asymptotic");
    cr_expect(strstr(text_in(cubic, "reason"), "not all lengths") != NULL, "%s",
              text_in(cubic, "reason"));
    for (int i = 0; i < SIZES * PROCESSES; i++)
        json_decref(found[i]);
    json_decref(results);
    model_free(m);
}
