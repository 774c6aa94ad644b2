/* Comparisons, measurements and peers, entry by entry.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/json.h"

static enum speed_verdict read_verdict(const char *word) {
    static const char *const words[SPEED_VERDICTS] = {"slower", "faster", "cannot-tell",
                                                      "not-measured", "same"};
    for (int i = 0; i < SPEED_VERDICTS; i++) {
        if (strcmp(word, words[i]) == 0) {
            return (enum speed_verdict)i;
        }
    }
    return SPEED_NOT_MEASURED;
}

static enum speed_work read_work(const json_t *entry) {
    const char *word = json_loose_text(entry, "counters_verdict");
    return strcmp(word, "more") == 0      ? SPEED_WORK_MORE
           : strcmp(word, "changed") == 0 ? SPEED_WORK_CHANGED
                                          : SPEED_WORK_SAME;
}

static struct speed_comparison read_comparison(const json_t *entry, int number) {
    const json_t *instructions = speed_object(entry, "instructions");
    return (struct speed_comparison){
        .number = number,
        .name = json_loose_text(entry, "name"),
        .reason = json_loose_text(entry, "reason"),
        .verdict = read_verdict(json_loose_text(entry, "verdict")),
        .work = read_work(entry),
        .old_ns = json_loose_number(entry, "old_ns"),
        .new_ns = json_loose_number(entry, "new_ns"),
        .change = json_loose_number(entry, "change"),
        .half = json_loose_number(entry, "half"),
        .detectable = json_loose_number(entry, "detectable"),
        .power = json_loose_number(entry, "power"),
        .processes = json_loose_number(entry, "processes"),
        .placement = json_loose_number(entry, "placement"),
        .instructions_old = json_loose_number(instructions, "old"),
        .instructions_new = json_loose_number(instructions, "new"),
        .instructions_change = json_loose_number(instructions, "change"),
        .counters = speed_array(entry, "counters"),
        .failures = speed_array(entry, "failures"),
        .log_ratios = speed_array(entry, "log_ratios"),
        .positions = speed_array(entry, "positions"),
        .old = speed_object(entry, "old"),
        .new = speed_object(entry, "new"),
    };
}

/* Worse comes first: what fails, slower or more work, faster or other work, then by the verdict. */
static int rank_comparison(const struct speed_comparison *c) {
    return c->failures || c->verdict == SPEED_SLOWER || c->work == SPEED_WORK_MORE ? 0
           : c->verdict == SPEED_FASTER || c->work == SPEED_WORK_CHANGED
               ? 1
               : (int)c->verdict;
}

/* How far the time moved, where a verdict says that it did. */
static double get_size(const struct speed_comparison *c) {
    return c->verdict <= SPEED_FASTER && isfinite(c->change) ? fabs(c->change) : 0;
}

static int compare_comparisons(const void *a, const void *b) {
    const struct speed_comparison *p = a, *q = b;
    int by_rank = rank_comparison(p) - rank_comparison(q);
    double x = get_size(p), y = get_size(q);
    return by_rank != 0 ? by_rank : x != y ? (x < y ? 1 : -1) : p->number - q->number;
}

bool speed_read_comparisons(struct speed *speed) {
    const json_t *array = speed_array(speed->document, "comparisons");
    size_t size = json_array_size(array);
    speed->comparison = calloc(size + 1, sizeof *speed->comparison);
    for (size_t i = 0; speed->comparison && i < size; i++) {
        const json_t *entry = json_array_get(array, i);
        if (json_is_object(entry)) {
            speed->comparison[speed->comparisons++] = read_comparison(entry, (int)i);
        }
    }
    if (speed->comparisons > 0) {
        qsort(speed->comparison, (size_t)speed->comparisons, sizeof *speed->comparison,
              compare_comparisons);
    }
    return speed->comparison != NULL;
}

static struct speed_measurement read_measurement(const json_t *entry, int number) {
    const json_t *ns = speed_object(entry, "ns");
    const char *unit = json_loose_text(entry, "unit");
    return (struct speed_measurement){
        .number = number,
        .name = json_loose_text(entry, "name"),
        .unit = unit[0] ? unit : "step",
        .ns = speed_interval_read(ns),
        .cycles = speed_interval_read(speed_object(entry, "cycles")),
        .floor = speed_interval_read(speed_object(entry, "floor")),
        .counters = speed_object(entry, "counters"),
        .instructions = speed_object(entry, "instructions"),
        .blocks = speed_array(ns, "blocks"),
        .processes = speed_array(ns, "processes"),
    };
}

bool speed_read_measurements(struct speed *speed) {
    const json_t *array = speed_array(speed->document, "measurements");
    size_t size = json_array_size(array);
    speed->measurement = calloc(size + 1, sizeof *speed->measurement);
    for (size_t i = 0; speed->measurement && i < size; i++) {
        const json_t *entry = json_array_get(array, i);
        if (json_is_object(entry)) {
            speed->measurement[speed->measurements++] = read_measurement(entry, (int)i);
        }
    }
    return speed->measurement != NULL;
}

static struct speed_peer read_peer(const json_t *entry, int number) {
    struct speed_interval ratio = speed_interval_read(entry);
    ratio.value = json_loose_number(entry, "ratio");
    const char *problem = json_loose_text(entry, "problem");
    return (struct speed_peer){
        .number = number,
        .problem = problem[0] ? problem : json_loose_text(entry, "model"),
        .method = json_loose_text(entry, "method"),
        .peer = json_loose_text(entry, "peer"),
        .version = json_loose_text(entry, "version"),
        .configuration = json_loose_text(entry, "configuration"),
        .comparable = json_loose_text(entry, "comparable"),
        .how = json_loose_text(entry, "how"),
        .unit = json_loose_text(entry, "unit"),
        .reason = json_loose_text(entry, "reason"),
        .installed = !json_is_false(json_object_get(entry, "installed")),
        .ratio = ratio,
        .ns = json_loose_number(entry, "ns"),
        .peer_ns = json_loose_number(entry, "peer_ns"),
        .evaluations = json_loose_number(entry, "evaluations"),
        .peer_evaluations = json_loose_number(entry, "peer_evaluations"),
        .error = json_loose_number(entry, "error"),
        .peer_error = json_loose_number(entry, "peer_error"),
        .curve = speed_array(entry, "curve"),
        .peer_curve = speed_array(entry, "peer_curve"),
    };
}

bool speed_read_peers(struct speed *speed) {
    const json_t *array = speed_array(speed->document, "peers");
    size_t size = json_array_size(array);
    speed->peer = calloc(size + 1, sizeof *speed->peer);
    for (size_t i = 0; speed->peer && i < size; i++) {
        const json_t *entry = json_array_get(array, i);
        if (json_is_object(entry)) {
            speed->peer[speed->peers++] = read_peer(entry, (int)i);
        }
    }
    return speed->peer != NULL;
}
