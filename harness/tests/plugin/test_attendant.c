/* A program that serves several systems: it begins once, each system has a process of its own, and
 * what becomes of one is told as that of other programs.
 *
 * Seen to fail: a program that is never given back, or also when it was left badly; one that is
 * shared by two systems at a time, with another plug-in, or with a process that was forked; one
 * that is kept after a system's fault, or when it has ended; one that stays when its host has
 * ended; files that stay open.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/integrators/subject_options.h"
#include "harness/tests/models.h"
#include "harness/tests/plugins.h"

#define SEVERAL HALFSTEP_PLUGINS "/speaking_several"

static const char pair_model[] = "position q = 0.37\nvelocity v = -0.83\n"
                                 "q' = v\nv' = -1.37*q - 0.29*v\n";
static const char single_model[] = "state z = 0.7\nz' = -1.3*z\n";
static const double begin[] = {0.37 / 3, -0.83 / 7}, h = 0.3;

static struct plugin_case c;

static void mark_and_choose(void) {
    plugin_mark_processes();
    plugin_case_make(&c, SEVERAL, NULL, NULL, NULL, NULL);
    c.plugin.seconds_limit = 10;
    c.plugin.serves_several = true;
}

TestSuite(attendant, .init = mark_and_choose);

static struct subject opened(const char *text) {
    const struct subject_options options = subject_default_options();
    return plugin_subject(&c, model_from(text), &options);
}

static pid_t counter(const struct subject *s, const char *name) {
    const double value = subject_counter(s, name);
    cr_assert(!isnan(value), "%s", name);
    return (pid_t)value;
}

static void expect_step(const struct subject *s) {
    cr_assert(s->start(s->self, 0, begin) == 0 && s->step(s->self, h) == 0, "%s",
              s->why(s->self));
    const double v = begin[1] + h * (-1.37 * begin[0] - 0.29 * begin[1]);
    cr_expect(fabs(s->state(s->self)[0] - (begin[0] + h * begin[1])) < 1e-15);
    cr_expect(fabs(s->state(s->self)[1] - v) < 1e-15);
}

/* Who has served a system that took a step and was left: the program and its process. */
struct served {
    pid_t program, process;
};

static struct served serve_one(void) {
    struct subject s = opened(pair_model);
    expect_step(&s);
    const struct served by = {counter(&s, "program"), counter(&s, "process")};
    cr_expect(by.program != by.process && counter(&s, "systems") == 1);
    s.free(s.self);
    return by;
}

static int count_files(void) {
    int count = 0;
    DIR *files = opendir("/proc/self/fd");
    cr_assert(files != NULL);
    while (readdir(files) != NULL)
        count++;
    closedir(files);
    return count;
}

Test(attendant, a_probe_finds_that_it_serves_several) {
    struct plugin_traits traits = {.name = ""};
    struct diagnostic d = {""};
    c.plugin.serves_several = false;
    cr_assert(plugin_probe(&traits, &c.plugin, &d) == 0, "%s", d.text);
    cr_expect(traits.serves_several);
    cr_expect(plugin_count_processes(SEVERAL) == 0);
    cr_expect(!plugin_left_children());
}

Test(attendant, one_program_serves_system_after_system) {
    const struct served first = serve_one();
    const int files = count_files();
    for (int i = 0; i < 5; i++) {
        const struct served next = serve_one();
        cr_expect(next.program == first.program && next.process != first.process);
        cr_expect(kill(next.process, 0) != 0, "its system was left");
    }
    cr_expect(count_files() == files);
    cr_expect(kill(first.program, 0) == 0, "it waits for the next");
}

Test(attendant, a_system_finds_nothing_of_the_one_before) {
    struct subject s = opened(single_model);
    const double z = 0.7;
    cr_assert(s.start(s.self, 0, &z) == 0 && s.step(s.self, h) == 0, "%s", s.why(s.self));
    cr_expect(fabs(s.state(s.self)[0] - z * (1 - 1.3 * h)) < 1e-15);
    const pid_t program = counter(&s, "program");
    s.free(s.self);
    cr_expect(serve_one().program == program);
}

