/* A folder for a test's files.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/scratch.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/path.h"

static int remove_entry(const char *path, const struct stat *about, int kind,
                        struct FTW *place) {
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

void scratch_remove(const struct scratch *s) {
    nftw(s->path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static struct scratch *folders[1024];
static int folders_made;
static pid_t maker;

/* At the end of the process that made them, not of one that it has forked. */
static void remove_folders(void) {
    for (int i = 0; i < folders_made && getpid() == maker; i++)
        scratch_remove(folders[i]);
}

struct scratch scratch_make(void) {
    struct scratch *s = malloc(sizeof *s);
    *s = (struct scratch){"/tmp/halfstep-test-XXXXXX"};
    cr_assert(mkdtemp(s->path) != NULL && folders_made < 1024);
    if (folders_made == 0) {
        maker = getpid();
        atexit(remove_folders);
    }
    folders[folders_made++] = s;
    return *s;
}

char *scratch_path(const struct scratch *s, const char *name) {
    return path_join(s->path, name);
}

int scratch_count(const char *path) {
    DIR *directory = opendir(path);
    cr_assert(directory != NULL, "%s", path);
    int count = 0;
    for (struct dirent *e = readdir(directory); e != NULL; e = readdir(directory))
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(directory);
    return count;
}

char *scratch_read(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    size_t length = 0, room = 1 << 16;
    char *text = malloc(room + 1);
    for (size_t came = 1; came > 0; length += came) {
        if (room - length < room / 2)
            text = realloc(text, (room *= 2) + 1);
        came = fread(text + length, 1, room - length, file);
    }
    fclose(file);
    text[length] = '\0';
    return text;
}

char *scratch_write(const struct scratch *s, const char *name, const char *text) {
    char *path = scratch_path(s, name);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL, "%s", path);
    fputs(text, file);
    fclose(file);
    return path;
}
