/* SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/run/journal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/input.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/version.h"
#include "harness/program/run/shard_document.h"
#include "harness/program/run/shard_part.h"

enum { FORMAT = 1, LONGEST = 1 << 30, LONGEST_DIRECTORY = 4096 };

static const char ending[] = ".journal", unfinished[] = ".unfinished";

/* place[length] + ".journal" */
static char *name_file(const char *place, size_t length) {
    char *path = malloc(length + sizeof ending);
    if (path == NULL)
        return NULL;
    memcpy(path, place, length);
    memcpy(path + length, ending, sizeof ending);
    return path;
}

static json_t *directory(void) {
    char path[LONGEST_DIRECTORY];
    return getcwd(path, sizeof path) != NULL ? json_text_of(path) : json_null();
}

int journal_begin(struct journal *j, const char *place,
                  const struct arguments *arguments) {
    *j = (struct journal){.path = name_file(place, strlen(place))};
    j->header =
        json_pack("{s:i, s:s, s:o, s:o}", "format", FORMAT, "halfstep", HALFSTEP_VERSION,
                  "directory", directory(), "arguments", shard_document_words(arguments));
    return j->path == NULL || j->header == NULL ? -1 : 0;
}

/* The journal of the place, or of the report whose unfinished pages are in it. */
static char *find_file(const char *place) {
    size_t length = strlen(place), less = sizeof unfinished - 1;
    while (length > 1 && place[length - 1] == '/')
        length--;
    char *path = name_file(place, length);
    if (path == NULL || access(path, F_OK) == 0 || length <= less ||
        strncmp(place + length - less, unfinished, less) != 0)
        return path;
    free(path);
    return name_file(place, length - less);
}

/* Whole lines that are JSON; what follows the last of them is to be written over. */
static void read_lines(struct journal *j, const char *all) {
    j->recorded = json_array();
    for (const char *line = all, *end; (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        json_t *said = json_loadb(line, (size_t)(end - line), 0, NULL);
        if (!json_is_object(said)) {
            json_decref(said);
            return;
        }
        if (line == all)
            j->header = said;
        else
            json_array_append_new(j->recorded, said);
        j->end = end + 1 - all;
    }
}

/* The paths of its command line are relative to where it was given. */
static int check_directory(const struct journal *j, struct diagnostic *d) {
    const char *there = json_string_value(json_object_get(j->header, "directory"));
    json_t *here = directory();
    int failed = 0;
    if (there == NULL ||
        json_integer_value(json_object_get(j->header, "format")) != FORMAT)
        failed = message_set(d, "%s: not the journal of a report", j->path);
    else if (!json_equal(json_object_get(j->header, "directory"), here))
        failed = message_set(d, "%s: the report was begun in %s: resume it there",
                             j->path, there);
    json_decref(here);
    return failed;
}

int journal_read(struct journal *j, const char *place, struct diagnostic *d) {
    char *all;
    size_t length;
    *j = (struct journal){.path = find_file(place)};
    if (j->path == NULL)
        return message_set(d, "out of memory");
    if (access(j->path, F_OK) != 0)
        return message_set(d,
                           "--resume %s: no report is unfinished there (there is no %s)",
                           place, j->path);
    if (input_read(&all, &length, j->path, LONGEST, d))
        return -1;
    read_lines(j, all);
    free(all);
    return check_directory(j, d);
}

const json_t *journal_words(const struct journal *j) {
    return json_object_get(j->header, "arguments");
}

/* A line of the journal. */
struct ended {
    struct job_account of;
    json_t *document; /* NULL: it has none, and */
    const char *why;
};
#define ENDED(member, kind, meaning)                                                     \
    RECORD_FIELD(struct ended, member, kind, meaning, .may_lack = true)
static const struct record_field fields[] = {
    JOB_ACCOUNT_FIELDS(struct ended, of.),
    JOB_ACCOUNT_FIELD(struct ended, of., place, WHOLE, "in the plan, from 0"),
    ENDED(document, VALUE, "what it came to"),
    ENDED(why, TEXT, "it came to nothing"),
    {.key = NULL},
};
static const struct record line_record = {"line", "A job that has ended.",
                                          sizeof(struct ended), fields};

/* Takes what is recorded of a job, if it is this one. */
static void take(struct job *job, const struct ended *line) {
    const struct job_account about = jobs_account(job);
    if (about.place != line->of.place || !job_account_is_of(&about, &line->of) ||
        job->has_ended)
        return;
    job->has_ended = true;
    job->outcome.document = json_incref(line->document);
    job->outcome.seconds = line->of.seconds;
    job->outcome.processor_seconds = line->of.processor_seconds;
    message_set(&job->outcome.why, "%s", line->why);
}

static void take_line(struct jobs *jobs, const json_t *line) {
    struct diagnostic ignored;
    struct ended ended;
    if (record_read(&line_record, &ended, line, &ignored) == 0)
        for (int k = 0; k < jobs->count; k++)
            take(&jobs->job[k], &ended);
    record_clear(&line_record, &ended);
}

int journal_match(struct journal *j, struct jobs *jobs, const struct results_request *r) {
    json_t *work = json_object(), *line;
    const char *key;
    shard_part_note_build(work, r->session);
    int failed = shard_part_note_files(work, r);
    json_object_set_new(work, "halfstep", json_string(HALFSTEP_VERSION));
    if (j->recorded == NULL)
        failed |= json_object_update(j->header, work);
    json_object_foreach(work, key, line) {
        if (!failed && !json_equal(json_object_get(j->header, key), line))
            failed = message_set(&r->session->why,
                                 "%s: the %s changed since the report was begun: make it "
                                 "anew",
                                 j->path,
                                 strcmp(key, "models") == 0    ? "models have"
                                 : strcmp(key, "records") == 0 ? "records have"
                                                               : "program has");
    }
    for (size_t i = 0; i < json_array_size(j->recorded) && !failed; i++)
        take_line(jobs, json_array_get(j->recorded, i));
    json_decref(work);
    return failed ? -1 : 0;
}

static void write_line(const json_t *line, FILE *file) {
    json_dumpf(line, file, JSON_NUMBER_FLAGS | JSON_COMPACT);
    fputc('\n', file);
    fflush(file);
}

/* Another program that works for the same place keeps the file that it has open. */
static FILE *open_file(const struct journal *j) {
    if (j->recorded == NULL) {
        unlink(j->path);
        FILE *file = fopen(j->path, "w");
        if (file != NULL)
            write_line(j->header, file);
        return file;
    }
    return truncate(j->path, j->end) == 0 ? fopen(j->path, "a") : NULL;
}

void journal_note(struct journal *j, const struct job *job) {
    if (j->file == NULL && (j->file = open_file(j)) == NULL)
        return;
    const struct ended ended = {.of = jobs_account(job),
                                .document = job->outcome.document,
                                .why = job->outcome.why.text};
    json_t *line = record_tell(&line_record, &ended);
    write_line(line, j->file);
    json_decref(line);
}

void journal_remove(struct journal *j) {
    unlink(j->path);
}

void journal_clear(struct journal *j) {
    if (j->file != NULL)
        fclose(j->file);
    json_decref(j->header);
    json_decref(j->recorded);
    free(j->path);
    *j = (struct journal){.path = NULL};
}
