/* A history that several processes write at once, that are killed, and whose disk is full.
 *
 * Broken on purpose and seen to fail: a commit after each document and inside of one, no waiting
 * for other writers, no undoing of what failed, the journal kept in memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <gsl/gsl_rng.h>

#include "harness/speed/history/history_sql.h"
#include "harness/tests/history/history_sample.h"
#include "harness/tests/history/simulated.h"

/* In a child: adds run after run, and says of each on the pipe that it is there. */
static void add_for_ever(const char *path, int pipe, int first) {
    struct history *h;
    struct diagnostic d;
    const double wait = 60;
    if (history_open(&h, path, HISTORY_WRITE, wait, &d) != EXIT_PASSED)
        _exit(3);
    for (int i = first;; i++) {
        struct history_added added;
        json_t *documents = json_pack("[o]", sample_timing(i, 1));
        if (history_add(h, documents, NULL, &added, &d) != EXIT_PASSED)
            _exit(4);
        if (write(pipe, &i, sizeof i) != sizeof i)
            _exit(5);
    }
}

static void sleep_for(double seconds) {
    struct timespec time = {(time_t)seconds, (long)(fmod(seconds, 1) * 1e9)};
    while (nanosleep(&time, &time) != 0 && errno == EINTR)
        continue;
}

/* Starts the child, kills it after a while, and returns the last run that it called added;
 * first - 1: none. */
static int kill_while_adding(const char *path, int first, double seconds) {
    int ends[2], last = first - 1, told, status;
    cr_assert(pipe(ends) == 0);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        close(ends[0]);
        add_for_ever(path, ends[1], first);
    }
    close(ends[1]);
    sleep_for(seconds);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    cr_assert(WIFSIGNALED(status), "the child ended by itself: %d", WEXITSTATUS(status));
    while (read(ends[0], &told, sizeof told) == sizeof told)
        last = told;
    close(ends[0]);
    return last;
}

static void expect_whole(const char *path, int least, int most) {
    json_t *problems;
    struct diagnostic d = {""};
    struct history *h = sample_open(path);
    cr_assert(history_check(h, &problems, &d) == EXIT_PASSED, "%s", d.text);
    cr_expect(json_array_size(problems) == 0, "%s",
              json_string_value(json_array_get(problems, 0)));
    json_decref(problems);
    history_close(h);
    double runs = sample_number(path, "SELECT count(*) FROM run");
    cr_expect(runs >= least && runs <= most, "%g of %d to %d", runs, least, most);
}

Test(history_crash, a_kill_loses_nothing_that_was_added) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    unsigned long seed;
    gsl_rng *random = simulated_random(91, &seed);
    int count = 0;
    /* A slow disk is given more time, and more trials. */
    for (int trial = 0; trial < 30 || (count <= 10 && trial < 120); trial++) {
        double seconds = 0.12 * (1 + trial / 30) * gsl_rng_uniform(random);
        int last = kill_while_adding(path, count, seconds);
        cr_expect(last >= count - 1, "seed %lu", seed);
        /* The one that was under way may be there; half of one never is. */
        expect_whole(path, last + 1, last + 2);
        count = (int)sample_number(path, "SELECT count(*) FROM run");
    }
    cr_expect(count > 10, "seed %lu: only %d added", seed, count);
}

/* Killed when a part of what is added stands in the file itself already, since it does not fit
 * into memory: the journal beside the file undoes it. */
Test(history_crash, what_was_half_written_is_undone) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    struct history *h = sample_open(path);
    struct stat then, now;
    int status;
    for (int i = 0; i < 40; i++)
        sample_add(h, sample_timing(i, 1));
    history_close(h);
    cr_assert(stat(path, &then) == 0);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        h = sample_open(path);
        history_script(h, "PRAGMA cache_size = 1");
        history_begin(h);
        history_do(h, "UPDATE record SET text = 'half'", "");
        for (int i = 100; i < 140; i++)
            history_insert(h, sample_timing(i, 1));
        kill(getpid(), SIGKILL);
    }
    waitpid(child, &status, 0);
    cr_assert(WIFSIGNALED(status) && stat(path, &now) == 0);
    cr_expect(now.st_size > then.st_size, "it was half written");
    expect_whole(path, 40, 40);
}

static pid_t start_writer(const char *path, int first, int count) {
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child > 0)
        return child;
    for (int i = first; i < first + count; i++) {
        struct history *h;
        struct diagnostic d;
        struct history_added added;
        const double wait = 120;
        json_t *documents = json_pack("[o]", sample_timing(i, 1));
        if (history_open(&h, path, HISTORY_WRITE, wait, &d) != EXIT_PASSED ||
            history_add(h, documents, NULL, &added, &d) != EXIT_PASSED ||
            added.added != 1)
            _exit(1);
    }
    _exit(0);
}

