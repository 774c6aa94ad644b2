/* Paths.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *path_join(const char *directory, const char *name) {
    size_t room = strlen(directory) + strlen(name) + 2;
    char *path = malloc(room);
    if (path != NULL)
        snprintf(path, room, "%s/%s", directory, name);
    return path;
}
