/* The points of a series, brought into order.
 *
 * Commits stand by their time; those of the same second (a rebase gives whole branches one
 * time) by when they were measured first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/history/series_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_same_build(const struct series_point *a, const struct series_point *b) {
    return a->commit[0] != '\0' && strcmp(a->commit, b->commit) == 0 &&
           a->changed == b->changed && a->machine == b->machine &&
           strcmp(a->compiler, b->compiler) == 0;
}

/* Sorting has no context: each point carries when its commit was measured first. */
struct sortable {
    struct series_point point;
    double first_taken;
};

static int compare_numbers(double a, double b) {
    return (a > b) - (a < b);
}

static double time_of(const struct series_point *p) {
    return p->has_committed ? (double)p->committed : p->taken;
}

static int compare_points(const void *one, const void *other) {
    const struct sortable *a = one, *b = other;
    int order = compare_numbers(time_of(&a->point), time_of(&b->point));
    if (order == 0)
        order = compare_numbers(a->first_taken, b->first_taken);
    if (order == 0)
        order = strcmp(a->point.commit, b->point.commit);
    if (order == 0)
        order = a->point.changed - b->point.changed;
    if (order == 0)
        order =
            (a->point.machine > b->point.machine) - (a->point.machine < b->point.machine);
    if (order == 0)
        order = strcmp(a->point.compiler, b->point.compiler);
    return order != 0 ? order : compare_numbers(a->point.taken, b->point.taken);
}

static int compare_commits(const void *one, const void *other) {
    const struct sortable *a = one, *b = other;
    int order = strcmp(a->point.commit, b->point.commit);
    return order != 0 ? order : compare_numbers(a->point.taken, b->point.taken);
}

static void order_points(struct series *s) {
    size_t count = (size_t)s->count;
    struct sortable *all = malloc(sizeof *all * (count > 0 ? count : 1));
    if (all == NULL)
        return; /* the order of adding remains */
    for (size_t i = 0; i < count; i++)
        all[i] = (struct sortable){s->point[i], s->point[i].taken};
    qsort(all, count, sizeof *all, compare_commits);
    for (size_t i = 1; i < count; i++)
        if (all[i].point.commit[0] != '\0' &&
            strcmp(all[i].point.commit, all[i - 1].point.commit) == 0)
            all[i].first_taken = all[i - 1].first_taken;
    qsort(all, count, sizeof *all, compare_points);
    for (size_t i = 0; i < count; i++)
        s->point[i] = all[i].point;
    free(all);
}

void series_point_clear(struct series_point *p) {
    free(p->commit);
    free(p->compiler);
}

static int compare_values(const void *one, const void *other) {
    const struct series_point *a = one, *b = other;
    return compare_numbers(a->value, b->value);
}

/* The measurement with the median value stands for all of a build: of an even number the
 * lower one, so that it is one that was really made. */
static void merge_builds(struct series *s) {
    int kept = 0;
    for (int i = 0, end; i < s->count; i = end) {
        for (end = i + 1; end < s->count && is_same_build(&s->point[i], &s->point[end]);)
            end++;
        qsort(s->point + i, (size_t)(end - i), sizeof *s->point, compare_values);
        int middle = i + (end - i - 1) / 2;
        struct series_point median = s->point[middle];
        median.runs = end - i;
        for (int k = i; k < end; k++)
            if (k != middle)
                series_point_clear(&s->point[k]);
        s->point[kept++] = median;
    }
    s->count = kept;
}

static void mark_splits(struct series *s) {
    for (int i = 1; i < s->count; i++) {
        const struct series_point *before = &s->point[i - 1];
        s->point[i].split = s->point[i].machine != before->machine ||
                            strcmp(s->point[i].compiler, before->compiler) != 0;
    }
}

static bool is_one_of(const char *text, const char *const *list) {
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(text, list[i]) == 0)
            return true;
    return false;
}

static enum series_kind find_kind(const struct series *s) {
    static const char *const counted[] = {"count", "bytes", NULL};
    static const char *const ruled[] = {"cycles", "floor", "ratio", "peer", NULL};
    bool whole = true;
    for (int i = 0; i < s->count; i++)
        whole = whole && s->point[i].value == floor(s->point[i].value);
    if (whole && is_one_of(s->unit, counted))
        return SERIES_EXACT;
    return is_one_of(s->quantity, ruled) ? SERIES_RULED : SERIES_RAW;
}

void series_arrange(struct series *s) {
    order_points(s);
    merge_builds(s);
    mark_splits(s);
    s->kind = find_kind(s);
    if (s->count > 0) {
        char *latest = strdup(s->point[s->count - 1].compiler);
        if (latest != NULL) {
            free(s->compiler);
            s->compiler = latest;
        }
    }
}

void series_take_judgement(struct series *s, const char *commit, const char *judged) {
    for (int i = 0; i < s->changes; i++) {
        if (strcmp(s->point[s->change[i].index].commit, commit) != 0)
            continue;
        free(s->change[i].judged);
        s->change[i].judged = strdup(judged);
    }
}
