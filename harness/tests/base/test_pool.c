/* Jobs in processes of their own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/jobs/pool.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/descendants.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/worker.h"

enum { many = 23, growth = 1 << 21 };

static json_t *square(void *context, int job, struct diagnostic *d) {
    (void)context;
    (void)d;
    return json_integer(job * job);
}

static void count(void *context, int job, int done) {
    (void)job;
    int *largest = context;
    *largest = done > *largest ? done : *largest;
}

Test(pool, each_job_answers_in_its_own_place) {
    for (int workers = 1; workers <= 4; workers++) {
        struct pool_outcome outcome[many];
        struct diagnostic d = {""};
        int done = 0;
        struct pool p = {many, workers, 60, square, count, &done, NULL, NULL, 0, NULL};
        cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
        for (int i = 0; i < many; i++) {
            cr_assert(json_integer_value(outcome[i].document) == i * i);
        }
        cr_assert(done == many);
    }
}

static json_t *large(void *context, int job, struct diagnostic *d) {
    (void)context;
    (void)job;
    (void)d;
    json_t *array = json_array();
    for (int i = 0; i < 200000; i++)
        json_array_append_new(array, json_integer(i));
    return array;
}

Test(pool, an_answer_larger_than_a_pipe_arrives_whole) {
    struct pool_outcome outcome[2];
    struct diagnostic d = {""};
    struct pool p = {2, 2, 60, large, NULL, NULL, NULL, NULL, 0, NULL};
    cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
    for (int i = 0; i < 2; i++) {
        cr_assert(json_array_size(outcome[i].document) == 200000);
    }
}

enum { crash, hang, refusal, silence, fine, troubles };

static json_t *trouble(void *context, int job, struct diagnostic *d) {
    (void)context;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    switch (job) {
    case crash:
        sigaction(SIGSEGV, &usual, NULL); /* a sanitizer catches it otherwise */
        raise(SIGSEGV);
        return NULL;
    case hang: pause(); return NULL;
    case refusal: message_set(d, "no such thing as %d", 137); return NULL;
    case silence: _exit(7);
    default: return json_string("fine");
    }
}

Test(pool, a_job_in_trouble_is_one_failed_job_and_says_what_happened) {
    struct pool_outcome outcome[troubles];
    struct diagnostic d = {""};
    struct pool p = {troubles, 2, 0.5, trouble, NULL, NULL, NULL, NULL, 0, NULL};
    cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
    static const char *const said[] = {
        [crash] = "killed by signal 11 (Segmentation fault)",
        [hang] = "did not end within 0.5 seconds",
        [refusal] = "no such thing as 137",
        [silence] = "ended with exit status 7",
    };
    for (int i = 0; i < fine; i++) {
        cr_assert(outcome[i].document == NULL);
        cr_assert(strstr(outcome[i].why.text, said[i]) != NULL, "'%s' instead of '%s'",
                  outcome[i].why.text, said[i]);
    }
    cr_assert_str_eq(json_string_value(outcome[fine].document), "fine");
}

/* Works for that long, by the processor's clock, and steps back for others. */
static json_t *work_behind_others(void *context, int job, struct diagnostic *d) {
    const double worked = 0.4; /* in 2 seconds or so */
    (void)context;
    (void)job;
    (void)d;
    cr_assert(nice(3) != -1);
    for (clock_t begun = clock(); (double)(clock() - begun) < worked * CLOCKS_PER_SEC;)
        continue;
    return json_true();
}

static void burn(void) {
    for (volatile int again = 1; again;)
        continue;
}

