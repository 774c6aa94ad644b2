/* The interface of an integrator that Halfstep is to judge.
 *
 * A shared library that defines halfstep_integrator() is an integrator for
 *
 *     halfstep gate | fingerprint | order | gap | report ... --integrator ./mine.so
 *
 * It gets a mechanical system
 *
 *     q' = N(q) v,   y' = f(t, q, y),   y = (v, z),   x = (q, v, z),
 *
 * as callbacks, and makes steps. This file needs nothing else of Halfstep; copy it. It can
 * be read by C11 and C++. The library runs in a process of its own: what it prints goes to
 * standard error, and when it crashes, hangs or exits, that is reported as its fault.
 *
 * State vectors are contiguous, x = (q, v, z), nx = nq + nv + nz. Outputs never overlap
 * inputs. Functions that return int give 0, or anything else for failure; a step that fails
 * should leave time and state as they were.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HALFSTEP_INTEGRATOR_H
#define HALFSTEP_INTEGRATOR_H

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a struct below changes; a library made for another version is refused. */
#define HALFSTEP_INTERFACE 1

/* What the system's functions return when there is no value to go on with. */
enum {
    HALFSTEP_NOT_FINITE = 1, /* a value is not finite; it is there all the same */
    HALFSTEP_NO_VALUE = 2    /* they cannot evaluate */
};

/* What the bench gives. The struct and what it points to live as long as the integrator. Of one
 * system's functions one may be called at a time; two systems' may be, by two threads. */
struct halfstep_system {
    int nq, nv, nz;      /* nq >= nv; any of them may be 0, their sum is not */
    int map_is_identity; /* 1: q' = v, and nq = nv */
    void *context;       /* to be handed to every callback */

    /* xdot[nx] := (N(q) v, f(t, q, y)): all an integrator of x' = F(t, x) needs. */
    int (*derivative)(void *context, double t, const double *x, double *xdot);

    /* ydot[nv+nz] := f(t, q, y) alone. */
    int (*rates)(void *context, double t, const double *x, double *ydot);

    /* qdot[nq] := N(q) v. */
    int (*map)(void *context, const double *q, const double *v, double *qdot);

    /* v[nv] := N+(q) qdot, with N+ N = I. */
    int (*unmap)(void *context, const double *q, const double *qdot, double *v);

    /* jacobian[i*nx+j] := d xdot_i / d x_j, exact; all nx*nx entries are set. */
    int (*jacobian)(void *context, double t, const double *x, double *jacobian);
};

/* What the library gives. NULL where it says optional: the studies that need it say so. */
struct halfstep_integrator {
    int interface_version; /* HALFSTEP_INTERFACE */
    const char *name;      /* for people; one word or a few */

    /* An integrator of the system; NULL: it cannot be had for such a system. */
    void *(*create)(const struct halfstep_system *system);
    void (*destroy)(void *self);

    /* Begins anew at (t, x[nx]); nothing is kept of earlier steps. */
    int (*start)(void *self, double t, const double *x);

    /* One step of exactly h > 0, without error control. */
    int (*step)(void *self, double h);

    /* *t and x[nx] := time and state after the last step that succeeded. */
    void (*state)(void *self, double *t, double *x);

    /* Optional. error[nx] := the last step's error estimate; if it has a sign, computed minus
     * true, where the true one may be what a second formula gives: the result minus that.
     * Nonzero: there is none for this step. */
    int (*estimate)(void *self, double *error);

    /* Optional. One accepted step under error control, of a size of its own choice, that
     * ends no later than t_final. Where the options chosen leave no error control it fails
     * before it calls anything of the system. */
    int (*advance)(void *self, double t_final);

    /* Optional. Called between create and start. Nonzero: it has no such option, or not such
     * a value. Besides what --option says the bench tries
     *     accuracy   a number > 0: of error control; 1e-14 asks for iterations as tight as
     *                they go
     *     max-step   a number > 0: the longest step of advance */
    int (*set_option)(void *self, const char *name, const char *value);

    /* Optional. *name and *value := the i-th counter, i = 0, 1, ...; nonzero: there are no
     * more. The name lives as long as the integrator. Counters begin anew with start. Some names
     * are held to what the bench counts: steps (accepted), rejected_steps (attempts that error
     * control rejects), evaluations (calls of derivative and rates). */
    int (*statistic)(void *self, int i, const char **name, double *value);

    /* Optional. The last failure in one sentence, for people. */
    const char *(*why)(void *self);
};

/* The one symbol that the library must have; what it returns is never freed. */
const struct halfstep_integrator *halfstep_integrator(void);

#ifdef __cplusplus
}
#endif
#endif
