/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "reports/output.h"

enum { BLOCK = 65536 };

bool files_read(struct text *content, const char *folder, const char *name,
                struct text *why) {
    struct text path = {0};
    char block[BLOCK];
    size_t length = 0;
    text_format(&path, "%s/%s", folder, name);
    FILE *file = fopen(text_bytes(&path), "rb");
    while (file != NULL && (length = fread(block, 1, sizeof block, file)) > 0)
        text_add_bytes(content, block, length);
    bool good = file != NULL && !ferror(file) && !text_failed(content);
    if (!good && why != NULL)
        text_format(why, "%s cannot be read: %s", text_bytes(&path), strerror(errno));
    if (file != NULL)
        fclose(file);
    text_clear(&path);
    return good;
}

bool files_copy(const char *from, const char *to, const char *name, struct text *why) {
    struct text content = {0};
    bool good =
        files_read(&content, from, name, why) && output_replace(to, name, &content, why);
    text_clear(&content);
    return good;
}
