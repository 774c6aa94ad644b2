/* Integrators from outside as subjects: those that keep their promises, and those that do
 * not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/stopwatch.h"
#include "harness/integrators/subject_options.h"
#include "harness/jobs/interrupt.h"
#include "harness/plugin/activity.h"
#include "harness/tests/models.h"
#include "harness/tests/plugins.h"
#include "problems/model.h"

static const char pair_model[] = "position q = 0.37\nvelocity v = -0.83\n"
                                 "q' = v\nv' = -1.37*q - 0.29*v\n";
static const double begin[] = {0.37, -0.83};

/* F of the model. */
static void rates_of(const double *x, double *rate) {
    rate[0] = x[1];
    rate[1] = -1.37 * x[0] - 0.29 * x[1];
}

static void expect_near(double found, double expected) {
    cr_expect(isfinite(found) && fabs(found - expected) <= 1e-14 * fabs(expected),
              "%.17g, not %.17g", found, expected);
}

static struct model *m;
static struct plugin_case c;
static struct subject_options options;

static void set_up(void) {
    plugin_mark_processes();
    m = model_from(pair_model);
    options = subject_default_options();
}

static void tear_down(void) {
    cr_expect(!plugin_left_children());
    model_free(m);
}

TestSuite(plugin_subject, .init = set_up, .fini = tear_down);

/* A plug-in with one option or (NULL) none, opened, and started where the model begins. */
static struct subject opened(const char *name, const char *fault) {
    plugin_case_make(&c, plugin_path(name), fault == NULL ? NULL : "fault", fault, NULL,
                     NULL);
    return plugin_subject(&c, m, &options);
}

static struct subject started(const char *name, const char *fault) {
    struct subject s = opened(name, fault);
    cr_assert(s.start(s.self, 0, begin) == 0, "%s", s.why(s.self));
    return s;
}

Test(plugin_subject, a_step_of_the_example_is_one_of_heun_with_the_estimate_of_euler) {
    struct subject s = opened("heun", NULL);
    const double h = 0.3;
    double k1[2], k2[2], euler[2];
    rates_of(begin, k1);
    for (int i = 0; i < 2; i++)
        euler[i] = begin[i] + h * k1[i];
    rates_of(euler, k2);
    cr_assert(s.start(s.self, 0.5, begin) == 0, "%s", s.why(s.self));
    cr_assert(s.step(s.self, h) == 0, "%s", s.why(s.self));
    for (int i = 0; i < 2; i++) {
        double x = begin[i] + h * (k1[i] + k2[i]) / 2;
        expect_near(s.state(s.self)[i], x);
        cr_expect(fabs(s.estimate(s.self)[i] - (x - euler[i])) < 1e-15);
    }
    expect_near(s.time(s.self), 0.8);
    s.free(s.self);
}

/* A fingerprint starts hundreds: each would be waited for. Seen to fail. */
Test(plugin_subject, none_is_started_any_more_where_an_interruption_is_held) {
    sigset_t before;
    struct diagnostic d = {""};
    struct subject s;
    plugin_case_make(&c, plugin_path("heun"), NULL, NULL, NULL, NULL);
    interrupt_hold(&before);
    raise(SIGTERM);
    cr_expect(plugin_open(&c.plugin, m, &options, &s, &d) == SUBJECT_REFUSED);
    cr_expect(strstr(d.text, "interrupted") != NULL, "%s", d.text);
    signal(SIGTERM, SIG_IGN); /* discards what is pending */
    signal(SIGTERM, SIG_DFL);
    interrupt_release(&before);
    s = opened("heun", NULL);
    s.free(s.self);
}

/* Seen to fail: steps beyond one that failed, one step for many. */
Test(plugin_subject, many_steps_in_one_request_are_those_one_by_one) {
    for (int failing_call = 0; failing_call < 10; failing_call += 5) {
        options.failing_call = failing_call;
        struct subject one = started("heun", NULL), other = started("heun", NULL);
        const int well = failing_call > 0 ? 2 : 5; /* two calls a step */
        cr_assert(one.steps != NULL);
        cr_expect((subject_steps(&one, 0.125, 5) != 0) == (well < 5));
        other.steps = NULL;
        cr_expect((subject_steps(&other, 0.125, 5) != 0) == (well < 5));
        cr_expect(one.time(one.self) == 0.125 * well &&
                  other.time(other.self) == 0.125 * well);
        cr_expect(memcmp(one.state(one.self), other.state(other.self), sizeof begin) ==
                  0);
        cr_expect(memcmp(one.estimate(one.self), other.estimate(other.self),
                         sizeof begin) == 0);
        one.free(one.self);
        other.free(other.self);
    }
}

