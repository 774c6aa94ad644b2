/* A command line carried out in the test's own process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/solve/session.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/opener.h"
#include "harness/session/command.h"

enum { most_words = 96 };

json_t *session_json(char *line, enum exit_status *status) {
    char *argv[most_words] = {"halfstep"}, *rest = line, *text = NULL;
    size_t length;
    int argc = 1;
    for (char *word = strtok_r(line, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        cr_assert(argc < most_words);
        argv[argc++] = word;
    }
    struct session session = {.out = open_memstream(&text, &length),
                              .err = stderr,
                              .models = HALFSTEP_MODELS,
                              .pages = "",
                              .open_subject = open_own_subject,
                              .commands = command_table()};
    *status = command_run(&session, argc, argv);
    fclose(session.out);
    json_t *document = json_loads(text, 0, NULL);
    cr_assert(document != NULL, "%s", session.why.text);
    return document;
}
