/* The program halfstep-benchmark: measures in a process of its own. Others run it, with what
 * they ask on its standard input; a person has `halfstep timing` and `halfstep compare`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "problems/base/status.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <gsl/gsl_errno.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/benchmark_answer.h"
#include "harness/speed/benchmarks/loaded.h"

/* {"library"}: what it was built from; {"library", "workload"}: the counters of a pass. */
static const char *library_of(const json_t *request) {
    const char *path = json_string_value(json_object_get(request, "library"));
    return path == NULL ? "" : path;
}

static json_t *tell(const json_t *request, struct diagnostic *d) {
    struct loaded l;
    json_error_t error;
    if (loaded_library(&l, library_of(request), d))
        return NULL;
    json_t *build = json_loads(l.library->build, 0, &error);
    if (build == NULL)
        message_set(d, "%s: what it was built from is not JSON", library_of(request));
    return build;
}

static json_t *count(const json_t *request, struct diagnostic *d) {
    struct loaded l;
    json_t *counters = NULL;
    if (loaded_library(&l, library_of(request), d) == 0 &&
        loaded_open(&l, json_object_get(request, "workload"), d) == 0) {
        counters = loaded_counters(&l, d);
        loaded_close(&l);
    }
    return counters;
}

/* Documents on standard input and output. */
static const struct {
    const char *name;
    json_t *(*answer)(const json_t *request, struct diagnostic *d);
} questions[] = {
    {"tell", tell},
    {"count", count},
    {"measure", benchmark_measure},
};

static json_t *answer(const char *question, struct diagnostic *d) {
    json_error_t error;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (strcmp(questions[i].name, question) != 0)
            continue;
        json_t *request = json_loadf(stdin, 0, &error);
        if (request == NULL)
            message_set(d, "standard input: %s", error.text);
        json_t *found = request == NULL ? NULL : questions[i].answer(request, d);
        json_decref(request);
        return found;
    }
    message_set(d, "there is no question '%s'", question);
    return NULL;
}

/* What nobody waits for any more ends with whoever has asked for it, where that can be had. */
static void end_with_parent(void) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

int main(int argc, char **argv) {
    struct diagnostic d = {""};
    end_with_parent();
    gsl_set_error_handler_off();
    if (argc > 1 && strcmp(argv[1], BENCHMARK_COUNT) == 0)
        return benchmark_count(argc, argv);
    if (argc != 2) {
        fputs("usage: halfstep-benchmark tell|count|measure <request.json\n", stderr);
        return 2;
    }
    json_t *found = answer(argv[1], &d);
    if (found == NULL) {
        fprintf(stderr, "halfstep-benchmark: %s\n", d.text);
        return 1;
    }
    json_print(found, stdout);
    json_decref(found);
    return fflush(stdout) == 0 ? 0 : 3;
}