Test(pool, a_job_that_is_kept_from_the_processor_is_not_late) {
    enum { most = 128 };
    const long enough = 2 * sysconf(_SC_NPROCESSORS_ONLN);
    pid_t burner[most];
    int burners = 0;
    struct pool_outcome outcome;
    struct diagnostic d = {""};
    struct pool p = {1, 1, 0.1, work_behind_others, NULL, NULL, NULL, NULL, 0, NULL};
    for (; burners < most && burners < enough; burners++)
        if ((burner[burners] = fork()) == 0)
            burn();
    const int failed = pool_run(&p, &outcome, &d);
    for (int i = 0; i < burners; i++) {
        kill(burner[i], SIGKILL);
        waitpid(burner[i], NULL, 0);
    }
    cr_assert(failed == 0, "%s", d.text);
    cr_assert(json_is_true(outcome.document), "%s", outcome.why.text);
}

/* As a job does whose plug-in takes its time: a tenth of it at work. */
static json_t *sleep_for_ever(void *context, int job, struct diagnostic *d) {
    const struct timespec nap = {.tv_nsec = 9000000};
    (void)context;
    (void)job;
    (void)d;
    for (double until = stopwatch_seconds() + 20; stopwatch_seconds() < until;
         nanosleep(&nap, NULL))
        for (double end = stopwatch_seconds() + 1e-3; stopwatch_seconds() < end;)
            continue;
    return json_true();
}

Test(pool, a_job_that_sleeps_is_ended) {
    struct pool_outcome outcome;
    struct diagnostic d = {""};
    struct pool p = {1, 1, 0.5, sleep_for_ever, NULL, NULL, NULL, NULL, 0, NULL};
    const double begun = stopwatch_seconds();
    cr_assert(pool_run(&p, &outcome, &d) == 0, "%s", d.text);
    cr_expect_str_eq(outcome.why.text, "it did not end within 0.5 seconds");
    cr_expect(stopwatch_seconds() - begun < 5, "%g", stopwatch_seconds() - begun);
}

static json_t *work_for_ever(void *context, int job, struct diagnostic *d) {
    (void)context;
    (void)job;
    (void)d;
    for (volatile int again = 1; again;)
        continue;
    return NULL;
}

Test(pool, a_job_that_works_without_end_is_ended) {
    struct pool_outcome outcome;
    struct diagnostic d = {""};
    struct pool p = {1, 1, 0.2, work_for_ever, NULL, NULL, NULL, NULL, 0, NULL};
    cr_assert(pool_run(&p, &outcome, &d) == 0, "%s", d.text);
    cr_assert_str_eq(outcome.why.text, "it did not end within 0.2 seconds");
}

/* 256 MB that are used, and the others little. */
static json_t *use_memory(void *context, int job, struct diagnostic *d) {
    const size_t size = (size_t)256 << 20;
    char *much = job == 1 ? malloc(size) : NULL;
    (void)context;
    (void)d;
    if (much == NULL)
        return json_true();
    memset(much, 1, size);
    pause();
    return json_integer(much[size / 2]);
}

/* Seen to fail: without the look. */
Test(pool, a_job_that_uses_too_much_memory_is_ended) {
    struct pool_outcome outcome[3];
    struct diagnostic d = {""};
    const double most = 200e6; /* programs with sanitizers have 50 MB to begin with */
    struct pool p = {3, 1, 20, use_memory, NULL, NULL, NULL, NULL, most, NULL};
    cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
    cr_expect_str_eq(outcome[1].why.text, "it used more than 200 MB of memory");
    cr_expect(outcome[1].document == NULL);
    for (int i = 0; i < 3; i += 2) {
        cr_expect(json_is_true(outcome[i].document), "%s", outcome[i].why.text);
    }
}

/* outcome[] as it is when the work ends. */
struct last_look {
    const struct pool_outcome *outcome;
    int documents, looks;
};

static void look_last(void *context, bool ends) {
    struct last_look *look = context;
    look->looks += ends;
    for (int i = 0; i < many && ends; i++)
        look->documents += look->outcome[i].document != NULL;
}

static void interrupt_self(void *context, int job, int done) {
    (void)context;
    (void)job;
    if (done == 3)
        raise(SIGTERM);
}

