/* halfstep history list, show, judge: what the series say.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <string.h>
#include <time.h>

#include "harness/base/record/json_csv.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/version.h"
#include "harness/jobs/interrupt.h"
#include "harness/commands/command_history.h"
#include "harness/program/run/study_command.h"
#include "harness/speed/history/series.h"

/* The latest of all points, by when it was measured. */
static json_t *find_latest(const struct series_list *l) {
    const struct series_point *latest = NULL;
    for (int i = 0; i < l->count; i++) {
        const struct series *s = &l->series[i];
        const struct series_point *p = &s->point[s->count - 1];
        if (latest == NULL || p->taken > latest->taken)
            latest = p;
    }
    if (latest == NULL)
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "commit", json_text_of(latest->commit),
                     "committed", json_seconds(latest->committed), "taken",
                     json_number(latest->taken));
}

static json_t *tell_series(const struct series_list *l) {
    json_t *all = json_array();
    for (int i = 0; i < l->count; i++)
        record_add(all, &series_record, &l->series[i]);
    return all;
}

static json_t *describe(const struct history_request *w, const struct series_list *l) {
    return json_pack("{s:o, s:I, s:o, s:o}", "database", json_text_of(w->database),
                     "seed", (json_int_t)w->seed, "latest", find_latest(l), "series",
                     tell_series(l));
}

static void print_csv(const struct series_list *l, FILE *out) {
    static const char *const columns[] = {
        "of.name",        "of.quantity",  "of.unit",    "of.machine", "each.commit",
        "each.committed", "each.taken",   "each.value", "each.low",   "each.high",
        "each.runs",      "each.changed", NULL};
    json_t *series = tell_series(l), *rows = json_csv_join(series, "points");
    json_csv_print(rows, columns, out);
    json_decref(rows);
    json_decref(series);
}

static void print(const struct history_request *w, const struct series_list *l,
                  bool whole) {
    FILE *out = w->session->out;
    if (w->form == FORM_CSV) {
        print_csv(l, out);
        return;
    }
    if (w->form == FORM_JSON) {
        json_t *document = json_pack("{s:s, s:i, s:s}", "halfstep", HALFSTEP_VERSION,
                                     "format", 1, "command", "history");
        json_object_update_new(document, describe(w, l));
        json_print(document, out);
        json_decref(document);
        return;
    }
    if (!whole)
        series_print_list(l, arguments_has(w->arguments, "all"), out);
    for (int i = 0; i < l->count && whole; i++) {
        if (i > 0)
            fputc('\n', out);
        series_print_points(&l->series[i], out);
    }
}

/* The series of a pattern; NULL: all. */
static enum exit_status find(struct series_list *l, const struct history_request *w,
                             const char *pattern) {
    struct history *h;
    struct diagnostic *why = &w->session->why;
    *l = (struct series_list){0, NULL};
    enum exit_status status = history_open(&h, w->database, HISTORY_READ, w->wait, why);
    if (status == EXIT_PASSED)
        status = series_find(l, h, pattern, w->seed, why);
    history_close(h);
    if (status == EXIT_PASSED && pattern != NULL && l->count == 0) {
        message_set(why, "%s: there is no series '%s'; 'history list --all' shows them",
                    w->database, pattern);
        status = EXIT_USAGE;
    }
    return status;
}

struct listing {
    const struct history_request *request;
    struct series_list series;
    bool is_whole; /* with all points */
};

static enum exit_status print_and_fill(void *context, struct folder *folder,
                                       struct session *session) {
    const struct listing *l = context;
    print(l->request, &l->series, l->is_whole);
    if (folder == NULL)
        return EXIT_PASSED;
    struct study_outcome outcome = {.more = describe(l->request, &l->series)};
    const enum exit_status status = report_complete_beside(
        folder, &outcome, "history", NULL, l->request->form != FORM_TEXT, session);
    study_outcome_clear(&outcome);
    return status;
}

/* A folder of --out that cannot be made is told before anything is printed. */
static enum exit_status tell(const struct history_request *w, const char *pattern,
                             bool is_whole) {
    struct listing l = {.request = w, .is_whole = is_whole};
    sigset_t before;
    enum exit_status status = find(&l.series, w, pattern);
    if (status == EXIT_PASSED) {
        interrupt_hold(&before);
        status = report_around(print_and_fill, &l, w->arguments, w->session);
        interrupt_release(&before);
    }
    series_clear(&l.series);
    return status;
}

