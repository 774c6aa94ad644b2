/* A team's threads wait for the next piece of work by looking for a while, as the pieces of a
 * step follow each other in microseconds, and then by sleeping, as steps may not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/team/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* How often one looks before it sleeps: some microseconds, about what waking takes. */
enum { looks = 4000 };

struct member {
    struct team *team;
    int part;
    pthread_t thread;
};

struct team {
    int members, started; /* with the caller; threads */
    struct member member[team_most];
    team_work *work; /* of the piece at hand; NULL: to end */
    void *context;
    atomic_uint piece; /* its number */
    atomic_int busy;   /* threads that are not done with it */
    pthread_mutex_t mutex;
    pthread_cond_t is_given, is_done; /* piece has grown; busy is 0 */
};

/* Until there is another piece than `last`; its number. */
static unsigned await_piece(struct team *team, unsigned last) {
    unsigned piece = last;
    for (int i = 0; i < looks && piece == last; i++)
        piece = atomic_load_explicit(&team->piece, memory_order_acquire);
    if (piece != last)
        return piece;
    pthread_mutex_lock(&team->mutex);
    while ((piece = atomic_load(&team->piece)) == last)
        pthread_cond_wait(&team->is_given, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
    return piece;
}

static void give_piece(struct team *team, team_work *work, void *context) {
    pthread_mutex_lock(&team->mutex);
    team->work = work;
    team->context = context;
    atomic_store(&team->busy, team->started);
    atomic_fetch_add(&team->piece, 1);
    pthread_cond_broadcast(&team->is_given);
    pthread_mutex_unlock(&team->mutex);
}

static void await_others(struct team *team) {
    for (int i = 0; i < looks; i++)
        if (atomic_load_explicit(&team->busy, memory_order_acquire) == 0)
            return;
    pthread_mutex_lock(&team->mutex);
    while (atomic_load(&team->busy) > 0)
        pthread_cond_wait(&team->is_done, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
}

static void say_done(struct team *team) {
    if (atomic_fetch_sub(&team->busy, 1) > 1)
        return;
    pthread_mutex_lock(&team->mutex);
    pthread_cond_signal(&team->is_done);
    pthread_mutex_unlock(&team->mutex);
}

static void *serve(void *self) {
    const struct member *member = self;
    struct team *team = member->team;
    unsigned piece = 0;
    while (true) {
        piece = await_piece(team, piece);
        if (team->work == NULL)
            return NULL;
        team->work(team->context, member->part);
        say_done(team);
    }
}

void team_share(struct team *team, team_work *work, void *context) {
    give_piece(team, work, context);
    work(context, 0);
    await_others(team);
}

static bool start_threads(struct team *team) {
    for (int i = 1; i < team->members; i++) {
        struct member *member = &team->member[i];
        *member = (struct member){.team = team, .part = i};
        if (pthread_create(&member->thread, NULL, serve, member) != 0)
            return false;
        team->started++;
    }
    return true;
}

struct team *team_alloc(int members) {
    struct team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return NULL;
    team->members = members;
    atomic_init(&team->piece, 0);
    atomic_init(&team->busy, 0);
    if (pthread_mutex_init(&team->mutex, NULL) != 0)
        goto no_mutex;
    if (pthread_cond_init(&team->is_given, NULL) != 0)
        goto not_given;
    if (pthread_cond_init(&team->is_done, NULL) != 0)
        goto not_done;
    if (start_threads(team))
        return team;
    team_free(team);
    return NULL;
not_done:
    pthread_cond_destroy(&team->is_given);
not_given:
    pthread_mutex_destroy(&team->mutex);
no_mutex:
    free(team);
    return NULL;
}

void team_free(struct team *team) {
    if (team == NULL)
        return;
    give_piece(team, NULL, NULL);
    for (int i = 1; i <= team->started; i++)
        pthread_join(team->member[i].thread, NULL);
    pthread_cond_destroy(&team->is_done);
    pthread_cond_destroy(&team->is_given);
    pthread_mutex_destroy(&team->mutex);
    free(team);
}

int team_members(const struct team *team) {
    return team == NULL ? 1 : team->members;
}
