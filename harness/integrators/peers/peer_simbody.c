/* The library is left loaded: Simbody keeps things until the program ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/integrators/peers/peer_simbody.h"

#include <dlfcn.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"

#ifndef PEER_SIMBODY_LIBRARY
#define PEER_SIMBODY_LIBRARY NULL
#endif

const void *peer_simbody_load(const char *library, const char *symbol,
                              struct diagnostic *d) {
    if (library == NULL) {
        message_set(d, "Simbody is not built in: install it (Debian, Ubuntu: "
                       "libsimbody-dev, and a C++ compiler) and build anew");
        return NULL;
    }
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    const void *its = loaded != NULL ? dlsym(loaded, symbol) : NULL;
    if (its == NULL) {
        const char *why = dlerror();
        message_set(d, "Simbody cannot be loaded: %s",
                    why != NULL ? why : "no reason is given");
    }
    return its;
}

int peer_simbody_open(struct peer_simbody *p, const struct peer_scene *scene,
                      struct diagnostic *d) {
    char why[512] = "";
    *p = (struct peer_simbody){
        .its = peer_simbody_load(PEER_SIMBODY_LIBRARY, PEER_SIMBODY_SYMBOL, d)};
    if (p->its == NULL)
        return SUBJECT_MISSING;
    p->self = p->its->open(scene, why, sizeof why);
    if (p->self != NULL)
        return 0;
    p->its = NULL;
    return message_set(d, "Simbody: %s", why);
}

void peer_simbody_close(struct peer_simbody *p) {
    if (p->its != NULL)
        p->its->close(p->self);
    p->its = NULL;
}

int peer_simbody_run(struct peer_simbody *p, long steps, struct diagnostic *d) {
    return p->its->run(p->self, steps) == 0
               ? 0
               : message_set(d, "Simbody: %s", p->its->why(p->self));
}
