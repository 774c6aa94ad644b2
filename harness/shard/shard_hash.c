/* Short names of contents.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/shard/shard_hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/solution/truth_key.h"

enum { first_room = 1 << 16 };

void shard_hash_text(char hash[SHARD_HASH_ROOM], const char *text) {
    snprintf(hash, SHARD_HASH_ROOM, "%016" PRIx64, truth_hash(text));
}

/* All of a stream as a text, which the caller frees; NULL: it cannot be read. */
static char *read_all(FILE *in) {
    size_t room = first_room, length = 0, got;
    char *text = malloc(room);
    while (text != NULL && (got = fread(text + length, 1, room - length - 1, in)) > 0) {
        length += got;
        if (length + 1 < room)
            continue;
        char *larger = realloc(text, 2 * room);
        if (larger == NULL)
            free(text);
        text = larger;
        room *= 2;
    }
    if (text != NULL && ferror(in)) {
        free(text);
        return NULL;
    }
    if (text != NULL)
        text[length] = '\0';
    return text;
}

int shard_hash_file(char hash[SHARD_HASH_ROOM], const char *path, struct diagnostic *d) {
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        int reason = errno;
        return message_set(d, "%s: cannot be read: %s", path, strerror(reason));
    }
    char *text = read_all(in);
    fclose(in);
    if (text == NULL)
        return message_set(d, "%s: cannot be read", path);
    shard_hash_text(hash, text);
    free(text);
    return 0;
}
