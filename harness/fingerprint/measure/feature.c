/* Patterns are sets of trees; the first whose set is that of the failing trees is the answer:
 * single ones first, then their and/or in pairs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/measure/feature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest_path = 4, most_patterns = 160, highest = 6 };

/* One letter for each colour; a time leaf is the end of a path only. */
static const char letters[] = "qv";

enum pattern_kind { PATTERN_PATH, PATTERN_ROOT, PATTERN_HEIGHT, PATTERN_BRANCHES };

struct pattern {
    enum pattern_kind kind;
    char path[longest_path + 1]; /* "vq": colours from a node down */
    int number;                  /* smallest height, or branches of one node */
    bool *has;                   /* [trees] */
};

struct patterns {
    const struct forest *forest;
    int count;
    struct pattern pattern[most_patterns];
};

/* Whether the path begins at the root of the tree. */
static bool begins_with(const struct forest *f, int tree, const char *path) {
    const struct tree *t = &f->tree[tree];
    if (path[0] != letters[t->colour])
        return false;
    if (path[1] == '\0')
        return true;
    if (path[1] == 't')
        return t->time_leaves > 0;
    for (int i = 0; i < t->children; i++)
        if (begins_with(f, t->child[i], path + 1))
            return true;
    return false;
}

static int height_of(const struct forest *f, int tree) {
    const struct tree *t = &f->tree[tree];
    int height = t->time_leaves > 0 ? 1 : 0;
    for (int i = 0; i < t->children; i++) {
        int below = height_of(f, t->child[i]);
        height = below > height ? below : height;
    }
    return height + 1;
}

static bool root_has(const struct forest *f, int tree, const struct pattern *p) {
    const struct tree *t = &f->tree[tree];
    if (p->kind == PATTERN_BRANCHES)
        return t->children + t->time_leaves >= p->number;
    return begins_with(f, tree, p->path);
}

static bool has_anywhere(const struct forest *f, int tree, const struct pattern *p) {
    if (root_has(f, tree, p))
        return true;
    for (int i = 0; i < f->tree[tree].children; i++)
        if (has_anywhere(f, f->tree[tree].child[i], p))
            return true;
    return false;
}

static bool tree_has(const struct forest *f, int tree, const struct pattern *p) {
    switch (p->kind) {
    case PATTERN_ROOT: return begins_with(f, tree, p->path);
    case PATTERN_HEIGHT: return height_of(f, tree) >= p->number;
    case PATTERN_PATH:
    case PATTERN_BRANCHES: break;
    }
    return has_anywhere(f, tree, p);
}

/* A pattern that no tree has, or every tree, says nothing. */
static void add_pattern(struct patterns *all, struct pattern p) {
    const struct forest *f = all->forest;
    int having = 0;
    if (all->count == most_patterns)
        return;
    p.has = calloc((size_t)f->count, sizeof *p.has);
    for (int i = 0; i < f->count && p.has != NULL; i++)
        having += p.has[i] = tree_has(f, i, &p);
    if (having > 0 && having < f->count)
        all->pattern[all->count++] = p;
    else
        free(p.has);
}

/* Every word over q, v of the length, with t as the last letter, too. */
static void add_paths(struct patterns *all, int length) {
    for (int word = 0; word < 1 << length; word++) {
        struct pattern p = {.kind = PATTERN_PATH};
        for (int i = 0; i < length; i++)
            p.path[i] = letters[word >> (length - 1 - i) & 1];
        add_pattern(all, p);
        if (p.path[length - 1] == 'v' && length > 1 && p.path[length - 2] == 'v') {
            p.path[length - 1] = 't';
            add_pattern(all, p);
        }
    }
}

static void make_patterns(struct patterns *all) {
    add_paths(all, 2);
    for (int i = 0; letters[i] != '\0'; i++)
        add_pattern(all, (struct pattern){.kind = PATTERN_ROOT, .path = {letters[i]}});
    for (int n = 2; n <= highest; n++)
        add_pattern(all, (struct pattern){.kind = PATTERN_HEIGHT, .number = n});
    for (int n = 2; n <= highest; n++)
        add_pattern(all, (struct pattern){.kind = PATTERN_BRANCHES, .number = n});
    for (int length = 3; length <= longest_path; length++)
        add_paths(all, length);
    add_paths(all, 1);
}

static int describe(char *text, size_t room, const struct pattern *p) {
    if (p->kind == PATTERN_ROOT)
        return snprintf(text, room, "the root %s", p->path);
    if (p->kind == PATTERN_HEIGHT)
        return snprintf(text, room, "height %d or more", p->number);
    if (p->kind == PATTERN_BRANCHES)
        return snprintf(text, room, "a node of %d branches or more", p->number);
    size_t length = strlen(p->path);
    int written = length == 1   ? snprintf(text, room, "a node %c", p->path[0])
                  : length == 2 ? snprintf(text, room, "an edge %c", p->path[0])
                                : snprintf(text, room, "a path %c", p->path[0]);
    for (size_t i = 1; i < length; i++)
        written += snprintf(text + written, room - (size_t)written, "-%c", p->path[i]);
    return written;
}

enum combination { ALONE, BOTH, EITHER };

static bool combined(const struct pattern *a, const struct pattern *b, int tree,
                     enum combination how) {
    if (how == BOTH)
        return a->has[tree] && b->has[tree];
    return a->has[tree] || (how == EITHER && b->has[tree]);
}

static bool fits(const struct patterns *all, const struct pattern *a,
                 const struct pattern *b, enum combination how, const bool *judged,
                 const bool *failing) {
    for (int i = 0; i < all->forest->count; i++)
        if (judged[i] && combined(a, b, i, how) != failing[i])
            return false;
    return true;
}

static int find_fitting(char *text, const struct patterns *all, enum combination how,
                        const bool *judged, const bool *failing) {
    for (int i = 0; i < all->count; i++) {
        for (int k = how == ALONE ? i : 0; k < (how == ALONE ? i + 1 : i); k++) {
            const struct pattern *a = &all->pattern[k], *b = &all->pattern[i];
            if (!fits(all, a, b, how, judged, failing))
                continue;
            int written = snprintf(text, FEATURE_TEXT, "trees with ");
            written += describe(text + written, (size_t)(FEATURE_TEXT - written), a);
            if (how == ALONE)
                return 0;
            written += snprintf(text + written, (size_t)(FEATURE_TEXT - written), " %s ",
                                how == BOTH ? "and" : "or");
            describe(text + written, (size_t)(FEATURE_TEXT - written), b);
            return 0;
        }
    }
    return 1;
}

int feature_find(char text[FEATURE_TEXT], const struct forest *f, const bool *judged,
                 const bool *failing) {
    int fail = 0, pass = 0;
    for (int i = 0; i < f->count; i++) {
        fail += judged[i] && failing[i];
        pass += judged[i] && !failing[i];
    }
    if (fail == 0 || pass == 0)
        return 1;
    struct patterns *all = calloc(1, sizeof *all);
    if (all == NULL)
        return 1;
    all->forest = f;
    make_patterns(all);
    int missing = find_fitting(text, all, ALONE, judged, failing) &&
                  find_fitting(text, all, BOTH, judged, failing) &&
                  find_fitting(text, all, EITHER, judged, failing);
    for (int i = 0; i < all->count; i++)
        free(all->pattern[i].has);
    free(all);
    return missing;
}
