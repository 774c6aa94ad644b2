/* Methods and their options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "problems/base/status.h"

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
        {"contact-steper",
         "unknown method 'contact-steper'; did you mean 'contact-stepper'?"},
        {"implicit-eular", "unknown method 'implicit-eular'; did you mean "
                           "'implicit-euler'?"},
        {"velocity-implicit-eler", "unknown method 'velocity-implicit-eler'; did you "
                                   "mean 'velocity-implicit-euler'?"},
        {"runge-kuta-merson",
         "unknown method 'runge-kuta-merson'; did you mean 'runge-kutta-merson'?"},
        {"nonsense", "unknown method 'nonsense'; available: velocity-implicit-euler, "
                     "implicit-euler, semi-explicit-euler, semi-explicit-euler-2, "
                     "explicit-euler, runge-kutta-merson, bdf, contact-stepper"},
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
    cr_assert_str_eq(method_row_names(), names);
}

Test(method, each_one_is_what_the_integrators_call_it) {
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        struct method_settings s = method_default_settings(m);
        cr_assert_str_eq(subject_name(&s.subject), m->name);
        cr_assert(subject_family(&s.subject) == integrator_family(m->method), "%s",
                  m->name);
    }
}

static void set_all_of(const struct method *m, struct method_settings *s,
                       const char *const *given, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct diagnostic d = {""};
        cr_assert(method_set(m, s, given[i], &d) == 0, "%s", d.text);
    }
}

static void set_all(struct method_settings *s, const char *const *given, size_t count) {
    set_all_of(own(), s, given, count);
}

Test(method, options_set_what_they_say) {
    struct method_settings s = method_default_settings(own());
    static const char *const given[] = {
        "driver=single",    "jacobian=exact",       "newton=full",
        "max-step=0.25",    "min-step=1/64",        "accuracy=1e-9",
        "initial-step=1/8", "throw-on-min-step=no", "mode=faithful"};
    set_all(&s, given, sizeof given / sizeof *given);
    cr_assert(s.driver == DRIVER_SINGLE);
    cr_assert(s.subject.integrator.jacobian == FAST_EXACT_JACOBIAN);
    cr_assert(s.subject.integrator.newton == FAST_FULL);
    cr_assert(s.subject.integrator.mode == FAST_FAITHFUL && s.mode_is_given);
    cr_assert(s.subject.integrator.max_step == 0.25);
    cr_assert(s.subject.integrator.min_step == 0x1p-6);
    cr_assert(s.subject.integrator.initial_step == 0x1p-3);
    cr_assert(s.subject.integrator.accuracy == 1e-9);
    cr_assert(!s.subject.integrator.throw_on_min_step);
}

Test(method, tolerances_and_weights_are_numbers_and_lists_of_numbers) {
    struct method_settings s = method_default_settings(own());
    static const char *const given[] = {"relative=1e-4", "absolute=1e-7",
                                        "weights-v=1,0,2.5", "weights-z=1/4",
                                        "weights-v=3,0"};
    set_all(&s, given, sizeof given / sizeof *given);
    cr_assert(s.subject.integrator.relative == 1e-4 &&
              s.subject.integrator.absolute == 1e-7);
    cr_assert(s.subject.integrator.weights_v_count == 2, "the last one counts");
    cr_assert(s.subject.integrator.weights_v[0] == 3 &&
              s.subject.integrator.weights_v[1] == 0);
    cr_assert(s.subject.integrator.weights_z_count == 1 &&
              s.subject.integrator.weights_z[0] == 0.25);
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
        enum pair_jacobian jacobian;
        enum pair_newton newton;
    } known[] = {
        {"jacobian=forward", FAST_FORWARD_DIFFERENCES, FAST_REUSE},
        {"jacobian=central", FAST_CENTRAL_DIFFERENCES, FAST_REUSE},
        {"newton=reuse", FAST_FORWARD_DIFFERENCES, FAST_REUSE},
        {"newton=fresh", FAST_FORWARD_DIFFERENCES, FAST_FRESH},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct method_settings s = method_default_settings(own());
        struct diagnostic d = {""};
        cr_assert(method_set(own(), &s, known[i].given, &d) == 0, "%s", d.text);
        cr_assert(s.subject.integrator.jacobian == known[i].jacobian);
        cr_assert(s.subject.integrator.newton == known[i].newton);
    }
}

Test(method, unset_options_have_the_defaults_of_the_original) {
    struct method_settings s = method_default_settings(own());
    cr_assert(isnan(s.subject.integrator.accuracy) &&
              isnan(s.subject.integrator.max_step));
    cr_assert(s.subject.integrator.min_step == 0 &&
              s.subject.integrator.throw_on_min_step);
    cr_assert(s.subject.integrator.jacobian == FAST_FORWARD_DIFFERENCES &&
              s.subject.integrator.newton == FAST_REUSE);
    cr_assert(isnan(s.subject.integrator.relative) &&
              isnan(s.subject.integrator.absolute));
    cr_assert(isnan(s.subject.integrator.initial_step) &&
              s.subject.integrator.mode == FAST_DEFAULT);
    cr_assert(s.subject.integrator.weights_v == NULL &&
              s.subject.integrator.weights_z == NULL);
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
        {"form=gaming", "method 'velocity-implicit-euler' has no option 'form'"},
        {"restitution=newton",
         "method 'velocity-implicit-euler' has no option 'restitution'"},
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
        {"accuracy=0", "option 'accuracy' is 0, but must be positive"},
        {"accuracy=nan", "option 'accuracy': 'nan' is not a number"},
        {"max-step=inf", "max-step: 'inf' is not a number"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct method_settings s = method_default_settings(own());
        struct diagnostic d = {""};
        cr_assert(method_set(own(), &s, refused[i].given, &d) != 0, "%s",
                  refused[i].given);
        cr_assert(strncmp(d.text, refused[i].message, strlen(refused[i].message)) == 0,
                  "said '%s'", d.text);
    }
}

static const struct method *named(const char *name) {
    struct diagnostic d = {""};
    const struct method *m = method_find(name, &d);
    cr_assert(m != NULL, "%s", d.text);
    return m;
}

Test(method, options_of_semi_explicit_euler_set_what_they_say) {
    const struct method *m = named("semi-explicit-euler");
    struct method_settings s = method_default_settings(m);
    const struct subject_options *o = &s.subject;
    static const char *const given[] = {"form=position-implicit",
                                        "mode=faithful",
                                        "interpolate=no",
                                        "step-limit=17",
                                        "constraint-tolerance=1e-7",
                                        "projection=every-step",
                                        "norm=infinity",
                                        "joint-units=2,1/4",
                                        "velocity-time-scale=0.3",
                                        "weights-v=1,0"};
    cr_assert(o->integrator.form == PROJECTED_GAMING && o->integrator.interpolate);
    cr_assert(isnan(o->integrator.constraint_tolerance) &&
              o->integrator.projection == PROJECTED_LAZY);
    set_all_of(m, &s, given, sizeof given / sizeof *given);
    cr_assert(o->integrator.form == PROJECTED_POSITION_IMPLICIT);
    cr_assert(o->integrator.mode == FAST_FAITHFUL && !o->integrator.interpolate);
    cr_assert(s.step_limit == 17 && isnan(s.time_limit) &&
              o->integrator.constraint_tolerance == 1e-7);
    cr_assert(o->integrator.projection == PROJECTED_EVERY_STEP);
    cr_assert(o->integrator.norm == PROJECTED_INFINITY &&
              o->integrator.joint_units_count == 2);
    cr_assert(o->integrator.joint_units[0] == 2 && o->integrator.joint_units[1] == 0.25);
    cr_assert(o->integrator.velocity_time_scale == 0.3 &&
              o->integrator.weights_v_count == 2);
}

Test(method, options_of_error_control_set_what_they_say) {
    const struct method *m = named("runge-kutta-merson");
    struct method_settings s = method_default_settings(m);
    const struct subject_options *o = &s.subject;
    static const char *const given[] = {
        "relative=1e-4",  "absolute=1e-7", "units=1,2.5",   "relative-flags=yes,no,yes",
        "time-scale=0.7", "max-step=0.5",  "min-step=1e-9", "initial-step=1e-3",
        "weights-z=0,3",  "units=3,1,1.5", "norm=rms"};
    set_all_of(m, &s, given, sizeof given / sizeof *given);
    cr_assert(o->integrator.relative == 1e-4 && o->integrator.absolute == 1e-7);
    cr_assert(o->integrator.units_count == 3 && o->integrator.units[2] == 1.5);
    cr_assert(o->integrator.is_relative_count == 3);
    for (int i = 0; i < 3; i++)
        cr_assert(o->integrator.is_relative[i] == (i != 1));
    cr_assert(o->integrator.time_scale == 0.7 && o->integrator.max_step == 0.5);
    cr_assert(o->integrator.min_step == 1e-9 && o->integrator.initial_step == 1e-3);
    cr_assert(o->integrator.weights_z_count == 2 && o->integrator.weights_z[1] == 3);
    struct diagnostic d = {""};
    s.subject.integrator.fixed_step = false;
    cr_assert(method_check(&s, &d) == 0, "%s", d.text);
}

/* Each option is set to each of its words in turn, and told again. */
Test(method, settings_are_told_in_the_words_that_set_them) {
    int words = 0;
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        const struct integrator_option *o;
        for (int i = 0; (o = method_option(m, i)) != NULL; i++)
            for (const char *word = o->words; word != NULL && *word != '\0'; words++) {
                char given[64];
                size_t length = strcspn(word, "|");
                struct diagnostic d = {""};
                struct method_settings s = method_default_settings(m);
                snprintf(given, sizeof given, "%s=%.*s", o->name, (int)length, word);
                cr_assert(method_set(m, &s, given, &d) == 0, "%s", d.text);
                json_t *told = json_object();
                method_tell_settings(m, &s, METHOD_IN_DOUBLE, told);
                cr_expect_str_eq(json_string_value(json_object_get(told, o->name)),
                                 strchr(given, '=') + 1, "%s of %s", given, m->name);
                word += length + (word[length] == '|');
            }
    }
    cr_assert(words > 60, "%d", words);
}