Test(plugin_subject, a_run_is_its_steps_and_ends_at_exactly_its_end) {
    struct subject one = started("heun", NULL), other = started("heun", NULL);
    cr_assert(one.run(one.self, 0.1, 0.75) == 0, "%s", one.why(one.self));
    for (int i = 0; i < 8; i++)
        cr_assert(other.advance(other.self, 0.1, 0.75) == 0);
    cr_expect(one.time(one.self) == 0.75 && other.time(other.self) == 0.75);
    cr_expect(memcmp(one.state(one.self), other.state(other.self), sizeof begin) == 0);
    one.free(one.self);
    other.free(other.self);
}

Test(plugin_subject, at_its_end_a_run_makes_no_step_and_beyond_it_none_succeeds) {
    struct subject s = opened("heun", NULL);
    cr_assert(s.start(s.self, 0.75, begin) == 0);
    cr_expect(s.run(s.self, 0.1, 0.75) == 0, "%s", s.why(s.self));
    cr_expect(s.advance(s.self, 0.1, 0.75) == 0, "%s", s.why(s.self));
    cr_expect(s.run(s.self, 0.1, 0.5) != 0 && s.advance(s.self, 0.1, 0.5) != 0);
    cr_expect(s.time(s.self) == 0.75);
    cr_expect(memcmp(s.state(s.self), begin, sizeof begin) == 0);
    s.free(s.self);
}

/* What it says of its calls itself does not count. */
Test(plugin_subject, statistics_are_its_own_and_the_calls_it_made_since_the_start) {
    struct subject s = opened("misbehaving", "claim-calls");
    for (int k = 0; k < 2; k++) {
        cr_assert(s.start(s.self, 0, begin) == 0);
        for (int i = 0; i < 7; i++)
            cr_assert(s.step(s.self, 0.0625) == 0);
        cr_expect(subject_counter(&s, "steps") == 7);
        cr_expect(subject_counter(&s, "derivative_calls") == 7);
        cr_expect(subject_counter(&s, "jacobian_calls") == 0);
        cr_expect(json_number_in(subject_counters_tell(&s), "derivative_calls") == 7);
    }
    s.free(s.self);
}

/* What an integrator does wrong, and how that is told. */
struct fault {
    const char *name, *told;
};

static const struct fault in_start[] = {
    {"crash-in-start", "crashed in start (SIGSEGV)"},
    {"start-fails", "start failed"},
    {"start-at-another-time", "was started at t = 0 and says t = 1"},
};
static const struct fault in_steps[] = {
    {"crash-in-step", "crashed in step (SIGSEGV)"},
    {"abort-in-step", "crashed in step (SIGABRT)"},
    {"hang-in-step", "step did not return within 1 s"},
    {"exit-in-step", "ended its process in step (exit status 3)"},
    {"leave-a-child-and-crash", "crashed in step (SIGSEGV)"},
    {"bad-pointer", "crashed in step, in its call of derivative (SIGSEGV)"},
    {"close-files", "closed files that are not its own"},
    {"fail", "step failed: it was told to"},
    {"move-and-fail", "did not leave time and state as they were"},
    {"nan-in-state", "state is not finite: v = "},
    {"infinite-state", "state is not finite: q = inf"},
    {"time-stands-still",
     "step did not move the time: it is t = 0.0625 before and after"},
    {"time-too-far", "step of 0.0625 from t = 0.0625 ended at t = 0.125"},
    {"time-unset", "state left the time unset"},
    {"time-nan", "state is not finite: t = "},
    {"crash-in-state", "crashed in state (SIGSEGV)"},
    {"state-too-short", "state left component 2 of 2 (v) unset"},
    {"state-too-long", "state wrote past the end of its array of 2 numbers"},
    {"state-too-early", "state wrote before the beginning of its array"},
    {"crash-in-estimate", "crashed in estimate (SIGSEGV)"},
    {"hang-in-estimate", "estimate did not return within 1 s"},
    {"estimate-too-short", "estimate left component 2 of 2 (v) unset"},
    {"estimate-too-long", "estimate wrote past the end of its array of 2 numbers"},
    {"nan-in-estimate", "estimate is not finite: q = "},
};
/* Seen to fail: a time that stands still told as a wrong end, of a step and of an advance; one
 * that goes back let pass. */
