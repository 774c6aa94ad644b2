/* halfstep-pages [--without-figures] DIR [AGAINST]
 * halfstep-pages --single NAME DIR: makes the pages of an output folder from its results.json, with
 * what changed since the report in the folder AGAINST.
 *
 * Exit status: 0; 2: wrong usage, results that cannot be read, a folder that cannot be
 * written; 3: gnuplot is missing or fails. index.html appears when everything else is done.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/site/site.h"

enum exit_status { STATUS_DONE = 0, STATUS_INPUT = 2, STATUS_MACHINE = 3 };

static const char usage[] =
    "usage: halfstep-pages [--without-figures] DIR [AGAINST]\n"
    "       halfstep-pages --single NAME DIR\n"
    "Reads DIR/results.json and DIR/tables/*.tsv, writes DIR/index.html, DIR/models/,\n"
    "DIR/methods/, DIR/speed.html, DIR/contact.html and DIR/figures/.\n"
    "With AGAINST, the folder of another report, the index tells what changed since.\n"
    "--without-figures: tables only, for a look while the work goes on.\n"
    "--single: of pages that are made, that of a problem, a method or the index as one "
    "file,\n"
    "NAME.html, with everything inside.\n";

/* gnuplot is started in the folder, so that its files have short names. */
static enum exit_status make(const char *folder, const char *against,
                             bool without_figures, struct text *why) {
    char parts[PARTS_PATH];
    struct site site = {.folder = folder,
                        .against = against,
                        .without_figures = without_figures,
                        .parts = parts,
                        .why = why};
    bool is_drawing = false;
    enum exit_status status = STATUS_DONE;
    parts_find(parts);
    if (chdir(folder) != 0) {
        text_format(why, "%s: %s", folder, strerror(errno));
        return STATUS_INPUT;
    }
    if (!site_make(&site, &is_drawing))
        status = is_drawing ? STATUS_MACHINE : STATUS_INPUT;
    site_clear(&site);
    return status;
}

static enum exit_status make_single(const char *name, const char *folder) {
    struct text file = {0}, why = {0};
    bool good = single_make(folder, name, &file, &why);
    if (good)
        printf("%s\n", text_bytes(&file));
    else
        fprintf(stderr, "halfstep-pages: %s\n", text_bytes(&why));
    text_clear(&file);
    text_clear(&why);
    return good ? STATUS_DONE : STATUS_INPUT;
}

int main(int arguments, char **argument) {
    if (arguments == 4 && strcmp(argument[1], "--single") == 0)
        return (int)make_single(argument[2], argument[3]);
    if (arguments == 2 && strcmp(argument[1], "--help") == 0) {
        fputs(usage, stdout);
        return STATUS_DONE;
    }
    bool without = arguments > 1 && strcmp(argument[1], "--without-figures") == 0;
    arguments -= without;
    argument += without;
    if (arguments < 2 || arguments > 3 || argument[1][0] == '-') {
        fputs(usage, stderr);
        return STATUS_INPUT;
    }
    struct text why = {0};
    char *folder = realpath(argument[1], NULL);
    char *against = arguments == 3 ? realpath(argument[2], NULL) : NULL;
    enum exit_status status = STATUS_INPUT;
    if (arguments == 3 && against == NULL)
        text_format(&why, "%s: %s", argument[2], strerror(errno));
    else
        status = make(folder != NULL ? folder : argument[1], against, without, &why);
    if (status != STATUS_DONE)
        fprintf(stderr, "halfstep-pages: %s\n",
                why.length > 0 ? text_bytes(&why) : "out of memory");
    text_clear(&why);
    free(folder);
    free(against);
    return (int)status;
}
