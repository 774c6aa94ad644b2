/* Readers of headers: from each source all that it reads is walked through.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/program/readers.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

int readers_find(struct readers *r, const char *path) {
    uint32_t hash = 2166136261u; /* Fowler, Noll, Vo */
    for (const char *c = path; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    for (int tried = 0; tried < READERS_MOST_FILES; tried++) {
        struct readers_file *at = &r->file[(hash + (uint32_t)tried) % READERS_MOST_FILES];
        if (at->name == NULL)
            at->name = strdup(path);
        if (strcmp(at->name, path) == 0)
            return (int)(at - r->file);
    }
    cr_assert_fail("too many files");
    return 0;
}

void readers_note(struct readers *r, const char *path, bool is_test) {
    struct readers_file *f = &r->file[readers_find(r, path)];
    f->is_source = strcmp(path + strlen(path) - 2, ".c") == 0;
    f->is_test = is_test;
    r->sources[is_test] += f->is_source;
}

void readers_note_line(struct readers *r, const char *path, const char *included) {
    struct readers_file *f = &r->file[readers_find(r, path)];
    cr_assert(r->lines < READERS_MOST_LINES - 1);
    r->lines++;
    r->line[r->lines].file = readers_find(r, included);
    r->line[r->lines].next = f->first;
    f->first = r->lines;
}

static void visit(struct readers *r, int from, bool by_test) {
    for (int i = r->file[from].first; i != 0; i = r->line[i].next) {
        struct readers_file *to = &r->file[r->line[i].file];
        if (to->last_met == r->visits)
            continue;
        to->last_met = r->visits;
        to->by[by_test]++;
        visit(r, r->line[i].file, by_test);
    }
}

void readers_count(struct readers *r) {
    for (int i = 0; i < READERS_MOST_FILES; i++) {
        if (!r->file[i].is_source)
            continue;
        r->visits++;
        visit(r, i, r->file[i].is_test);
    }
}

double readers_share(const struct readers *r, int file) {
    const double by = r->file[file].by[0], by_tests = r->file[file].by[1];
    const double without = by / r->sources[0];
    const double with = (by + by_tests) / (r->sources[0] + r->sources[1]);
    return without > with ? without : with;
}
