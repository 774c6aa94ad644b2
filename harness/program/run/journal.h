/* What of a report's work is done, kept while it goes on, so that a killed report can be resumed.
 *
 * The journal of a report in PLACE is the file PLACE.journal. Its first line says what the work is,
 *
 *     {"format", "halfstep", "build", "directory", "arguments": [word, ...],
 *      "models": {name: hash of its file}, "records": {...}}
 *
 * and each other line what a job came to, once it has ended:
 *
 *     {"place", "study", "model", "methods", "seconds", "processor_seconds", "left_out",
 *      "document"; or "why", where it has none}
 *
 * A line that a kill has cut off is none. The journal is made when the first job has ended.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JOURNAL_H
#define HARNESS_JOURNAL_H

#include "harness/program/run/results_jobs.h"
#include "harness/session/models.h"

struct journal {
    char *path;
    json_t *header; /* what the work is */
    /* The lines of the journal that is gone on from; NULL: begun anew. */
    json_t *recorded;
    long end;   /* bytes of its whole lines */
    FILE *file; /* NULL: nothing has been written yet */
};

/* A journal for the work of a command line, in the place (without a '/' at the end). The caller
 * frees with journal_clear. Nonzero: out of memory. */
int journal_begin(struct journal *j, const char *place,
                  const struct arguments *arguments);

/* Reads what there is of the report in `place`, which may be that of its unfinished pages. Nonzero:
 * *d says that there is none, or why it cannot be read, or that the work was begun in another
 * directory. The caller frees with journal_clear in any case. */
int journal_read(struct journal *j, const char *place, struct diagnostic *d);

/* The words of the command line that began it; borrowed. */
const json_t *journal_words(const struct journal *j);

/* Notes what the work is, of a request with its models. Where the journal is gone on from, all of
 * that must be as it was, and job->outcome and has_ended become those that are recorded. Nonzero:
 * session->why says what is different. */
int journal_match(struct journal *j, struct jobs *jobs, const struct results_request *r);

/* Writes what a job came to. What cannot be written is lost to a resumption only. */
void journal_note(struct journal *j, const struct job *job);

/* Removes the file: the work is done. */
void journal_remove(struct journal *j);

void journal_clear(struct journal *j);

#endif
