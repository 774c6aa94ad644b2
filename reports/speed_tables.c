/* Tables: a first line with the columns' names, then numbers that read back exactly; what is
 * not known is "nan".
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/speed_tables.h"

#include <ctype.h>
#include <stdlib.h>

#include "reports/json.h"
#include "reports/output.h"

/* A text as one field: control characters become spaces. */
static void add_words(struct text *t, const char *s) {
    for (; *s; s++) {
        text_add_bytes(t, iscntrl((unsigned char)*s) ? " " : s, 1);
    }
}

static void add_number(struct text *t, double x) {
    char *shortest = NULL;
    json_t *number = json_real(x); /* NULL when it is not finite */
    if (number) {
        shortest = json_scalar_text(number);
    }
    text_add(t, "\t");
    text_add(t, shortest ? shortest : "nan");
    free(shortest);
    json_decref(number);
}

static void add_numbers(struct text *t, const double *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        add_number(t, x[i]);
    }
}

static void list_comparisons(struct text *t, const struct speed *speed) {
    static const char *const work[] = {"same", "changed", "more"};
    static const char *const verdicts[SPEED_VERDICTS] = {
        "slower", "faster", "cannot-tell", "not-measured", "same"};
    text_add(t,
             "# name\tverdict\tcounters\told_ns\tnew_ns\tchange\thalf\tdetectable\tpower"
             "\tprocesses\tplacement\told_instructions\tnew_instructions\n");
    for (int i = 0; i < speed->comparisons; i++) {
        const struct speed_comparison *c = &speed->comparison[i];
        const double numbers[] = {
            c->old_ns,           c->new_ns,          c->change,    c->half,
            c->detectable,       c->power,           c->processes, c->placement,
            c->instructions_old, c->instructions_new};
        add_words(t, c->name);
        text_format(t, "\t%s\t%s", verdicts[c->verdict], work[c->work]);
        add_numbers(t, numbers, sizeof numbers / sizeof *numbers);
        text_add(t, "\n");
    }
}

static double entry_at(const json_t *array, size_t i) {
    const json_t *value = json_array_get(array, i);
    return json_is_number(value) ? json_number_value(value) : strtod("nan", NULL);
}

static void list_processes(struct text *t, const struct speed *speed) {
    text_add(t, "# name\tprocess\tlog_ratio\told_ns\tnew_ns\n");
    for (int i = 0; i < speed->comparisons; i++) {
        const struct speed_comparison *c = &speed->comparison[i];
        const json_t *old = json_object_get(c->old, "processes");
        const json_t *new = json_object_get(c->new, "processes");
        for (size_t k = 0; k < json_array_size(c->log_ratios); k++) {
            const double numbers[] = {(double)k + 1, entry_at(c->log_ratios, k),
                                      entry_at(old, k), entry_at(new, k)};
            add_words(t, c->name);
            add_numbers(t, numbers, sizeof numbers / sizeof *numbers);
            text_add(t, "\n");
        }
    }
}

static void list_compared_blocks(struct text *t, const struct speed *speed) {
    text_add(t, "# name\tside\tquantile\tns\n");
    for (int i = 0; i < speed->comparisons; i++) {
        const struct speed_comparison *c = &speed->comparison[i];
        for (int side = 0; side < 2; side++) {
            const json_t *blocks = json_object_get(side == 0 ? c->old : c->new, "blocks");
            for (size_t k = 0; k < json_array_size(blocks); k++) {
                add_words(t, c->name);
                text_add(t, side == 0 ? "\told" : "\tnew");
                add_number(t, (double)k);
                add_number(t, entry_at(blocks, k));
                text_add(t, "\n");
            }
        }
    }
}

static void list_measurements(struct text *t, const struct speed *speed) {
    static const char *const counters[] = {"steps",       "evaluations",    "iterations",
                                           "jacobians",   "factorizations", "solves",
                                           "allocations", "allocated_bytes"};
    static const char *const touched[] = {"instructions", "reads", "writes", "data_bytes",
                                          "code_bytes"};
    enum { COUNTERS = sizeof counters / sizeof *counters, TOUCHED = 5 };
    text_add(t, "# name\tunit\tns\tlow\thigh\tcycles\tlow\thigh\tfloor\tlow\thigh");
    for (int i = 0; i < COUNTERS + TOUCHED; i++) {
        text_format(t, "\t%s", i < COUNTERS ? counters[i] : touched[i - COUNTERS]);
    }
    text_add(t, "\n");
    for (int i = 0; i < speed->measurements; i++) {
        const struct speed_measurement *m = &speed->measurement[i];
        const double numbers[] = {m->ns.value,     m->ns.low,     m->ns.high,
                                  m->cycles.value, m->cycles.low, m->cycles.high,
                                  m->floor.value,  m->floor.low,  m->floor.high};
        add_words(t, m->name);
        text_add(t, "\t");
        add_words(t, m->unit);
        add_numbers(t, numbers, sizeof numbers / sizeof *numbers);
        for (int k = 0; k < COUNTERS; k++) {
            add_number(t, json_loose_number(m->counters, counters[k]));
        }
        for (int k = 0; k < TOUCHED; k++) {
            add_number(t, json_loose_number(m->instructions, touched[k]));
        }
        text_add(t, "\n");
    }
}

