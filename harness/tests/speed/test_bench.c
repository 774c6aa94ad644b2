/* The library of benchmarks, and measurements in fresh processes.
 *
 * A pass is held against `halfstep solve`, another way to the same steps. Of times only what is
 * beyond any doubt is asked: work that is made three times as long takes longer.
 *
 * Seen to fail: a start that is not begun anew in each pass; a pass that goes on for longer;
 * `like` ignored; a slow-down that stays for the next contestant, or is left out; one that
 * cannot be opened and is run; a process that is never ended; the caller's number of threads.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/bench_process.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"
#include "harness/tests/timings.h"
#include "problems/base/status.h"

static json_t *workload_of(const char *text) {
    json_error_t error;
    json_t *workload = json_loads(text, 0, &error);
    cr_assert(workload != NULL, "%s", error.text);
    return workload;
}

static const char fixed_workload[] =
    "{'model':'pendulum','set':{'l':'1.37'},'method':'velocity-implicit-euler',"
    "'options':{'mode':'faithful'},'step':0.015625,'length':0.71875}";

/* JSON with single quotes for double ones. */
static json_t *workload_of_line(const char *line) {
    char text[512];
    cr_assert(strlen(line) < sizeof text);
    strcpy(text, line);
    for (char *c = text; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    return workload_of(text);
}

static json_t *count(const struct bench_build *build, const char *line) {
    struct diagnostic d = {""};
    json_t *counters, *workload = workload_of_line(line);
    cr_assert(bench_count(&counters, build->library[0], workload, &d) == 0, "%s", d.text);
    return counters;
}

/* ---- What a pass is */

struct twin {
    const char *workload, *solve;
    const char *pairs[5][2]; /* a counter's name, and that of solve's statistics */
};

static const struct twin twins[] = {
    {fixed_workload,
     "solve pendulum --set l=1.37 --method velocity-implicit-euler --option "
     "mode=faithful "
     "--step 0.015625 --until 0.71875 --json",
     {{"steps", "steps_taken"},
      {"evaluations", "derivative_evals"},
      {"iterations", "newton_iters"},
      {"factorizations", "factorizations"},
      {NULL, NULL}}},
    {"{'model':'heavy_top','method':'implicit-euler','accuracy':1e-3,'length':0.3}",
     "solve heavy_top --method implicit-euler --accuracy 1e-3 --until 0.3 --json",
     {{"steps", "steps_taken"},
      {"evaluations", "derivative_evals"},
      {"jacobians", "jacobian_evals"},
      {NULL, NULL}}},
    {"{'model':'rod_pendulum','method':'runge-kutta-merson','accuracy':1e-5,'length':0."
     "7}",
     "solve rod_pendulum --method runge-kutta-merson --accuracy 1e-5 --until 0.7 --json",
     {{"steps", "steps_taken"},
      {"attempts", "steps_attempted"},
      {"evaluations", "realizations"},
      {"q_projections", "q_projections"},
      {NULL, NULL}}},
    {"{'model':'bouncing_ball','method':'contact-stepper','step':0.0078125,'length':1}",
     "solve bouncing_ball --method contact-stepper --step 0.0078125 --until 1 --json",
     {{"steps", "steps_taken"},
      {"evaluations", "rates_evals"},
      {"impacts", "impacts"},
      {"solves", "solves"},
      {NULL, NULL}}},
};

static void compare_states(const json_t *end, const json_t *state, const char *what) {
    static const char *const parts[] = {"q", "v", "z"};
    size_t at = 0, k;
    for (int part = 0; part < 3; part++) {
        json_t *value;
        json_array_foreach(json_object_get(state, parts[part]), k, value) {
            const double theirs = json_number_value(value);
            const double ours = json_number_value(json_array_get(end, at++));
            cr_expect(ours == theirs, "%s: state %zu is %.17g, not %.17g", what, at - 1,
                      ours, theirs);
        }
    }
    cr_expect(at == json_array_size(end) && at > 0);
}

Test(bench, a_pass_makes_the_steps_that_solve_makes) {
    struct bench_build build = own_build();
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        const struct twin *t = &twins[i];
        json_t *counters = count(&build, t->workload);
        json_t *solution = program_json(HALFSTEP_PROGRAM, t->solve, 0);
        const json_t *statistics = json_object_get(solution, "statistics");
        for (int k = 0; t->pairs[k][0] != NULL; k++) {
            const json_t *ours = json_object_get(counters, t->pairs[k][0]);
            const json_t *theirs = json_object_get(statistics, t->pairs[k][1]);
            cr_expect(json_is_integer(ours) && json_equal(ours, theirs),
                      "%s: %s is %lld, not %lld", t->solve, t->pairs[k][0],
                      (long long)json_integer_value(ours),
                      (long long)json_integer_value(theirs));
        }
        compare_states(json_object_get(counters, "end"),
                       json_object_get(solution, "state"), t->solve);
    }
    bench_build_clear(&build);
}