enum exit_status history_command_list(struct session *session,
                                      const struct arguments *a) {
    const struct history_request request = history_request(session, a), *w = &request;
    return tell(w, NULL, false);
}

enum exit_status history_command_show(struct session *session,
                                      const struct arguments *a) {
    const struct history_request request = history_request(session, a), *w = &request;
    return tell(w, history_command_word(w, 0), true);
}

static json_t *make_judgement(const struct series *s, const struct series_change *c,
                              const char *text) {
    const struct series_point *p = &s->point[c->index];
    json_t *build = json_pack("{s:s, s:b, s:o}", "commit", p->commit, "changed",
                              p->changed, "committed", json_seconds(p->committed));
    return json_pack(
        "{s:s, s:i, s:s, s:I, s:{}, s:o, s:[{s:s, s:s, s:o, s:o, s:s, s:o}]}", "halfstep",
        HALFSTEP_VERSION, "format", 1, "command", "judgement", "taken",
        (json_int_t)time(NULL), "machine", "build", build, "judgements", "name", s->name,
        "quantity", s->quantity, "size", json_number(c->size), "p", json_number(c->p),
        "method", c->method, "judged", json_text_of(text));
}

/* The changes of the series at a commit. */
static json_t *judge_all(const struct series_list *l, const char *commit,
                         const char *text) {
    json_t *documents = json_array();
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < l->series[i].changes; k++) {
            const struct series_change *c = &l->series[i].change[k];
            if (strcmp(c->commit, commit) == 0)
                json_array_append_new(documents, make_judgement(&l->series[i], c, text));
        }
    return documents;
}

/* The commit of a change that has this name, or begins so; NULL: none does. */
static const char *find_commit(const struct series_list *l, const char *text,
                               bool *is_one_of_several) {
    const char *found = NULL;
    *is_one_of_several = false;
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < l->series[i].changes; k++) {
            const char *commit = l->series[i].change[k].commit;
            if (strncmp(commit, text, strlen(text)) != 0)
                continue;
            *is_one_of_several |= found != NULL && strcmp(found, commit) != 0;
            if (found == NULL || strcmp(commit, text) == 0)
                found = commit;
        }
    *is_one_of_several = *is_one_of_several && strcmp(found, text) != 0;
    return found;
}

/* The commit that COMMIT says, which may be cut short. */
static enum exit_status read_commit(const char **commit, const struct series_list *l,
                                    const struct history_request *w) {
    const char *text = history_command_word(w, 1);
    struct diagnostic *why = &w->session->why;
    bool is_one_of_several;
    *commit = find_commit(l, text, &is_one_of_several);
    if (text[0] == '\0')
        message_set(why, "history judge: COMMIT is empty");
    else if (*commit == NULL)
        message_set(why, "%s: no series '%s' has a change at commit '%s'", w->database,
                    history_command_word(w, 0), text);
    else if (is_one_of_several)
        message_set(why, "COMMIT %s: several with changes begin so: give more of it",
                    text);
    else
        return EXIT_PASSED;
    return EXIT_USAGE;
}

enum exit_status history_command_judge(struct session *session,
                                       const struct arguments *a) {
    const struct history_request request = history_request(session, a), *w = &request;
    struct diagnostic *why = &w->session->why;
    const char *commit = NULL;
    struct series_list l;
    struct history *h = NULL;
    struct history_added added;
    enum exit_status status = find(&l, w, history_command_word(w, 0));
    if (status == EXIT_PASSED)
        status = read_commit(&commit, &l, w);
    json_t *documents =
        status == EXIT_PASSED ? judge_all(&l, commit, history_command_word(w, 2)) : NULL;
    if (status == EXIT_PASSED)
        status = history_open(&h, w->database, HISTORY_WRITE, w->wait, why);
    if (status == EXIT_PASSED)
        status = history_add(h, documents, NULL, &added, why);
    if (status == EXIT_PASSED)
        fprintf(w->session->out, "%zu change%s judged\n", json_array_size(documents),
                json_array_size(documents) == 1 ? "" : "s");
    history_close(h);
    json_decref(documents);
    series_clear(&l);
    return status;
}
