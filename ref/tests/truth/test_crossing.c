/* The enclosure through kinks, against closed forms and against Taylor's method. Seen to fail: the
 * saltation matrix or the delay left out, a zero taken to be crossed without a proof.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 30, BITS = 300 };

/* Springs of frequency 2 to the right and 1 to the left of x = 0. */
static const char springs[] = "position x = 1\nvelocity v = 0\n"
                              "x' = v\nv' = -x - 3*max(x, 0)\n";

/* From x = 1 at rest: cos 2t up to pi/4, -2 sin(t - pi/4) up to 5 pi/4, the period is 3 pi/2. */
static void solve_springs(mpfr_ptr x, double time) {
    mpfr_t pi, t;
    mpfr_inits2(BITS, pi, t, (mpfr_ptr)NULL);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_set_d(t, time, MPFR_RNDN);
    mpfr_mul_d(x, pi, 1.5, MPFR_RNDN);
    mpfr_fmod(t, t, x, MPFR_RNDN);
    mpfr_div_ui(x, pi, 4, MPFR_RNDN);
    if (mpfr_less_p(t, x)) {
        mpfr_mul_ui(t, t, 2, MPFR_RNDN);
        mpfr_cos(x, t, MPFR_RNDN);
    } else {
        mpfr_sub(x, t, x, MPFR_RNDN);
        if (mpfr_less_p(x, pi)) {
            mpfr_sin(x, x, MPFR_RNDN);
            mpfr_mul_si(x, x, -2, MPFR_RNDN);
        } else {
            mpfr_sub(x, x, pi, MPFR_RNDN);
            mpfr_mul_ui(x, x, 2, MPFR_RNDN);
            mpfr_sin(x, x, MPFR_RNDN);
        }
    }
}

Test(crossing, two_springs_are_where_their_cosines_lead) {
    const double times[] = {0.5, 1, 3, 4.25, 10, 31.5, 100};
    enum { TIMES = sizeof times / sizeof *times };
    struct model *m = testing_model(springs);
    struct ref_truth *truth = truths_make(ref_enclosure_truth, m, DIGITS, TIMES, times);
    mpfr_t x;
    mpfr_init2(x, BITS);
    cr_expect(truth->switches == 43, "%ld switches", truth->switches);
    for (int k = 0; k < TIMES; k++) {
        solve_springs(x, times[k]);
        mpfr_sub(x, x, truth->state[2 * k], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(x, truth->component[2 * k]) <= 0, "t = %g: off by %g",
                  times[k], mpfr_get_d(x, MPFR_RNDN));
    }
}

/* A model and its outcome at t = 2. */
static const struct outcome {
    const char *what, *text;
    enum ref_status status;
} outcomes[] = {
    {"crossed", "state x = -1\nx' = 1 + abs(x)\n", REF_OK},
    {"begins on a surface", "state x = 0\nx' = 1 + abs(x)\n", REF_OK},
    {"begins on it and turns",
     "state x = 0, y = 0\nx' = 2*t\ny' = step(x) + max(-x, 0)\n", REF_OK},
    {"begins on it, flat", "state x = 0, y = 1\nx' = 0*y\ny' = step(x)\n",
     REF_TANGENT_KINK},
    {"slides", "state x = 1\nx' = -sign(x)\n", REF_TANGENT_KINK},
    {"slides from the start", "state x = 0\nx' = -sign(x)\n", REF_TANGENT_KINK},
    {"leaves to either side", "state x = 0\nx' = sign(x)\n", REF_EITHER_SIDE},
    {"leaves to either side, by two functions",
     "state x = 0\nx' = step(x) - 2*step(-x)\n", REF_EITHER_SIDE},
    {"leaves to either side at rest", "state x = 0, y = 0\nx' = y\ny' = sign(x)\n",
     REF_EITHER_SIDE},
    {"leaves to either side, where the equations do not jump",
     "state x = 0, y = 0\nx' = y*sign(x)\ny' = 1\n", REF_EITHER_SIDE},
    {"leaves to either side of two surfaces together only",
     "state x = 0, y = 0\nx' = 1 - 3*step(-x)*step(-y)\ny' = 1 - 3*step(-x)*step(-y)\n",
     REF_EITHER_SIDE},
    {"reaches two surfaces together, and may leave to either side",
     "state x = -1, y = -1\nx' = 1 + step(x)*(sign(y) - 1)\n"
     "y' = 1 + step(y)*(sign(x) - 1) - 3*step(x)*step(-y)\n",
     REF_TOGETHER},
    {"leaves two surfaces by a corner",
     "state x = 0, y = 0\nx' = 2 + sign(y)\ny' = 2 - sign(x)\n", REF_OK},
    {"leaves two surfaces to two corners",
     "state x = 0, y = 0\nx' = sign(y)\ny' = sign(x)\n", REF_EITHER_SIDE},
    {"jumps on", "state x = 1\nx' = -2 - sign(x)\n", REF_OK},
    {"two at once",
     "state x = 1, y = 0\nx' = -1\ny' = step(x) + step(sin(x))*x + step(2 - x)\n",
     REF_TOGETHER},
    {"a surface that decides behind another one only",
     "state x = 1, y = 2\nx' = -1\ny' = -step(x) - step(-x)*abs(y - 1/2)\n", REF_OK},
    {"moving surface", "state x = 1, y = 0\nx' = -x\ny' = max(x - t^2, 0)\n", REF_OK},
};

