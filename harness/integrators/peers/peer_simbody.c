/* The library is left loaded: Simbody keeps things until the program ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/integrators/peers/peer_simbody.h"

#include "harness/base/message.h"
#include "harness/integrators/subject.h"

#ifdef PEER_SIMBODY_LIBRARY

#include <dlfcn.h>

static const struct peer_simbody_functions *find_functions(struct diagnostic *d) {
    void *library = dlopen(PEER_SIMBODY_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    const void *functions = library != NULL ? dlsym(library, PEER_SIMBODY_SYMBOL) : NULL;
    if (functions == NULL) {
        const char *why = dlerror();
        message_set(d, "Simbody cannot be loaded: %s",
                    why != NULL ? why : "no reason is given");
    }
    return functions;
}

#else

static const struct peer_simbody_functions *find_functions(struct diagnostic *d) {
    message_set(
        d, "Simbody is not built in: install it (Debian, Ubuntu: libsimbody-dev, and a "
           "C++ compiler) and build anew");
    return NULL;
}

#endif

int peer_simbody_open(struct peer_simbody *p, const struct peer_scene *scene,
                      struct diagnostic *d) {
    char why[512] = "";
    *p = (struct peer_simbody){.its = find_functions(d)};
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
