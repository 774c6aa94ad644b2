/* Explicit Euler, x := x + h F(t, x), as a plug-in that breaks the promises of
 * halfstep_integrator.h: in ways that show before an option can be set as the compiler is
 * told (-DMISBEHAVE_...), in the others by options,
 *
 *     fault=NAME   what it does (the table below)
 *     after=N      not before the N-th call of the function in question (default 1)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

#ifdef MISBEHAVE_NO_SYMBOL /* it is misspelt */
#define halfstep_integrator halfstep_integrators
#endif
#include "halfstep_integrator.h"

#ifndef MISBEHAVE_VERSION
#define MISBEHAVE_VERSION HALFSTEP_INTERFACE
#endif

enum { most_states = 2048 };

struct misbehaving {
    const struct halfstep_system *system;
    int nx;
    double t, x[most_states], rate[most_states], error[most_states];
    const char *fault;
    char fault_name[64];
    long after, steps, estimates, states;
};

static pthread_t first_thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double shared[most_states]; /* what belongs into the struct */
static double kept;                /* x[0] after the last step, as well */

static void crash(void) {
    raise(SIGSEGV);
}

static void hang(void) {
    for (;;)
        pause();
}

/* The child has all files that were open here, and lives longer than any test. */
static void leave_a_child_and_crash(void) {
    if (fork() == 0)
        hang();
    crash();
}

/* It belongs to another group and another session, has all files that were open here, and its
 * parent has ended. */
static void leave_a_stranger(void) {
    if (fork() != 0)
        return;
    setsid();
    if (fork() == 0)
        execlp("sleep", "sleep", "998.7131", (char *)NULL);
    _exit(0);
}

/* No more than a machine has. */
static void take_memory(void) {
    const size_t piece = 1 << 24, pieces = 128;
    for (size_t i = 0; i < pieces; i++) {
        char *taken = malloc(piece);
        if (taken != NULL)
            memset(taken, 1, piece);
    }
    hang();
}

static int is(const struct misbehaving *m, const char *fault) {
    return m->fault != NULL && strcmp(m->fault, fault) == 0;
}

static int is_due(const struct misbehaving *m, const char *fault, long calls) {
    return is(m, fault) && calls >= m->after;
}

