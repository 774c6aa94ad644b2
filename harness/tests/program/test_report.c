/* The output folder of a report: complete or not there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/path.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/program/run/report_watch.h"
#include "harness/session/pages.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

static const char own_model[] = "param g = 9.81, c = 0.37\n"
                                "span 0 .. 1\n"
                                "position a = 0.7\n"
                                "velocity w = -0.25\n"
                                "a' = w\n"
                                "w' = -g*sin(a) - c*w\n";

struct place {
    struct scratch scratch;
    char *model, *report;
    char line[512]; /* the command that makes the report */
};

/* A study that takes a minute, so that it is not done before it is interrupted. */
static void choose_long_work(struct place *p) {
    snprintf(p->line, sizeof p->line,
             "order %s heavy_top flyball double_pendulum chain_bodies --out %s", p->model,
             p->report);
}

static void choose_method(struct place *p, const char *method) {
    snprintf(p->line, sizeof p->line, "report %s --method %s --out %s", p->model, method,
             p->report);
}

static struct place make_place(void) {
    struct place p = {.scratch = scratch_make()};
    p.model = scratch_write(&p.scratch, "swing.model", own_model);
    p.report = path_join(p.scratch.path, "report");
    choose_method(&p, "explicit-euler");
    return p;
}

static bool has_file(const char *folder, const char *name) {
    char *path = path_join(folder, name);
    return access(path, R_OK) == 0;
}

/* Nothing, or on a slow machine lines that tell how far it is. */
static void expect_progress_only(const char *err) {
    for (const char *line = err; *line != '\0'; line += strcspn(line, "\n") + 1) {
        int done, of;
        cr_assert(sscanf(line, "%d of %d studies (", &done, &of) == 2, "%s", err);
        cr_assert(strchr(line, '\n') != NULL, "no whole line: %s", err);
    }
}

/* A report is made: of bdf, which is soon judged, or of another method. */
static void make_report(struct place *p, const char *method) {
    choose_method(p, method);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, p->line);
    cr_assert(o.status == 0, "%d: %s%s", o.status, o.err, o.out);
    cr_expect(strstr(o.out, "/report/index.html\n") != NULL, "%s", o.out);
    expect_progress_only(o.err);
    cr_expect(has_file(p->report, "index.html"));
    cr_expect(scratch_count(p->scratch.path) == 2, "something is left behind");
}

Test(report, the_folder_has_page_results_figures_and_tables) {
    static const char *const names[] = {"results.json",
                                        "figures",
                                        "tables/swing-order.tsv",
                                        "tables/swing-gap.tsv",
                                        "tables/swing-constants.tsv",
                                        "tables/swing-steps.tsv"};
    struct place p = make_place();
    make_report(&p, "bdf");
    cr_expect(!has_file(p.report, "tables/swing-gap.tsv"), "it has no estimate's order");
    make_report(&p, "explicit-euler"); /* replaces the first */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(has_file(p.report, names[i]), "no %s", names[i]);
}

Test(report, the_results_describe_the_models_and_the_machine) {
    static const char *const model_keys[] = {
        "name",   "title", "source",     "why",  "tags",      "nq",    "nv",    "nz",
        "states", "span",  "parameters", "text", "equations", "kinks", "truth", "path"};
    static const char *const keys[] = {"halfstep", "format",  "command",
                                       "method",   "machine", "results",
                                       "seconds",  "jobs",    "taken"};
    struct place p = make_place();
    make_report(&p, "bdf");
    char *path = path_join(p.report, "results.json");
    json_t *document = json_load_file(path, 0, NULL);
    const json_t *model = json_array_get(json_object_get(document, "models"), 0);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        cr_expect(json_object_get(document, keys[i]) != NULL, "no %s", keys[i]);
    for (size_t i = 0; i < sizeof model_keys / sizeof *model_keys; i++)
        cr_expect(json_object_get(model, model_keys[i]) != NULL, "no %s", model_keys[i]);
    const json_t *truth = json_object_get(model, "truth");
    cr_expect_str_eq(json_string_value(json_object_get(truth, "grade")), "certified");
    cr_expect(json_array_size(json_object_get(truth, "times")) == 1);
    cr_expect(json_number_value(json_object_get(truth, "digits")) >= 30);
}

/* Neither how far it is nor how it can be resumed. */
Test(report, what_is_interrupted_is_quiet_where_that_is_asked_for) {
    struct place p = make_place();
    char line[1024];
    snprintf(line, sizeof line,
             "cd %s || exit 1; %s report heavy_top flyball double_pendulum chain_bodies "
             "--quiet "
             "--out report >said 2>&1 & while [ ! -s %s/report.journal ]; do sleep 0.05; "
             "done; "
             "kill -TERM $!; wait $!; test $? -eq 143",
             p.scratch.path, HALFSTEP_PROGRAM, p.scratch.path);
    cr_assert(system(line) == 0, "it has ended before");
    char *said = path_join(p.scratch.path, "said"), *words = scratch_read(said);
    cr_expect_str_eq(words, "");
}