Test(attendant, systems_at_the_same_time_have_programs_of_their_own) {
    enum { many = 6 };
    struct subject s[many];
    for (int i = 0; i < many; i++)
        s[i] = opened(pair_model);
    for (int i = 0; i < many; i++) {
        expect_step(&s[i]);
        for (int j = 0; j < i; j++)
            cr_expect(counter(&s[i], "program") != counter(&s[j], "program"));
    }
    for (int i = 0; i < many; i++)
        s[i].free(s[i].self);
}

/* What it does in a step, and what is told of that. */
static const struct {
    const char *place, *told;
    double seconds, bytes; /* its limits */
} faults[] = {
    {SEVERAL " crash", "crashed in step (SIGSEGV)", 10, 0},
    {SEVERAL " exit", "ended its process in step (exit status 7)", 10, 0},
    {SEVERAL " hang", "step did not return within 1 s", 1, 0},
    {SEVERAL " hog", "used more than 100 MB of memory, and was ended in step", 10, 100e6},
};

Test(attendant, what_goes_wrong_is_told_and_ends_the_program, .timeout = 60) {
    const int files = count_files();
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        c.plugin.place = faults[i].place;
        c.plugin.seconds_limit = faults[i].seconds;
        c.plugin.memory_limit = faults[i].bytes;
        struct subject s = opened(pair_model);
        cr_assert(s.start(s.self, 0, begin) == 0, "%s", s.why(s.self));
        const pid_t program = counter(&s, "program");
        cr_expect(s.step(s.self, h) != 0 && s.is_broken(s.self), "row %zu", i);
        cr_expect(strstr(s.why(s.self), faults[i].told) != NULL, "row %zu: %s", i,
                  s.why(s.self));
        s.free(s.self);
        cr_expect(kill(program, 0) != 0, "row %zu: it is still there", i);
        cr_expect(plugin_count_processes(faults[i].place) == 0, "row %zu", i);
        cr_expect(!plugin_left_children() && count_files() == files, "row %zu", i);
    }
}

/* What becomes of a program after the end is its own affair, but it is not used again. */
Test(attendant, one_that_does_not_leave_well_serves_no_other_system) {
    static const char *const place[] = {SEVERAL " fail", SEVERAL " die"};
    for (int i = 0; i < 2; i++) {
        struct plugin_record record = {.faults = 0};
        c.plugin.place = place[i];
        c.plugin.record = &record;
        const struct served first = serve_one();
        cr_expect(serve_one().program != first.program, "%s", place[i]);
        cr_expect(record.faults == 0, "%s: %s", place[i], record.first.text);
        cr_expect(plugin_count_processes(place[i]) == 0, "%s", place[i]);
    }
}

Test(attendant, one_that_has_gone_meanwhile_is_begun_again) {
    const pid_t program = serve_one().program;
    cr_assert(kill(program, SIGKILL) == 0);
    while (kill(program, 0) == 0)
        continue;
    cr_expect(serve_one().program != program);
}

/* Another plug-in's, though its name is in the same memory. */
Test(attendant, it_serves_its_own_plugin_alone) {
    char place[sizeof SEVERAL " other"] = SEVERAL;
    c.plugin.place = place;
    const pid_t program = serve_one().program;
    strcat(place, " other");
    cr_expect(serve_one().program != program);
}

/* In a process that was forked from this one, which ends as it does; its exit status tells whether
 * it had a program of its own. */
static void be_forked(pid_t program, void (*end)(int)) {
    const pid_t own = serve_one().program;
    end(own != program ? EXIT_SUCCESS : EXIT_FAILURE);
}

Test(attendant, a_forked_process_has_its_own_which_ends_with_it) {
    void (*const end[])(int) = {exit, _exit};
    c.plugin.place = SEVERAL " stay";
    const pid_t program = serve_one().program;
    for (int i = 0; i < 2; i++) {
        int status;
        const pid_t forked = fork();
        if (forked == 0)
            be_forked(program, end[i]);
        cr_assert(waitpid(forked, &status, 0) == forked);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS, "%d", i);
        cr_expect(serve_one().program == program, "%d", i);
    }
    kill(program, SIGKILL);
    cr_expect(plugin_count_processes(SEVERAL) == 0);
}