Test(history_crash, several_writers_at_once_all_get_their_rows_in) {
    enum { writers = 6, each = 12 };
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h")); /* made by whoever comes first */
    pid_t child[writers];
    for (int i = 0; i < writers; i++)
        child[i] = start_writer(path, i * each, each);
    for (int i = 0; i < writers; i++) {
        int status;
        waitpid(child[i], &status, 0);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "writer %d", i);
    }
    expect_whole(path, writers * each, writers * each);
}

Test(history_crash, who_waits_too_long_gives_up_and_says_so) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    struct history *h, *holder = sample_open(path);
    struct history_added added = {-1, -1};
    struct diagnostic d = {""};
    const double wait = 0.3;
    json_t *documents = json_pack("[o]", sample_timing(1, 1));
    cr_assert(history_open(&h, path, HISTORY_WRITE, wait, &d) == EXIT_PASSED);
    history_begin(holder);
    cr_assert(holder->status == EXIT_PASSED, "%s", holder->why.text);
    cr_expect(history_add(h, documents, NULL, &added, &d) == EXIT_MACHINE);
    cr_expect(strstr(d.text, "others have been using it for 0.3 s") != NULL, "%s",
              d.text);
    cr_expect(strstr(d.text, path) != NULL && added.added == -1);
    cr_assert(history_end(holder, &d) == EXIT_PASSED);
    cr_expect(history_add(h, documents, NULL, &added, &d) == EXIT_PASSED, "%s", d.text);
    cr_expect(added.added == 1);
}

/* A reader keeps the writer from its last step. */
Test(history_crash, what_could_not_be_finished_is_undone_and_can_be_tried_again) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    struct history *h, *reader = sample_open(path);
    struct history_added added = {-1, -1};
    struct diagnostic d = {""};
    const double wait = 0.3;
    json_t *documents = json_pack("[o]", sample_timing(1, 1));
    cr_assert(history_open(&h, path, HISTORY_WRITE, wait, &d) == EXIT_PASSED);
    sqlite3_stmt *rows =
        history_ask(reader, "SELECT id FROM sqlite_schema, (SELECT 1 AS id)", "");
    cr_assert(history_next(reader, rows), "%s", reader->why.text);
    cr_expect(history_add(h, documents, NULL, &added, &d) == EXIT_MACHINE);
    cr_expect(strstr(d.text, "others have been using it") != NULL, "%s", d.text);
    sqlite3_finalize(rows);
    cr_expect(history_add(h, documents, NULL, &added, &d) == EXIT_PASSED, "%s", d.text);
    cr_expect(added.added == 1);
}

Test(history_crash, readers_see_whole_documents_while_others_write) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    history_close(sample_open(path));
    pid_t writer = start_writer(path, 0, 20);
    for (int i = 0, status = 0; waitpid(writer, &status, WNOHANG) == 0; i++) {
        json_t *documents, *document;
        size_t k;
        struct diagnostic d = {""};
        struct history *h = sample_open(path);
        cr_assert(history_documents(h, &documents, &d) == EXIT_PASSED, "%s", d.text);
        json_array_foreach(documents, k, document)
            cr_expect(json_array_size(json_object_get(document, "measurements")) == 2);
    }
    expect_whole(path, 20, 20);
}

/* A file system that is full: no file may grow. What the child is told comes by the pipe. */
static int add_without_room(const char *path, char *message, size_t room) {
    int ends[2], status;
    cr_assert(pipe(ends) == 0);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        struct stat about;
        struct diagnostic d = {""};
        struct history_added added;
        json_t *documents = json_array();
        for (int i = 100; i < 140; i++)
            json_array_append_new(documents, sample_timing(i, 1));
        struct history *h = sample_open(path);
        stat(path, &about);
        struct rlimit limit = {(rlim_t)about.st_size + 8192, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &limit);
        signal(SIGXFSZ, SIG_IGN);
        int found = (int)history_add(h, documents, NULL, &added, &d);
        history_close(h);
        if (write(ends[1], d.text, strlen(d.text)) < 0)
            found = 99;
        _exit(found);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], message, room - 1);
    message[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(history_crash, a_full_disk_loses_nothing_and_is_said) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h")), message[1024];
    struct history *h = sample_open(path);
    for (int i = 0; i < 5; i++)
        sample_add(h, sample_timing(i, 1));
    history_close(h);
    int status = add_without_room(path, message, sizeof message);
    cr_expect(status == EXIT_MACHINE, "%d: %s", status, message);
    cr_expect(strstr(message, path) != NULL && strstr(message, "too large") != NULL, "%s",
              message);
    expect_whole(path, 5, 5);
    sample_add(h = sample_open(path), sample_timing(100, 1));
    history_close(h);
    expect_whole(path, 6, 6);
}