Test(method, an_option_is_told_by_name_and_refused_where_it_has_no_meaning) {
    static const struct {
        const char *method, *given, *of_double, *of_iteration;
    } known[] = {
        {"semi-explicit-euler", "form=gaming", NULL, NULL},
        {"semi-explicit-euler", "projection=off", NULL, NULL},
        {"semi-explicit-euler", "constraint-tolerance=1", NULL, "constraint-tolerance"},
        {"semi-explicit-euler", "step-limit=3", NULL, NULL},
        {"explicit-euler", "accuracy=1e-3", NULL, "accuracy"},
        {"explicit-euler", "units=1", "units", "units"},
        {"implicit-euler", "relative=1", "relative", "relative"},
        {"implicit-euler", "jacobian=exact", NULL, "jacobian"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct method *m = named(known[i].method);
        struct method_settings s = method_default_settings(m);
        set_all_of(m, &s, &known[i].given, 1);
        cr_expect((s.of_double == NULL) == (known[i].of_double == NULL), "%s",
                  known[i].given);
        cr_expect((s.of_iteration == NULL) == (known[i].of_iteration == NULL), "%s",
                  known[i].given);
        if (known[i].of_iteration != NULL)
            cr_expect_str_eq(s.of_iteration, known[i].of_iteration);
    }
}

Test(method, wrong_options_of_the_methods_with_joints_are_refused) {
    static const struct {
        const char *method, *given, *message;
    } refused[] = {
        {"semi-explicit-euler", "accuracy=1e-3",
         "method 'semi-explicit-euler' has no option 'accuracy'"},
        {"semi-explicit-euler", "form=explicit",
         "option 'form' is 'explicit', but can only be "
         "position-implicit|velocity-implicit|gaming"},
        {"semi-explicit-euler", "constraint-tolerance=0",
         "option 'constraint-tolerance' is 0, but must be positive"},
        {"semi-explicit-euler", "constraint-tolerance=nan",
         "constraint-tolerance: 'nan' is not a number"},
        {"semi-explicit-euler", "projection=sometimes",
         "option 'projection' is 'sometimes', but can only be lazy|every-step|off"},
        {"semi-explicit-euler", "step-limit=-1",
         "option 'step-limit' is -1, but must be zero or positive"},
        {"semi-explicit-euler", "step-limit=1.5",
         "option 'step-limit' is 1.5, but must be a whole number"},
        {"semi-explicit-euler", "joint-units=1,0",
         "option 'joint-units': a unit is 0, but must be positive"},
        {"semi-explicit-euler", "velocity-time-scale=-1",
         "option 'velocity-time-scale' is -1, but must be positive"},
        {"semi-explicit-euler-2", "form=gaming",
         "method 'semi-explicit-euler-2' has no option 'form'"},
        {"semi-explicit-euler-2", "norm=two",
         "option 'norm' is 'two', but can only be rms|infinity"},
        {"semi-explicit-euler-2", "weights-v=nan", "weights-v: 'nan' is not a number"},
        {"semi-explicit-euler-2", "weights-v=1,-2",
         "option 'weights-v': a weight is -2, but must be zero or positive"},
        {"semi-explicit-euler-2", "relative-flags=yes,maybe",
         "option 'relative-flags': 'maybe' is neither yes nor no"},
        {"semi-explicit-euler-2",
         "relative-flags=", "option 'relative-flags': '' is neither yes nor no"},
        {"semi-explicit-euler-2", "units=1,inf", "units: 'inf' is not a number"},
        {"runge-kutta-merson", "time-scale=0",
         "option 'time-scale' is 0, but must be positive"},
        {"runge-kutta-merson", "interpolate=maybe",
         "option 'interpolate' is 'maybe', but can only be yes|no"},
        {"bdf", "mode=faithful", "method 'bdf' has no option 'mode'"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct method *m = named(refused[i].method);
        struct method_settings s = method_default_settings(m);
        struct diagnostic d = {""};
        cr_assert(method_set(m, &s, refused[i].given, &d) != 0, "%s", refused[i].given);
        cr_assert(strncmp(d.text, refused[i].message, strlen(refused[i].message)) == 0,
                  "said '%s'", d.text);
    }
}

Test(method, settings_of_the_methods_with_joints_that_contradict_are_refused) {
    static const struct {
        const char *method, *given[2];
        bool fixed_step;
        const char *message;
    } refused[] = {
        {"semi-explicit-euler", {NULL}, false, "has no error estimate: it needs --step"},
        {"bdf", {NULL}, true, "chooses its steps itself"},
        {"explicit-euler", {"units=1", "norm=rms"}, false, "need relative and absolute"},
        {"explicit-euler", {"relative-flags=yes", "norm=rms"}, false, "need relative"},
        {"explicit-euler", {"relative=1e-3", "norm=rms"}, false, "go together"},
        {"explicit-euler",
         {"max-step=0.1", "initial-step=0.2"},
         false,
         "initial-step 0.2 is longer than max-step 0.1"},
        {"explicit-euler",
         {"max-step=0.1", "min-step=0.2"},
         false,
         "min-step 0.2 is longer than max-step 0.1"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct method *m = named(refused[i].method);
        struct method_settings s = method_default_settings(m);
        struct diagnostic d = {""};
        set_all_of(m, &s, refused[i].given, refused[i].given[0] == NULL ? 0 : 2);
        s.subject.integrator.fixed_step = refused[i].fixed_step;
        cr_assert(method_check(&s, &d) != 0, "%s", refused[i].message);
        cr_assert(strstr(d.text, refused[i].message) != NULL, "said '%s'", d.text);
    }
}

Test(method, options_of_the_contact_stepper_set_what_they_say) {
    const struct method *m = named("contact-stepper");
    struct method_settings s = method_default_settings(m);
    const struct subject_options *o = &s.subject;
    const struct integrator_options *c = &o->integrator;
    static const char *const given[] = {"mode=faithful",
                                        "restitution=newton",
                                        "induced=mixed",
                                        "max-induced=7",
                                        "projection=unilateral",
                                        "solver=pgs",
                                        "update=semi-explicit",
                                        "locate-impacts=no",
                                        "max-impacts=13",
                                        "unverified=fail",
                                        "constraint-tolerance=1e-5",
                                        "capture-velocity=0.1",
                                        "min-cor-velocity=0.2",
                                        "friction-transition-velocity=0.3",
                                        "min-significant-force=1e-9",
                                        "length=2.5",
                                        "units=1,0.5",
                                        "initial-step=1/64",
                                        "accuracy=1e-4"};
    set_all_of(m, &s, given, sizeof given / sizeof *given);
    cr_assert(o->integrator.mode == FAST_FAITHFUL && c->restitution == CONTACT_NEWTON);
    cr_assert(c->induced == CONTACT_MIXED && c->max_induced == 7);
    cr_assert(c->contact_projection == CONTACT_UNILATERAL && c->solver == CONTACT_PGS);
    cr_assert(c->update == CONTACT_SEMI_EXPLICIT && c->locates_impacts == 0);
    cr_assert(c->max_impacts == 13 && !c->accepts_unverified);
    cr_assert(o->integrator.constraint_tolerance == 1e-5 && c->capture_velocity == 0.1);
    cr_assert(c->min_restitution_velocity == 0.2 && c->transition_velocity == 0.3);
    cr_assert(c->min_significant_force == 1e-9 && c->length == 2.5);
    cr_assert(c->units_count == 2 && c->units[1] == 0.5 &&
              o->integrator.accuracy == 1e-4);
    cr_assert(o->integrator.initial_step == 0x1p-6);
}

Test(method, options_of_contacts_that_nobody_has_set_are_as_the_mode_has_them) {
    const struct method *m = named("contact-stepper");
    struct method_settings s = method_default_settings(m);
    const struct integrator_options *c = &s.subject.integrator;
    json_t *told = json_object();
    cr_assert(c->restitution == CONTACT_POISSON && c->induced == CONTACT_SIMULTANEOUS);
    cr_assert(c->max_induced == 5 && c->contact_projection == CONTACT_BILATERAL);
    cr_assert(c->solver == CONTACT_METHOD_UNSET && c->update == CONTACT_UPDATE_UNSET);
    cr_assert(c->locates_impacts == CONTACT_UNSET && c->max_impacts == 1000);
    cr_assert(c->accepts_unverified && c->length == 1);
    cr_assert(isnan(c->capture_velocity) &&
              isnan(s.subject.integrator.constraint_tolerance));
    method_tell_settings(m, &s, METHOD_IN_DOUBLE, told);
    cr_assert(json_is_null(json_object_get(told, "solver")));
    cr_assert(json_is_null(json_object_get(told, "capture-velocity")));
    cr_assert_str_eq(json_string_value(json_object_get(told, "unverified")), "accept");
}

Test(method, rounds_and_impacts_of_the_contact_stepper_are_counted_from_one) {
    static const char *const given[] = {"max-induced=0", "max-induced=-1",
                                        "max-impacts=0"};
    static const char *const told[] = {"'max-induced' is 0, but must be at least 1",
                                       "'max-induced' is -1, but must be at least 1",
                                       "'max-impacts' is 0, but must be at least 1"};
    const struct method *m = named("contact-stepper");
    for (int i = 0; i < 3; i++) {
        struct method_settings s = method_default_settings(m);
        struct diagnostic d = {""};
        cr_expect(method_set(m, &s, given[i], &d) != 0, "%s", given[i]);
        cr_expect(strstr(d.text, told[i]) != NULL, "said '%s'", d.text);
    }
}

Test(method, what_the_original_of_the_contact_stepper_has_not_is_refused) {
    static const struct {
        const char *given[2];
        bool fixed_step;
        const char *message;
    } refused[] = {
        {{"mode=faithful", "solver=proximal"}, true, "solver=proximal has no meaning"},
        {{"mode=faithful", "update=trapezoidal"}, true, "update=trapezoidal has no"},
        {{"mode=faithful", "locate-impacts=yes"}, true, "locate-impacts=yes has no"},
        {{"mode=faithful", "accuracy=1e-3"}, false, "it needs --step"},
        {{"max-step=0.1", "min-step=0.2"}, false, "min-step 0.2 is longer than max-step"},
    };
    const struct method *m = named("contact-stepper");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct method_settings s = method_default_settings(m);
        struct diagnostic d = {""};
        set_all_of(m, &s, refused[i].given, 2);
        s.subject.integrator.fixed_step = refused[i].fixed_step;
        cr_expect(method_check(&s, &d) != 0, "%s", refused[i].message);
        cr_expect(strstr(d.text, refused[i].message) != NULL, "said '%s'", d.text);
    }
}
