/* Files that are complete or absent: POSIX rename() replaces in one step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 65536, FILE_MODE = 0644, FOLDER_MODE = 0755 };

bool files_read(struct text *content, const char *folder, const char *name,
                struct text *why) {
    struct text path = text_made("%s/%s", folder, name);
    char block[BLOCK];
    size_t length = 0;
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

bool files_fill(FILE *file, const struct text *content) {
    size_t written = fwrite(text_bytes(content), 1, content->length, file);
    bool good = written == content->length && fflush(file) == 0;
    int error = errno;
    bool closed = fclose(file) == 0;
    errno = good ? errno : error;
    return good && closed;
}

/* A new file of that name only, never one that somebody linked there. */
static FILE *create_file(const char *path) {
    unlink(path);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, FILE_MODE);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (descriptor >= 0 && !file)
        close(descriptor);
    return file;
}

/* Makes the folder of a file inside another unless it is there. */
static void make_folder_of(const char *folder, const char *name) {
    const char *end = strrchr(name, '/');
    if (end != NULL) {
        struct text inside = text_made("%s/%.*s", folder, (int)(end - name), name);
        mkdir(text_bytes(&inside), FOLDER_MODE);
        text_clear(&inside);
    }
}

bool files_replace(const char *folder, const char *name, const struct text *content,
                   struct text *why) {
    struct text path = text_made("%s/%s", folder, name);
    struct text temporary = text_made("%s/%s.new", folder, name);
    bool good = false;
    errno = ENOMEM;
    if (!text_failed(&path) && !text_failed(&temporary) && !text_failed(content)) {
        make_folder_of(folder, name);
        FILE *file = create_file(temporary.data);
        good =
            file && files_fill(file, content) && rename(temporary.data, path.data) == 0;
    }
    if (!good) {
        text_format(why, "%s cannot be written: %s", text_bytes(&path), strerror(errno));
        unlink(text_bytes(&temporary));
    }
    text_clear(&path);
    text_clear(&temporary);
    return good;
}

bool files_copy(const char *from, const char *to, const char *name, struct text *why) {
    struct text content = {0};
    bool good =
        files_read(&content, from, name, why) && files_replace(to, name, &content, why);
    text_clear(&content);
    return good;
}
