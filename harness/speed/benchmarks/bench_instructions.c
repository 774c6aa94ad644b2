/* Instructions of one pass, by callgrind: starts halfstep-benchmark under valgrind and reads
 * the two dumps that benchmark_count.c asks for.
 *
 *     instructions = Ir(pass) - Ir(empty pass), and so with reads (Dr) and writes (Dw)
 *     data_bytes   = line (DLmr + DLmw), code_bytes = line ILmr
 *
 * in a simulated last-level cache that holds everything, which begins empty (callgrind's
 * names, valgrind's manual, 6.5). So that nothing of the caller gets into the figures, library
 * and dump are open files of fixed numbers, and the environment is a fixed one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/data.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/bench_process.h"
#include "harness/speed/benchmarks/benchmark_answer.h"
#include "harness/speed/benchmarks/callgrind_dump.h"

enum { LINE_BYTES = 64, LIBRARY_FILE = 20, DUMP_FILE = 21 };
#define LIBRARY_PATH "/dev/fd/20"
#define DUMP_OPTION "--callgrind-out-file=/dev/fd/21"

/* A first level like that of most processors, and a last one of 256 MiB. */
#define FIRST_LEVEL "32768,8,64"
#define LAST_LEVEL "268435456,16,64"

/* Valgrind makes a pass fifty times slower: a pass of ten seconds is too long to be counted. */
static const double most_seconds = 300;

#define COUNTED(member, what)                                                            \
    RECORD_FIELD(struct instructions, member, WHOLE, what, .not_negative = true)

static const struct record_field fields[] = {
    COUNTED(instructions, "of a pass"),
    COUNTED(reads, "of data"),
    COUNTED(writes, "of data"),
    COUNTED(data_bytes, "that are touched"),
    COUNTED(code_bytes, "that are run"),
    RECORD_FIELD(struct instructions, tool, TEXT, "that has counted"),
    {.key = NULL},
};
const struct record instructions_record = {"instructions", "What valgrind counts.",
                                           sizeof(struct instructions), fields};

static json_t *describe(const struct callgrind_dump *dump) {
    long of[CALLGRIND_EVENTS];
    for (int k = 0; k < CALLGRIND_EVENTS; k++)
        of[k] = (long)(dump->count[1][k] - dump->count[0][k]);
    const struct instructions found = {
        .instructions = of[CALLGRIND_INSTRUCTIONS],
        .reads = of[CALLGRIND_READS],
        .writes = of[CALLGRIND_WRITES],
        .data_bytes =
            LINE_BYTES * (of[CALLGRIND_READ_MISSES] + of[CALLGRIND_WRITE_MISSES]),
        .code_bytes = LINE_BYTES * of[CALLGRIND_CODE_MISSES],
        .tool = dump->version};
    return record_tell(&instructions_record, &found);
}

/* The first line of what the process has said; valgrind's warnings begin with '-'. */
static int quote(struct diagnostic *d, FILE *said) {
    char line[256] = "";
    rewind(said);
    while (fgets(line, sizeof line, said) != NULL)
        if (line[0] != '-' && line[0] != '\n')
            return message_set(d, "%.*s", (int)strcspn(line, "\n"), line);
    return message_set(d, "valgrind has counted nothing, and does not say why");
}

/* The variables that valgrind and the loader need to be found at all, and one thread: what
 * others do would be counted too. The caller frees text[0], text[1]. */
static void make_environment(char **text) {
    static const char *const kept[] = {"VALGRIND_LIB", "LD_LIBRARY_PATH"};
    static char threads[] = BENCH_ONE_THREAD;
    int count = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const char *value = getenv(kept[i]);
        const size_t room = value == NULL ? 0 : strlen(kept[i]) + strlen(value) + 2;
        char *one = value == NULL ? NULL : malloc(room);
        if (one != NULL) {
            snprintf(one, room, "%s=%s", kept[i], value);
            text[count++] = one;
        }
    }
    text[count] = threads;
}

static int start(pid_t *process, char *const *argument, int library, FILE *dump,
                 FILE *said) {
    char *environment[4] = {NULL};
    const int file[4][2] = {{library, LIBRARY_FILE},
                            {fileno(dump), DUMP_FILE},
                            {fileno(said), STDOUT_FILENO},
                            {fileno(said), STDERR_FILENO}};
    const struct bench_child child = {argument[0], argument, environment, 4, file};
    make_environment(environment);
    const int failure = bench_start(process, &child);
    for (int i = 0; environment[i + 1] != NULL; i++)
        free(environment[i]);
    return failure;
}

static int count_in_files(json_t **found, char *const *argument, int library, FILE *dump,
                          FILE *said, struct diagnostic *d) {
    struct callgrind_dump counted;
    pid_t process;
    int status;
    const int failure = start(&process, argument, library, dump, said);
    if (failure == ENOENT)
        return message_set(d, "valgrind is not installed: apt-get install valgrind");
    if (failure != 0)
        return message_set(d, "valgrind: %s", strerror(failure));
    if (bench_wait(process, most_seconds, &status, d))
        return -1;
    callgrind_dump_read(&counted, dump);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || counted.parts < CALLGRIND_PARTS)
        return quote(d, said);
    *found = describe(&counted);
    return *found == NULL ? message_set(d, "out of memory") : 0;
}

static int count(json_t **found, const char *path, char *workload, long slow,
                 struct diagnostic *d) {
    char number[32];
    char valgrind[] = "valgrind", quiet[] = "-q", tool[] = "--tool=callgrind",
         off[] = "--instr-atstart=no", one[] = "--combine-dumps=yes",
         caches[] = "--cache-sim=yes", code[] = "--I1=" FIRST_LEVEL,
         data[] = "--D1=" FIRST_LEVEL, last[] = "--LL=" LAST_LEVEL, out[] = DUMP_OPTION,
         runner[DATA_PATH], what[] = BENCHMARK_COUNT, place[] = LIBRARY_PATH;
    char *const argument[] = {valgrind, quiet,    tool,   off, one,    caches,
                              code,     data,     last,   out, runner, what,
                              place,    workload, number, NULL};
    snprintf(number, sizeof number, "%ld", slow);
    snprintf(runner, sizeof runner, "%s", data_path(DATA_BENCHMARK));
    const int library = open(path, O_RDONLY);
    struct bench_files f;
    int failed = library < 0 ? message_set(d, "%s: %s", path, strerror(errno)) : 0;
    if (bench_files_open(&f, d) == 0 && !failed)
        failed = count_in_files(found, argument, library, f.file[0], f.file[1], d);
    else
        failed = -1;
    bench_files_close(&f);
    if (library >= 0)
        close(library);
    return failed;
}

/* Why instructions cannot be counted by this build; NULL: they can. */
static const char *unable(void) {
#if defined(HALFSTEP_SANITIZED)
    return "a build with sanitizers does not run under valgrind: configure another with "
           "--preset release";
#elif !defined(HALFSTEP_HAS_CALLGRIND)
    return "valgrind was not there when halfstep was configured: apt-get install "
           "valgrind, "
           "and configure it again";
#else
    return NULL;
#endif
}

int bench_instructions(json_t **found, const char *library, const json_t *workload,
                       long slow, struct diagnostic *d) {
    if (unable() != NULL)
        return message_set(d, "%s", unable());
    char *text = json_dumps(workload, JSON_COMPACT | JSON_SORT_KEYS);
    if (text == NULL)
        return message_set(d, "out of memory");
    const int failed = count(found, library, text, slow, d);
    free(text);
    return failed;
}
