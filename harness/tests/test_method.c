/* Methods and their options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/method.h"

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
        {"bdf", "method 'bdf' is not available in this version; available: "
                "velocity-implicit-euler, implicit-euler"},
        {"implicit-eular", "unknown method 'implicit-eular'; did you mean "
                           "'implicit-euler'?"},
        {"velocity-implicit-eler", "unknown method 'velocity-implicit-eler'; did you "
                                   "mean 'velocity-implicit-euler'?"},
        {"x", "unknown method 'x'; available: velocity-implicit-euler, implicit-euler"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct diagnostic d = {""};
        cr_assert(method_find(refused[i].name, &d) == NULL);
        cr_assert_str_eq(d.text, refused[i].message);
    }
}

Test(method, the_list_of_names_is_that_of_the_table) {
    char names[256] = "";
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", length > 0 ? ", " : "",
                 m->name);
    }
    cr_assert_str_eq(method_names(), names);
}

Test(method, each_one_is_what_fast_calls_it) {
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        enum fast_method found;
        struct method_settings s = method_default_settings(m);
        cr_assert(subject_method_find(&found, m->name) == 0, "%s", m->name);
        cr_assert(found == m->integrator && s.subject.method == m->integrator);
        cr_assert_str_eq(subject_method_name(m->integrator), m->name);
    }
}

static void set_all(struct method_settings *s, const char *const *given, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct diagnostic d = {""};
        cr_assert(method_set(own(), s, given[i], &d) == 0, "%s", d.text);
    }
}

Test(method, options_set_what_they_say) {
    struct method_settings s = method_default_settings(own());
    static const char *const given[] = {
        "driver=single",    "jacobian=exact",       "newton=full",
        "max-step=0.25",    "min-step=1/64",        "accuracy=1e-9",
        "initial-step=1/8", "throw-on-min-step=no", "mode=faithful"};
    set_all(&s, given, sizeof given / sizeof *given);
    cr_assert(s.driver == DRIVER_SINGLE);
    cr_assert(s.subject.jacobian == FAST_EXACT);
    cr_assert(s.subject.newton == FAST_FULL);
    cr_assert(s.subject.mode == FAST_FAITHFUL && s.mode_is_given);
    cr_assert(s.subject.max_step == 0.25);
    cr_assert(s.subject.min_step == 0x1p-6);
    cr_assert(s.subject.initial_step == 0x1p-3);
    cr_assert(s.subject.accuracy == 1e-9);
    cr_assert(!s.subject.throw_on_min_step);
    method_settings_clear(&s);
}

Test(method, tolerances_and_weights_are_numbers_and_lists_of_numbers) {
    struct method_settings s = method_default_settings(own());
    static const char *const given[] = {"relative=1e-4", "absolute=1e-7",
                                        "weights-v=1,0,2.5", "weights-z=1/4",
                                        "weights-v=3,0"};
    set_all(&s, given, sizeof given / sizeof *given);
    cr_assert(s.subject.relative == 1e-4 && s.subject.absolute == 1e-7);
    cr_assert(s.subject.weights_v_count == 2, "the last one counts");
    cr_assert(s.subject.weights_v[0] == 3 && s.subject.weights_v[1] == 0);
    cr_assert(s.subject.weights_z_count == 1 && s.subject.weights_z[0] == 0.25);
    method_settings_clear(&s);
}

Test(method, options_that_do_not_fit_together_are_refused) {
    static const struct {
        const char *given[2], *message;
    } refused[] = {
        {{"relative=1e-4", "mode=default"}, "relative and absolute go together"},
        {{"absolute=1e-4", "mode=default"}, "relative and absolute go together"},
        {{"max-step=0.1", "min-step=0.2"}, "min-step 0.2 is longer than max-step 0.1"},
        {{"max-step=0.1", "initial-step=0.2"},
         "initial-step 0.2 is longer than max-step 0.1"},
        {{"initial-step=0.1", "min-step=0.2"},
         "initial-step 0.1 is shorter than min-step 0.2"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct method_settings s = method_default_settings(own());
        struct diagnostic d = {""};
        set_all(&s, refused[i].given, 2);
        cr_assert(method_check(&s, &d) != 0, "%s", refused[i].message);
        cr_assert(strstr(d.text, refused[i].message) != NULL, "said '%s'", d.text);
    }
}

Test(method, tolerances_are_refused_with_an_accuracy_and_in_faithful_mode) {
    static const char *const given[] = {"relative=1e-4", "absolute=1e-7"};
    static const char *const further[] = {"mode=faithful", "accuracy=0.01"};
    static const char *const messages[] = {"no meaning with mode=faithful", "either"};
    for (int i = 0; i < 2; i++) {
        struct method_settings s = method_default_settings(own());
        struct diagnostic d = {""};
        set_all(&s, given, 2);
        cr_assert(method_check(&s, &d) == 0, "%s", d.text);
        set_all(&s, &further[i], 1);
        cr_assert(method_check(&s, &d) != 0);
        cr_assert(strstr(d.text, messages[i]) != NULL, "said '%s'", d.text);
    }
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
        struct method_settings s = method_default_settings(own());
        struct diagnostic d = {""};
        cr_assert(method_set(own(), &s, known[i].given, &d) == 0, "%s", d.text);
        cr_assert(s.subject.jacobian == known[i].jacobian);
        cr_assert(s.subject.newton == known[i].newton);
    }
}

Test(method, unset_options_have_the_defaults_of_the_original) {
    struct method_settings s = method_default_settings(own());
    cr_assert(isnan(s.subject.accuracy) && isnan(s.subject.max_step));
    cr_assert(s.subject.min_step == 0 && s.subject.throw_on_min_step);
    cr_assert(s.subject.jacobian == FAST_FORWARD && s.subject.newton == FAST_REUSE);
    cr_assert(isnan(s.subject.relative) && isnan(s.subject.absolute));
    cr_assert(isnan(s.subject.initial_step) && s.subject.mode == FAST_DEFAULT);
    cr_assert(s.subject.weights_v == NULL && s.subject.weights_z == NULL);
    cr_assert(s.driver == DRIVER_MULTIPLE && s.of_iteration == NULL);
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
        {"form=gaming", "option 'form' of a method is not available in this version"},
        {"weights=1,1", "method 'velocity-implicit-euler' has no option 'weights'; did "
                        "you mean 'weights-v'?"},
        {"weights-v=1,-1", "option 'weights-v': a weight is -1, but must be zero or"},
        {"weights-z=1,,2", "weights-z"},
        {"weights-z=", "weights-z"},
        {"weights-v=one", "weights-v: 'one' is not a number"},
        {"initial-step=0", "option 'initial-step' is 0, but must be positive"},
        {"relative=-1", "option 'relative' is -1, but must be zero or positive"},
        {"mode=faithfull", "option 'mode' is 'faithfull', but can only be"},
        {"max-step=0", "option 'max-step' is 0, but must be positive"},
        {"min-step=-1", "option 'min-step' is -1, but must be zero or positive"},
        {"accuracy=0", "option accuracy is 0, but must be positive"},
        {"accuracy=nan", "option accuracy: 'nan' is not a number"},
        {"max-step=inf", "max-step: 'inf' is not a number"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct method_settings s = method_default_settings(own());
        struct diagnostic d = {""};
        cr_assert(method_set(own(), &s, refused[i].given, &d) != 0, "%s",
                  refused[i].given);
        cr_assert(strncmp(d.text, refused[i].message, strlen(refused[i].message)) == 0,
                  "said '%s'", d.text);
        method_settings_clear(&s);
    }
}
