/* A replay's life: what is refused, what a start clears, what survives a failure.
 * Seen to fail: J kept at a start; differences in the wrong precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"

#include <criterion/criterion.h>
#include <math.h>

static const char text[] = "position q = 1.37\nvelocity v = 0.4\nstate z = 0.1\n"
                           "q' = v\nv' = -100*sin(q)\nz' = v^2\n";

static enum ref_status make(const struct ref_replay_options *options, mpfr_prec_t bits) {
    struct model *m = testing_model(text);
    ref_replay *r = (ref_replay *)m; /* anything but NULL */
    enum ref_status status = ref_replay_alloc(&r, m, options, bits);
    cr_expect((status == REF_OK) == (r != NULL));
    return status;
}

Test(replay, refuses_options_out_of_their_range) {
    static const double negative[] = {-1};
    const struct ref_replay_options usable = ref_replay_default_options();
    struct ref_replay_options bad[16];
    int count = 0;
    for (int i = 0; i < 16; i++)
        bad[i] = usable;
    bad[count++].accuracy = 0;
    bad[count++].accuracy = INFINITY;
    bad[count++].max_step = 0;
    bad[count++].max_step = NAN;
    bad[count++].initial_step = 0.11;
    bad[count++].initial_step = -0.1;
    bad[count++].min_step = -1;
    bad[count++].min_step = NAN;
    bad[count++].min_step = 0.11;
    bad[count++].weights_v = negative;
    bad[count++].weights_z = negative;
    bad[count++].difference_bits = 52;
    bad[count++].method = (enum ref_method)2;
    bad[count++].jacobian = (enum ref_jacobian)3;
    bad[count++].newton = (enum ref_newton)3;
    bad[count].min_step = 0.01;
    bad[count++].initial_step = 0.001;
    for (int i = 0; i < count; i++)
        cr_expect(make(&bad[i], 53) == REF_BAD_ARGUMENT, "%d", i);
    cr_expect(make(&usable, 52) == REF_BAD_ARGUMENT);
    cr_expect(make(&usable, 1L << 40) == REF_BAD_ARGUMENT);
    cr_expect(make(&usable, 53) == REF_OK && make(&usable, 1000) == REF_OK);
}

/* What is refused changes nothing. */
Test(replay, refuses_changes_out_of_range_and_settings_that_do_not_fit) {
    const struct ref_replay_options usable = ref_replay_default_options();
    struct ref_replay_options bad = usable, unfit = usable;
    ref_replay *r;
    cr_assert(ref_replay_alloc(&r, testing_model(text), &usable, 53) == REF_OK);
    cr_expect(ref_replay_initialize(r) == REF_BAD_ARGUMENT); /* not started */
    cr_assert(ref_replay_start(r, NULL, NULL) == REF_OK);
    bad.accuracy = 0.3;
    bad.max_step = -1;
    cr_expect(ref_replay_change(r, &bad) == REF_BAD_ARGUMENT);
    bad.max_step = 0.1;
    bad.jacobian = REF_EXACT; /* of which there is none */
    cr_expect(ref_replay_change(r, &bad) == REF_BAD_ARGUMENT);
    cr_expect(ref_replay_statistics(r).accuracy_in_use == 0.1);
    unfit.min_step = 0.2;
    cr_expect(ref_replay_change(r, &unfit) == REF_OK);
    cr_expect(ref_replay_initialize(r) == REF_BAD_ARGUMENT);
}

Test(replay, takes_settings_at_the_ends_of_their_ranges) {
    struct ref_replay_options options = ref_replay_default_options();
    options.accuracy = 1e9;
    options.min_step = options.max_step = options.initial_step = 0.1;
    options.weights_v = (double[]){0};
    options.weights_z = (double[]){0};
    options.difference_bits = 0;
    cr_expect(make(&options, 53) == REF_OK);
}

