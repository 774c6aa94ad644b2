/* Listing the models in a folder, and finding one by its name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/base/arena.h"
#include "problems/language/suggest.h"
#include "problems/model.h"

void catalogue_free(struct catalogue *c) {
    if (!c)
        return;
    for (int i = 0; i < c->count; i++) {
        struct catalogue_entry *entry = &c->entry[i];
        for (int j = 0; j < entry->settings; j++) {
            free(entry->setting_name[j]);
            free(entry->setting_value[j]);
        }
        for (int j = 0; j < entry->tags; j++)
            free(entry->tag[j]);
        free(entry->tag);
        free(entry->setting_name);
        free(entry->setting_value);
        free(entry->name);
        free(entry->path);
    }
    free(c->entry);
    free(c);
}

static const struct catalogue_entry *find_entry(const struct catalogue *c,
                                                const char *name) {
    int from = 0, to = c ? c->count : 0;
    while (from < to) {
        int middle = from + (to - from) / 2;
        int order = strcmp(name, c->entry[middle].name);
        if (order == 0)
            return &c->entry[middle];
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return NULL;
}

/* The known name that is nearest to a wrong one, among those not yet in taken[0..count-1]. */
static const char *find_near(const struct catalogue *c, const char *wrong, int count,
                             const char *const *taken) {
    struct suggestion s = suggest_start(wrong);
    for (int i = 0; i < c->count; i++) {
        bool is_taken = false;
        for (int j = 0; j < count; j++)
            is_taken = is_taken || taken[j] == c->entry[i].name;
        if (!is_taken)
            suggest_consider(&s, c->entry[i].name);
    }
    return s.best;
}

static bool is_file_without_ending(const char *name) {
    char path[256];
    FILE *f = NULL;
    if (snprintf(path, sizeof path, "%s.model", name) < (int)sizeof path)
        f = fopen(path, "r");
    if (f)
        fclose(f);
    return f != NULL;
}

static enum problem_status fail_unknown(const struct catalogue *c, const char *name,
                                        struct diagnostic *d) {
    enum { NEAR = 3 };
    const char *near[NEAR];
    int count = 0;
    while (c && count < NEAR && (near[count] = find_near(c, name, count, near)))
        count++;
    size_t used =
        (size_t)snprintf(d->text, sizeof d->text, "no model is called '%.100s'%s", name,
                         count > 0 ? "; near to it:" : "");
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(d->text + used, sizeof d->text - used, "%s %.100s",
                                 i > 0 ? "," : "", near[i]);
    if (is_file_without_ending(name))
        used += (size_t)snprintf(d->text + used, sizeof d->text - used,
                                 "; a file is named with its ending: %.100s.model", name);
    snprintf(d->text + used, sizeof d->text - used, "\n");
    return PROBLEM_NOT_FOUND;
}

static void remove_tag(struct model *m, const char *tag) {
    int kept = 0;
    for (int i = 0; i < m->tags; i++)
        if (strcmp(m->tag[i], tag) != 0)
            m->tag[kept++] = m->tag[i];
    m->tags = kept;
}

/* Gives a model the name and the tags of the variant that it is. */
static bool make_variant(struct model *m, const struct catalogue_entry *entry) {
    char *name = arena_text(m->texts, entry->name, strlen(entry->name));
    const size_t tags = (size_t)m->tags + (size_t)entry->tags;
    char **tag = realloc(m->tag, (tags + 1) * sizeof *tag);
    if (tag)
        m->tag = tag;
    if (!name || !tag)
        return false;
    m->name = name;
    for (int i = 0; i < entry->tags; i++) {
        if (entry->tag[i][0] == '-') {
            remove_tag(m, entry->tag[i] + 1);
            continue;
        }
        char *text = arena_text(m->texts, entry->tag[i], strlen(entry->tag[i]));
        if (!text)
            return false;
        m->tag[m->tags++] = text;
    }
    return true;
}

/* Reads an entry under its own settings and then the caller's. */
static enum problem_status read_entry(const struct catalogue_entry *entry, int settings,
                                      const struct setting *setting, struct model **m,
                                      struct diagnostic *d) {
    int count = entry->settings + settings;
    struct setting *all = malloc(((size_t)count + 1) * sizeof *all);
    if (!all) {
        snprintf(d->text, sizeof d->text, "%s\n", problem_status_text(PROBLEM_NO_MEMORY));
        return PROBLEM_NO_MEMORY;
    }
    for (int i = 0; i < entry->settings; i++)
        all[i] = (struct setting){entry->setting_name[i], entry->setting_value[i]};
    for (int i = 0; i < settings; i++)
        all[entry->settings + i] = setting[i];
    enum problem_status status = model_read(m, entry->path, count, all, d);
    free(all);
    if (status != PROBLEM_OK || !entry->variant)
        return status;
    if (make_variant(*m, entry))
        return PROBLEM_OK;
    model_free(*m);
    *m = NULL;
    snprintf(d->text, sizeof d->text, "%s\n", problem_status_text(PROBLEM_NO_MEMORY));
    return PROBLEM_NO_MEMORY;
}

static bool is_path(const char *name) {
    const char *const suffix = ".model";
    size_t length = strlen(name);
    return strchr(name, '/') || (length > strlen(suffix) &&
                                 strcmp(name + length - strlen(suffix), suffix) == 0);
}

enum problem_status catalogue_read(const struct catalogue *c, const char *name,
                                   int settings, const struct setting *setting,
                                   struct model **m, struct diagnostic *d) {
    *m = NULL;
    if (is_path(name))
        return model_read(m, name, settings, setting, d);
    const struct catalogue_entry *entry = find_entry(c, name);
    return entry ? read_entry(entry, settings, setting, m, d) : fail_unknown(c, name, d);
}
