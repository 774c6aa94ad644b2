/* Files of documents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/history/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/message.h"

static long line_of(const char *text, size_t offset) {
    long line = 1;
    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

static size_t skip_blanks(const char *text, size_t offset) {
    return offset + strspn(text + offset, " \t\r\n");
}

static int take_document(json_t *documents, json_t *document, const char *path,
                         struct diagnostic *d) {
    int failed = json_is_array(document) ? json_array_extend(documents, document)
                                         : json_array_append(documents, document);
    if (json_is_array(document) && json_array_size(document) == 0)
        failed =
            message_set(d, "%s: an array without documents; nothing was added", path);
    json_decref(document);
    return failed;
}

int history_read_documents(json_t *documents, const char *path, struct diagnostic *d) {
    char *text;
    size_t length;
    if (input_read(&text, &length, path, HISTORY_LONGEST, d))
        return -1;
    size_t at = skip_blanks(text, 0);
    int failed = 0;
    if (at >= length)
        failed = message_set(d, "%s: is empty", path);
    while (at < length && !failed) {
        json_error_t error;
        json_t *document =
            json_loadb(text + at, length - at, JSON_DISABLE_EOF_CHECK, &error);
        if (document == NULL) {
            long line = line_of(text, at) + error.line - 1;
            failed = message_set(d, "%s:%ld: not JSON: %s", path, line, error.text);
        } else {
            at = skip_blanks(text, at + (size_t)error.position);
            failed = take_document(documents, document, path, d);
        }
    }
    free(text);
    return failed;
}
