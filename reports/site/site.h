/* A report as a folder of pages, made from results.json: read, said in words, split by page,
 * drawn, filled, copied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_SITE_H
#define REPORTS_SITE_SITE_H

#include <jansson.h>
#include <stdbool.h>

#include "reports/text.h"

/* The object in folder/name, read piece by piece: of a hundred megabytes nearly all are points
 * of results that no page shows, and they go as soon as they are read. NULL: *why says where the
 * file is wrong. New reference. */
json_t *document_read(const char *folder, const char *name, struct text *why);

/* Of a result's points that where measured and predicted decimals agree least; NULL: none has both.
 * Borrowed. */
json_t *document_worst_point(const json_t *points);

/* Writes FILE.html, a page of the report in `folder` with its style, scripts and pictures
 * inside, where `name` is that of a problem or method, or "index"; what leads to other pages is
 * words only. *file := the name of what was written, in the current folder. False: *why says
 * that there is no such page, or what cannot be read or written. */
bool single_make(const char *folder, const char *name, struct text *file,
                 struct text *why);

struct site {
    const char *folder;     /* that has results.json and gets the pages */
    const char *against;    /* the folder of another report; NULL: none */
    bool without_figures;   /* for a look while the work goes on */
    const char *parts;      /* where templates, scripts and figures of reports are */
    json_t *document;       /* results.json; its results get words (annotate.c) */
    json_t *methods;        /* array: name, page, code, number, counts; results */
    json_t *problems;       /* array: the models, with page, cells, counts; results */
    json_t *view;           /* what all pages share */
    json_t *pages;          /* array: file, template and view of each page */
    struct text drawing[2]; /* what the gnuplot processes are to do */
    int drawn;              /* figures so far */
    struct text *why;       /* what went wrong */
};

/* Makes all pages. False: *why says why; `is_drawing` tells whether gnuplot is to blame. */
bool site_make(struct site *site, bool *is_drawing);
void site_clear(struct site *site);

/* A name for a file: letters, digits, '-' and '_' stay, others become '-'; a number follows
 * where that is taken in `taken`, which gets it. New reference. */
json_t *site_file_name(const char *name, json_t *taken);

/* Gives each result label, group, part, mark (fail, open, pass), command; counts. */
void site_annotate(struct site *site);

/* Finds methods and problems, and which results are theirs. */
void site_sort(struct site *site);

/* The methods that have results. New reference. */
json_t *site_studied(const struct site *site);

/* Adds what built-in methods have beside an integrator: to methods, and to problems as what
 * their figures show too. After the index, which is about what is judged. */
void site_beside(struct site *site);

/* What the document says of a study: `about`, and whether it is a `command`. NULL: nothing.
 * Borrowed. */
const json_t *site_study(const struct site *site, const char *name);

/* Adds a model as commands name it, a user's own one by its path. */
void site_add_model(const struct site *site, struct text *line, const char *model);

/* The command that makes a result, or all of its kind. New reference. */
json_t *site_command(const json_t *result, bool with_method);

/* Results of each study: study, counts, rows with the worst first. New reference. */
json_t *site_group(const struct site *site, const json_t *results);

/* Where the processor's time went: all (seconds; absent where no job tells any), studies, dearest
 * (jobs), the dearest first. New reference. */
json_t *site_costs(const struct site *site);

/* The figures that can be drawn of results: views with title, files, series; they are drawn
 * later. New reference. */
json_t *site_figures(struct site *site, const char *page, const json_t *results);

/* The figures about speed, of what its page shows. New reference. */
json_t *site_speed_figures(struct site *site, const json_t *view);

/* The figures of engines.json. New reference. */
json_t *site_engine_figures(struct site *site, const json_t *document);

/* Adds FOLDER/PAGE.html (folder "": beside the index), to be filled. Takes the view. */
void site_page(struct site *site, const char *folder, const char *page,
               const char *template, json_t *view);

/* Writes figures/NAME.tsv, and the same as figures/NAME.json: {"about": [comment, ...],
 * "blocks": [[row, ...], ...]} with a row as an array of numbers and words; two empty lines
 * divide blocks, one is an empty row. False: site->why says why. */
bool table_write(struct site *site, const char *name, const struct text *table);

/* {figures}: the pictures of the motion that the harness left in tables/, in the plane and over
 * time; they are drawn later. New reference. */
json_t *motion_figures(struct site *site, const json_t *model);

/* {against, count, of, rows}: the results whose verdict is another than in the report in the
 * folder `against`, that are new or gone, then those whose value left the interval that it had;
 * the worst first. New reference; NULL: *why says why that report cannot be read. */
json_t *against_find(struct site *site, const char *against);

/* The pages. */
void site_index(struct site *site);
void site_problems(struct site *site);
void site_method_pages(struct site *site);
void site_speed(struct site *site);
void site_engines(struct site *site); /* where engines.json is */

#endif
