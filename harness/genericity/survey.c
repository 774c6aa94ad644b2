/* The survey: models are judged in parallel, each in a process of its own; then the other
 * names of those files for which that is not enough.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/genericity/survey.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/record/record.h"
#include "harness/genericity/genericity.h"
#include "harness/genericity/survey_parts.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/progress.h"
#include "harness/session/models.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* Of one model; the largest of the catalogue take some seconds. */
static const double SECONDS_LIMIT = 300;

/* The items of one round. */
struct round {
    const struct survey *survey;
    int first, count;
    struct progress progress;
};

/* In a process of its own. */
static json_t *judge_model(void *context, int job, struct diagnostic *d) {
    const struct round *round = context;
    const struct survey_request *r = round->survey->request;
    const struct survey_item *item = &round->survey->item[round->first + job];
    struct genericity g = {.nx = 0};
    struct model *m;
    json_t *about = NULL;
    if (models_read(&m, r->catalogue, item->name, r->settings, d) != EXIT_PASSED)
        return NULL;
    if (genericity_find(&g, m, r->seed, d) == 0)
        about = genericity_describe(&g, m);
    genericity_clear(&g);
    model_free(m);
    return about;
}

static void show_progress(void *context, int job, int jobs_done) {
    struct round *round = context;
    char text[128];
    snprintf(text, sizeof text, "%d of %d models (%.60s)", jobs_done, round->count,
             round->survey->item[round->first + job].name);
    progress_show(&round->progress, (double)jobs_done / round->count, text);
}

/* Judges item[first..]. */
static enum exit_status judge_from(struct survey *s, int first) {
    struct session *session = s->request->session;
    struct round round = {.survey = s, .first = first, .count = s->count - first};
    const struct pool pool = {.jobs = round.count,
                              .seconds_limit = SECONDS_LIMIT,
                              .work = judge_model,
                              .done = show_progress,
                              .context = &round};
    struct pool_outcome *outcome = calloc((size_t)round.count + 1, sizeof *outcome);
    if (outcome == NULL)
        return message_set(&session->why, "out of memory") ? EXIT_MACHINE : EXIT_PASSED;
    round.progress = progress_start(session->err, session->err_is_terminal);
    enum exit_status status =
        pool_run(&pool, outcome, &session->why) ? EXIT_MACHINE : EXIT_PASSED;
    progress_end(&round.progress);
    for (int i = 0; i < round.count && status == EXIT_PASSED; i++) {
        struct survey_item *item = &s->item[first + i];
        item->is_judged = outcome[i].document != NULL &&
                          record_read(&survey_model_record, &item->about,
                                      outcome[i].document, &outcome[i].why) == 0;
        json_decref(outcome[i].document);
        if (item->is_judged || !item->is_wanted)
            continue;
        message_set(&session->why, "%s: %s", item->name, outcome[i].why.text);
        status = EXIT_VERDICT;
    }
    free(outcome);
    return status;
}

/* Reads every model once, so that a wrong name is answered as usual. */
static enum exit_status list_wanted(struct survey *s) {
    const struct survey_request *r = s->request;
    for (int i = 0; i < r->models->count; i++) {
        const char *name = r->models->name[i];
        const struct catalogue_entry *entry = models_entry(r->catalogue, name);
        struct model *m;
        enum exit_status status =
            models_read(&m, r->catalogue, name, r->settings, &r->session->why);
        if (status != EXIT_PASSED)
            return status;
        /* Studies that a fault is to be seen by do not look at models with contacts. */
        bool is_studied = m->contacts == 0 && (entry == NULL || models_include(entry));
        model_free(m);
        s->item[s->count++] =
            (struct survey_item){.name = name,
                                 .path = entry == NULL ? name : entry->path,
                                 .is_studied = is_studied,
                                 .is_wanted = true};
    }
    return EXIT_PASSED;
}

static bool is_listed(const struct survey *s, const char *name) {
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->item[i].name, name) == 0)
            return true;
    return false;
}

/* Lists the other names of an item's file, those that are studied or the others. */
static void list_siblings(struct survey *s, const char *path, bool studied) {
    const struct catalogue *c = s->request->catalogue;
    for (int i = 0; i < c->count; i++) {
        const struct catalogue_entry *entry = &c->entry[i];
        if (strcmp(entry->path, path) == 0 && models_include(entry) == studied &&
            !is_listed(s, entry->name))
            s->item[s->count++] = (struct survey_item){
                .name = entry->name, .path = entry->path, .is_studied = studied};
    }
}

/* Judges other names of the files whose wanted names leave something open. */
static enum exit_status look_elsewhere(struct survey *s, bool studied) {
    int before = s->count;
    for (int i = 0; i < before; i++)
        if (s->item[i].is_wanted && survey_look_elsewhere(s, &s->item[i]))
            list_siblings(s, s->item[i].path, studied);
    return s->count > before ? judge_from(s, before) : EXIT_PASSED;
}

/* Nonzero: out of memory. */
static int conclude(struct survey *s, struct survey_told *told) {
    bool is_bad = false;
    told->is_whole = s->request->is_whole;
    int failed = survey_count_trees(told, s);
    for (int i = 0; i < s->count && !failed; i++) {
        struct survey_item *item = &s->item[i];
        if (!item->is_wanted)
            continue;
        survey_look_elsewhere(s, item);
        failed =
            survey_judge_model(item) || record_append(&survey_model_record, &told->model,
                                                      &told->models, &item->about);
        is_bad |= !failed && strcmp(item->about.verdict, "fail") == 0;
    }
    for (int t = 0; t < told->trees; t++)
        is_bad |= strcmp(told->tree[t].verdict, "fail") == 0;
    return failed || record_set_text(&told->verdict, is_bad ? "fail" : "pass");
}

enum exit_status survey_find(const struct survey_request *r, struct survey_told *told) {
    struct survey s = {.request = r};
    *told = (struct survey_told){.models = 0};
    s.item = calloc((size_t)(r->models->count + r->catalogue->count) + 1, sizeof *s.item);
    enum exit_status status = EXIT_MACHINE;
    if (s.item == NULL)
        message_set(&r->session->why, "out of memory");
    else
        status = list_wanted(&s);
    if (status == EXIT_PASSED)
        status = judge_from(&s, 0);
    if (status == EXIT_PASSED)
        status = look_elsewhere(&s, true);
    if (status == EXIT_PASSED)
        status = look_elsewhere(&s, false);
    if (status == EXIT_PASSED && conclude(&s, told))
        status = message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    for (int i = 0; i < s.count; i++)
        record_clear(&survey_model_record, &s.item[i].about);
    free(s.item);
    return status;
}

enum exit_status survey_status(const struct survey_told *told) {
    return strcmp(told->verdict, "pass") == 0 ? EXIT_PASSED : EXIT_VERDICT;
}
