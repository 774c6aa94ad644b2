/* An integrator from a shared library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/library.h"

#include <dlfcn.h>
#include <stdbool.h>
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
    if (it->interface_version != HALFSTEP_INTERFACE)
        return message_set(
            d,
            "it was made for version %d of the interface, and this program "
            "has version %d: compile it with this program's "
            "halfstep_integrator.h",
            it->interface_version, HALFSTEP_INTERFACE);
    const char *missing = find_missing(it);
    if (missing != NULL)
        return message_set(d, "the member '%s' is NULL, but is not optional", missing);
    return 0;
}

const struct halfstep_integrator *library_load(const char *path, struct activity *a,
                                               struct diagnostic *d) {
    const struct halfstep_integrator *(*describe)(void) = NULL;
    activity_begin(a, CALL_LOAD);
    void *library = open_library(path, d);
    void *found = library == NULL ? NULL : dlsym(library, symbol);
    activity_end(a);
    if (library == NULL)
        return NULL;
    if (found == NULL) {
        message_set(d, "it does not define the function %s()", symbol);
        return NULL;
    }
    memcpy(&describe, &found, sizeof describe); /* no conversion between the two in C11 */
    activity_begin(a, CALL_DESCRIBE);
    const struct halfstep_integrator *it = describe();
    activity_end(a);
    return check(it, d) == 0 ? it : NULL;
}