Test(pool, an_interruption_ends_the_work_and_all_its_processes) {
    struct pool_outcome outcome[many];
    struct diagnostic d = {""};
    sigset_t before;
    struct last_look look = {.outcome = outcome};
    struct pool p = {many,  2,    60,        square, interrupt_self,
                     &look, NULL, look_last, 0,      NULL};
    interrupt_hold(&before);
    cr_assert(!interrupt_came());
    cr_assert(pool_run(&p, outcome, &d) != 0);
    cr_assert(interrupt_came());
    cr_assert_str_eq(d.text, "interrupted");
    cr_assert(look.looks == 1);
    cr_assert(look.documents >= 3, "%d", look.documents);
    for (int i = 0; i < many; i++)
        cr_assert(outcome[i].document == NULL);
}

/* Whether a process is there and not just waiting to be waited for. */
static bool runs(pid_t process) {
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'X';
    fclose(file);
    return state != 'Z' && state != 'X';
}

static const int bad_job = 2;
static const struct timespec a_fifth_of_a_second = {0, 200000000};

/* Job 2 is refused, after those before it; what comes after it would last forever. */
static json_t *refuse_then_hang(void *context, int job, struct diagnostic *d) {
    (void)context;
    if (job > bad_job)
        pause();
    if (job == bad_job)
        nanosleep(&a_fifth_of_a_second, NULL);
    message_set(d, "no such thing");
    return job == bad_job ? NULL : json_integer(job);
}

static bool goes_on_unless_failed(void *context, int job,
                                  const struct pool_outcome *outcome) {
    (void)context;
    (void)job;
    return outcome->document != NULL;
}

Test(pool, the_work_ends_with_the_first_bad_outcome_when_asked_to) {
    struct pool_outcome outcome[many];
    struct diagnostic d = {""};
    struct pool p = {many, 2, 60,  refuse_then_hang, NULL, NULL, goes_on_unless_failed,
                     NULL, 0, NULL};
    cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
    for (int i = 0; i < many; i++) {
        cr_expect(outcome[i].left_out == (i > bad_job), "%d", i);
        cr_expect((outcome[i].document != NULL) == (i < bad_job), "%d", i);
    }
    cr_expect_str_eq(outcome[bad_job].why.text, "no such thing");
}

static json_t *tell_memory(void *context, int job, struct diagnostic *d) {
    (void)context;
    (void)job;
    (void)d;
    return json_real(descendants_memory(getpid()));
}

static bool grow(void *context, int job, const struct pool_outcome *outcome) {
    char **kept = context;
    (void)outcome;
    kept[job] = malloc(growth);
    memset(kept[job], job + 1, growth);
    return true;
}

/* What comes of the jobs is not copied for each that follows. */
Test(pool, a_job_begins_as_small_as_the_pool_did) {
    struct pool_outcome outcome[many];
    struct diagnostic d = {""};
    char *kept[many];
    struct pool p = {.jobs = many,
                     .workers = 1,
                     .seconds_limit = 60,
                     .work = tell_memory,
                     .context = kept,
                     .goes_on = grow};
    cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
    cr_expect(json_real_value(outcome[many - 1].document) <
              json_real_value(outcome[0].document) + growth);
}

/* One of them kills what forks them. */
static json_t *end_parent(void *context, int job, struct diagnostic *d) {
    (void)context;
    (void)d;
    if (job == 1)
        kill(getppid(), SIGKILL);
    return json_true();
}

Test(pool, a_pool_whose_processes_cannot_be_forked_any_more_says_so) {
    struct pool_outcome outcome[many];
    struct diagnostic d = {""};
    struct pool p = {.jobs = many, .workers = 1, .seconds_limit = 60, .work = end_parent};
    cr_assert(pool_run(&p, outcome, &d) != 0);
    cr_expect(strstr(d.text, "no process can be started") != NULL, "%s", d.text);
    for (int i = 0; i < many; i++)
        cr_expect(outcome[i].document == NULL);
}