static void wait_a_little(void) {
    const struct timespec moment = {0, 20000000};
    nanosleep(&moment, NULL);
}

Test(report, what_is_interrupted_before_anything_is_done_leaves_nothing_behind) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct place p = make_place();
    choose_long_work(&p);
    for (int i = 0; i < 3; i++) {
        int process = program_start(HALFSTEP_PROGRAM, p.line);
        for (int waits = 0; scratch_count(p.scratch.path) < 2 && waits < 500; waits++)
            wait_a_little();
        cr_assert(scratch_count(p.scratch.path) == 2, "it has not begun");
        kill(process, signals[i]);
        int status = program_wait(process);
        cr_expect(status == 128 + signals[i], "%d", status);
        cr_expect(scratch_count(p.scratch.path) == 1, "something is left behind");
    }
}

static bool says(const char *folder, const char *file, const char *words) {
    char *path = path_join(folder, file);
    char *text = access(path, R_OK) == 0 ? scratch_read(path) : NULL;
    return text != NULL && strstr(text, words) != NULL;
}

/* Its page is there while it works, and after an interruption with figures. */
Test(report, what_is_done_is_there_before_the_rest) {
    struct place p = make_place();
    snprintf(p.line, sizeof p.line, "report %s --out %s", p.model, p.report);
    int process = program_start(HALFSTEP_PROGRAM, p.line);
    for (int waits = 0; !has_file(p.report, "index.html") && waits < 4500; waits++)
        wait_a_little();
    cr_expect(says(p.report, "index.html", ">Running: "));
    cr_expect(says(p.report, "models/swing.html", "Figures are drawn when"));
    kill(process, SIGINT);
    cr_expect(program_wait(process) == 128 + SIGINT);
    cr_expect(says(p.report, "index.html", ">Interrupted: "));
    cr_expect(!says(p.report, "models/swing.html", "Figures are drawn when"));
    cr_expect(says(p.report, "results.json", "\"ended\""));
    cr_expect(scratch_count(p.scratch.path) == 3, "more than a journal is left");
    make_report(&p, "bdf");
    cr_expect(!has_file(p.report, REPORT_RUNNING));
    cr_expect(!says(p.report, "index.html", ">Interrupted: "));
}

static int count_lines(const char *path) {
    char *text = access(path, R_OK) == 0 ? scratch_read(path) : NULL;
    int lines = 0;
    for (const char *at = text; at != NULL && *at != '\0'; at++)
        lines += *at == '\n';
    return lines;
}

/* Kills a report when some of its studies are done; the half line stands for one that was being
 * written. */
static void begin_and_kill(const struct place *p, const char *journal) {
    int process = program_start(HALFSTEP_PROGRAM, p->line);
    for (int waits = 0; count_lines(journal) < 4 && waits < 3000; waits++)
        wait_a_little();
    kill(process, SIGKILL);
    cr_assert(program_wait(process) == 128 + SIGKILL, "it was done before");
    cr_assert(count_lines(journal) >= 4);
    FILE *torn = fopen(journal, "a");
    fputs("{\"study\": \"ord", torn);
    fclose(torn);
}

/* Its results are those of a report that nothing happened to. */
Test(report, a_killed_one_is_resumed) {
    struct place p = make_place();
    char *whole = path_join(p.report, "results.json"), resume[512], journal[512];
    snprintf(resume, sizeof resume, "report --resume %s", p.report);
    snprintf(journal, sizeof journal, "%s.journal", p.report);
    strcat(p.line, " --canonical");
    cr_assert(program_wait(program_start(HALFSTEP_PROGRAM, p.line)) == 0);
    char *expected = scratch_read(whole);
    begin_and_kill(&p, journal);
    int kept = count_lines(journal) - 1, done = 0;
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, resume);
    cr_expect(o.status == 0, "%s", o.err);
    cr_expect(o.err[0] == '\0' || (sscanf(o.err, "%d of", &done) == 1 && done >= kept),
              "%s", o.err);
    snprintf(resume, sizeof resume, "report --single nobody --out %s", p.report);
    o = program_run_line(HALFSTEP_PROGRAM, resume);
    cr_expect(o.status == 2 && strstr(o.err, "no page of 'nobody'") != NULL &&
                  strstr(o.err, "could not be made") == NULL,
              "%d: %s", o.status, o.err);
    snprintf(resume, sizeof resume, "report --single index --out %s/none", p.report);
    o = program_run_line(HALFSTEP_PROGRAM, resume);
    cr_expect(o.status == 2 && strstr(o.err, "--single index: no report is in ") != NULL,
              "%d: %s", o.status, o.err);
    char *resumed = scratch_read(whole);
    cr_expect_str_eq(resumed, expected);
    cr_expect(scratch_count(p.scratch.path) == 2, "something is left behind");
}

