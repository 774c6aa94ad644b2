/* A folder as a user has it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/program/workbench.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/base/path.h"
#include "problems/tests/nightly.h"

static const char make_folder[] =
    "mkdir tools halfstep\n"
    "printf '#!/bin/sh\\n' >tools/apt-get\n"
    "mv launcher halfstep/halfstep\n"
    "chmod 755 tools/apt-get halfstep/halfstep\n"
    "ln -s " PROJECT_FOLDER "/harness halfstep/harness\n"
    "cd halfstep && git init -q -b main && git add .\n"
    "git -c user.name=a -c user.email=a@b commit -q -m one\n";

/* Full profiles, too, are quick ones but for the night. */
static const char launcher[] = "#!/bin/sh\n"
                               "mkdir -p \"$(dirname \"$0\")/build\"\n"
                               "for word; do\n"
                               "    shift\n"
                               "    [ \"$word\" != full ] || word=%s\n"
                               "    set -- \"$@\" \"$word\"\n"
                               "done\n"
                               "case \"$*\" in\n"
                               "*--profile*) ;;\n"
                               "\"gate \"*) set -- \"$@\" %s ;;\n"
                               "esac\n"
                               "case \"$*\" in\n"
                               "\"gate --\"*|\"report --\"*) set -- \"$@\" %s ;;\n"
                               "esac\n"
                               "exec " HALFSTEP_PROGRAM " \"$@\"\n";

struct workbench workbench_make(const char *models) {
    struct workbench w = {.scratch = scratch_make()};
    char text[2048];
    snprintf(text, sizeof text, launcher, is_nightly() ? "full" : "quick",
             is_nightly() ? "" : "--profile quick", is_nightly() ? "" : models);
    scratch_write(&w.scratch, "launcher", text);
    int status = workbench_run(&w, ".", "", make_folder);
    cr_assert(status == 0, "%s", w.out);
    return w;
}

void workbench_remove(struct workbench *w) {
    free(w->out);
}

int workbench_run(struct workbench *w, const char *folder, const char *environment,
                  const char *commands) {
    char command[1024], *top = w->scratch.path;
    scratch_write(&w->scratch, "script.sh", commands);
    snprintf(command, sizeof command,
             "cd %s/%s && GITHUB_STEP_SUMMARY=summary.md %s "
             "PATH=%s/tools:%s/halfstep:$PATH sh -e %s/script.sh >%s/out.txt 2>&1",
             top, folder, environment, top, top, top, top);
    int status = system(command);
    free(w->out);
    w->out = workbench_read(w, "out.txt");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char *read_file(const char *folder, const char *name) {
    char *path = path_join(folder, name), *text = scratch_read(path);
    cr_expect(text != NULL, "%s is missing", name);
    return text != NULL ? text : calloc(1, 1);
}

char *workbench_read(const struct workbench *w, const char *name) {
    return read_file(w->scratch.path, name);
}

char *workbench_document(const char *name) {
    return read_file(PROJECT_FOLDER, name);
}

char *workbench_replace(const char *text, const char *from, const char *to) {
    size_t count = 0, length = strlen(from);
    for (const char *at = text; (at = strstr(at, from)) != NULL; at += length)
        count++;
    cr_assert(count > 0, "no '%s' in '%s'", from, text);
    char *copy = calloc(strlen(text) + count * strlen(to) + 1, 1), *end = copy;
    for (const char *at; (at = strstr(text, from)) != NULL; text = at + length) {
        memcpy(end, text, (size_t)(at - text));
        end += at - text;
        strcpy(end, to);
        end += strlen(to);
    }
    strcpy(end, text);
    return copy;
}