static const struct fault in_advance[] = {
    {"advance-too-far", "advance went to t = 1.5, past its end 1"},
    {"advance-goes-back", "advance went back from t = 0 to t = -0.5"},
    {"advance-stands-still",
     "advance did not move the time: it is t = 0 before and after"},
};
enum {
    faults_in_start = sizeof in_start / sizeof *in_start,
    faults_in_steps = sizeof in_steps / sizeof *in_steps,
    faults_in_advance = sizeof in_advance / sizeof *in_advance
};

static void expect_told(const struct fault *fault, const char *text) {
    cr_expect(strstr(text, fault->told) != NULL, "%s: '%s', not '%s'", fault->name, text,
              fault->told);
}

Test(plugin_subject, a_fault_in_start_is_told) {
    for (int i = 0; i < faults_in_start; i++) {
        struct subject s = opened("misbehaving", in_start[i].name);
        cr_expect(s.start(s.self, 0, begin) != 0, "%s", in_start[i].name);
        expect_told(&in_start[i], s.why(s.self));
        s.free(s.self);
        cr_expect(!plugin_left_children(), "%s", in_start[i].name);
    }
}

/* The first step is a good one; what it led to stays, as does the failure. */
static void expect_fault_in_second_step(const struct fault *fault) {
    const double h = 0.0625;
    plugin_case_make(&c, plugin_path("misbehaving"), "fault", fault->name, "after", "2");
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, begin) == 0, "%s", s.why(s.self));
    cr_assert(s.step(s.self, h) == 0, "%s: %s", fault->name, s.why(s.self));
    cr_expect(s.step(s.self, h) != 0, "%s", fault->name);
    expect_told(fault, s.why(s.self));
    cr_expect(s.time(s.self) == h, "%s: t = %g", fault->name, s.time(s.self));
    expect_near(s.state(s.self)[0], begin[0] + h * begin[1]);
    cr_expect(s.step(s.self, h) != 0 || strcmp(fault->name, "fail") == 0, "%s",
              fault->name);
    expect_told(fault, s.why(s.self));
    cr_expect(s.start(s.self, 0, begin) == 0, "%s: %s", fault->name, s.why(s.self));
    cr_expect(s.step(s.self, h) == 0, "%s: %s", fault->name, s.why(s.self));
    s.free(s.self);
    cr_expect(!plugin_left_children(), "%s", fault->name);
}

Test(plugin_subject, a_fault_in_a_step_is_told_and_another_start_begins_anew,
     .timeout = 120) {
    for (int i = 0; i < faults_in_steps; i++)
        expect_fault_in_second_step(&in_steps[i]);
}

/* The bound is met by several subjects together. */
Test(plugin_subject, one_that_hangs_again_and_again_is_not_started_any_more) {
    struct diagnostic d = {""};
    struct subject s;
    struct plugin_tally tally = {.excesses = 0};
    plugin_case_make(&c, plugin_path("misbehaving"), "fault", "hang-in-step", NULL, NULL);
    c.plugin.seconds_limit = 0.2;
    c.plugin.tally = &tally;
    for (int i = 0; i < PLUGIN_MOST_EXCESSES; i++) {
        s = plugin_subject(&c, m, &options);
        cr_expect(s.start(s.self, 0, begin) == 0 && s.step(s.self, 0.125) != 0);
        s.free(s.self);
    }
    cr_expect(plugin_open(&c.plugin, m, &options, &s, &d) == SUBJECT_REFUSED);
    cr_expect(strstr(d.text, "not started again: 8 of its calls") != NULL, "%s", d.text);
    cr_expect(plugin_takes(&c.plugin, m, &d) == PLUGIN_FAULTY, "no matter of the model");
}

static void be_held_up(void) {
    const struct timespec longer_than_a_call = {.tv_nsec = 500000000};
    nanosleep(&longer_than_a_call, NULL);
}

