/* Methods and their options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/method.h"

static const struct method *own(void) {
    struct diagnostic d = {""};
    const struct method *m = method_find("velocity-implicit-euler", &d);
    cr_assert(m != NULL, "%s", d.text);
    return m;
}

Test(method, what_is_not_there_is_refused_by_name) {
    static const struct {
        const char *name, *message;
    } refused[] = {
        {"implicit-euler", "method 'implicit-euler' is not available in this version; "
                           "available: velocity-implicit-euler"},
        {"bdf", "method 'bdf' is not available in this version; available: "
                "velocity-implicit-euler"},
        {"velocity-implicit-eler", "unknown method 'velocity-implicit-eler'; did you "
                                   "mean 'velocity-implicit-euler'?"},
        {"x", "unknown method 'x'; available: velocity-implicit-euler"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct diagnostic d = {""};
        cr_assert(method_find(refused[i].name, &d) == NULL);
        cr_assert_str_eq(d.text, refused[i].message);
    }
}

Test(method, options_set_what_they_say) {
    struct method_settings s = method_default_settings();
    static const char *const given[] = {
        "driver=single", "jacobian=exact", "newton=full",          "max-step=0.25",
        "min-step=1/64", "accuracy=1e-9",  "throw-on-min-step=no", "mode=faithful"};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct diagnostic d = {""};
        cr_assert(method_set(own(), &s, given[i], &d) == 0, "%s", d.text);
    }
    cr_assert(s.driver == DRIVER_SINGLE);
    cr_assert(s.subject.jacobian == FAST_EXACT);
    cr_assert(s.subject.newton == FAST_FULL);
    cr_assert(s.subject.max_step == 0.25);
    cr_assert(s.subject.min_step == 0x1p-6);
    cr_assert(s.subject.accuracy == 1e-9);
    cr_assert(!s.subject.throw_on_min_step);
}

Test(method, the_words_of_each_option_mean_what_they_say) {
    static const struct {
        const char *given;
        enum fast_jacobian jacobian;
        enum fast_newton newton;
    } known[] = {
        {"jacobian=forward", FAST_FORWARD, FAST_REUSE},
        {"jacobian=central", FAST_CENTRAL, FAST_REUSE},
        {"newton=reuse", FAST_FORWARD, FAST_REUSE},
        {"newton=fresh", FAST_FORWARD, FAST_FRESH},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct method_settings s = method_default_settings();
        struct diagnostic d = {""};
        cr_assert(method_set(own(), &s, known[i].given, &d) == 0, "%s", d.text);
        cr_assert(s.subject.jacobian == known[i].jacobian);
        cr_assert(s.subject.newton == known[i].newton);
    }
}

Test(method, unset_options_have_the_defaults_of_the_original) {
    struct method_settings s = method_default_settings();
    cr_assert(isnan(s.subject.accuracy) && isnan(s.subject.max_step));
    cr_assert(s.subject.min_step == 0 && s.subject.throw_on_min_step);
    cr_assert(s.subject.jacobian == FAST_FORWARD && s.subject.newton == FAST_REUSE);
    cr_assert(s.driver == DRIVER_MULTIPLE && !s.in_double_only);
}

Test(method, wrong_options_are_refused) {
    static const struct {
        const char *given, *message;
    } refused[] = {
        {"jacobian", "--option needs NAME=VALUE, not 'jacobian'"},
        {"=exact", "--option needs NAME=VALUE, not '=exact'"},
        {"jacobin=exact",
         "method 'velocity-implicit-euler' has no option 'jacobin'; did you "
         "mean 'jacobian'?"},
        {"jacobian=approximate",
         "option 'jacobian' is 'approximate', but can only be forward|central|exact"},
        {"jacobian=", "option 'jacobian' is '', but can only be forward|central|exact"},
        {"jacobian=forward|central",
         "option 'jacobian' is 'forward|central', but can only"},
        {"initial-step=1",
         "option 'initial-step' of a method is not available in this version"},
        {"weights-v=1,1",
         "option 'weights-v' of a method is not available in this version"},
        {"max-step=0", "option 'max-step' is 0, but must be positive"},
        {"min-step=-1", "option 'min-step' is -1, but must be zero or positive"},
        {"accuracy=0", "option accuracy is 0, but must be positive"},
        {"accuracy=nan", "option accuracy: 'nan' is not a number"},
        {"max-step=inf", "max-step: 'inf' is not a number"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct method_settings s = method_default_settings();
        struct diagnostic d = {""};
        cr_assert(method_set(own(), &s, refused[i].given, &d) != 0, "%s",
                  refused[i].given);
        cr_assert(strncmp(d.text, refused[i].message, strlen(refused[i].message)) == 0,
                  "said '%s'", d.text);
    }
}
