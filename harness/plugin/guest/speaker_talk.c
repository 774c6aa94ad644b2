/* The line protocol: a question to the program is answered by one line, `ok` or `fail`, before
 * which the program may ask for values of the system.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plugin/activity.h"
#include "harness/plugin/guest/speaker.h"

/* A line in a message is cut here. */
enum { longest_quoted = 100 };

/* The line as it may be shown. */
static const char *quote(char *text, const char *line) {
    size_t i = 0;
    for (; i < longest_quoted && line[i] != '\0'; i++)
        text[i] = line[i];
    text[i] = '\0';
    if (line[i] != '\0')
        strcpy(text + longest_quoted - 3, "...");
    for (i = 0; text[i] != '\0'; i++)
        if (iscntrl((unsigned char)text[i]))
            text[i] = '?';
    return text;
}

static const char *skip_blanks(const char *text) {
    return text + strspn(text, " \t");
}

/* What follows the word, if the line begins with it; else NULL. */
static char *after(char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 ||
        (line[length] != '\0' && line[length] != ' ' && line[length] != '\t'))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

int speaker_count_words(const char *words) {
    int count = 0;
    for (const char *at = skip_blanks(words); *at != '\0'; count++)
        at = skip_blanks(at + strcspn(at, " \t"));
    return count;
}

int speaker_read_numbers(struct speaker *p, const char *question, const char *words,
                         double *number, int count) {
    char quoted[longest_quoted + 1];
    const char *at = skip_blanks(words);
    int found = 0;
    for (; *at != '\0'; found++) {
        char *end;
        double value = strtod(at, &end);
        if (end == at || (*end != '\0' && *end != ' ' && *end != '\t'))
            return speaker_lose(
                p, "the integrator's line for '%s' has no number where '%.30s' is: '%s'",
                question, at, quote(quoted, words));
        if (found < count)
            number[found] = value;
        at = skip_blanks(end);
    }
    if (found == count)
        return 0;
    return speaker_lose(p, "the integrator's line for '%s' has %d numbers, not %d: '%s'",
                        question, found, count, quote(quoted, words));
}

static double *make_room(struct speaker *p, size_t count) {
    if (count <= p->numbers_room && p->number != NULL)
        return p->number;
    free(p->number);
    p->number = calloc(count + 1, sizeof *p->number);
    p->numbers_room = p->number == NULL ? 0 : count;
    if (p->number == NULL)
        speaker_lose(p, "out of memory");
    return p->number;
}

static int answer(struct speaker *p, int callback, const char *words) {
    const struct halfstep_system *s = p->system;
    int in, out;
    if (!speaker_sizes(s, callback, &in, &out)) {
        speaker_say(p, "fail the system has no such function");
        return speaker_send(p);
    }
    double *value = make_room(p, (size_t)(in + out));
    if (value == NULL ||
        speaker_read_numbers(p, activity_callback_name(callback), words, value + out, in))
        return -1;
    if (speaker_evaluate(s, callback, value + out, value)) {
        speaker_say(p, "fail");
    } else {
        speaker_say(p, "ok");
        speaker_say_numbers(p, value, out);
    }
    return speaker_send(p);
}

/* Answers the line if it is a question. 0: it was; > 0: it is none; < 0: lost. */
static int answer_question(struct speaker *p, char *line) {
    for (int i = CALLBACK_DERIVATIVE; i < CALLBACKS && p->system != NULL; i++) {
        const char *words = after(line, activity_callback_name(i));
        if (words != NULL)
            return answer(p, i, words);
    }
    return p->system != NULL ? speaker_answer_about(p, line) : 1;
}

int speaker_ask(struct speaker *p, const char *question, char **rest) {
    char quoted[longest_quoted + 1], *line;
    if (p->is_lost)
        return -1;
    if (speaker_has_said_more(p) && speaker_hear(p, &line) == 0)
        return speaker_lose(p, "the integrator wrote a line without being asked: '%s'",
                            quote(quoted, line));
    if (speaker_send(p))
        return -1;
    for (;;) {
        if (speaker_hear(p, &line))
            return -1;
        if ((*rest = after(line, "ok")) != NULL)
            return 0;
        if ((*rest = after(line, "fail")) != NULL) {
            snprintf(p->failure, sizeof p->failure, "%s", *rest);
            return 1;
        }
        int is_none = answer_question(p, line);
        if (is_none > 0)
            return speaker_lose(
                p, "the integrator answered '%s' by a line that is none: '%s'", question,
                quote(quoted, line));
        if (is_none < 0)
            return -1;
    }
}
