/* halfstep-pages [--without-figures] DIR [AGAINST]
 * halfstep-pages --single NAME DIR: makes the pages of an output folder from its results.json, with
 * what changed since the report in the folder AGAINST.
 *
 * Exit status: 0; 2: wrong usage, results that cannot be read, a folder that cannot be
 * written; 3: gnuplot is missing or fails. index.html appears when everything else is done.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports/site/site.h"

enum { PARTS_PATH = 4096 }; /* a path is shorter */

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

/* The parts of an installation, which may have been moved: PREFIX/share/halfstep/pages, when the
 * running program is in PREFIX/libexec/halfstep and it is there; else those of the sources. */
static void find_parts(char folder[PARTS_PATH]) {
    if (!find_installed(folder))
        snprintf(folder, PARTS_PATH, "%s", REPORT_PARTS);
}

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
    find_parts(parts);
    if (chdir(folder) != 0) {
        text_format(why, "%s: %s", folder, strerror(errno));
        return STATUS_INPUT;
    }
    if (!site_make(&site, &is_drawing))
        status = is_drawing ? STATUS_MACHINE : STATUS_INPUT;
    site_clear(&site);
    return status;
}

static enum exit_status make_single(const char *folder, const char *name,
                                    struct text *why) {
    struct text file = {0};
    bool good = single_make(folder, name, &file, why);
    if (good)
        printf("%s\n", text_bytes(&file));
    text_clear(&file);
    return good ? STATUS_DONE : STATUS_INPUT;
}

/* The folders as paths from the root on. */
static enum exit_status make_from(const char *folder, const char *against,
                                  bool without_figures, struct text *why) {
    char *place = realpath(folder, NULL);
    char *other = against != NULL ? realpath(against, NULL) : NULL;
    enum exit_status status = STATUS_INPUT;
    if (place == NULL || (against != NULL && other == NULL))
        text_format(why, "%s: %s", place == NULL ? folder : against, strerror(errno));
    else
        status = make(place, other, without_figures, why);
    free(place);
    free(other);
    return status;
}

int main(int count, char **word) {
    struct text why = {0};
    const bool without = count > 1 && strcmp(word[1], "--without-figures") == 0;
    const int first = without ? 2 : 1;
    enum exit_status status = STATUS_INPUT;
    if (count == 2 && strcmp(word[1], "--help") == 0)
        return fputs(usage, stdout) < 0 ? STATUS_MACHINE : STATUS_DONE;
    if (count == 4 && strcmp(word[1], "--single") == 0)
        status = make_single(word[3], word[2], &why);
    else if (count <= first || count > first + 2 || word[first][0] == '-')
        return fputs(usage, stderr), STATUS_INPUT;
    else
        status = make_from(word[first], word[first + 1], without, &why);
    if (status != STATUS_DONE)
        fprintf(stderr, "halfstep-pages: %s\n",
                why.length > 0 ? text_bytes(&why) : "out of memory");
    text_clear(&why);
    return (int)status;
}
