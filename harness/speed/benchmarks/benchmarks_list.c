/* A benchmark, described, and lists of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/base/record/record.h"
#include "harness/speed/benchmarks/benchmarks.h"

static const struct record_field fields[] = {BENCHMARK_FIELDS(struct benchmark, ),
                                             {.key = NULL}};

const struct record benchmark_record = {"benchmark", "A workload with a name.",
                                        sizeof(struct benchmark), fields};

void benchmark_clear(struct benchmark *one) {
    record_clear(&benchmark_record, one);
}

void benchmarks_clear(struct benchmarks *b) {
    for (int i = 0; i < b->count; i++)
        benchmark_clear(&b->benchmark[i]);
    free(b->benchmark);
    *b = (struct benchmarks){0, NULL};
}

int benchmarks_append(struct benchmarks *b, const struct benchmark *one,
                      struct diagnostic *d) {
    struct benchmark *grown =
        realloc(b->benchmark, ((size_t)b->count + 1) * sizeof *grown);
    if (grown == NULL)
        return message_set(d, "out of memory");
    b->benchmark = grown;
    return record_copy(&benchmark_record, &grown[b->count++], one)
               ? message_set(d, "out of memory")
               : 0;
}

int benchmarks_keep(struct benchmarks *b,
                    bool (*keeps)(const struct benchmarks *b,
                                  const struct benchmark *one),
                    struct diagnostic *d) {
    struct benchmarks kept = {0, NULL};
    int failed = 0;
    for (int i = 0; i < b->count && !failed; i++)
        if (keeps(b, &b->benchmark[i]))
            failed = benchmarks_append(&kept, &b->benchmark[i], d);
    benchmarks_clear(b);
    *b = kept;
    return failed;
}