Test(bench, steps_allocate_nothing) {
    struct bench_build build = own_build();
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        json_t *counters = count(&build, twins[i].workload);
        const json_t *calls = json_object_get(counters, "allocations");
        cr_expect(json_is_integer(calls) && json_integer_value(calls) == 0, "%s",
                  twins[i].workload);
    }
    bench_build_clear(&build);
}

Test(bench, four_links_of_a_library_count_and_end_alike) {
    struct bench_build build = own_build();
    json_t *first = count(&build, fixed_workload),
           *workload = workload_of_line(fixed_workload);
    for (int i = 1; i < BENCH_RING; i++) {
        struct diagnostic d = {""};
        json_t *other;
        cr_expect(strcmp(build.library[i], build.library[0]) != 0);
        cr_assert(bench_count(&other, build.library[i], workload, &d) == 0, "%s", d.text);
        cr_expect(json_equal(first, other));
    }
    bench_build_clear(&build);
}

Test(bench, a_build_tells_what_it_was_made_of) {
    struct bench_build build = own_build();
    static const char *const texts[] = {"halfstep", "compiler", "flags"};
    for (int i = 0; i < 3; i++)
        cr_expect(json_is_string(json_object_get(build.build, texts[i])));
    const json_t *commit = json_object_get(build.build, "commit");
    cr_expect(json_is_null(commit) || json_string_length(commit) == 40);
    bench_build_clear(&build);
}

/* ---- Turns */

static struct measured measure(int contestants,
                               const struct bench_contestant *contestant) {
    const struct bench_request request = {.contestants = contestants,
                                          .contestant = contestant,
                                          .rounds = 24,
                                          .warm_up = 2,
                                          .block_ns = 20e3,
                                          .seed = 137,
                                          .seconds = 60};
    struct diagnostic d = {""};
    struct measured found;
    cr_assert(bench_measure(&found, &request, &d) == 0, "%s", d.text);
    return found;
}

Test(bench, a_slower_contestant_is_slower_and_others_of_its_library_are_not) {
    struct bench_build build = own_build();
    json_t *workload = workload_of_line(fixed_workload);
    const struct bench_contestant two[] = {{build.library[0], workload, 0, 0},
                                           {build.library[1], workload, 0, 40000},
                                           {build.library[1], workload, 0, 0}};
    const struct measured found = measure(3, two);
    const double slowed = found.of[1].log_ratio;
    const double same = found.of[2].log_ratio;
    const double ruler = found.ruler_ns;
    const double more = found.of[1].ns - found.of[0].ns;
    cr_expect(isfinite(slowed) && slowed > 0.5, "%g", slowed);
    cr_expect(isfinite(same) && fabs(same) < 0.4, "%g", same);
    /* What was asked for, within a factor that no load of the machine explains away. */
    cr_expect(isfinite(more) && more > 0.3 * 40000 * ruler && more < 3 * 40000 * ruler,
              "%g ns for 40000 multiplications of %g", more, ruler);
    cr_expect(found.of[0].log_ratio == 0);
    bench_build_clear(&build);
}

Test(bench, those_that_are_alike_have_blocks_of_as_many_passes) {
    struct bench_build build = own_build();
    json_t *workload = workload_of_line(fixed_workload);
    const struct bench_contestant three[] = {{build.library[0], workload, 0, 0},
                                             {build.library[1], workload, 0, 90000},
                                             {build.library[2], workload, 2, 90000}};
    const struct measured found = measure(3, three);
    const long first = found.of[0].passes;
    /* How many the first one has depends on the machine; a pass of the last one alone takes
     * longer than a block. */
    cr_expect(first >= 1);
    cr_expect(found.of[1].passes == first);
    cr_expect(found.of[2].passes == 1);
    cr_expect(found.of[0].blocks == 24);
    bench_build_clear(&build);
}

Test(bench, one_that_cannot_be_opened_says_why_and_the_others_go_on) {
    struct bench_build build = own_build();
    json_t *good = workload_of_line(fixed_workload);
    json_t *bad =
        workload_of_line("{'model':'pendulm','method':'bdf','step':1,'length':1}");
    const struct bench_contestant three[] = {{build.library[0], good, 0, 0},
                                             {build.library[0], bad, 1, 0},
                                             {build.library[1], good, 0, 0}};
    const struct measured found = measure(3, three);
    const char *why = found.of[1].failed;
    cr_expect(strstr(why, "pendulm") != NULL && strstr(why, "pendulum") != NULL, "%s",
              why);
    cr_expect(found.of[0].ns > 0);
    cr_expect(found.of[2].passes == found.of[0].passes);
    json_decref(bad);
    bench_build_clear(&build);
}

/* ---- What goes wrong */

