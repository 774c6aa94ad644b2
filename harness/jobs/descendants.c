/* The children of a process and theirs: /proc/P/task/P/children (Linux, proc(5)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/jobs/descendants.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "harness/base/stopwatch.h"

/* More generations than this are not looked at. */
enum { most_generations = 16 };

static const long nanoseconds_between_looks = 1000000;

static FILE *open_of(pid_t process, const char *format) {
    char path[64];
    snprintf(path, sizeof path, format, (long)process, (long)process);
    return fopen(path, "r");
}

/* Calls do_it(child, sum) for each child of the process that its main thread has. */
static void for_each_child(pid_t process, void (*do_it)(pid_t child, double *sum),
                           double *sum) {
    FILE *children = open_of(process, "/proc/%ld/task/%ld/children");
    long child;
    while (children != NULL && fscanf(children, "%ld", &child) == 1)
        do_it((pid_t)child, sum);
    if (children != NULL)
        fclose(children);
}

/* The second number of statm is the pages that are in memory. */
double descendants_memory(pid_t process) {
    FILE *about = open_of(process, "/proc/%ld/statm");
    double all, resident = 0;
    if (about == NULL)
        return 0;
    if (fscanf(about, "%lf %lf", &all, &resident) != 2)
        resident = 0;
    fclose(about);
    return resident * (double)sysconf(_SC_PAGESIZE);
}

/* Pages by the number of processes that have them; all of them where Linux does not tell. */
static double share_of(pid_t process) {
    FILE *about = open_of(process, "/proc/%ld/smaps_rollup");
    char line[128];
    double kilobytes = -1;
    while (about != NULL && kilobytes < 0 && fgets(line, sizeof line, about) != NULL)
        if (sscanf(line, "Pss: %lf kB", &kilobytes) != 1)
            kilobytes = -1;
    if (about != NULL)
        fclose(about);
    return kilobytes < 0 ? descendants_memory(process) : 1024 * kilobytes;
}

/* The second number of schedstat is nanoseconds. */
static double wait_of(pid_t process) {
    FILE *about = open_of(process, "/proc/%ld/schedstat");
    double run, waited = 0;
    if (about == NULL)
        return 0;
    if (fscanf(about, "%lf %lf", &run, &waited) != 2)
        waited = 0;
    fclose(about);
    return 1e-9 * waited;
}

static void add_each(pid_t process, double *sum, double (*measure)(pid_t process),
                     void (*again)(pid_t process, double *sum)) {
    static int generation;
    *sum += measure(process);
    if (++generation < most_generations)
        for_each_child(process, again, sum);
    generation--;
}

static double count_one(pid_t process) {
    (void)process;
    return 1;
}

static void add_one(pid_t process, double *sum) {
    add_each(process, sum, count_one, add_one);
}

bool descendants_are_more(pid_t process, int number) {
    double sum = 0;
    for_each_child(process, add_one, &sum);
    return sum > number;
}

static void add_memory(pid_t process, double *sum) {
    add_each(process, sum, descendants_memory, add_memory);
}

static void add_share(pid_t process, double *sum) {
    add_each(process, sum, share_of, add_share);
}

/* Shares take a walk through all pages: they are looked at where the sum without is too much. */
bool descendants_use_more(pid_t process, double bytes) {
    double most = 0, sum = 0;
    for_each_child(process, add_memory, &most);
    if (most <= bytes)
        return false;
    for_each_child(process, add_share, &sum);
    return sum > bytes;
}

static void add_wait(pid_t process, double *sum) {
    add_each(process, sum, wait_of, add_wait);
}

double descendants_waited(pid_t process) {
    double sum = 0;
    add_wait(process, &sum);
    return sum;
}

void descendants_adopt(void) {
#ifdef PR_SET_CHILD_SUBREAPER
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

static void kill_child(pid_t child, double *sum) {
    (void)sum;
    kill(child, SIGKILL);
}

void descendants_end(double seconds) {
    const struct timespec pause = {0, nanoseconds_between_looks};
    const double deadline = stopwatch_seconds() + seconds;
    pid_t ended = 0;
    for (; ended >= 0 && stopwatch_seconds() < deadline;
         ended = waitpid(-1, NULL, WNOHANG)) {
        if (ended > 0)
            continue;
        for_each_child(getpid(), kill_child, NULL);
        nanosleep(&pause, NULL);
    }
}
