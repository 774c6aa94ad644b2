/* An integrator from a shared library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/message.h"

static const char symbol[] = "halfstep_integrator";

/* dlerror's sentence, without the path that it may begin with. */
static const char *explain(const char *path) {
    const char *text = dlerror();
    size_t length = strlen(path);
    if (text == NULL)
        return "no reason is given";
    if (strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0)
        return text + length + 2;
    return text;
}

/* Without a slash dlopen would search the system's folders. */
static void *open_library(const char *path, struct diagnostic *d) {
    char here[4096];
    snprintf(here, sizeof here, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    void *library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        message_set(d, "it is not a shared library that can be loaded: %s",
                    explain(here));
    return library;
}

static const char *find_missing(const struct halfstep_integrator *it) {
    const struct {
        bool is_there;
        const char *name;
    } members[] = {
        {it->name != NULL, "name"},       {it->create != NULL, "create"},
        {it->destroy != NULL, "destroy"}, {it->start != NULL, "start"},
        {it->step != NULL, "step"},       {it->state != NULL, "state"},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!members[i].is_there)
            return members[i].name;
    return NULL;
}

static int check(const struct halfstep_integrator *it, struct diagnostic *d) {
    if (it == NULL)
        return message_set(d, "%s() returned NULL", symbol);
    if (it->interface_version < 1 || it->interface_version > HALFSTEP_INTERFACE)
        return message_set(
            d,
            "it was made for version %d of the interface, and this program "
            "has versions 1 to %d: compile it with this program's "
            "halfstep_integrator.h",
            it->interface_version, HALFSTEP_INTERFACE);
    const char *missing = find_missing(it);
    if (missing != NULL)
        return message_set(d, "the member '%s' is NULL, but is not optional", missing);
    return 0;
}

/* A library of version 1 has no more than the beginning of the struct. */
static void copy(struct halfstep_integrator *it, const struct halfstep_integrator *its) {
    *it = (struct halfstep_integrator){.interface_version = its->interface_version};
    memcpy(it, its,
           its->interface_version == 1 ? offsetof(struct halfstep_integrator, takes)
                                       : sizeof *it);
}

int library_load(struct halfstep_integrator *it, const char *path, struct activity *a,
                 struct diagnostic *d) {
    const struct halfstep_integrator *(*describe)(void) = NULL;
    activity_begin(a, CALL_LOAD);
    void *library = open_library(path, d);
    void *found = library == NULL ? NULL : dlsym(library, symbol);
    activity_end(a);
    if (library == NULL)
        return -1;
    if (found == NULL)
        return message_set(d, "it does not define the function %s()", symbol);
    memcpy(&describe, &found, sizeof describe); /* no conversion between the two in C11 */
    activity_begin(a, CALL_DESCRIBE);
    const struct halfstep_integrator *its = describe();
    activity_end(a);
    if (check(its, d))
        return -1;
    copy(it, its);
    return 0;
}
