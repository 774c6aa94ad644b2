/* A program that is an integrator: its process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/speaker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { most_words = 64 };

/* Their number; of more than most_words it is most_words + 1. */
static int cut_words(char *line, char **words) {
    int count = 0;
    char *rest = line;
    for (char *word = strtok_r(line, " ", &rest); word != NULL && count <= most_words;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

/* words[] := those that start the plug-in's program, which lie in *line; the caller frees it.
 * Returns how many, as cut_words does; < 0: out of memory. */
static int find_words(const struct plugin *plugin, char **line, char **words) {
    *line = strdup(plugin->place);
    if (*line == NULL)
        return -1;
    const int count = cut_words(*line, words);
    if (count > 0 && plugin->interpreter != NULL && plugin->interpreter[0] != '\0')
        words[0] = plugin->interpreter;
    return count;
}

/* In the program's process. Returns only when it cannot be run: why, as errno has it. */
static int become(char **words, int in, int out) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGPIPE, SIG_DFL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execvp(words[0], words);
    return errno;
}

/* The same; why it cannot be run is written into `trouble`, which is closed when it can. */
_Noreturn static void become_or_tell(char **words, int in, int out, int trouble) {
    const int reason = become(words, in, out);
    const ssize_t ignored = write(trouble, &reason, sizeof reason);
    (void)ignored;
    _exit(EXIT_FAILURE);
}

static int make_pipe(int *ends) {
    if (pipe(ends) != 0)
        return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

static int start_process(struct speaker *p, char **words) {
    int in[2], out[2], trouble[2], reason = 0;
    if (make_pipe(in) || make_pipe(out) || make_pipe(trouble))
        return speaker_lose(p, "%s cannot be started: %s", words[0], strerror(errno));
    p->process = fork();
    if (p->process == 0)
        become_or_tell(words, in[0], out[1], trouble[1]);
    close(in[0]);
    close(out[1]);
    close(trouble[1]);
    p->to = in[1];
    p->from = out[0];
    if (p->process < 0)
        reason = errno;
    else if (read(trouble[0], &reason, sizeof reason) != sizeof reason)
        reason = 0;
    close(trouble[0]);
    if (reason == 0)
        return 0;
    return speaker_lose(p, "%s cannot be run: %s", words[0],
                        reason == ENOENT ? "there is no such program" : strerror(reason));
}

_Noreturn void speaker_become(const struct plugin *plugin, int in, int out) {
    char *words[most_words + 2], *line;
    const int count = find_words(plugin, &line, words);
    if (count > 0 && count <= most_words)
        dprintf(STDERR_FILENO, "halfstep: %s cannot be run: %s\n", words[0],
                strerror(become(words, in, out)));
    _exit(EXIT_FAILURE);
}

void speaker_meet(struct speaker *p, int to, int from, struct activity *program,
                  struct activity *activity) {
    *p = (struct speaker){
        .to = to, .from = from, .activity = activity, .program = program};
}

int speaker_start(struct speaker *p, const struct plugin *plugin,
                  struct activity *activity) {
    char *words[most_words + 2], *line;
    int failed;
    *p = (struct speaker){.to = -1, .from = -1, .activity = activity};
    const int count = find_words(plugin, &line, words);
    if (count < 0)
        failed = speaker_lose(p, "out of memory");
    else if (count == 0)
        failed = speaker_lose(p, "no program is named");
    else if (count > most_words)
        failed = speaker_lose(p, "a program has at most %d words", most_words);
    else
        failed = start_process(p, words);
    free(line);
    return failed;
}

void speaker_end(struct speaker *p) {
    int ignored;
    char *rest;
    if (p->program != NULL && !p->is_lost) {
        speaker_say(p, "leave");
        if (speaker_ask(p, "leave", &rest) > 0)
            speaker_lose(p, "the integrator answered 'leave' by fail");
    }
    if (p->process > 0 && !p->is_lost) {
        speaker_say(p, "end");
        speaker_send(p);
    }
    if (p->to >= 0)
        close(p->to);
    if (p->from >= 0)
        close(p->from);
    p->to = p->from = -1;
    if (p->process > 0 && !p->is_lost) /* it is the host that loses its patience */
        waitpid(p->process, &ignored, 0);
    else if (p->process > 0)
        speaker_wait(p, 0, &ignored);
    p->process = 0;
    free(p->heard);
    free(p->said);
    free(p->motion);
    free(p->number);
    p->heard = p->said = NULL;
    p->motion = p->number = NULL;
}