Test(bench, wrong_wishes_are_refused_with_the_reason) {
    static const char *const cases[][2] = {
        {"{'model':'pendulum','method':'bfd','accuracy':1e-3,'length':1}", "'bdf'"},
        {"{'model':'pendulum','method':'bdf','length':1}", "step"},
        {"{'model':'pendulum','method':'bdf','accuracy':1e-3}", "length"},
        {"{'model':'pendulum','method':'bdf','accuracy':1e-3,'length':-1}", "length"},
        {"{'model':'pendulum','method':'bdf','accuracy':1e-3,'length':1,'h':2}", "'h'"},
        {"{'method':'bdf','accuracy':1e-3,'length':1}", "model"},
        {"{'model':'pendulum','method':'gsl-rk1imp','step':0.1,'accuracy':0.1,"
         "'length':1}",
         "accuracy"},
        {"{'model':'pendulum','method':'gsl-rk1imp','step':0.1,'length':1,"
         "'kernel':'rates'}",
         "kernels"},
        {"{'model':'pendulum','method':'gsl-rk1imp','step':0.1,'length':1,"
         "'options':{'tolerance':'0'}}",
         "tolerance"},
        {"{'model':'pendulum','accuracy':1e-3,'length':1}", "method"},
        {"{'model':'pendulum','set':{'lenght':'2'},'method':'bdf','accuracy':1e-3,"
         "'length':1}",
         "lenght"},
        {"{'model':'pendulum','method':'velocity-implicit-euler','step':0.1,'length':1,"
         "'kernel':'solv'}",
         "'solv'"},
        {"{'model':'pendulum','method':'velocity-implicit-euler','step':0.1,'length':1,"
         "'options':{'mode':'fast'}}",
         "mode"},
        {"{'model':'bouncing_ball','method':'bdf','accuracy':1e-3,'length':1}",
         "contact"},
    };
    struct bench_build build = own_build();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct diagnostic d = {""};
        json_t *counters, *workload = workload_of_line(cases[i][0]);
        cr_expect(bench_count(&counters, build.library[0], workload, &d) != 0, "%s",
                  cases[i][0]);
        cr_expect(counters == NULL && strstr(d.text, cases[i][1]) != NULL, "%s: %s",
                  cases[i][0], d.text);
    }
    bench_build_clear(&build);
}

Test(bench, places_without_benchmarks_are_refused_with_the_reason) {
    struct scratch folder = scratch_make();
    char *text = scratch_write(&folder, "no.so", "not a library");
    const char *const places[] = {"/no/such/place", folder.path, text};
    const char *const expected[] = {"/no/such/place", "halfstep-benchmarks", "no.so"};
    for (int i = 0; i < 3; i++) {
        struct bench_build build;
        struct diagnostic d = {""};
        cr_expect(bench_build_find(&build, places[i], &d) != 0);
        cr_expect(strstr(d.text, expected[i]) != NULL, "%s", d.text);
        cr_expect(build.build == NULL && build.library[0] == NULL);
    }
}

Test(bench, a_process_that_takes_too_long_is_ended) {
    struct bench_build build = own_build();
    json_t *workload = workload_of_line(fixed_workload);
    struct measured found;
    const struct bench_contestant one = {build.library[0], workload, 0, 2000000000};
    const struct bench_request request = {.contestants = 1,
                                          .contestant = &one,
                                          .rounds = 100,
                                          .block_ns = 1e4,
                                          .seconds = 0.5};
    struct diagnostic d = {""};
    cr_expect(bench_measure(&found, &request, &d) != 0);
    cr_expect(found.count == 0 && strstr(d.text, "0.5 s") != NULL, "%s", d.text);
    bench_build_clear(&build);
}

/* The caller's mask is the child's, unless it is told otherwise. */
Test(bench, a_process_begins_with_no_interruption_held_back) {
    static char *const arguments[] = {"sh", "-c", "kill -TERM $$; exit 7", NULL};
    static char *const environment[] = {NULL};
    const struct bench_child child = {"/bin/sh", arguments, environment, 0, NULL};
    sigset_t held;
    pid_t process;
    int status = 0;
    sigemptyset(&held);
    sigaddset(&held, SIGTERM);
    cr_assert(sigprocmask(SIG_BLOCK, &held, NULL) == 0);
    cr_assert(bench_start(&process, &child) == 0);
    cr_assert(waitpid(process, &status, 0) == process);
    cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "%x", status);
}

/* Of a variable that stands twice either may be seen. */
Test(bench, a_measurement_has_one_thread_of_linear_algebra_whatever_its_caller_has) {
    int found = 0, others = 0;
    setenv("OPENBLAS_NUM_THREADS", "8", 1);
    setenv("OPENBLAS_NUM_THREADS_OF_ANOTHER", "8", 1);
    char **environment = bench_environment(17);
    cr_assert_not_null(environment);
    for (int i = 0; environment[i] != NULL; i++) {
        const char *text = environment[i];
        found += strncmp(text, "OPENBLAS_NUM_THREADS=", 21) == 0 ? 1 : 0;
        found += strcmp(text, "OPENBLAS_NUM_THREADS=1") == 0 ? 10 : 0;
        others += strcmp(text, "OPENBLAS_NUM_THREADS_OF_ANOTHER=8") == 0 ? 1 : 0;
    }
    cr_expect(found == 11 && others == 1, "%d, %d", found, others);
}
