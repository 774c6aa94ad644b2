/* Jobs in processes of their own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/pool.h"

enum { many = 23 };

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
        struct pool p = {many, workers, 60, square, count, &done};
        cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
        for (int i = 0; i < many; i++) {
            cr_assert(json_integer_value(outcome[i].document) == i * i);
            json_decref(outcome[i].document);
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
    struct pool p = {2, 2, 60, large, NULL, NULL};
    cr_assert(pool_run(&p, outcome, &d) == 0, "%s", d.text);
    for (int i = 0; i < 2; i++) {
        cr_assert(json_array_size(outcome[i].document) == 200000);
        json_decref(outcome[i].document);
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
    struct pool p = {troubles, 2, 0.5, trouble, NULL, NULL};
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
    json_decref(outcome[fine].document);
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
    struct pool p = {many, 2, 60, square, interrupt_self, NULL};
    interrupt_hold(&before);
    cr_assert(!interrupt_came());
    cr_assert(pool_run(&p, outcome, &d) != 0);
    cr_assert(interrupt_came());
    cr_assert_str_eq(d.text, "interrupted");
    for (int i = 0; i < many; i++)
        cr_assert(outcome[i].document == NULL);
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
