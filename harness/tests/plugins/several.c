/* A program that serves several systems by the line protocol, each in a process that it forks:
 * explicit Euler. Its counters tell who has answered: the program, the process, and how many
 * systems that has seen. With a word as its argument it does something else in a step, at the
 * end of a system or at its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_states = 8, longest_line = 1024, memory_of_hog = 200000000, page = 4096 };

static const char *way = "";
static pid_t program;
static int systems, nx;
static double now, x[most_states];

static bool is_to(const char *what) {
    return strcmp(way, what) == 0;
}

static void read_numbers(const char *text, double *number, int count) {
    char *end;
    for (int i = 0; i < count; i++, text = end)
        number[i] = strtod(text, &end);
}

static void say_numbers(const char *word, double first) {
    printf("%s %.17g", word, first);
    for (int i = 0; i < nx; i++)
        printf(" %.17g", x[i]);
    printf("\n");
    fflush(stdout);
}

static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

/* Also where sanitizers have a handler of their own. */
static void end_by(int number) {
    signal(number, SIG_DFL);
    raise(number);
}

static void take_memory(void) {
    volatile char *hog = malloc(memory_of_hog);
    for (size_t i = 0; hog != NULL && i < memory_of_hog; i += page)
        hog[i] = 1;
    pause();
}

static void do_otherwise(void) {
    if (is_to("crash"))
        end_by(SIGSEGV);
    if (is_to("exit"))
        _exit(7);
    if (is_to("hang"))
        pause();
    if (is_to("hog"))
        take_memory();
}

static void step(double h) {
    char line[longest_line];
    double rate[most_states];
    do_otherwise();
    say_numbers("derivative", now);
    if (fgets(line, sizeof line, stdin) == NULL || strncmp(line, "ok ", 3) != 0)
        exit(EXIT_FAILURE);
    read_numbers(line + 3, rate, nx);
    for (int i = 0; i < nx; i++)
        x[i] += h * rate[i];
    now += h;
    say("ok");
}

/* Ends as the other process has. */
static void end_like(int status) {
    if (WIFSIGNALED(status))
        end_by(WTERMSIG(status));
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

/* The exit status of a process that has left its system. */
enum { has_left = 42 };

/* In the process that serves the system true; in the program itself false, when that was left. */
static bool serve(void) {
    int status;
    const pid_t system = fork();
    if (system == 0)
        return true;
    if (system < 0 || waitpid(system, &status, 0) != system)
        exit(EXIT_FAILURE);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != has_left)
        end_like(status);
    say(is_to("fail") ? "fail" : "ok");
    return false;
}

static void create(const char *sizes) {
    double size[3];
    if (getpid() == program && !serve())
        return;
    read_numbers(sizes, size, 3);
    nx = (int)(size[0] + size[1] + size[2]);
    systems++;
    say("ok");
}

static void answer(char *line) {
    double number[most_states + 1] = {0};
    char *rest = line + strcspn(line, " \n");
    read_numbers(rest, number, nx + 1);
    if (strncmp(line, "halfstep", 8) == 0) {
        say("ok 1 statistics several name Euler of several systems");
    } else if (strncmp(line, "create", 6) == 0) {
        create(rest);
    } else if (strncmp(line, "start", 5) == 0) {
        now = number[0];
        memcpy(x, number + 1, sizeof x);
        say("ok");
    } else if (strncmp(line, "step", 4) == 0) {
        step(number[0]);
    } else if (strncmp(line, "statistics", 10) == 0) {
        printf("ok program %ld process %ld systems %d\n", (long)program, (long)getpid(),
               systems);
        fflush(stdout);
    } else if (strncmp(line, "state", 5) == 0) {
        say_numbers("ok", now);
    } else if (strncmp(line, "leave", 5) == 0 && getpid() != program) {
        _exit(is_to("die") ? 9 : has_left);
    } else {
        say(strncmp(line, "leave", 5) == 0 ? "ok" : "fail");
    }
}

int main(int count, char **word) {
    char line[longest_line];
    program = getpid();
    if (count > 1)
        way = word[1];
    while (fgets(line, sizeof line, stdin) != NULL && strncmp(line, "end", 3) != 0)
        answer(line);
    while (is_to("stay"))
        pause();
    return 0;
}
