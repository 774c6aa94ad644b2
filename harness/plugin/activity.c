/* What a guest is at, in memory that it shares with its host.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/activity.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* By how much a guest's own limit is longer than its host's, who can say what has happened. */
enum { more_seconds = 3, most_seconds = 100000 };

void *activity_share(size_t size) {
    int zeros = open("/dev/zero", O_RDWR | O_CLOEXEC);
    if (zeros < 0)
        return NULL;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, zeros, 0);
    close(zeros);
    return memory == MAP_FAILED ? NULL : memory;
}

void activity_unshare(void *memory, size_t size) {
    if (memory != NULL)
        munmap(memory, size);
}

struct activity *activity_alloc(double seconds_limit) {
    struct activity *a = activity_share(sizeof *a);
    if (a == NULL)
        return NULL;
    a->seconds = seconds_limit < most_seconds ? (unsigned)seconds_limit + more_seconds
                                              : most_seconds;
    return a;
}

void activity_free(struct activity *a) {
    activity_unshare(a, sizeof *a);
}

static void note_changes(struct activity *a, int changes) {
    if (changes == 0)
        return;
    atomic_store(&a->modes_call, atomic_load(&a->last_call));
    atomic_fetch_or(&a->modes_changes, changes);
}

void activity_check_modes(struct activity *a) {
    note_changes(a, modes_restore_all(&a->modes));
}

/* Ends a guest whose call takes longer when its host is no longer there to do so; 0: no call. On
 * Linux a guest ends with its host anyway (guest_end_with), and two calls of the system less are
 * made around each of the integrator's. */
static void limit_call(unsigned seconds) {
#ifdef __linux__
    (void)seconds;
#else
    alarm(seconds);
#endif
}

int activity_patience(enum activity_call call) {
    return call == CALL_LOAD || call == CALL_INTRODUCE ? 4 : 1;
}

void activity_begin(struct activity *a, enum activity_call call) {
    limit_call(a->seconds * (unsigned)activity_patience(call));
    atomic_store(&a->call, call);
    atomic_store(&a->last_call, call);
    atomic_fetch_add(&a->changes, 1);
}

void activity_end(struct activity *a) {
    note_changes(a, modes_restore(&a->modes));
    atomic_store(&a->call, CALL_NONE);
    atomic_fetch_add(&a->changes, 1);
    limit_call(0);
}

enum activity_call activity_call_now(struct activity *a) {
    return atomic_load(&a->threads) ? CALL_IN_THREADS
                                    : (enum activity_call)atomic_load(&a->call);
}

const char *activity_call_name(int call) {
#define NAME(name, text) text,
    static const char *const names[] = {ACTIVITY_CALL_LIST(NAME)};
#undef NAME
    return call >= 0 && call < CALLS ? names[call] : names[CALL_NONE];
}

const char *activity_callback_name(int callback) {
#define NAME(name, text) text,
    static const char *const names[] = {ACTIVITY_CALLBACK_LIST(NAME)};
#undef NAME
    return callback >= 0 && callback < CALLBACKS ? names[callback] : names[CALLBACK_NONE];
}