static bool has_job_of(const json_t *jobs, const json_t *line) {
    static const char *const members[] = {"study", "seconds", "processor_seconds"};
    size_t i;
    const json_t *job;
    json_array_foreach(jobs, i, job) {
        bool same = true;
        for (size_t k = 0; k < sizeof members / sizeof *members; k++)
            same = same && json_equal(json_object_get(job, members[k]),
                                      json_object_get(line, members[k]));
        if (same)
            return true;
    }
    return false;
}

/* Each line of the journal but the first is a job that is not done again. */
Test(report, what_a_resumed_one_had_done_keeps_its_times) {
    struct place p = make_place();
    char *results = path_join(p.report, "results.json"), resume[512], journal[512];
    snprintf(resume, sizeof resume, "report --resume %s", p.report);
    snprintf(journal, sizeof journal, "%s.journal", p.report);
    begin_and_kill(&p, journal);
    char *lines = scratch_read(journal);
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, resume);
    cr_assert(o.status == 0, "%s", o.err);
    json_t *document = json_load_file(results, 0, NULL);
    int jobs = 0;
    for (char *line = strtok(lines, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        json_t *said = json_loads(line, 0, NULL);
        if (json_object_get(said, "seconds") == NULL) /* the head, and what was torn */
            continue;
        cr_expect(has_job_of(json_object_get(document, "jobs"), said), "%s", line);
        jobs++;
    }
    cr_expect(jobs >= 3);
}

Test(report, what_has_changed_is_not_resumed) {
    struct place p = make_place();
    char resume[512], journal[512];
    snprintf(resume, sizeof resume, "report --resume %s", p.report);
    snprintf(journal, sizeof journal, "%s.journal", p.report);
    begin_and_kill(&p, journal);
    int kept = count_lines(journal);
    scratch_write(&p.scratch, "swing.model", "span 0 .. 2\nstate x = 1\nx' = -x\n");
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, resume);
    cr_expect(o.status == 2, "%d", o.status);
    cr_expect(strstr(o.err, "the models have changed since the report was begun") != NULL,
              "%s", o.err);
    cr_expect(count_lines(journal) == kept, "what was done is lost");
}

/* A look at `done` studies of ten, as the pool has it taken; ends: by the user. */
static void take_look(const struct results_watch *watch, int done, bool ends) {
    struct results_so_far now = {
        .models = json_array(), .done = done, .of = 10, .ends = ends};
    watch->look(watch->context, &now);
}

Test(report, a_whole_one_is_not_replaced_by_what_is_unfinished) {
    struct place p = make_place();
    char *pages = scratch_write(&p.scratch, "pages",
                                "#!/bin/sh\nfor f; do :; done\n: >\"$f\"/index.html\n");
    cr_assert(chmod(pages, S_IRWXU) == 0);
    FILE *quiet = fopen("/dev/null", "w");
    struct session session = {.out = quiet, .err = quiet, .pages = pages};
    struct study_outcome outcome = {.models = json_array()};
    for (int repeat = 0; repeat < 2; repeat++) {
        const bool is_beside = repeat == 1;
        char *other = path_join(p.scratch.path, "report.unfinished");
        const char *place = is_beside ? other : p.report;
        struct folder folder;
        struct report_watch w;
        cr_assert(report_begin(&folder, p.report, &session) == EXIT_PASSED);
        cr_assert(report_watch_begin(&w, &folder, &outcome, "report", NULL, &session) ==
                  0);
        struct results_watch watch = report_watch_tell(&w);
        cr_expect(!watch.is_due(watch.context, false), "at once");
        cr_expect(watch.is_due(watch.context, true));
        take_look(&watch, 0, true);
        cr_expect(!has_file(place, "results.json"), "nothing is done");
        for (int done = 1; done < 3; done++)
            take_look(&watch, done, done == 2);
        cr_expect(says(place, REPORT_RUNNING, "ended"));
        cr_expect(has_file(p.report, REPORT_RUNNING) != is_beside);
        cr_expect(report_complete(&folder, &outcome, "report", NULL, &session) ==
                  EXIT_PASSED);
        report_watch_end(&w, true);
        folder_discard(&folder);
        cr_expect(!has_file(p.report, REPORT_RUNNING));
        cr_expect(scratch_count(p.scratch.path) == 3, "something is left behind");
    }
    study_outcome_clear(&outcome);
    fclose(quiet);
}

