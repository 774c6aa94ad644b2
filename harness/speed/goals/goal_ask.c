/* Commands of this program, each run once as a process of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/goals/goal_ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/bench_process.h"
#include "harness/speed/goals/timing_goals.h"
#include "problems/base/status.h"

extern char **environ;

#define THIS_PROGRAM "/proc/self/exe"

enum { most_words = 32 };

/* The document in `out`; NULL: *d says why. A verdict that fails has one, too. */
static json_t *read_answer(FILE *out, FILE *said, int status, struct diagnostic *d) {
    json_error_t error;
    char line[sizeof d->text] = "";
    rewind(out);
    json_t *document = json_loadf(out, 0, &error);
    if (document != NULL)
        return document;
    rewind(said);
    if (fgets(line, sizeof line, said) == NULL)
        message_set(d, "it has ended with status %d and without a document",
                    WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    else
        message_set(d, "%.*s", (int)strcspn(line, "\n"), line);
    return NULL;
}

static json_t *run(char *const *arguments, double seconds, struct diagnostic *d) {
    struct bench_files f;
    json_t *document = NULL;
    int status = 0;
    pid_t process;
    if (bench_files_open(&f, d) == 0) {
        const int file[2][2] = {{fileno(f.file[1]), 1}, {fileno(f.file[2]), 2}};
        const struct bench_child child = {THIS_PROGRAM, arguments, environ, 2, file};
        if (bench_start(&process, &child) != 0)
            message_set(d, "%s could not be started", arguments[1]);
        else if (bench_wait(process, seconds, &status, d) == 0)
            document = read_answer(f.file[1], f.file[2], status, d);
    }
    bench_files_close(&f);
    return document;
}

/* "gap pendulum" with --json, where the words do not say it: its document, or why there is none,
 * as a text. */
static json_t *ask(const char *words, double seconds) {
    char name[] = "halfstep", json[] = "--json", *argument[most_words + 3] = {name};
    char *text = strdup(words), *rest = NULL;
    struct diagnostic d = {"out of memory"};
    int count = 1;
    for (char *word = text != NULL ? strtok_r(text, " ", &rest) : NULL;
         word != NULL && count <= most_words; word = strtok_r(NULL, " ", &rest))
        argument[count++] = word;
    if (strstr(words, json) == NULL)
        argument[count] = json;
    json_t *document = text != NULL ? run(argument, seconds, &d) : NULL;
    free(text);
    return document != NULL ? document : json_text_of(d.text);
}

static json_t *ask_or_tell(const struct goal_question *q, double seconds) {
    return goal_is_missing(q) ? json_sprintf("%s is not installed", q->needs)
                              : ask(q->words, seconds);
}

json_t *goal_ask_all(double seconds, goal_filter *is_wanted) {
    json_t *answers = json_object();
    for (int i = 0; timing_goal_table[i].what != NULL; i++) {
        const struct goal_question *q = &timing_goal_table[i].question;
        const bool is_asked =
            !goal_is_of_all_peers(q) && (is_wanted == NULL || is_wanted(q));
        const char *words = is_asked ? q->words : NULL;
        if (words != NULL && json_object_get(answers, words) == NULL)
            json_object_set_new(answers, words, ask_or_tell(q, seconds));
    }
    return answers;
}
