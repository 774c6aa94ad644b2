/* Listing a folder: at first the files, then the variants which each of them declares. A
 * file that cannot be read, or has a mistake, is listed all the same; reading the model says what
 * is wrong with it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/base/arena.h"
#include "problems/catalogue.h"
#include "problems/language/file.h"
#include "problems/language/parser.h"
#include "problems/language/source.h"

static const char *const SUFFIX = ".model";

struct listing {
    struct catalogue *catalogue;
    int capacity;
    struct diagnostic *diagnostic;
    enum problem_status status;
};

static bool fail_memory(struct listing *l) {
    l->status = PROBLEM_NO_MEMORY;
    snprintf(l->diagnostic->text, sizeof l->diagnostic->text, "%s\n",
             problem_status_text(PROBLEM_NO_MEMORY));
    return false;
}

/* length characters, and more behind them, in memory of their own. */
static char *copy_text(const char *text, size_t length, const char *more) {
    char *copy = malloc(length + strlen(more) + 1);
    if (copy) {
        memcpy(copy, text, length);
        strcpy(copy + length, more);
    }
    return copy;
}

/* A new entry; NULL: no memory. It takes over name and path, also on failure. */
static struct catalogue_entry *add_entry(struct listing *l, char *name, char *path) {
    struct catalogue *c = l->catalogue;
    struct catalogue_entry *grown =
        array_grow(c->entry, &l->capacity, c->count + 1, sizeof *grown);
    if (grown)
        c->entry = grown;
    if (!grown || !name || !path) {
        free(name);
        free(path);
        fail_memory(l);
        return NULL;
    }
    c->entry[c->count] = (struct catalogue_entry){.name = name, .path = path};
    return &c->entry[c->count++];
}

/* FOLDER/FILE */
static char *join_path(const char *folder, const char *file) {
    char *head = copy_text(folder, strlen(folder), "/");
    char *path = head ? copy_text(head, strlen(head), file) : NULL;
    free(head);
    return path;
}

static bool add_file(struct listing *l, const char *folder, const char *file) {
    size_t length = strlen(file), suffix = strlen(SUFFIX);
    if (file[0] == '.' || length <= suffix || strcmp(file + length - suffix, SUFFIX) != 0)
        return true;
    return add_entry(l, copy_text(file, length - suffix, ""), join_path(folder, file));
}

static bool fail_folder(struct listing *l, const char *folder) {
    file_message(l->diagnostic, folder, strerror(errno));
    l->status = PROBLEM_UNREADABLE;
    return false;
}

/* NULL: there are no more, and errno is 0; or it cannot be read. */
static struct dirent *read_next(DIR *open) {
    errno = 0;
    return readdir(open);
}

static bool list_files(struct listing *l, const char *folder) {
    DIR *open = opendir(folder);
    if (!open)
        return fail_folder(l, folder);
    bool done = true;
    for (struct dirent *file; done && (file = read_next(open));)
        done = add_file(l, folder, file->d_name);
    if (done && errno != 0)
        done = fail_folder(l, folder);
    closedir(open);
    return done;
}

static int compare_entries(const void *a, const void *b) {
    return strcmp(((const struct catalogue_entry *)a)->name,
                  ((const struct catalogue_entry *)b)->name);
}

static void sort_entries(struct catalogue *c) {
    if (c->count > 0)
        qsort(c->entry, (size_t)c->count, sizeof *c->entry, compare_entries);
}

static bool refuse_taken(struct listing *l, const struct source *s, int offset,
                         const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    source_message(s, offset, l->diagnostic, format, arguments);
    va_end(arguments);
    l->status = PROBLEM_BAD_MODEL;
    return false;
}

static const struct catalogue_entry *find_name(const struct catalogue *c,
                                               const char *name) {
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->entry[i].name, name) == 0)
            return &c->entry[i];
    return NULL;
}

