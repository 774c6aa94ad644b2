/* Formats of other programs: what they measured becomes documents, and what a history holds
 * becomes their files.
 *
 *     google-benchmark         JSON of Google Benchmark (--benchmark_format=json, 1.7)
 *     github-action-benchmark  customSmallerIsBetter; read also: its data.js
 *     bencher                  Bencher Metric Format, version 0
 *     csv                      RFC 4180 with a line of names
 *     json-lines               our own documents, one a line: written only ("history add"
 *                              reads them)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXCHANGE_H
#define HARNESS_EXCHANGE_H

#include <jansson.h>

#include "harness/session/session.h"
#include "harness/speed/exchange/exchange_document.h"

struct history; /* harness/speed/history/history.h */

/* The name of the i-th format, and of those that are read, which stand first; NULL: there are no
 * more. */
const char *exchange_format(int i);
const char *exchange_read_format(int i);

/* *documents := what text[0..length-1] holds, which the caller frees; history_add takes it.
 * EXIT_USAGE: the text is not of the format, or there is none of that name, and *d says why
 * without the file's name. */
enum exit_status exchange_import(json_t **documents, const char *format, const char *text,
                                 size_t length, const struct exchange_about *about,
                                 struct diagnostic *d);

/* *text := the history in a format, which the caller frees. csv and json-lines hold all of it,
 * or what is of the commit; the others the latest values of a commit (NULL: that of the latest
 * run), on the machine that they were taken last. A commit may be cut short. */
enum exit_status exchange_export(char **text, const char *format, struct history *h,
                                 const char *commit, struct diagnostic *d);

#endif
