/* Islands and parts: velocities are joined by union and find (R. E. Tarjan, J. ACM 22 (1975)
 * 215).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/judge/judge_parts.h"

#include <math.h>
#include <stdlib.h>

#include "fast/contact.h"
#include "fast/contact/team/team.h"

static int find_root(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* The smaller root becomes the root of both. */
static void unite(int *parent, int i, int j) {
    const int a = find_root(parent, i), b = find_root(parent, j);
    parent[a > b ? a : b] = a > b ? b : a;
}

/* Joins the velocities of columns from ... to - 1. */
static void join(int *parent, const struct fast_pattern *pattern, int from, int to) {
    for (int k = pattern->start[from]; k < pattern->start[to]; k++)
        unite(parent, pattern->row[pattern->start[from]], pattern->row[k]);
}

/* parent[nv] := each velocity's island, the number of its first velocity. */
static void find_islands(const struct contact_problem *shape, int *parent) {
    for (int i = 0; i < shape->nv; i++)
        parent[i] = i;
    for (int c = 0; c < shape->contacts; c++)
        join(parent, shape->matrix_pattern, shape->first[c], shape->first[c + 1]);
    for (int j = 0; j < shape->joints; j++)
        join(parent, shape->joint_pattern, j, j + 1);
    for (int j = 0; j < shape->nv; j++)
        for (int k = shape->mass_pattern->start[j]; k < shape->mass_pattern->start[j + 1];
             k++)
            unite(parent, j, shape->mass_pattern->row[k]);
    for (int i = 0; i < shape->nv; i++)
        parent[i] = find_root(parent, i);
}

int judge_count_islands(const struct contact_problem *shape) {
    int *island = calloc((size_t)shape->nv + 1, sizeof *island), count = 0;
    if (island == NULL)
        return 0;
    find_islands(shape, island);
    for (int i = 0; i < shape->nv; i++)
        count += island[i] == i;
    free(island);
    return count > 0 ? count : 1;
}

/* of[i] := the part of velocity i, given its island; weight[nv] is what islands weigh, by their
 * first velocities. */
static void cut(int nv, int parts, const int *island, const long *weight, int *of) {
    long whole = 0, before = 0;
    for (int i = 0; i < nv; i++)
        whole += weight[i];
    for (int i = 0; i < nv; i++) {
        /* The part in which the middle of the island is. */
        of[i] = island[i] < i ? of[island[i]]
                              : (int)((2 * before + weight[i]) * parts / (2 * whole));
        before += weight[i];
    }
}

/* The part of a contact or joint, by its first velocity; 0: it has none. */
static int part_of(const struct fast_pattern *pattern, int from, int to,
                   const int *of_velocity) {
    return pattern->start[from] < pattern->start[to]
               ? of_velocity[pattern->row[pattern->start[from]]]
               : 0;
}

static int count_runs(int count, const int *of) {
    int runs = 0;
    for (int i = 0; i < count; i++)
        runs += i == 0 || of[i] != of[i - 1];
    return runs;
}

bool judge_runs_fill(struct judge_runs *runs, struct judge_store *store, int parts,
                     int count, const int *of) {
    const int all = count_runs(count, of);
    runs->begin = judge_store_take(store, (size_t)parts + 1, sizeof *runs->begin);
    runs->run = judge_store_take(store, (size_t)all, sizeof *runs->run);
    if (store->has_failed)
        return false;
    for (int k = 0, n = 0; k < parts; k++) {
        for (int i = 0; i < count; i++) {
            if (of[i] != k)
                continue;
            if (i == 0 || of[i - 1] != k)
                runs->run[n++].from = i;
            runs->run[n - 1].to = i + 1;
        }
        runs->begin[k + 1] = n;
    }
    return true;
}

/* Runs of contacts and joints; room holds as many numbers as there are of either. */
static bool place_elements(struct judge_parts *parts, struct judge_store *store,
                           const struct contact_problem *shape, int *room) {
    for (int c = 0; c < shape->contacts; c++)
        room[c] = part_of(shape->matrix_pattern, shape->first[c], shape->first[c + 1],
                          parts->of_velocity);
    if (!judge_runs_fill(&parts->contact, store, parts->count, shape->contacts, room))
        return false;
    for (int j = 0; j < shape->joints; j++)
        room[j] = part_of(shape->joint_pattern, j, j + 1, parts->of_velocity);
    return judge_runs_fill(&parts->joint, store, parts->count, shape->joints, room);
}

static bool find_parts(struct judge_parts *parts, const struct contact_problem *shape,
                       int *island, long *weight) {
    if (island == NULL || weight == NULL)
        return false;
    find_islands(shape, island);
    for (int i = 0; i < shape->nv; i++)
        weight[island[i]]++;
    for (int k = 0; k < shape->matrix_pattern->start[shape->rows]; k++)
        weight[island[shape->matrix_pattern->row[k]]]++;
    cut(shape->nv, parts->count, island, weight, parts->of_velocity);
    return true;
}

bool judge_parts_find(struct judge_parts *parts, struct judge_store *store,
                      const struct contact_problem *shape, struct team *team) {
    const size_t nv = (size_t)shape->nv + 1;
    const int most = shape->contacts > shape->joints ? shape->contacts : shape->joints;
    int *island = calloc(nv, sizeof *island);
    int *room = calloc((size_t)most + 1, sizeof *room);
    long *weight = calloc(nv, sizeof *weight);
    parts->team = team;
    parts->count = team_members(team);
    parts->of_velocity = judge_store_take(store, nv, sizeof(int));
    parts->found = judge_store_take(store, (size_t)parts->count, sizeof *parts->found);
    const bool is_found = !store->has_failed && room != NULL &&
                          find_parts(parts, shape, island, weight) &&
                          judge_runs_fill(&parts->velocity, store, parts->count,
                                          shape->nv, parts->of_velocity) &&
                          place_elements(parts, store, shape, room);
    free(island);
    free(room);
    free(weight);
    return is_found;
}

struct search {
    const struct judge_parts *parts;
    judge_largest_of *of;
    const void *asked;
};

static void search_part(void *context, int part) {
    const struct search *s = context;
    const struct judge_run *end = judge_runs_end(&s->parts->contact, part);
    double largest = 0;
    for (const struct judge_run *r = judge_runs_first(&s->parts->contact, part);
         r < end && !isnan(largest); r++)
        largest = s->of(s->asked, *r, largest);
    s->parts->found[part] = largest;
}

double judge_largest(const struct judge_parts *parts, int contacts, judge_largest_of *of,
                     const void *asked) {
    struct search search = {parts, of, asked};
    double largest = 0;
    if (parts->team == NULL)
        return of(asked, (struct judge_run){0, contacts}, 0);
    team_share(parts->team, search_part, &search);
    for (int k = 0; k < parts->count && !isnan(largest); k++)
        if (!(parts->found[k] <= largest))
            largest = parts->found[k];
    return largest;
}