/* Workers have a pipe each: one more than may be open is told, and not waited for. */
Test(pool, a_pool_that_may_not_open_more_files_says_so) {
    struct pool_outcome outcome[many];
    struct diagnostic d = {""};
    struct rlimit files;
    struct pool p = {
        .jobs = many, .workers = many - 1, .seconds_limit = 60, .work = square};
    cr_assert(getrlimit(RLIMIT_NOFILE, &files) == 0);
    files.rlim_cur = 16;
    cr_assert(setrlimit(RLIMIT_NOFILE, &files) == 0);
    cr_assert(pool_run(&p, outcome, &d) != 0);
    cr_expect_str_eq(d.text, "no process can be started: Too many open files");
}

static json_t *work_or_wait(void *context, int job, struct diagnostic *d) {
    (void)context;
    (void)d;
    if (job == 0)
        nanosleep(&a_fifth_of_a_second, NULL);
    for (clock_t end = clock() + CLOCKS_PER_SEC / 5; job == 1 && clock() < end;)
        continue;
    return json_true();
}

Test(pool, seconds_are_told_apart_from_the_processors_seconds) {
    struct pool_outcome outcome[2];
    struct diagnostic d = {""};
    struct pool p = {2, 2, 60, work_or_wait, NULL, NULL, NULL, NULL, 0, NULL};
    cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
    cr_expect(outcome[0].seconds > 0.19 && outcome[0].processor_seconds < 0.15, "%g %g",
              outcome[0].seconds, outcome[0].processor_seconds);
    cr_expect(outcome[1].seconds > 0.19 && outcome[1].processor_seconds > 0.19 &&
                  outcome[1].processor_seconds < 0.4,
              "%g %g", outcome[1].seconds, outcome[1].processor_seconds);
}

/* A job that starts a process and hangs, as it does; both tell their numbers. */
static json_t *hang_with_child(void *context, int job, struct diagnostic *d) {
    const int *numbers = context;
    (void)job;
    (void)d;
    pid_t child = fork();
    pid_t self = getpid();
    cr_assert(write(numbers[1], &self, sizeof self) == sizeof self);
    while (true)
        continue;
    return child == 0 ? NULL : json_true();
}

/* Runs the job in a process that gets the signal meanwhile; whether the job's two processes
 * have gone then. Nobody waits for them: they are gone when there is no such number, or it
 * is that of a dead one. */
static bool ends_all(int signal_number) {
    int numbers[2];
    pid_t process[2];
    cr_assert(pipe(numbers) == 0);
    pid_t runner = fork();
    if (runner == 0) {
        struct pool_outcome outcome[1];
        struct diagnostic d;
        sigset_t before;
        struct pool p = {1, 1, 60, hang_with_child, NULL, numbers, NULL, NULL, 0, NULL};
        interrupt_hold(&before);
        pool_run(&p, outcome, &d);
        _exit(0);
    }
    cr_assert(read(numbers[0], process, sizeof *process) == sizeof *process);
    cr_assert(read(numbers[0], process + 1, sizeof *process) == sizeof *process);
    kill(runner, signal_number);
    waitpid(runner, NULL, 0);
    bool gone = false;
    for (int i = 0; i < 20 && !gone; i++) {
        nanosleep(&a_fifth_of_a_second, NULL);
        gone = !runs(process[0]) && !runs(process[1]);
    }
    kill(process[0], SIGKILL);
    kill(process[1], SIGKILL);
    return gone;
}

Test(pool, a_termination_ends_hanging_jobs_and_what_they_have_started) {
    cr_expect(ends_all(SIGTERM));
}

/* nohup starts a program so. */
Test(pool, an_interruption_that_is_ignored_interrupts_nothing) {
    sigset_t before;
    signal(SIGHUP, SIG_IGN);
    interrupt_hold(&before);
    raise(SIGHUP);
    cr_expect(!interrupt_came());
    interrupt_release(&before);
}
