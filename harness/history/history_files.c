/* Files of documents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/history/history_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"

static int read_all(char **text, size_t *length, FILE *file) {
    size_t room = 1 << 16, came = 1;
    *length = 0;
    *text = malloc(room + 1);
    while (*text != NULL && came > 0) {
        if (*length == room) {
            char *larger = realloc(*text, (room *= 2) + 1);
            if (larger == NULL)
                free(*text);
            *text = larger;
            if (larger == NULL)
                break;
        }
        came = fread(*text + *length, 1, room - *length, file);
        *length += came;
    }
    if (*text == NULL || ferror(file))
        return -1;
    (*text)[*length] = '\0';
    return 0;
}

int history_read_file(char **text, size_t *length, const char *path,
                      struct diagnostic *d) {
    *text = NULL;
    FILE *file = fopen(path, "rb");
    int failed = file == NULL || read_all(text, length, file);
    int reason = errno;
    if (file != NULL)
        fclose(file);
    if (!failed)
        return 0;
    free(*text);
    *text = NULL;
    return message_set(d, "%s: cannot be read: %s", path, strerror(reason));
}

static long line_of(const char *text, size_t offset) {
    long line = 1;
    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

static size_t skip_blanks(const char *text, size_t offset) {
    return offset + strspn(text + offset, " \t\r\n");
}

static int take_document(json_t *documents, json_t *document) {
    int failed = json_is_array(document) ? json_array_extend(documents, document)
                                         : json_array_append(documents, document);
    json_decref(document);
    return failed;
}

int history_read_documents(json_t *documents, const char *path, struct diagnostic *d) {
    char *text;
    size_t length;
    if (history_read_file(&text, &length, path, d))
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
            failed = message_set(d, "%s:%ld: is no JSON: %s", path, line, error.text);
        } else {
            at = skip_blanks(text, at + (size_t)error.position);
            failed = take_document(documents, document);
        }
    }
    free(text);
    return failed;
}
