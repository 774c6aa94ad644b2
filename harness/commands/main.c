/* The program: hands the command line to its command, and what that has written to standard
 * output. SIGPIPE is ignored, so that files are written also when nobody reads the output, and
 * SIGXFSZ, so that a file that grows beyond the limit of its size ends in an error; SIGCHLD is
 * not, whatever was inherited: the ends of processes are waited for. Names from outside reach
 * no terminal with their control characters.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <gsl/gsl_errno.h>
#include <mpfr.h>

#include "harness/commands/commands.h"
#include "harness/session/colour.h"
#include "harness/base/data.h"
#include "harness/base/legible.h"
#include "harness/base/message.h"
#include "harness/base/path.h"
#include "harness/base/screen/screen.h"
#include "harness/base/text.h"
#include "harness/session/command.h"
#include "harness/speed/benchmarks/benchmark_build.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/opener.h"

/* Writes all to standard output; a reader that has gone away is no error. */
static int write_out(const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(STDOUT_FILENO, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno == EPIPE ? 0 : -1;
        text += written;
        length -= (size_t)written;
    }
    return 0;
}

/* The message on standard error, with one line end, whether it has its own or not. */
static void complain(char *text) {
    legible_make_lines(text);
    size_t length = strlen(text);
    bool ended = text[length - 1] == '\n';
    fprintf(stderr, "halfstep: %s%s", text, ended ? "" : "\n");
}

/* The folder of the user's cache, which the caller frees: HALFSTEP_CACHE, else halfstep in
 * XDG_CACHE_HOME, else in ~/.cache. NULL: none; so, too, when HALFSTEP_CACHE is empty. */
static char *name_cache(void) {
    const char *own = getenv("HALFSTEP_CACHE"), *all = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (own != NULL)
        return own[0] == '\0' ? NULL : strdup(own);
    if (all != NULL && all[0] == '/')
        return path_join(all, "halfstep");
    return home != NULL && home[0] == '/' ? path_join(home, ".cache/halfstep") : NULL;
}

/* Whether standard output is a terminal that shows colours, and these are wanted: no-color.org. */
static bool wants_colours(void) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && (refused == NULL || *refused == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

enum { columns_unknown = 80 };

/* The columns that COLUMNS asks for, else those of the terminal that standard output is, 80 where
 * it does not tell (a container without a size); 0: it is none. */
static int count_columns(void) {
    struct winsize size;
    const char *wanted = getenv("COLUMNS");
    const long columns = wanted == NULL ? 0 : strtol(wanted, NULL, 10);
    if (columns > 0 && columns <= INT_MAX)
        return (int)columns;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col > 0 ? size.ws_col : columns_unknown;
}

static void print_coloured(void *text, FILE *out) {
    colour_verdicts(text, out);
}

/* The text with verdicts in colour, in place of *text. */
static int colour(char **text, size_t *length) {
    char *coloured = text_printed(print_coloured, *text, length);
    if (coloured == NULL)
        return -1;
    free(*text);
    *text = coloured;
    return 0;
}

static enum exit_status run(struct session *session, int argc, char **argv) {
    char *text = NULL;
    size_t length = 0;
    session->out = open_memstream(&text, &length);
    if (session->out == NULL)
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    screen_set(session->out, session->columns);
    enum exit_status status = command_run(session, argc, argv);
    if (fclose(session->out) != 0) {
        message_set(&session->why, "out of memory");
        free(text);
        return EXIT_MACHINE;
    }
    legible_make_lines(text);
    if (session->is_quiet)
        text[length = 0] = '\0';
    if (wants_colours() && colour(&text, &length) != 0) {
        message_set(&session->why, "out of memory");
        status = EXIT_MACHINE;
    } else if (write_out(text, length) != 0) {
        message_set(&session->why, "standard output: %s", strerror(errno));
        status = EXIT_MACHINE;
    }
    free(text);
    return status;
}

/* The number of a standard file that is closed would be that of the next file or pipe, and a
 * program that is started would take it for its own. What is written to one that was closed
 * fails, as it would without this. */
static void keep_standard_files(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0)
            open("/dev/null", O_RDONLY);
}

int main(int argc, char **argv) {
    keep_standard_files();
    struct session session = {
        .err = stderr,
        .err_is_terminal = isatty(STDERR_FILENO) == 1,
        .columns = count_columns(),
        .models = data_path(DATA_MODELS),
        .originals = data_path(DATA_ORIGINALS),
        .pinned = data_path(DATA_PINNED),
        .detection = data_path(DATA_DETECTION),
        .known = {.catalogue = data_path(DATA_TRUTHS)},
        .pages = data_path(DATA_PAGES),
        .build = BENCHMARK_BUILD,
        .open_subject = open_own_subject,
        .commands = command_table(),
    };
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    gsl_set_error_handler_off();
    char *cache = name_cache();
    session.known.cache = cache;
    enum exit_status status = run(&session, argc, argv);
    if (session.why.text[0] != '\0')
        complain(session.why.text);
    free(cache);
    mpfr_free_cache();
    return (int)status;
}
