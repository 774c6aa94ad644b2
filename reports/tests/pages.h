/* The folder of a page: made for a test, given to the program, looked at, removed. Each test
 * is a process of its own and has one. A failure ends the test.
 *
 * PAGES_PROGRAM and XMLLINT are the paths of the program and of an XML parser.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_TESTS_PAGES_H
#define REPORTS_TESTS_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "reports/text.h"

/* Initialisers of tests: a folder with a table and recorded results; of two methods in two
 * modes with statistics and timing; about an integrator that fails in its fingerprint; with
 * motions, truths and a survey of starts. */
void pages_make_small(void);
void pages_make_methods(void);
void pages_make_card(void);
void pages_make_motion(void);
void pages_remove(void);
#define IN_FOLDER .init = pages_make_small, .fini = pages_remove

/* The folder; a path inside, valid until the next call. */
char *pages_folder(void);
const char *pages_path(const char *name);

/* Appends a file anywhere; writes one into the folder; copies one there. */
void pages_read(struct text *t, const char *path);
void pages_write(const char *name, const char *content);
void pages_copy(const char *from, const char *name);

/* Runs a program, or the page maker on the folder, after `prepare` in the child (or NULL):
 * its exit status, with its complaints in complaints.txt. */
int pages_spawn(const char *program, char *const *arguments, void (*prepare)(void));
int pages_run(void (*prepare)(void));

/* Whether the last one's complaints contain words; whether a file is there. */
void pages_check_complaint(const char *expected);
bool pages_has(const char *name);

/* A strict XML parser takes the file; the page needs nothing from elsewhere; its links, more
 * than `least`, have their targets, and every identifier is there once. */
void pages_check_well_formed(const char *name);
void pages_check_contained(void);
void pages_check_links(int least);

/* How often words occur on the page; expects each of some. */
int pages_count(const char *words);
void pages_expect(const char *const *texts, size_t count);

/* The page of some results is well-formed and has words. */
void pages_check_page(const char *json, const char *expected);

#endif
