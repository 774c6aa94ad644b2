/* The parts of an installation, which may have been moved, or of the sources.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

#include <libgen.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static bool find_installed(char path[PARTS_PATH]) {
    struct stat about;
    char program[PARTS_PATH];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    const char *prefix = dirname(dirname(dirname(program)));
    const int written = snprintf(path, PARTS_PATH, "%s/share/halfstep/pages", prefix);
    return written < PARTS_PATH && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

void parts_find(char folder[PARTS_PATH]) {
    if (!find_installed(folder))
        snprintf(folder, PARTS_PATH, "%s", REPORT_PARTS);
}
