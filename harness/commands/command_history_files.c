/* halfstep history add, import, export, check: what goes in and out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "harness/base/version.h"
#include "harness/speed/history/calendar.h"
#include "harness/base/input.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/record/record.h"
#include "harness/commands/command_history.h"
#include "harness/speed/exchange/exchange.h"
#include "harness/speed/history/history.h"

#define HEAD                                                                             \
    FIELD_TEXT("halfstep", "version of the program"),                                    \
        FIELD_WHOLE("format", "of the document: 1"), FIELD_TEXT("command", "history")

static const struct record_field added_fields[] = {
    HEAD,
    FIELD_COUNT("added", "documents"),
    FIELD_COUNT("known", "that were there before"),
    FIELD_TEXT("database", "the file"),
    {.key = NULL},
};
const struct record history_added_record = {
    "added", "What history add and import print with --json.", 0, added_fields};

static const struct record_field check_fields[] = {
    HEAD,
    FIELD_ARRAY("problems", "in sentences", .items = "string"),
    {.key = NULL},
};
const struct record history_check_record = {"check", "What history check --json prints.",
                                            0, check_fields};

static void print_added(const struct history_request *w, const struct history_added *a) {
    FILE *out = w->session->out;
    if (w->form == FORM_JSON) {
        json_t *document =
            json_pack("{s:s, s:i, s:s, s:i, s:i}", "halfstep", HALFSTEP_VERSION, "format",
                      1, "command", "history", "added", a->added, "known", a->known);
        json_object_set_new(document, "database", json_text_of(w->database));
        json_print(document, out);
        json_decref(document);
        return;
    }
    fprintf(out, "%s: %d document%s added", w->database, a->added,
            a->added == 1 ? "" : "s");
    if (a->known > 0)
        fprintf(out, ", %d %s there before", a->known, a->known == 1 ? "was" : "were");
    fputc('\n', out);
}

static enum exit_status add_documents(const struct history_request *w,
                                      const json_t *documents, const char *const *names) {
    struct history *h;
    struct history_added added;
    enum exit_status status = history_accept(documents, names, &w->session->why);
    if (status != EXIT_PASSED)
        return status;
    status = history_open(&h, w->database, HISTORY_WRITE, w->wait, &w->session->why);
    if (status == EXIT_PASSED)
        status = history_add(h, documents, names, &added, &w->session->why);
    if (status == EXIT_PASSED)
        print_added(w, &added);
    history_close(h);
    return status;
}

/* names[i]: the file that document i is of. */
static const char **name_documents(const char **names, size_t *named, size_t count,
                                   const char *path) {
    const char **longer = realloc(names, sizeof *names * (count + 1));
    if (longer == NULL) {
        free(names);
        return NULL;
    }
    while (*named < count)
        longer[(*named)++] = path;
    return longer;
}

enum exit_status history_command_add(struct session *session, const struct arguments *a) {
    const struct history_request request = history_request(session, a), *w = &request;
    json_t *documents = json_array();
    const char **names = NULL, *path;
    size_t named = 0;
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; (path = history_command_word(w, i)) != NULL; i++) {
        if (history_read_documents(documents, path, &w->session->why)) {
            status = EXIT_USAGE;
            break;
        }
        names = name_documents(names, &named, json_array_size(documents), path);
        if (names == NULL) {
            message_set(&w->session->why, "out of memory");
            status = EXIT_MACHINE;
            break;
        }
    }
    if (status == EXIT_PASSED)
        status = add_documents(w, documents, names);
    free(names);
    json_decref(documents);
    return status;
}

static int read_time(double *seconds, const struct history_request *w,
                     const char *option) {
    const char *text = arguments_value(w->arguments, option);
    if (text == NULL || calendar_read(seconds, text) == 0)
        return 0;
    return message_set(&w->session->why,
                       "--%s %s: is no time; 2026-11-21T22:15:00Z is one, or seconds "
                       "since 1970",
                       option, text);
}

