/* Conversations with programs that answer, are silent, end, or say what is no JSON; all written
 * here, for the shell.
 *
 * Seen to fail: without a deadline, with a program that is not ended, with lines that are not left
 * behind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/peers/conversation.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/tests/results_of.h"
#include "problems/base/status.h"

/* A conversation with the shell reading a script of this text. */
static void begin(struct conversation *c, const char *script) {
    struct diagnostic d = {""};
    char path[] = "/tmp/halfstep-conversation-XXXXXX";
    const int file = mkstemp(path);
    cr_assert(file >= 0);
    cr_assert(write(file, script, strlen(script)) == (ssize_t)strlen(script));
    close(file);
    cr_assert(conversation_start(c, "/bin/sh", path, &d) == 0, "%s", d.text);
    json_t *ready;
    cr_assert(conversation_ask(c, NULL, &ready, 20, &d) == 0, "%s", d.text);
    cr_expect_str_eq(text_in(ready, "says"), "ready");
    json_decref(ready);
    unlink(path);
}

#define READY "echo '{\"says\": \"ready\"}'\n"

Test(conversation, answers_line_by_line_however_long_they_are) {
    struct conversation c;
    struct diagnostic d = {""};
    json_t *answer, *question = json_object();
    char long_text[20000];
    begin(&c, READY "while read -r line; do echo \"{\\\"echo\\\": $line}\"; done\n");
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    json_object_set_new(question, "text", json_string(long_text));
    for (int i = 0; i < 3; i++) {
        json_object_set_new(question, "number", json_real(0.1 * i));
        cr_assert(conversation_ask(&c, question, &answer, 20, &d) == 0, "%s", d.text);
        cr_expect(json_equal(json_object_get(answer, "echo"), question));
    }
    conversation_end(&c);
    cr_expect(c.process == 0);
}

Test(conversation, tells_of_a_program_that_ends_is_silent_or_talks_nonsense,
     .timeout = 30) {
    static const struct {
        const char *script, *words;
        double seconds;
    } CASE[] = {{READY "exit 3\n", "ended", 20},
                {READY "exec sleep 60\n", "too long", 0.5},
                {READY "exec cat /dev/zero 2>/dev/null\n", "too long", 0.1},
                {READY "echo nonsense\n", "is not JSON", 20}};
    for (size_t i = 0; i < sizeof CASE / sizeof *CASE; i++) {
        struct conversation c;
        struct diagnostic d = {""};
        json_t *answer;
        begin(&c, CASE[i].script);
        const pid_t process = c.process;
        cr_expect(conversation_ask(&c, NULL, &answer, CASE[i].seconds, &d) != 0);
        cr_expect(answer == NULL && strstr(d.text, CASE[i].words) != NULL, "%s", d.text);
        conversation_end(&c);
        cr_expect(kill(process, 0) != 0, "it is still there");
    }
}

Test(conversation, does_not_begin_where_there_is_no_such_program) {
    struct conversation c;
    struct diagnostic d = {""};
    cr_expect(conversation_start(&c, "/nowhere/python", "x.py", &d) != 0);
    cr_expect(strstr(d.text, "/nowhere/python") != NULL, "%s", d.text);
    cr_expect(c.process == 0 && c.text == NULL);
    conversation_end(&c);
}