static bool add_setting(struct listing *l, struct catalogue_entry *entry,
                        const struct source *s, const struct statement *setting) {
    int n = entry->settings, names = n, values = n;
    char **name = array_grow(entry->setting_name, &names, n + 1, sizeof *name);
    if (name)
        entry->setting_name = name;
    char **value = array_grow(entry->setting_value, &values, n + 1, sizeof *value);
    if (value)
        entry->setting_value = value;
    if (!name || !value)
        return fail_memory(l);
    name[n] =
        copy_text(s->text + setting->target.offset, (size_t)setting->target.length, "");
    value[n] = copy_text(setting->text, strlen(setting->text), "");
    entry->settings++;
    return (name[n] && value[n]) || fail_memory(l);
}

static bool add_tag(struct listing *l, struct catalogue_entry *entry,
                    const struct statement *s) {
    int n = entry->tags, tags = n;
    char **tag = array_grow(entry->tag, &tags, n + 1, sizeof *tag);
    if (!tag)
        return fail_memory(l);
    entry->tag = tag;
    const char *before = s->denied ? "-" : "";
    tag[n] = copy_text(before, strlen(before), s->text);
    entry->tags++;
    return tag[n] || fail_memory(l);
}

static bool add_variant(struct listing *l, const struct source *s,
                        const struct atoms *atoms, const struct statement *variant) {
    const char *name = atoms->text[variant->target.name];
    const struct catalogue_entry *taken = find_name(l->catalogue, name);
    if (taken)
        return refuse_taken(l, s, variant->offset, "the name '%s' is taken by %s", name,
                            taken->path);
    struct catalogue_entry *entry = add_entry(l, copy_text(name, strlen(name), ""),
                                              copy_text(s->path, strlen(s->path), ""));
    if (!entry)
        return false;
    entry->variant = true;
    for (const struct statement *t = variant->body; t; t = t->next)
        if (!(t->kind == STATEMENT_TAG ? add_tag(l, entry, t)
                                       : add_setting(l, entry, s, t)))
            return false;
    return true;
}

/* One whose name is the mistake has none. */
static bool has_name(const struct statement *variant) {
    return variant->target.length > 0;
}

/* The variants in a text, as far as they can be parsed; the arena and its atoms are those of all
 * texts. */
static bool add_variants(struct listing *l, const struct source *s, struct atoms *atoms) {
    struct diagnostic ignored;
    struct statement *first = NULL;
    if (source_check(s, &ignored) &&
        parse_variants(s, atoms->arena, atoms, &first, &ignored) == PROBLEM_NO_MEMORY)
        return fail_memory(l);
    bool done = true;
    for (const struct statement *t = first; t && done; t = t->next)
        if (t->kind == STATEMENT_VARIANT && has_name(t))
            done = add_variant(l, s, atoms, t);
    return done;
}

static bool read_variants(struct listing *l, const char *path, struct atoms *atoms) {
    char *text;
    size_t length;
    struct diagnostic ignored;
    enum problem_status status = file_read(&text, &length, path, &ignored);
    if (status == PROBLEM_NO_MEMORY)
        return fail_memory(l);
    if (status != PROBLEM_OK)
        return true;
    const struct source source = {SOURCE_FILE, path, text, (int)length};
    bool done = add_variants(l, &source, atoms);
    free(text);
    return done;
}

static bool list_variants(struct listing *l) {
    struct atoms atoms = {.arena = arena_alloc()};
    bool done = atoms.arena ? true : fail_memory(l);
    for (int i = 0, files = l->catalogue->count; i < files && done; i++)
        done = read_variants(l, l->catalogue->entry[i].path, &atoms);
    atoms_clear(&atoms);
    arena_free(atoms.arena);
    return done;
}

enum problem_status catalogue_open(struct catalogue **c, const char *folder,
                                   struct diagnostic *d) {
    struct listing l = {.catalogue = calloc(1, sizeof *l.catalogue), .diagnostic = d};
    *c = NULL;
    if (!l.catalogue) {
        fail_memory(&l);
        return l.status;
    }
    bool done = list_files(&l, folder);
    sort_entries(l.catalogue); /* so that messages do not depend on the file system */
    done = done && list_variants(&l);
    sort_entries(l.catalogue);
    if (!done) {
        catalogue_free(l.catalogue);
        return l.status;
    }
    *c = l.catalogue;
    return PROBLEM_OK;
}