/* What a busy machine takes to begin the guest is not the time of any call. */
Test(plugin_subject, a_guest_that_begins_late_has_its_whole_time_for_a_call) {
    plugin_case_make(&c, plugin_path("heun"), NULL, NULL, NULL, NULL);
    c.plugin.seconds_limit = 0.2;
    cr_assert(pthread_atfork(NULL, NULL, be_held_up) == 0);
    struct subject s = plugin_subject(&c, m, &options);
    cr_expect(s.start(s.self, 0, begin) == 0, "%s", s.why(s.self));
    cr_expect(s.step(s.self, 0.125) == 0, "%s", s.why(s.self));
    s.free(s.self);
}

Test(plugin_subject, a_fault_in_advance_is_told) {
    options.integrator.fixed_step = false;
    for (int i = 0; i < faults_in_advance; i++) {
        struct subject s = started("misbehaving", in_advance[i].name);
        cr_expect(s.run(s.self, INFINITY, 1) != 0, "%s", in_advance[i].name);
        expect_told(&in_advance[i], s.why(s.self));
        s.free(s.self);
    }
}

Test(plugin_subject, under_error_control_it_chooses_its_steps) {
    options.integrator.fixed_step = false;
    struct subject s = started("misbehaving", NULL);
    cr_assert(s.run(s.self, INFINITY, 1) == 0, "%s", s.why(s.self));
    cr_expect(s.time(s.self) == 1 && subject_counter(&s, "steps") == 8);
    cr_assert(s.start(s.self, 0, begin) == 0 && s.run(s.self, 0.0625, 1) == 0, "%s",
              s.why(s.self));
    cr_expect(s.time(s.self) == 1 && subject_counter(&s, "steps") == 16);
    s.free(s.self);
}

Test(plugin_subject, without_advance_there_is_no_error_control) {
    plugin_case_make(&c, plugin_path("heun"), NULL, NULL, NULL, NULL);
    options.integrator.fixed_step = false;
    struct subject s;
    struct diagnostic d = {""};
    cr_expect(plugin_open(&c.plugin, m, &options, &s, &d) == SUBJECT_REFUSED);
    cr_expect(strstr(d.text, "no error control") != NULL, "%s", d.text);
}

/* It fails where the rates have no value, twice as far it would not notice. */
Test(plugin_subject, rates_that_have_no_value_are_a_failed_callback) {
    static const char text[] = "state z = 0.83\nz' = sqrt(z - 0.5) - 3\n";
    const double z = 0.83;
    m = model_from(text);
    for (int k = 0; k < 2; k++) {
        struct subject s = opened("misbehaving", k == 0 ? "none" : "ignore-callback");
        cr_assert(s.start(s.self, 0, &z) == 0);
        cr_assert(s.step(s.self, 0.25) == 0, "%s", s.why(s.self));
        cr_assert(s.state(s.self)[0] < 0.5);
        cr_expect(s.step(s.self, 0.25) != 0);
        const char *told = k == 0 ? "step failed" : "state is not finite: z = ";
        cr_expect(strstr(s.why(s.self), told) != NULL, "%s", s.why(s.self));
        cr_expect(s.time(s.self) == 0.25);
        s.free(s.self);
    }
}

Test(plugin_subject, a_run_halves_a_step_that_fails) {
    options.failing_call = 3;
    struct subject s = started("misbehaving", NULL);
    cr_assert(s.run(s.self, 0.125, 0.5) == 0, "%s", s.why(s.self));
    cr_expect(s.time(s.self) == 0.5);
    cr_expect(subject_counter(&s, "steps") == 6, "%d", (int)subject_counter(&s, "steps"));
    s.free(s.self);
}

Test(plugin_subject, a_call_that_is_to_fail_fails_once) {
    for (int k = 0; k < 2; k++) {
        options.failing_call = 2;
        options.fails_by_nan = k == 1;
        struct subject s = started("heun", NULL);
        cr_expect(s.step(s.self, 0.125) != 0);
        cr_expect(s.step(s.self, 0.125) == 0, "%s", s.why(s.self));
        cr_assert(s.start(s.self, 0, begin) == 0);
        cr_expect(s.step(s.self, 0.125) == 0, "%s", s.why(s.self));
        s.free(s.self);
    }
}