static int read_about(struct exchange_about *about, const struct history_request *w,
                      const char *path) {
    struct stat file;
    *about = (struct exchange_about){
        .commit = arguments_value(w->arguments, "commit"),
        .machine = arguments_value(w->arguments, "machine"),
        .compiler = arguments_value(w->arguments, "compiler"),
        .flags = arguments_value(w->arguments, "flags"),
        .committed = NAN,
        .taken = stat(path, &file) == 0 ? (double)file.st_mtime : (double)time(NULL)};
    return read_time(&about->committed, w, "committed") ||
           read_time(&about->taken, w, "taken");
}

enum exit_status history_command_import(struct session *session,
                                        const struct arguments *a) {
    const struct history_request request = history_request(session, a), *w = &request;
    const char *path = history_command_word(w, 0);
    const char *format = arguments_value(w->arguments, "from");
    struct diagnostic *why = &w->session->why;
    struct exchange_about about;
    char *text;
    size_t length;
    json_t *documents;
    if (format == NULL)
        return message_fail(EXIT_USAGE, why, "history import: --from FORMAT is missing");
    if (read_about(&about, w, path) ||
        input_read(&text, &length, path, HISTORY_LONGEST, why))
        return EXIT_USAGE;
    enum exit_status status =
        exchange_import(&documents, format, text, length, &about, why);
    free(text);
    if (status != EXIT_PASSED)
        return message_fail(status, why, "%s: %s", path, why->text);
    status = add_documents(w, documents, NULL);
    json_decref(documents);
    return status;
}

enum exit_status history_command_export(struct session *session,
                                        const struct arguments *a) {
    const struct history_request request = history_request(session, a), *w = &request;
    const char *format = arguments_value(w->arguments, "as");
    const char *path = arguments_value(w->arguments, "out");
    struct diagnostic *why = &w->session->why;
    struct history *h;
    char *text = NULL;
    if (format == NULL)
        return message_fail(EXIT_USAGE, why, "history export: --as FORMAT is missing");
    enum exit_status status = history_open(&h, w->database, HISTORY_READ, w->wait, why);
    if (status == EXIT_PASSED)
        status = exchange_export(&text, format, h,
                                 arguments_value(w->arguments, "commit"), why);
    if (status == EXIT_PASSED && path == NULL)
        fputs(text, w->session->out);
    else if (status == EXIT_PASSED && output_write(path, text, strlen(text), why))
        status = EXIT_MACHINE;
    free(text);
    history_close(h);
    return status;
}

enum exit_status history_command_check(struct session *session,
                                       const struct arguments *a) {
    const struct history_request request = history_request(session, a), *w = &request;
    struct history *h;
    json_t *problems = NULL, *problem;
    size_t i;
    FILE *out = w->session->out;
    enum exit_status status =
        history_open(&h, w->database, HISTORY_READ, w->wait, &w->session->why);
    if (status == EXIT_PASSED)
        status = history_check(h, &problems, &w->session->why);
    history_close(h);
    if (status == EXIT_PASSED && w->form == FORM_JSON) {
        json_t *document =
            json_pack("{s:s, s:i, s:s, s:O}", "halfstep", HALFSTEP_VERSION, "format", 1,
                      "command", "history", "problems", problems);
        json_print(document, out);
        json_decref(document);
    } else if (status == EXIT_PASSED) {
        json_array_foreach(problems, i, problem)
            fprintf(out, "%s\n", json_string_value(problem));
        fprintf(out, "%s: %s\n", w->database,
                json_array_size(problems) == 0 ? "whole" : "damaged");
    }
    if (status == EXIT_PASSED && json_array_size(problems) > 0)
        status = EXIT_VERDICT;
    json_decref(problems);
    return status;
}

const char *history_command_word(const struct history_request *w, int i) {
    if (i + 1 >= arguments_count(w->arguments, NULL))
        return NULL;
    return arguments_nth(w->arguments, NULL, i + 1);
}

struct history_request history_request(struct session *session,
                                       const struct arguments *a) {
    return (struct history_request){.session = session,
                                    .arguments = a,
                                    .database = arguments_value(a, "database"),
                                    .wait = arguments_number(a, "wait"),
                                    .seed = (unsigned long)arguments_whole(a, "seed"),
                                    .form = arguments_form(a)};
}
