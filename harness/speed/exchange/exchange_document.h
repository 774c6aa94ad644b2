/* The document that becomes of what another program has measured, entry by entry.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXCHANGE_DOCUMENT_H
#define HARNESS_EXCHANGE_DOCUMENT_H

#include <stddef.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

/* What is said of values whose file does not say it. */
struct exchange_about {
    const char *commit, *machine, *compiler, *flags; /* NULL: not known */
    double committed; /* seconds since 1970; NAN: not known */
    double taken;     /* when the file does not say it */
};

/* A document without entries: its head as `about` and `from` say it. */
json_t *exchange_document(const char *from, const struct exchange_about *about);

/* Appends an entry to a document; low and high may be NAN. It is the document's. */
json_t *exchange_entry(json_t *document, const char *name, const char *quantity,
                       const char *unit, double value, double low, double high);

/* Reads a JSON text; NULL: *d says where it is none. */
json_t *exchange_read(const char *text, size_t length, struct diagnostic *d);

#endif
