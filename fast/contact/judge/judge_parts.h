/* Work on velocities, contacts and joints cut into parts that have nothing in common: islands,
 * velocities that contacts, joints and M join, however far apart the bodies are just now. Each
 * part is some islands; what a part computes it computes in the order of all. Internal to
 * fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_JUDGE_PARTS_H
#define FAST_JUDGE_PARTS_H

#include "fast/contact/judge/judge_store.h"

struct contact_problem; /* fast/contact.h */

/* Numbers from ... to - 1, all of the same part. */
struct judge_run {
    int from, to;
};
/* The runs of part k are run[begin[k]], ..., ascending. */
struct judge_runs {
    int *begin; /* [parts + 1] */
    struct judge_run *run;
};

struct judge_parts {
    struct team *team; /* as many members as parts; NULL: one part */
    int count;
    int *of_velocity; /* [nv] */
    struct judge_runs velocity, contact, joint;
    double *found; /* [parts] what each part has found, for whoever asked */
};

/* How many islands there are, at least 1; 0: no memory. */
int judge_count_islands(const struct contact_problem *shape);

/* As many parts as the team has members, of about as many entries of J; the first islands, by
 * their first velocities, are the first part. All memory is the store's. False: no memory. */
bool judge_parts_find(struct judge_parts *parts, struct judge_store *store,
                      const struct contact_problem *shape, struct team *team);

/* *runs of `count` numbers, of which i belongs to part of[i]. False: no memory. */
bool judge_runs_fill(struct judge_runs *runs, struct judge_store *store, int parts,
                     int count, const int *of);

/* The largest of one number for each contact, and 0; not a number where one of them is none. `of`
 * finds that of a run of contacts, and `largest`. */
typedef double judge_largest_of(const void *asked, struct judge_run contacts,
                                double largest);
double judge_largest(const struct judge_parts *parts, int contacts, judge_largest_of *of,
                     const void *asked);

/* The first run of a part, and the end of its runs. */
static inline const struct judge_run *judge_runs_first(const struct judge_runs *runs,
                                                       int part) {
    return runs->run + runs->begin[part];
}
static inline const struct judge_run *judge_runs_end(const struct judge_runs *runs,
                                                     int part) {
    return runs->run + runs->begin[part + 1];
}

#endif
