/* Circles of files, found depth first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/program/circles.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { NOT_MET = 0, ON_THE_WAY = 1, DONE = 2 };

/* The stem of a path, or the first file of those that it is one with. */
static void find_name(const struct circles *c, const char *path, char *name, int room) {
    snprintf(name, (size_t)room, "%.*s", (int)strcspn(path, "."), path);
    const size_t length = strlen(name), tail = strlen("_parts");
    if (length > tail && strcmp(name + length - tail, "_parts") == 0)
        name[length - tail] = '\0';
    for (const struct circles_one *one = c->one; one != NULL && one->why != NULL; one++)
        for (int i = 1; i < CIRCLES_MOST_ONE && one->file[i] != NULL; i++)
            if (strcmp(one->file[i], name) == 0)
                snprintf(name, (size_t)room, "%s", one->file[0]);
}

static int find_file(struct circles *c, const char *path) {
    char name[512];
    find_name(c, path, name, sizeof name);
    for (int i = c->files - 1; i >= 0; i--)
        if (strcmp(c->file[i].name, name) == 0)
            return i;
    cr_assert(c->files < CIRCLES_MOST_FILES);
    c->file[c->files].name = strdup(name);
    c->file[c->files].first = -1;
    return c->files++;
}

void circles_note(struct circles *c, const char *by, const char *needed) {
    const int from = find_file(c, by), to = find_file(c, needed);
    for (int i = c->file[from].first; i >= 0; i = c->need[i].next)
        if (c->need[i].file == to)
            return;
    cr_assert(c->needs < CIRCLES_MOST_NEEDS);
    c->need[c->needs].file = to;
    c->need[c->needs].next = c->file[from].first;
    if (from != to)
        c->file[from].first = c->needs++;
}

static void tell(const struct circles *c, int begin, char *text, int room) {
    int used = snprintf(text, (size_t)room, "%s", c->file[begin].name), at = begin;
    do {
        at = c->file[at].further;
        if (used < room)
            used += snprintf(text + used, (size_t)(room - used), " needs %s",
                             c->file[at].name);
    } while (at != begin);
}

static bool search(struct circles *c, int from, char *text, int room) {
    c->file[from].place = ON_THE_WAY;
    for (int i = c->file[from].first; i >= 0; i = c->need[i].next) {
        const int to = c->need[i].file;
        c->file[from].further = to;
        if (c->file[to].place == ON_THE_WAY) {
            tell(c, to, text, room);
            return true;
        }
        if (c->file[to].place == NOT_MET && search(c, to, text, room))
            return true;
    }
    c->file[from].place = DONE;
    return false;
}

bool circles_find(struct circles *c, char *text, int room) {
    for (int i = 0; i < c->files; i++)
        c->file[i].place = NOT_MET;
    for (int i = 0; i < c->files; i++)
        if (c->file[i].place == NOT_MET && search(c, i, text, room))
            return true;
    return false;
}