/* Another that is still at work is left alone. */
Test(report, what_a_killed_one_has_left_is_removed_by_the_next) {
    struct place p = make_place();
    choose_long_work(&p);
    int killed = program_start(HALFSTEP_PROGRAM, p.line);
    for (int waits = 0; scratch_count(p.scratch.path) < 2 && waits < 500; waits++)
        wait_a_little();
    kill(killed, SIGKILL);
    cr_expect(program_wait(killed) == 128 + SIGKILL);
    cr_expect(scratch_count(p.scratch.path) == 2, "nothing was left");
    snprintf(p.line, sizeof p.line, "order %s --method implicit-euler --out %s", p.model,
             p.report);
    int other = program_start(HALFSTEP_PROGRAM, p.line);
    wait_a_little();
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, p.line);
    cr_expect(o.status == 0, "%s", o.err);
    cr_expect(program_wait(other) == 0);
    cr_expect(scratch_count(p.scratch.path) == 2, "something is left behind");
}

/* What was measured took longer than a page does. */
Test(report, where_the_page_fails_the_data_are_in_their_place) {
    struct place p = make_place();
    char *pages = scratch_write(&p.scratch, "pages", "#!/bin/sh\nexit 2\n");
    cr_assert(chmod(pages, S_IRWXU) == 0);
    struct session session = {.out = stderr, .err = stderr, .pages = pages};
    struct study_outcome outcome = {.models = json_array()};
    struct folder folder;
    cr_assert(report_begin(&folder, p.report, &session) == EXIT_PASSED);
    cr_expect(report_complete(&folder, &outcome, "timing", NULL, &session) ==
              EXIT_MACHINE);
    folder_discard(&folder);
    cr_expect(has_file(p.report, "results.json"));
    cr_expect(strstr(session.why.text, "the page could not be made: ") != NULL &&
                  strstr(session.why.text, "; the data are in ") != NULL &&
                  strstr(session.why.text, "/report/results.json") != NULL,
              "%s", session.why.text);
    cr_expect(scratch_count(p.scratch.path) == 3, "something is left behind");
}

/* Sends this process the signal when the file is there; the process that does it. */
static pid_t interrupt_when_there(const char *file) {
    const pid_t parent = getpid(), process = fork();
    if (process == 0) {
        while (access(file, F_OK) != 0)
            wait_a_little();
        kill(parent, SIGTERM);
        _exit(0);
    }
    return process;
}

/* Whether a process is left, but for one that has only not been waited for. One that has been
 * killed may take a moment to end. */
static bool is_running(long process) {
    char path[64], state = 'S';
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    for (int waits = 0; state != 'Z' && waits < 500; waits++) {
        FILE *about = fopen(path, "r");
        if (about == NULL || fscanf(about, "%*d %*s %c", &state) != 1)
            state = 'Z';
        if (about != NULL)
            fclose(about);
        if (state != 'Z')
            wait_a_little();
    }
    return state != 'Z';
}

/* The page maker has started another process, as it does gnuplot, and both would take a minute.
 * Seen to fail: waited for; the page maker ended alone. */
Test(report, an_interruption_ends_the_page_maker_and_what_it_has_started) {
    struct place p = make_place();
    char *begun = path_join(p.scratch.path, "begun"), text[512];
    snprintf(text, sizeof text,
             "#!/bin/sh\nsleep 60 & echo $! >%s.part\nmv %s.part %s\nwait\n", begun,
             begun, begun);
    char *pages = scratch_write(&p.scratch, "pages", text), *arguments[] = {pages, NULL};
    struct session session = {.out = stderr, .err = stderr, .pages = pages};
    cr_assert(chmod(pages, S_IRWXU) == 0);
    for (int repeat = 0; repeat < 2; repeat++) { /* while it works, and before it */
        sigset_t held, terminations;
        long other = 0;
        int number;
        sigemptyset(&terminations);
        sigaddset(&terminations, SIGTERM);
        interrupt_hold(&held);
        const double begin = stopwatch_seconds();
        const pid_t from = interrupt_when_there(repeat == 0 ? begun : pages);
        while (repeat == 1 && !interrupt_came())
            wait_a_little();
        cr_expect(pages_run(&session, arguments, EXIT_USAGE) == EXIT_MACHINE);
        cr_expect(stopwatch_seconds() - begin < 30);
        cr_expect(interrupt_came() && sigwait(&terminations, &number) == 0);
        waitpid(from, NULL, 0);
        FILE *file = fopen(begun, "r");
        cr_assert(file != NULL && fscanf(file, "%ld", &other) == 1);
        fclose(file);
        cr_expect(!is_running(other), "%ld", other);
        remove(begun);
    }
}
