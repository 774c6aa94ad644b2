/* Plug-ins for tests, and the processes that they leave behind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/plugins.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { paths = 4, longest_path = 1024, looks = 50 };

const char *plugin_path(const char *name) {
    static char path[paths][longest_path];
    static int next;
    char *made = path[next++ % paths];
    snprintf(made, longest_path, "%s/%s.so", HALFSTEP_PLUGINS, name);
    return made;
}

void plugin_case_make(struct plugin_case *c, const char *place, const char *name,
                      const char *value, const char *other, const char *other_value) {
    c->option[0] = (struct plugin_option){name, value};
    c->option[1] = (struct plugin_option){other, other_value};
    c->plugin = (struct plugin){.place = place,
                                .name = "it",
                                .options = c->option,
                                .options_count = (name != NULL) + (other != NULL),
                                .seconds_limit = 1};
}

struct subject plugin_subject(struct plugin_case *c, struct model *m,
                              const struct subject_options *options) {
    struct subject s;
    struct diagnostic d = {""};
    cr_assert(plugin_open(&c->plugin, m, options, &s, &d) == 0, "%s", d.text);
    return s;
}

bool plugin_left_children(void) {
    return waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
}

/* What is in the environment of all that this process has started, whoever is its parent. */
static const char mark[] = "HALFSTEP_STARTED_BY";

static void write_mark(char text[64]) {
    snprintf(text, 64, "%s=%ld", mark, (long)getpid());
}

void plugin_mark_processes(void) {
    char text[64];
    write_mark(text);
    cr_assert(setenv(mark, text + sizeof mark, 1) == 0);
}

static bool has_mark(const char *process) {
    char path[300], text[64], *entry = NULL;
    size_t room = 0;
    bool found = false;
    write_mark(text);
    snprintf(path, sizeof path, "/proc/%.200s/environ", process);
    FILE *file = fopen(path, "r");
    while (file != NULL && !found && getdelim(&entry, &room, '\0', file) > 0)
        found = strcmp(entry, text) == 0;
    if (file != NULL)
        fclose(file);
    return found;
}

/* Whether a process's command line has the text; its words end in zeros. */
static bool names(const char *process, const char *text) {
    char path[300], line[4096];
    snprintf(path, sizeof path, "/proc/%.200s/cmdline", process);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\0')
            line[i] = ' ';
    line[length] = '\0';
    return strstr(line, text) != NULL;
}

static int count_processes(const char *text) {
    int count = 0;
    DIR *processes = opendir("/proc");
    cr_assert(processes != NULL);
    for (struct dirent *e = readdir(processes); e != NULL; e = readdir(processes))
        count += isdigit((unsigned char)e->d_name[0]) && names(e->d_name, text) &&
                 has_mark(e->d_name);
    closedir(processes);
    return count;
}

int plugin_count_processes(const char *text) {
    const struct timespec pause = {0, 20000000};
    const char *marked = getenv(mark);
    cr_assert(marked != NULL && strtol(marked, NULL, 10) == getpid(),
              "nothing is marked");
    int count = count_processes(text);
    for (int i = 0; i < looks && count > 0; i++) {
        nanosleep(&pause, NULL);
        count = count_processes(text);
    }
    return count;
}

bool plugin_can_run(const char *program) {
    char line[256];
    snprintf(line, sizeof line, "command -v %s >/dev/null 2>&1", program);
    return system(line) == 0;
}