/* Quantiles of the blocks, and the processes, one number a line. */
static void list_blocks(struct text *t, const struct speed *speed) {
    text_add(t, "# name\tkind\tplace\tns\n");
    for (int i = 0; i < speed->measurements; i++) {
        const struct speed_measurement *m = &speed->measurement[i];
        for (int kind = 0; kind < 2; kind++) {
            const json_t *array = kind == 0 ? m->blocks : m->processes;
            for (size_t k = 0; k < json_array_size(array); k++) {
                add_words(t, m->name);
                text_format(t, "\t%s", kind == 0 ? "quantile" : "process");
                add_number(t, (double)k);
                add_number(t, entry_at(array, k));
                text_add(t, "\n");
            }
        }
    }
}

static void list_peers(struct text *t, const struct speed *speed) {
    text_add(t, "# problem\tmethod\tpeer\tversion\tratio\tlow\thigh\tns\tpeer_ns\t"
                "evaluations\tpeer_evaluations\terror\tpeer_error\n");
    for (int i = 0; i < speed->peers; i++) {
        const struct speed_peer *p = &speed->peer[i];
        const char *const words[] = {p->problem, p->method, p->peer, p->version};
        const double numbers[] = {
            p->ratio.value, p->ratio.low,        p->ratio.high, p->ns,        p->peer_ns,
            p->evaluations, p->peer_evaluations, p->error,      p->peer_error};
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            text_add(t, k > 0 ? "\t" : "");
            add_words(t, words[k]);
        }
        add_numbers(t, numbers, sizeof numbers / sizeof *numbers);
        text_add(t, "\n");
    }
}

static void list_curves(struct text *t, const struct speed *speed) {
    text_add(t, "# problem\tintegrator\terror\tseconds\tevaluations\n");
    for (int i = 0; i < speed->peers; i++) {
        const struct speed_peer *p = &speed->peer[i];
        for (int side = 0; side < 2; side++) {
            const json_t *curve = side == 0 ? p->curve : p->peer_curve;
            for (size_t k = 0; k < json_array_size(curve); k++) {
                const json_t *point = json_array_get(curve, k);
                add_words(t, p->problem);
                text_add(t, "\t");
                add_words(t, side == 0 ? p->method : p->peer);
                add_number(t, json_loose_number(point, "error"));
                add_number(t, json_loose_number(point, "seconds"));
                add_number(t, json_loose_number(point, "evaluations"));
                text_add(t, "\n");
            }
        }
    }
}

static void list_history(struct text *t, const struct speed *speed) {
    text_add(t, "# series\tquantity\tunit\tpoint\tcommit\tcommitted\tvalue\tlow\thigh\t"
                "boundary\n");
    for (int i = 0; i < speed->series; i++) {
        const struct speed_series *s = &speed->all_series[i];
        for (int k = 0; k < s->points; k++) {
            const struct speed_point *p = &s->point[k];
            const char *const words[] = {s->name, s->quantity, s->unit};
            for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
                add_words(t, words[w]);
                text_add(t, "\t");
            }
            text_format(t, "%d\t", k);
            add_words(t, p->commit);
            const double numbers[] = {p->committed, p->at.value, p->at.low, p->at.high};
            add_numbers(t, numbers, sizeof numbers / sizeof *numbers);
            text_add(t, "\t");
            add_words(t, p->boundary);
            text_add(t, "\n");
        }
    }
}

static void list_goals(struct text *t, const struct speed *speed) {
    static const char *const words[] = {"what", "elsewhere", "goal",
                                        "unit", "verdict",   "command"};
    text_add(t, "# what\telsewhere\tgoal\tunit\tverdict\tcommand\tvalue\tlow\thigh\n");
    for (int i = 0; i < speed->goals; i++) {
        struct speed_interval at = speed_interval_read(speed->goal[i]);
        const double numbers[] = {at.value, at.low, at.high};
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            text_add(t, k > 0 ? "\t" : "");
            add_words(t, json_loose_text(speed->goal[i], words[k]));
        }
        add_numbers(t, numbers, sizeof numbers / sizeof *numbers);
        text_add(t, "\n");
    }
}

bool speed_tables_write(const struct speed *speed, const char *folder, struct text *why) {
    static const struct {
        const char *name;
        void (*list)(struct text *t, const struct speed *speed);
    } tables[] = {
        {"compared.tsv", list_comparisons},
        {"compared-processes.tsv", list_processes},
        {"compared-blocks.tsv", list_compared_blocks},
        {"measured.tsv", list_measurements},
        {"measured-blocks.tsv", list_blocks},
        {"peers.tsv", list_peers},
        {"peers-curves.tsv", list_curves},
        {"history.tsv", list_history},
        {"goals.tsv", list_goals},
    };
    if (!speed) {
        return true;
    }
    const int counts[] = {speed->comparisons,  speed->comparisons,  speed->comparisons,
                          speed->measurements, speed->measurements, speed->peers,
                          speed->peers,        speed->series,       speed->goals};
    struct text inside = {0};
    text_format(&inside, "%s/tables", folder);
    bool good = output_folder(folder, "tables", why);
    for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++) {
        struct text t = {0};
        if (counts[i] > 0) {
            tables[i].list(&t, speed);
            good = output_replace(text_bytes(&inside), tables[i].name, &t, why);
        }
        text_clear(&t);
    }
    text_clear(&inside);
    return good;
}