Test(crossing, goes_through_what_is_crossed_and_refuses_the_rest) {
    const double time = 2;
    for (size_t k = 0; k < sizeof outcomes / sizeof *outcomes; k++) {
        struct model *m = testing_model(outcomes[k].text);
        struct ref_truth *truth, *taylor;
        enum ref_status status =
            truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time);
        cr_expect(status == outcomes[k].status, "%s: %s", outcomes[k].what,
                  ref_status_text(status));
        if (status == REF_EITHER_SIDE) {
            status = truths_try(ref_best_truth, &taylor, m, DIGITS, 1, &time);
            cr_expect(status == REF_EITHER_SIDE, "%s: %s by any way", outcomes[k].what,
                      ref_status_text(status));
        }
        if (status == REF_OK) {
            taylor = truths_make(ref_truth_alloc, m, DIGITS, 1, &time);
            cr_expect(truths_contradiction(truth, taylor) <= 1, "%s", outcomes[k].what);
        }
    }
}

/* What two runs of Taylor's method step over: its value, from an integral or a sum. */
static const struct narrow {
    const char *what, *text;
    double time;
    const char *value; /* of the first component */
} narrow[] = {
    /* 2 (a/2 sqrt(pi) ... ) of the hump above 1/2: half width d = sqrt(log 2)/100,
     * erf(100 d) sqrt(pi)/100 - d */
    {"hump in time", "state z = 0\nz' = max(exp(-1e4*(t - 3.3)^2) - 1/2, 0)\n", 4,
     "5.1622624325890157"},
};

Test(crossing, nothing_narrow_is_stepped_over) {
    for (size_t k = 0; k < sizeof narrow / sizeof *narrow; k++) {
        struct model *m = testing_model(narrow[k].text);
        struct ref_truth *truth =
            truths_make(ref_enclosure_truth, m, DIGITS, 1, &narrow[k].time);
        mpfr_t d, x;
        mpfr_inits2(BITS, d, x, (mpfr_ptr)NULL);
        mpfr_const_log2(d, MPFR_RNDN);
        mpfr_sqrt(d, d, MPFR_RNDN);
        mpfr_erf(x, d, MPFR_RNDN);
        mpfr_const_pi(d, MPFR_RNDN);
        mpfr_sqrt(d, d, MPFR_RNDN);
        mpfr_mul(x, x, d, MPFR_RNDN);
        mpfr_const_log2(d, MPFR_RNDN);
        mpfr_sqrt(d, d, MPFR_RNDN);
        mpfr_sub(x, x, d, MPFR_RNDN);
        mpfr_div_ui(x, x, 100, MPFR_RNDN);
        mpfr_sub(x, x, truth->state[0], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(x, truth->component[0]) <= 0, "%s: %g off", narrow[k].what,
                  mpfr_get_d(x, MPFR_RNDN));
    }
}

/* Two masses, with springs that are one-sided, of two stiffnesses, or whose force jumps, and with
 * dampers, driven or not. Numbers are multiples of 1/8. */
static void write_model(char *text, size_t size, struct sample *s) {
    static const char *const laws[] = {"max(%s, 0)", "abs(%s)", "step(%s)/4",
                                       "min(%s, 1/8)", "max(%s, -1/4)^2"};
    const char *places[] = {"x - y - 1/8", "x + t/4 - 1", "y - 3/16", "x - v/8"};
    char force[2][64];
    for (int i = 0; i < 2; i++)
        snprintf(force[i], sizeof force[i], laws[sample_choice(s, 5)],
                 places[sample_choice(s, 4)]);
    snprintf(text, size,
             "position x = %d/8, y = %d/8\nvelocity v = %d/8, w = %d/8\n"
             "x' = v\ny' = w\nv' = -x - %d/8*v - %d/8*%s\n"
             "w' = -%d/8*y + x/8 + %d/8*cos(t) - %s\n",
             sample_choice(s, 17) - 8, sample_choice(s, 17) - 8, sample_choice(s, 17) - 8,
             sample_choice(s, 17) - 8, sample_choice(s, 4), 1 + sample_choice(s, 40),
             force[0], 1 + sample_choice(s, 20), sample_choice(s, 3), force[1]);
}

Test(crossing, random_models_agree_with_taylors_method) {
    enum { MODELS = 40 };
    struct sample s = sample_begin();
    const double time = 6;
    int certified = 0;
    long switches = 0;
    for (int k = 0; k < MODELS; k++) {
        char text[1024];
        struct ref_truth *truth, *taylor;
        write_model(text, sizeof text, &s);
        struct model *m = testing_model(text);
        if (truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time) == REF_OK &&
            truths_try(ref_truth_alloc, &taylor, m, DIGITS + 20, 1, &time) == REF_OK) {
            certified++;
            switches += truth->switches;
            cr_expect(truths_contradiction(truth, taylor) <= 1, "%s", text);
            ref_truth_free(taylor);
        }
    }
    cr_expect(certified >= MODELS / 2 && switches > 2 * MODELS, "%d, %ld, seed %llu",
              certified, switches, (unsigned long long)s.seed);
}

/* A ball against Hertz's law, whose square root has its branch point a skin of 1e-9 or 1e-11
 * behind the kink: with the goals of so few digits the surface is not left again. */
Test(crossing, few_digits_are_certified_where_many_are) {
    static const struct {
        const char *skin;
        int digits;
    } cases[] = {{"1e-9", 8}, {"1e-9", 15}, {"1e-9", 30}, {"1e-11", 30}};
    const double time = 0.15;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[200];
        snprintf(text, sizeof text,
                 "position x = -1/10\nvelocity v = 1\nlet d = max(x, 0)\n"
                 "x' = v\nv' = -1e9*d^2/sqrt(max(d, %s))\n",
                 cases[k].skin);
        struct model *m = testing_model(text);
        struct ref_truth *few =
            truths_make(ref_enclosure_truth, m, cases[k].digits, 1, &time);
        struct ref_truth *taylor = truths_make(ref_truth_alloc, m, 20, 1, &time);
        cr_expect(truths_contradiction(few, taylor) <= 1);
    }
}