/* What a library linked with -ffast-math does when it is loaded. */
static void flush_subnormals(void) {
#ifdef __x86_64__
    _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

void misbehave_when_loaded(void);
void misbehave_when_loaded(void) {
#ifdef MISBEHAVE_FLUSHES_WHEN_LOADED
    flush_subnormals();
#else
    crash();
#endif
}

/* The control modes, which are the caller's. */
static void change_modes(const struct misbehaving *m) {
    if (is_due(m, "change-rounding", m->steps))
        fesetround(FE_UPWARD);
    if (is(m, "flush-subnormals"))
        flush_subnormals();
#ifdef __x86_64__
    fenv_t modes;
    fegetenv(&modes);
    if (is(m, "unmask-traps"))
        _mm_setcsr(_mm_getcsr() & ~0x0480U); /* invalid, overflow */
    if (is(m, "lower-precision"))
        modes.__control_word &=
            (unsigned short)~0x100U; /* 53 bits, as long as it is 64 */
    if (is(m, "lower-precision"))
        fesetenv(&modes);
#endif
}

static void destroy(void *self) {
    const struct misbehaving *m = self;
    if (is(m, "crash-in-destroy"))
        crash();
    if (is(m, "hang-in-destroy"))
        hang();
    free(self);
}

static void *create(const struct halfstep_system *system) {
#if defined MISBEHAVE_CREATE_CRASHES
    crash();
#elif defined MISBEHAVE_CREATE_HANGS
    hang();
#elif defined MISBEHAVE_CREATE_REFUSES
    return NULL;
#elif defined MISBEHAVE_CREATE_IS_PARTICULAR /* mechanics only */
    if (system->nz > 0)
        return NULL;
#endif
    const int nx = system->nq + system->nv + system->nz;
    struct misbehaving *m = nx > most_states ? NULL : calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->system = system;
    m->nx = nx;
    m->after = 1;
    first_thread = pthread_self();
    return m;
}

static int set_option(void *self, const char *name, const char *value) {
    struct misbehaving *m = self;
    if (strcmp(name, "after") == 0)
        return (m->after = strtol(value, NULL, 10)) <= 0;
    if (strcmp(name, "fault") != 0)
        return -1;
    snprintf(m->fault_name, sizeof m->fault_name, "%s", value);
    m->fault = m->fault_name;
    return strcmp(value, "") == 0;
}

static int start(void *self, double t, const double *x) {
    struct misbehaving *m = self;
    if (is(m, "crash-in-start"))
        crash();
    m->t = is(m, "start-at-another-time") ? t + 1 : t;
    memcpy(m->x, x, (size_t)m->nx * sizeof *x);
    m->steps = m->estimates = m->states = 0;
    kept = x[0];
    return is(m, "start-fails");
}

/* What goes wrong in a step as a whole; nonzero: the step fails. */
static int misbehave_in_step(struct misbehaving *m, double h) {
    const long n = ++m->steps;
    if (is_due(m, "crash-in-step", n))
        crash();
    if (is_due(m, "abort-in-step", n))
        abort();
    if (is_due(m, "hang-in-step", n))
        hang();
    if (is_due(m, "exit-in-step", n))
        exit(3);
    if (is_due(m, "leave-a-child-and-crash", n))
        leave_a_child_and_crash();
    if (is_due(m, "leave-a-stranger", n) || is_due(m, "leave-a-stranger-and-crash", n))
        leave_a_stranger();
    if (is_due(m, "leave-a-stranger-and-crash", n))
        crash();
    if (is_due(m, "take-memory", n))
        take_memory();
    if (is_due(m, "fork-and-go-on", n))
        fork();
    if (is_due(m, "close-files", n))
        for (int file = 0; file < 256; file++)
            close(file);
    if (is_due(m, "bad-pointer", n))
        m->system->derivative(m->system->context, m->t, NULL, NULL);
    for (long i = 0; is_due(m, "print-much", n) && i < 200000; i++)
        puts("The quick brown fox jumps over the lazy dog, again and again.");
    if (is_due(m, "move-and-fail", n))
        m->t += h;
    return is_due(m, "fail", n) || is_due(m, "move-and-fail", n);
}

static int make_step(struct misbehaving *m, double h) {
    if (misbehave_in_step(m, h))
        return 1;
    double *rate = is(m, "share-memory") ? shared : m->rate;
    if (is(m, "keep-in-library"))
        m->x[0] = kept;
    if (is(m, "round-in-callback"))
        fesetround(FE_UPWARD);
    int failed = m->system->derivative(m->system->context, m->t, m->x, rate);
    if (is(m, "round-in-callback"))
        fesetround(FE_TONEAREST);
    if (failed && !is(m, "ignore-callback"))
        return 1;
    if (is(m, "share-memory")) /* another thread's values may be there after this */
        m->system->derivative(m->system->context, m->t, m->x, m->rate);
    for (int i = 0; i < m->nx; i++)
        m->x[i] += h * rate[i];
    kept = m->x[0];
    for (int i = 0; i < m->nx; i++)
        m->error[i] = 0.25 * h * h * rate[i];
    if (is_due(m, "nan-in-state", m->steps))
        m->x[m->nx - 1] = NAN;
    if (is_due(m, "infinite-state", m->steps))
        m->x[0] = INFINITY;
    if (!is_due(m, "time-stands-still", m->steps))
        m->t += is_due(m, "time-too-far", m->steps) ? h * (1 + 1e-9) : h;
    return 0;
}

static int step(void *self, double h) {
    struct misbehaving *m = self;
    if (is(m, "crash-in-second-thread") && !pthread_equal(pthread_self(), first_thread))
        crash();
    if (is(m, "lock"))
        pthread_mutex_lock(&lock);
    int failed = make_step(m, h);
    if (is(m, "lock"))
        pthread_mutex_unlock(&lock);
    change_modes(m);
    return failed;
}

static void state(void *self, double *t, double *x) {
    struct misbehaving *m = self;
    const long n = m->steps;
    if (is_due(m, "crash-in-state", n))
        crash();
    if (!is_due(m, "time-unset", n))
        *t = is_due(m, "time-nan", n) ? NAN : m->t;
    memcpy(x, m->x, (size_t)(m->nx - is_due(m, "state-too-short", n)) * sizeof *x);
    if (is_due(m, "state-too-long", n))
        x[m->nx] = 0;
    if (is_due(m, "state-too-early", n))
        x[-1] = 0;
}

static int estimate(void *self, double *error) {
    struct misbehaving *m = self;
    const long n = ++m->estimates;
    if (is_due(m, "crash-in-estimate", n))
        crash();
    if (is_due(m, "hang-in-estimate", n))
        hang();
    memcpy(error, m->error,
           (size_t)(m->nx - is_due(m, "estimate-too-short", n)) * sizeof *error);
    if (is_due(m, "estimate-too-long", n))
        error[m->nx] = 0;
    if (is_due(m, "nan-in-estimate", n))
        error[0] = NAN;
    return is_due(m, "no-estimate", n);
}

static int advance(void *self, double t_final) {
    struct misbehaving *m = self;
    const double h = is(m, "advance-too-far") ? t_final - m->t + 0.5 : t_final - m->t;
    if (is(m, "advance-stands-still"))
        return 0;
    if (is(m, "advance-goes-back"))
        return step(self, -0.5);
    return step(self, h > 0.125 && !is(m, "advance-too-far") ? 0.125 : h);
}

static int statistic(void *self, int i, const char **name, double *value) {
    const struct misbehaving *m = self;
    const int claims = is(m, "claim-calls");
    if (i > claims && !is(m, "count-without-end"))
        return 1;
    *name = claims && i == 1 ? "derivative_calls" : "steps";
    *value = (double)(claims && i == 1 ? 0 : m->steps);
    return 0;
}

static const char *why(void *self) {
    const struct misbehaving *m = self;
    return is(m, "fail") ? "it was told to" : NULL;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_integrator it = {
        .interface_version = MISBEHAVE_VERSION,
        .name = "misbehaving",
        .create = create,
        .destroy = destroy,
        .start = start,
#ifndef MISBEHAVE_NO_STEP
        .step = step,
#endif
        .state = state,
        .estimate = estimate,
        .advance = advance,
        .set_option = set_option,
        .statistic = statistic,
        .why = why,
    };
#ifdef MISBEHAVE_NO_DESCRIPTION
    return it.name == NULL ? &it : NULL;
#else
    return &it;
#endif
}