/* Two processes would answer, so that from then on each answer belonged to an earlier question. */
Test(plugin_subject, of_an_integrator_that_forks_one_goes_on) {
    struct subject s = started("misbehaving", "fork-and-go-on");
    for (int i = 1; i <= 8; i++) {
        cr_assert(s.step(s.self, 0.125) == 0, "%s", s.why(s.self));
        cr_expect(s.time(s.self) == 0.125 * i, "%g", s.time(s.self));
    }
    s.free(s.self);
}

Test(plugin_subject, an_estimate_that_there_is_none_of_is_not_a_number) {
    struct subject s = started("misbehaving", "no-estimate");
    cr_assert(s.step(s.self, 0.125) == 0);
    cr_expect(isnan(s.estimate(s.self)[0]) && isnan(s.estimate(s.self)[1]));
    s.free(s.self);
}

Test(plugin_subject, much_that_is_printed_does_not_matter) {
    freopen("/dev/null", "w", stderr);
    struct subject s = started("misbehaving", "print-much");
    cr_expect(s.step(s.self, 0.125) == 0, "%s", s.why(s.self));
    s.free(s.self);
}

static double processor_seconds_of_children(void) {
    struct rusage used;
    cr_assert(getrusage(RUSAGE_CHILDREN, &used) == 0);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* Who prints more than our reader takes waits, and so does what stands between. */
Test(plugin_subject, where_nobody_reads_nothing_is_busy) {
    int ends[2], own = dup(STDERR_FILENO);
    cr_assert(pipe(ends) == 0 && own >= 0);
    dup2(ends[1], STDERR_FILENO);
    struct subject s = opened("misbehaving", "print-much");
    bool has_started = s.start(s.self, 0, begin) == 0;
    bool has_stepped = has_started && s.step(s.self, 0.125) == 0;
    s.free(s.self);
    dup2(own, STDERR_FILENO);
    cr_expect(has_started && !has_stepped, "nothing was held up");
    cr_expect(processor_seconds_of_children() < 0.37, "%g s",
              processor_seconds_of_children());
}

/* Opens one, makes so many steps, and frees it. */
static void live_through(int steps) {
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, begin) == 0, "%s", s.why(s.self));
    for (int i = 0; i < steps; i++)
        cr_expect(s.step(s.self, 0.0625) == 0, "%s", s.why(s.self));
    s.free(s.self);
}

/* It is waited for once; after that none is asked to end. */
Test(plugin_subject, one_that_crashes_or_hangs_at_its_end_is_gone_and_that_is_told) {
    static const struct fault faults[] = {
        {"crash-in-destroy", "crashed in destroy (SIGSEGV)"},
        {"hang-in-destroy", "destroy did not return within 1 s"}};
    for (int k = 0; k < 2; k++) {
        struct plugin_record record = {.faults = 0};
        struct plugin_tally tally = {.excesses = 0};
        plugin_case_make(&c, plugin_path("misbehaving"), "fault", faults[k].name, NULL,
                         NULL);
        c.plugin.record = &record;
        c.plugin.tally = &tally;
        const double began = stopwatch_seconds();
        for (int i = 0; i < 12; i++)
            live_through(0);
        cr_expect(stopwatch_seconds() - began < 8, "%s: %g s", faults[k].name,
                  stopwatch_seconds() - began);
        cr_expect(record.faults == (k == 0 ? 12 : 1), "%ld", record.faults);
        expect_told(&faults[k], record.first.text);
    }
}

/* Nor does anybody wait for what holds the socket and all other files open. */
Test(plugin_subject, what_has_left_its_group_and_its_session_ends_with_the_guest) {
    static const char *const ways[] = {"leave-a-stranger", "leave-a-stranger-and-crash"};
    for (int k = 0; k < 2; k++) {
        plugin_case_make(&c, plugin_path("misbehaving"), "fault", ways[k], "after", "2");
        struct subject s = plugin_subject(&c, m, &options);
        const double began = stopwatch_seconds();
        cr_assert(s.start(s.self, 0, begin) == 0 && s.step(s.self, 0.125) == 0);
        cr_expect((s.step(s.self, 0.125) != 0) == (k == 1), "%s", ways[k]);
        s.free(s.self);
        cr_expect(stopwatch_seconds() - began < 5, "%s: %g s", ways[k],
                  stopwatch_seconds() - began);
        cr_expect(plugin_count_processes("sleep 998.7131") == 0, "%s", ways[k]);
        cr_expect(!plugin_left_children());
    }
}

