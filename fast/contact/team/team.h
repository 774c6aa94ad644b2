/* Threads that do the parts of a piece of work beside each other. Internal to fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TEAM_H
#define FAST_TEAM_H

#include <stddef.h>

/* No team has more members. */
enum { team_most = 64 };

struct team;

/* A team of 2 to team_most members, of which whoever calls team_run is one. It is of this process,
 * not of one that is forked from it. NULL: there is no memory, or no thread. The caller frees it
 * with team_free. */
struct team *team_alloc(int members);
void team_free(struct team *team); /* takes NULL; ends its threads */
int team_members(const struct team *team);

/* One part of a piece of work: what another part writes it does not read. */
typedef void team_work(void *context, int part);

/* Does all parts, 0 to members - 1, beside each other, and returns when all are done. */
void team_share(struct team *team, team_work *work, void *context);

/* The same with part 0 alone where there is no team. */
static inline void team_run(struct team *team, team_work *work, void *context) {
    if (team == NULL)
        work(context, 0);
    else
        team_share(team, work, context);
}

#endif
