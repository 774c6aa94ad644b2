/* A folder of results, the pages made of it, and what they say.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_TESTS_PAGES_FOLDER_H
#define REPORTS_TESTS_PAGES_FOLDER_H

#include <jansson.h>

#include "reports/text.h"

extern char folder[];

/* The folder of a test, in which it works, made before it and removed after it. */
void make_folder(void);
void remove_folder(void);

/* The exit status of a command line, as printf makes it. */
int shell(const char *format, ...);

/* Fills the folder from a folder of tests/data. */
void copy_data(const char *name);

/* Makes the pages of the folder; the program's exit status. */
int make_pages(void);

/* Writes results.json, frees the document and makes the pages. */
void make_pages_of(json_t *document);

/* The content of a file of the folder; the caller clears it. */
struct text read_page(const char *name);

/* Expects each of the words, ended by NULL, in a file of the folder; none of them. */
void expect_words(const char *name, ...);
void expect_no_words(const char *name, ...);

/* The size of a file of the folder in bytes; -1: there is none. */
long size_of(const char *name);

/* Replaces a file of the folder by words. */
void write_file(const char *name, const char *words);

/* Writes results.json and frees the document. */
void write_results(json_t *document);

/* A result of the study of order, known within 1/8; it fails below 0.9. */
json_t *make_result(const char *model, const char *method, double value);

/* Gives a result points, error = h^order. */
void add_points(json_t *result, double order);

/* The results of models, whose names are words between blanks. */
json_t *make_results(const char *models, json_t *results);

/* Problems by methods; method 3 of problem 7 fails. */
json_t *make_document(int problems, int methods);

#endif
