/* Truths that were found before, and the search for those that were not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/base/path.h"
#include "harness/base/truth_clock.h"
#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/truth_store.h"
#include "harness/truth/record/truth_record.h"
#include "problems/base/status.h"
#include "problems/model.h"

static const char ending[] = ".json";

char *truth_store_path(const char *catalogue, const char *model) {
    size_t room = strlen(catalogue) + strlen(model) + sizeof ending + 1;
    char *path = malloc(room);
    if (path != NULL)
        snprintf(path, room, "%s/%s%s", catalogue, model, ending);
    return path;
}

int truth_store_make_folder(const char *path) {
    char *part = malloc(strlen(path) + 1);
    int failed = part == NULL;
    for (size_t i = 0; !failed; i++) {
        bool ends = path[i] == '\0';
        if (i > 0 && (path[i] == '/' || ends)) {
            memcpy(part, path, i);
            part[i] = '\0';
            failed = mkdir(part, S_IRWXU | S_IRWXG | S_IRWXO) != 0 && errno != EEXIST &&
                     errno != EISDIR;
        }
        if (ends)
            break;
    }
    free(part);
    return failed;
}

/* The text whose hash names the file in the user's cache: key, manner and times. */
static char *text_of_request(const char *key, const struct truth_query *w) {
    char manner[TRUTH_MANNER], *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    truth_record_manner(manner, w);
    fprintf(out, "%s%s\n", key, manner);
    for (int k = 0; k < w->times; k++) {
        char *time = exact_number_text(w->time[k]);
        fprintf(out, "%s\n", time != NULL ? time : "");
        free(time);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static char *cache_path(const struct truth_store *s, const char *key,
                        const struct truth_query *w) {
    char *text = text_of_request(key, w);
    if (text == NULL)
        return NULL;
    char name[32];
    snprintf(name, sizeof name, "%016" PRIx64 "%s", truth_hash(text), ending);
    free(text);
    return path_join(s->cache, name);
}

/* path is freed. */
static bool look_into_file(struct truth_record *r, char *path, const char *key,
                           const struct truth_query *w, const char *from) {
    json_t *document = path != NULL ? truth_file_read(path) : NULL;
    bool found = document != NULL && truth_file_find(r, document, key, w);
    if (found)
        r->from = from;
    json_decref(document);
    free(path);
    return found;
}

bool truth_store_look_up(struct truth_record *r, const struct truth_store *s,
                         const struct truth_query *w) {
    bool has_any =
        s != NULL && (s->collected != NULL || s->catalogue != NULL || s->cache != NULL);
    char *key = has_any ? truth_key(w->model) : NULL;
    if (key == NULL)
        return false;
    bool found = s->collected != NULL && truth_file_find(r, s->collected, key, w);
    if (found)
        r->from = "computed";
    if (!found && s->catalogue != NULL)
        found = look_into_file(r, truth_store_path(s->catalogue, w->model->name), key, w,
                               "catalogue");
    if (!found && s->cache != NULL)
        found = look_into_file(r, cache_path(s, key, w), key, w, "cache");
    free(key);
    return found;
}

static void write_to_cache(const struct truth_store *s, const char *key,
                           const struct truth_query *w, json_t *record) {
    struct diagnostic nobody_asks = {""};
    char *path = cache_path(s, key, w);
    json_t *document = truth_file_begin();
    if (path != NULL && document != NULL && truth_store_make_folder(s->cache) == 0 &&
        truth_file_add(document, key, json_incref(record)) == 0)
        truth_file_write(path, document, &nobody_asks);
    json_decref(document);
    free(path);
}

void truth_store_keep(const struct truth_store *s, const struct truth_query *w,
                      const struct truth_record *r) {
    if (s == NULL || r->seconds < TRUTH_STORE_SECONDS)
        return;
    char *key = truth_key(w->model);
    json_t *record = key != NULL ? truth_record_encode(r, w) : NULL;
    if (record != NULL && s->cache != NULL)
        write_to_cache(s, key, w, record);
    if (record != NULL && s->collected != NULL)
        truth_file_add(s->collected, key, json_incref(record));
    json_decref(record);
    free(key);
}

/* Whether it would end so again on any machine. */
static bool is_lasting(enum ref_status status) {
    return status != REF_NO_MEMORY && status != REF_BAD_ARGUMENT &&
           status != REF_OUT_OF_TIME;
}

enum ref_status truth_store_taylor(const struct truth_store *s, struct ref_truth **truth,
                                   struct model *m, int times, const mpfr_t *time,
                                   const struct ref_truth_options *options) {
    const struct truth_query request = {
        .model = m, .times = times, .time = time, .options = *options};
    struct truth_record record;
    *truth = NULL;
    if (!truth_store_look_up(&record, s, &request)) {
        double began = truth_clock_processor();
        record = (struct truth_record){.from = "computed"};
        record.status = ref_truth_alloc(&record.truth, m, times, time, options);
        record.seconds = truth_clock_processor() - began;
        if (is_lasting(record.status))
            truth_store_keep(s, &request, &record);
    }
    enum ref_status status = record.status;
    *truth = record.truth;
    record.truth = NULL;
    truth_record_clear(&record);
    return status;
}