Test(plugin_subject, one_that_uses_too_much_memory_is_ended_and_that_is_told) {
    struct plugin_tally tally = {.excesses = 0};
    plugin_case_make(&c, plugin_path("misbehaving"), "fault", "take-memory", NULL, NULL);
    c.plugin.memory_limit = 777e6;
    c.plugin.seconds_limit = 20;
    c.plugin.tally = &tally;
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, begin) == 0);
    cr_expect(s.step(s.self, 0.125) != 0);
    cr_expect_str_eq(s.why(s.self), "the integrator used more than 777 MB of memory, and "
                                    "was ended in step");
    cr_expect(tally.excesses == 1);
    s.free(s.self);
}

/* Each step leaves one behind. */
Test(plugin_subject, one_that_starts_too_many_processes_is_ended_and_that_is_told) {
    struct plugin_tally tally = {.excesses = 0};
    plugin_case_make(&c, plugin_path("misbehaving"), "fault", "leave-a-stranger", NULL,
                     NULL);
    c.plugin.tally = &tally;
    struct subject s = plugin_subject(&c, m, &options);
    cr_assert(s.start(s.self, 0, begin) == 0);
    for (int i = 0; i < 20 * ACTIVITY_MOST_PROCESSES && s.step(s.self, 1e-3) == 0; i++)
        continue;
    cr_expect(strstr(s.why(s.self), "the integrator had more than 256 processes") ==
                  s.why(s.self),
              "%s", s.why(s.self));
    cr_expect(tally.excesses == 1);
    s.free(s.self);
    cr_expect(plugin_count_processes("sleep 998.7131") == 0);
}

/* Steps of an integrator that has a fault, compared with those of one without. */
static void expect_same_steps(const char *fault, struct plugin_record *record) {
    struct plugin_case both[2];
    struct subject s[2];
    for (int k = 0; k < 2; k++) {
        plugin_case_make(&both[k], plugin_path("misbehaving"), "fault",
                         k == 0 ? fault : "none", NULL, NULL);
        both[k].plugin.record = k == 0 ? record : NULL;
        s[k] = plugin_subject(&both[k], m, &options);
        cr_assert(s[k].start(s[k].self, 0, begin) == 0);
        for (int i = 0; i < 32; i++)
            cr_expect(s[k].step(s[k].self, 0.1) == 0, "%s", s[k].why(s[k].self));
    }
    cr_expect(memcmp(s[0].state(s[0].self), s[1].state(s[1].self), sizeof begin) == 0,
              "%s", fault);
    for (int k = 0; k < 2; k++)
        s[k].free(s[k].self);
}

static const struct fault in_modes[] = {
    {"change-rounding", "step changed the direction of rounding, which was put back"},
    {"round-in-callback", ""},
#ifdef __x86_64__
    {"flush-subnormals", "step changed the flushing of subnormal numbers"},
    {"unmask-traps", "step changed the trapping of floating-point exceptions"},
    {"lower-precision", "changed the precision of long double"},
#endif
};

/* The system's functions are evaluated in the bench's own modes, too. */
Test(plugin_subject, control_modes_are_put_back_and_who_changed_them_is_told) {
    for (size_t k = 0; k < sizeof in_modes / sizeof *in_modes; k++) {
        struct plugin_record record = {.faults = 0};
        expect_same_steps(in_modes[k].name, &record);
        cr_expect((record.faults > 0) == (in_modes[k].told[0] != '\0'), "%s: %s",
                  in_modes[k].name, record.first.text);
        expect_told(&in_modes[k], record.first.text);
    }
}

#ifdef __x86_64__
Test(plugin_subject, a_library_that_flushes_subnormals_when_loaded_is_told_of) {
    struct plugin_record record = {.faults = 0};
    plugin_case_make(&c, plugin_path("misbehaving_flushes"), NULL, NULL, NULL, NULL);
    c.plugin.record = &record;
    live_through(1);
    cr_expect(record.faults == 0 && strstr(record.remark.text, "flushing of subnormal"));
}
#endif

Test(plugin_subject, counters_without_end_are_cut) {
    struct subject s = started("misbehaving", "count-without-end");
    cr_assert(s.step(s.self, 0.125) == 0);
    cr_expect(subject_counter(&s, "steps") == 1);
    s.free(s.self);
}
