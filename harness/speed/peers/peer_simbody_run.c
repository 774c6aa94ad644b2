/* Simbody's integrators as peers, where Simbody was found when Halfstep was configured: the shared
 * library stays loaded, since Simbody keeps things until the program ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/plugin/guest/guest_system.h"
#include "harness/speed/benchmarks/peer_base.h"
#include "harness/speed/peers/simbody_integrators.h"

struct guest_of_simbody {
    struct peer_base base;
    struct halfstep_system functions;
    const struct simbody_integrators *its;
    void *self;
};

#ifdef SIMBODY_INTEGRATORS_LIBRARY

static const struct simbody_integrators *find_library(struct diagnostic *d) {
    void *library = dlopen(SIMBODY_INTEGRATORS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    const void *its = library != NULL ? dlsym(library, SIMBODY_INTEGRATORS_SYMBOL) : NULL;
    if (its == NULL) {
        const char *why = dlerror();
        message_set(d, "Simbody cannot be loaded: %s",
                    why != NULL ? why : "no reason is given");
    }
    return its;
}

#else

static const struct simbody_integrators *find_library(struct diagnostic *d) {
    message_set(
        d, "Simbody is not built in: install it (Debian, Ubuntu: libsimbody-dev, and a "
           "C++ compiler) and build anew");
    return NULL;
}

#endif

static const struct fast_system *system_of(void *context) {
    return bind_system(((struct guest_of_simbody *)context)->base.system.binding);
}

static int rates(void *context, double t, const double *x, double *ydot) {
    const struct fast_system *system = system_of(context);
    ((struct guest_of_simbody *)context)->base.system.evaluations++;
    return system->rates(system->context, t, x, ydot);
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    const struct fast_system *system = system_of(context);
    if (system->map != NULL)
        return system->map(system->context, q, v, qdot);
    memcpy(qdot, v, (size_t)system->nq * sizeof *v);
    return 0;
}

static int unmap(void *context, const double *q, const double *qdot, double *v) {
    const struct fast_system *system = system_of(context);
    if (system->unmap != NULL)
        return system->unmap(system->context, q, qdot, v);
    if (system->map != NULL)
        return guest_unmap_by_least_squares(system, q, qdot, v);
    memcpy(v, qdot, (size_t)system->nv * sizeof *v);
    return 0;
}

/* Not asked for by these integrators. */
static int refuse_jacobian(void *context, double t, const double *x, double *matrix) {
    (void)context;
    (void)t;
    (void)x;
    (void)matrix;
    return -1;
}

static int start(void *self, double t, const double *x) {
    peer_base_begin(&((struct guest_of_simbody *)self)->base, t, x);
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct guest_of_simbody *g = self;
    (void)h;
    if (g->its->run(g->self, g->base.t, g->base.x, t_final, &g->base.steps))
        return message_set(&g->base.why, "Simbody: %s", g->its->why(g->self));
    g->base.t = t_final;
    return 0;
}

static void free_guest(void *self) {
    struct guest_of_simbody *g = self;
    if (g->self != NULL)
        g->its->close(g->self);
    peer_base_clear(&g->base);
    free(g);
}

static int kind_of(const char *method) {
    if (strcmp(method, "simbody-semi-explicit-euler") == 0)
        return SIMBODY_SEMI_EXPLICIT_EULER;
    return strcmp(method, "simbody-semi-explicit-euler-2") == 0
               ? SIMBODY_SEMI_EXPLICIT_EULER_2
               : SIMBODY_RUNGE_KUTTA_MERSON;
}

static int open_guest(struct guest_of_simbody *g, struct diagnostic *d) {
    const struct peer_base *b = &g->base;
    const int nq = b->system.nq, nv = b->system.nv;
    char why[256] = "";
    g->functions = (struct halfstep_system){
        nq,  nv,    b->system.nx - nq - nv, system_of(g)->map == NULL, g, NULL, rates,
        map, unmap, refuse_jacobian};
    g->self = g->its->open(&g->functions, kind_of(b->wish.method), b->wish.step,
                           b->wish.accuracy, why, sizeof why);
    if (g->self != NULL)
        return 0;
    message_set(d, "Simbody: %s", why);
    return SUBJECT_REFUSED;
}

int peer_open_simbody(struct subject *s, struct model *m, const struct peer_wish *wish,
                      struct diagnostic *d) {
    const struct simbody_integrators *its = find_library(d);
    if (its == NULL)
        return SUBJECT_MISSING;
    if (kind_of(wish->method) == SIMBODY_SEMI_EXPLICIT_EULER && !(wish->step > 0)) {
        message_set(d, "%s has no error control", wish->method);
        return SUBJECT_REFUSED;
    }
    struct guest_of_simbody *g = calloc(1, sizeof *g);
    int failed = SUBJECT_NO_MEMORY;
    if (g == NULL)
        message_set(d, "out of memory");
    else
        failed = peer_base_init(&g->base, m, wish, d);
    if (failed == 0) {
        g->its = its;
        failed = open_guest(g, d);
    }
    if (failed == 0)
        *s = peer_base_subject(&g->base, start, run, free_guest);
    else if (g != NULL)
        free_guest(g);
    return failed;
}

const char *peer_version_simbody(void) {
    struct diagnostic ignored;
    const struct simbody_integrators *its = find_library(&ignored);
    return its != NULL ? its->version : NULL;
}