Test(replay, does_nothing_before_it_is_started) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = ref_replay_default_options();
    options.fixed_step = true;
    ref_replay *r;
    enum ref_stop stop;
    mpfr_t t;
    mpfr_init2(t, 53);
    mpfr_set_d(t, 1, MPFR_RNDN);
    cr_assert(ref_replay_alloc(&r, m, &options, 53) == REF_OK);
    cr_expect(ref_replay_run(r, t) == REF_BAD_ARGUMENT);
    cr_expect(ref_replay_step_to(r, t) == REF_BAD_ARGUMENT);
    cr_expect(ref_replay_advance(r, t, t, t, &stop) == REF_BAD_ARGUMENT);
}

/* A run, once more after a failure and a start, and in a replay of its own. */
Test(replay, begins_anew_when_it_is_started_again) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = ref_replay_default_options();
    options.accuracy = 1e-3;
    ref_replay *one = testing_replay(m, &options, 90), *two;
    mpfr_t *x = vector_alloc(3, 90);
    cr_assert(testing_run(one, 0.37) == REF_OK);
    vector_set(x, ref_replay_state(one), 3);
    cr_assert(testing_run(one, 0.61) == REF_OK);
    struct ref_statistics s = ref_replay_statistics(one);
    cr_assert(ref_replay_start(one, NULL, NULL) == REF_OK);
    cr_expect(mpfr_zero_p(ref_replay_estimate(one)[0]));
    cr_assert(testing_run(one, 0.37) == REF_OK);
    for (int i = 0; i < 3; i++)
        cr_expect(mpfr_equal_p(ref_replay_state(one)[i], x[i]));
    cr_assert(testing_run(one, 0.61) == REF_OK);
    cr_expect(ref_replay_statistics(one).newton_iters == s.newton_iters);
    cr_expect(ref_replay_statistics(one).jacobian_evals == s.jacobian_evals);
    two = testing_replay(m, &options, 90);
    cr_assert(ref_replay_start(two, NULL, vector_const(x)) == REF_OK);
    cr_expect(mpfr_equal_p(ref_replay_state(two)[0], x[0]));
    cr_expect(mpfr_zero_p(ref_replay_time(two)));
    mpfr_set_nan(x[2]);
    cr_expect(ref_replay_start(two, NULL, vector_const(x)) == REF_NOT_FINITE);
    cr_expect(mpfr_equal_p(ref_replay_state(two)[0], x[0]));
}

/* 0.1 as a number of the model, and the double nearest to it. */
Test(replay, has_constants_as_doubles_unless_told_otherwise) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = ref_replay_default_options();
    ref_replay *r = testing_replay(m, &options, 90);
    cr_expect(mpfr_cmp_d(ref_replay_state(r)[2], 0.1) == 0);
    ref_replay_free(r);
    options.constants = EVAL_EXACT_CONSTANTS;
    r = testing_replay(m, &options, 90);
    cr_expect(mpfr_cmp_d(ref_replay_state(r)[2], 0.1) != 0);
}

/* sin is not linear: differences in 53 bits are off by what 200 bits would not be. */
Test(replay, takes_differences_in_the_precision_asked_for) {
    struct model *m = testing_model(text);
    struct ref_replay_options options = ref_replay_default_options();
    options.fixed_step = true;
    mpfr_t *x = vector_alloc(3 * 3, 200), off;
    mpfr_init2(off, 53);
    for (int i = 0; i < 3; i++) {
        options.jacobian = i == 0 ? REF_EXACT : REF_CENTRAL;
        options.difference_bits = i == 1 ? 53 : 0;
        ref_replay *r = testing_replay(m, &options, 200);
        cr_assert(testing_step(r, 0x1p-5) == REF_OK);
        vector_set(x + i * 3, ref_replay_state(r), 3);
    }
    double rough = testing_relative(x[3 + 1], x[1]),
           own = testing_relative(x[6 + 1], x[1]);
    cr_expect(isfinite(rough) && isfinite(own));
    cr_expect(own < rough - 1.5, "2^%g, 2^%g", own, rough);
}