/* The same as SQLite sees a file system without room. */
Test(history_crash, no_space_left_is_said_and_undone) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h")), limit[64];
    struct history *h = sample_open(path);
    sample_add(h, sample_timing(1, 1));
    struct diagnostic d = {""};
    struct history_added added;
    const long long pages = history_number(h, "PRAGMA page_count", "");
    snprintf(limit, sizeof limit, "PRAGMA max_page_count = %lld", pages + 1);
    history_script(h, limit);
    cr_assert(h->status == EXIT_PASSED, "%s", h->why.text);
    json_t *documents = json_array();
    for (int i = 2; i < 40; i++)
        json_array_append_new(documents, sample_timing(i, 1));
    cr_expect(history_add(h, documents, NULL, &added, &d) == EXIT_MACHINE);
    cr_expect(strstr(d.text, "no space left") != NULL && strstr(d.text, path) != NULL,
              "%s", d.text);
    history_close(h);
    expect_whole(path, 1, 1);
}

/* In a child that may not write, whoever runs the tests: how the reading and the writing of a
 * file end, as 16 reading + writing; what is said comes by the pipe. */
static int use_without_right(const char *path, char *message, size_t room) {
    enum { nobody = 65534, shift = 16 };
    int ends[2], status;
    cr_assert(pipe(ends) == 0);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        struct history *h;
        struct history_added added;
        struct diagnostic d = {""};
        json_t *documents = NULL;
        if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0))
            _exit(98);
        int reading = (int)history_open(&h, path, HISTORY_READ, 1, &d);
        if (reading == EXIT_PASSED)
            reading = (int)history_documents(h, &documents, &d);
        history_close(h);
        int writing = (int)history_open(&h, path, HISTORY_WRITE, 1, &d);
        documents = json_pack("[o]", sample_timing(7, 1));
        if (writing == EXIT_PASSED)
            writing = (int)history_add(h, documents, NULL, &added, &d);
        history_close(h);
        if (write(ends[1], d.text, strlen(d.text)) < 0)
            _exit(99);
        _exit(reading * shift + writing);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], message, room - 1);
    message[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(history_crash, a_file_that_may_not_be_written_is_read_and_refused_to_add_to) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h")), message[1024];
    struct history *h = sample_open(path);
    sample_add(h, sample_timing(1, 1));
    history_close(h);
    cr_assert(chmod(path, 0444) == 0 && chmod(s.path, 0555) == 0);
    int found = use_without_right(path, message, sizeof message);
    cr_expect(found == EXIT_MACHINE, "%d: %s", found, message);
    cr_expect(strstr(message, path) != NULL && strstr(message, "readonly") != NULL, "%s",
              message);
    cr_assert(chmod(s.path, 0700) == 0);
    char *empty = scratch_write(&s, "empty", "");
    cr_assert(chmod(empty, 0444) == 0 && chmod(s.path, 0555) == 0);
    found = use_without_right(empty, message, sizeof message);
    cr_expect(found == 16 * EXIT_USAGE + EXIT_MACHINE, "%d", found);
    cr_expect(strstr(message, "readonly") != NULL, "%s", message);
    cr_assert(chmod(s.path, 0700) == 0);
}

/* From no page at all to a schema without room for a run. */
Test(history_crash, where_there_is_no_room_for_the_first_run_no_file_is_left) {
    struct scratch s = scratch_make();
    char *path = strdup(sample_place(&s, "h"));
    json_t *documents = json_pack("[o]", sample_timing(1, 1));
    const rlim_t page = 4096;
    int failures = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t pages = 1; pages < 64; pages += 3) {
        const struct rlimit limit = {pages * page, RLIM_INFINITY};
        struct history_added added;
        struct diagnostic d = {""};
        struct history *h;
        cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
        bool failed = history_open(&h, path, HISTORY_WRITE, 1, &d) != EXIT_PASSED ||
                      history_add(h, documents, NULL, &added, &d) != EXIT_PASSED;
        history_close(h);
        cr_expect((access(path, F_OK) != 0) == failed, "%d pages: %s", (int)pages,
                  d.text);
        cr_expect(scratch_count(s.path) == !failed);
        failures += failed;
        unlink(path);
    }
    cr_expect(failures > 4 && failures < 21, "%d", failures);
}
