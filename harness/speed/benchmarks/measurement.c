/* Measurements as records.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/benchmarks/measurement.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"

#define FIELD(member) .key = #member, .place = offsetof(struct measurement, member)

static const struct record_field fields[] = {
    {FIELD(failed), .meaning = "why it could not be measured", .may_lack = true},
    {FIELD(ns), .type = RECORD_NUMBER,
     .meaning = "of a pass, the median over the rounds"},
    {FIELD(log_ratio), .type = RECORD_NUMBER,
     .meaning = "the logarithm of its time over the first one's, the median"},
    {FIELD(passes), .type = RECORD_WHOLE, .meaning = "in a block"},
    {FIELD(counters), .type = RECORD_OBJECT, .may_lack = true,
     .meaning = "what a pass counts"},
    RECORD_NAMED("blocks", struct measurement, block, NUMBERS,
                 "of each round, ns of a pass",
                 .count = offsetof(struct measurement, blocks)),
    {.key = NULL},
};

const struct record measurement_record = {
    "measurement", "A workload, measured in turns with others in one process.",
    sizeof(struct measurement), fields};

double measurement_block(const struct measurement *m, int round) {
    return round < m->blocks ? m->block[round] : NAN;
}

int block_times_add(struct block_times *all, const struct measurement *m) {
    const size_t count = (size_t)(all->count + m->blocks);
    double *grown = realloc(all->ns, (count + 1) * sizeof *grown);
    if (grown == NULL)
        return -1;
    for (int i = 0; i < m->blocks; i++)
        grown[all->count++] = m->block[i];
    all->ns = grown;
    return 0;
}

double measurement_count(const struct measurement *m, const char *key) {
    return json_number_in(m->counters, key);
}

int measured_read(struct measured *m, const json_t *answer, struct diagnostic *d) {
    const json_t *list = json_object_get(answer, "contestants");
    const size_t count = json_array_size(list);
    int failed = 0;
    *m = (struct measured){.ruler_ns = json_number_in(answer, "ruler_ns")};
    m->of = calloc(count + 1, sizeof *m->of);
    if (m->of == NULL)
        return message_set(d, "out of memory");
    for (; m->count < (int)count && !failed; m->count++)
        failed = record_read(&measurement_record, &m->of[m->count],
                             json_array_get(list, (size_t)m->count), d);
    return failed;
}

void measured_clear(struct measured *m) {
    for (int i = 0; i < m->count; i++)
        record_clear(&measurement_record, &m->of[i]);
    free(m->of);
    *m = (struct measured){.count = 0};
}

const struct measurement *measured_at(const struct measured *m, int i) {
    static const struct measurement none = {.failed = "", .ns = NAN, .log_ratio = NAN};
    return i < m->count ? &m->of[i] : &none;
}
