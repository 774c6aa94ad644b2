/* Which benchmarks there are: every method, in its modes, on every model that it takes, with
 * fixed steps and under error control where it has it.
 *
 * A name is MODEL/METHOD/MODE/KIND: "pendulum/velocity-implicit-euler/default/fixed". METHOD
 * bears its form where it has several ("semi-explicit-euler.gaming"); KIND is fixed, controlled
 * or the name of a kernel.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARKS_H
#define HARNESS_BENCHMARKS_H

#include <stdbool.h>

#include "harness/session/models.h"

struct record; /* harness/base/record/record.h */
struct method; /* harness/methods/method_row.h */

struct benchmark {
    const char *name, *model, *method, *mode, *kind;
    json_t *workload; /* as benchmark_library.h says it */
};

extern const struct record benchmark_record;

/* Its fields, or those of a record of which it is the member that `at` leads to: "of." */
#define BENCHMARK_FIELDS(type, at)                                                       \
    RECORD_NAMED("name", type, at name, TEXT, "MODEL/METHOD/MODE/KIND"),                 \
        RECORD_NAMED("model", type, at model, TEXT, "its name"),                         \
        RECORD_NAMED("method", type, at method, TEXT, "its name, with its form"),        \
        RECORD_NAMED("mode", type, at mode, TEXT, "default or faithful"),                \
        RECORD_NAMED("kind", type, at kind, TEXT, "fixed, controlled or a kernel"),      \
        RECORD_NAMED("workload", type, at workload, OBJECT,                              \
                     "what is run: model, set, method, options, step, length")

struct benchmarks {
    int count;
    struct benchmark *benchmark; /* (size count) */
};

enum benchmarks_extent {
    BENCHMARKS_QUICK,    /* some thirty, each method among them: for every change */
    BENCHMARKS_STANDARD, /* some hundred: those, and what each method is made for */
    BENCHMARKS_FULL      /* every method on every model */
};

struct benchmarks_request {
    const struct catalogue *catalogue;
    const struct model_names *models;      /* NULL: those of the extent */
    const struct model_settings *settings; /* of all models; NULL: none */
    const char *method;                    /* NULL: all */
    enum benchmarks_extent extent;
};

/* In the order of models, methods, modes, kinds; the same on every machine. A method has none
 * on a model that it does not take. Freed with benchmarks_clear. Nonzero: *d says why. */
int benchmarks_choose(struct benchmarks *b, const struct benchmarks_request *workload,
                      struct diagnostic *d);
void benchmarks_clear(struct benchmarks *b);
void benchmark_clear(struct benchmark *one);

/* Appends a copy. Nonzero: out of memory, and *d says so. */
int benchmarks_append(struct benchmarks *b, const struct benchmark *one,
                      struct diagnostic *d);

/* Leaves out those that are refused, each asked while all are there. Nonzero: out of memory, and *d
 * says so. */
int benchmarks_keep(struct benchmarks *b,
                    bool (*keeps)(const struct benchmarks *b,
                                  const struct benchmark *one),
                    struct diagnostic *d);

/* Appends those of one method on a model: none if the method does not take it. It is found by
 * `name`, which may be a path, and called `title`. All modes and kinds, or the few of a quick
 * measurement. Nonzero: out of memory, or the model has no span, and *d says so. */
int benchmarks_add(struct benchmarks *b, struct model *m, const char *name,
                   const char *title, const struct method *method,
                   const struct benchmarks_request *workload, struct diagnostic *d);

/* The length of a model's span. Nonzero: it is none, and *d says so. */
int benchmarks_span(double *span, struct model *m, struct diagnostic *d);

/* The "set" of a workload: a new object. */
json_t *benchmarks_set(const struct model_settings *settings);

#endif
