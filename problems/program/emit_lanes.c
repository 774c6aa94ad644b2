/* Printing programs as C over lanes. Instructions that call libm stand in loops of their own,
 * since a compiler makes vectors of the others only without them: stage 2s has what needs s such
 * calls, one after the other, stage 2s + 1 the calls that need no more than that. What a later
 * stage uses is kept in a row. Sines and cosines may be calls for whole rows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/program/emit.h"
#include "problems/program/program.h"
#include "problems/program/row_sine.h"

struct staged {
    const struct program *p;
    int lanes, stages;
    bool by_rows;
    int *stage;    /* [length] of each instruction */
    bool *is_kept; /* [length] a later stage uses it */
};

static bool calls_libm(enum expr_operation operation) {
    return operation == EXPR_POW || (operation >= EXPR_EXP && operation <= EXPR_TANH);
}

static bool is_by_rows(const struct staged *s, int i) {
    const enum expr_operation operation = s->p->code[i].operation;
    return s->by_rows && (operation == EXPR_SIN || operation == EXPR_COS);
}

/* The instruction whose result a slot is; -1: none. */
static int source_of(const struct program *p, int slot) {
    const int first = p->inputs + p->constants;
    return slot < first ? -1 : slot - first;
}

/* The earliest stage after an argument. */
static int stage_after(const struct staged *s, int i, int slot) {
    const int source = source_of(s->p, slot);
    const bool calls = calls_libm(s->p->code[i].operation);
    const int from = source < 0 ? 0 : s->stage[source];
    const bool called = from % 2 == 1;
    return from + (calls ? (called ? 2 : 1) : called);
}

static void find_stages(struct staged *s) {
    const struct program *p = s->p;
    for (int i = 0; i < p->length; i++) {
        const int slot[3] = {p->code[i].a, p->code[i].b, p->code[i].c};
        for (int k = 0; k < 3; k++) {
            const int after = stage_after(s, i, slot[k]);
            s->stage[i] = after > s->stage[i] ? after : s->stage[i];
        }
        s->stages = s->stage[i] >= s->stages ? s->stage[i] + 1 : s->stages;
    }
    for (int i = 0; i < p->length; i++) {
        const int slot[3] = {p->code[i].a, p->code[i].b, p->code[i].c};
        for (int k = 0; k < 3; k++) {
            const int source = source_of(p, slot[k]);
            if (source >= 0 && s->stage[source] < s->stage[i])
                s->is_kept[source] = true;
        }
        s->is_kept[i] = s->is_kept[i] || is_by_rows(s, i);
    }
}

struct name {
    char text[48];
};

/* A slot's row. */
static struct name row_of(const struct staged *s, int slot) {
    const struct program *p = s->p;
    const int source = source_of(p, slot), n = s->lanes;
    struct name name;
    if (source >= 0)
        snprintf(name.text, sizeof name.text, "row%d", source);
    else if (slot < p->leading)
        snprintf(name.text, sizeof name.text, "first + %d", slot * n);
    else if (slot < p->inputs)
        snprintf(name.text, sizeof name.text, "second + %d", (slot - p->leading) * n);
    else
        snprintf(name.text, sizeof name.text, "constant + %d", (slot - p->inputs) * n);
    return name;
}

/* A slot's value in lane k, in a stage. */
static struct name name_of(const struct staged *s, int slot, int stage) {
    const int source = source_of(s->p, slot);
    struct name name;
    if (source >= 0 && s->stage[source] == stage && !is_by_rows(s, source))
        snprintf(name.text, sizeof name.text, "r%d", source);
    else
        snprintf(name.text, sizeof name.text, "(%.40s)[k]", row_of(s, slot).text);
    return name;
}

static void emit_rows(FILE *out, const struct staged *s, int stage) {
    for (int i = 0; i < s->p->length; i++)
        if (s->stage[i] == stage && is_by_rows(s, i))
            fprintf(out, "    %s(%s, row%d);\n",
                    s->p->code[i].operation == EXPR_SIN ? "row_sine" : "row_cosine",
                    row_of(s, s->p->code[i].a).text, i);
}

static void emit_stage(FILE *out, const struct staged *s, int stage) {
    const struct program *p = s->p;
    emit_rows(out, s, stage);
    fprintf(out, "    for (int k = 0; k < %d; k++) {\n", s->lanes);
    for (int i = 0; i < p->length; i++) {
        if (s->stage[i] != stage || is_by_rows(s, i))
            continue;
        const struct name a = name_of(s, p->code[i].a, stage),
                          b = name_of(s, p->code[i].b, stage),
                          c = name_of(s, p->code[i].c, stage);
        emit_operation(out, p->code[i].operation, i, a.text, b.text, c.text);
        if (s->is_kept[i])
            fprintf(out, "        row%d[k] = r%d;\n", i, i);
    }
    for (int i = 0; i < p->outputs; i++) {
        const int source = source_of(p, p->output[i]);
        if ((source < 0 ? 0 : s->stage[source]) == stage)
            fprintf(out, "        out[%d + k] = %s;\n", i * s->lanes,
                    name_of(s, p->output[i], stage).text);
    }
    fputs("    }\n", out);
}

bool emit_lanes(FILE *out, const struct program *p, int lanes, bool by_rows,
                const char *name) {
    struct staged s = {.p = p,
                       .lanes = lanes,
                       .stages = 1,
                       .by_rows = by_rows && lanes == ROW_SINE_LENGTH};
    s.stage = calloc((size_t)p->length + 1, sizeof *s.stage);
    s.is_kept = calloc((size_t)p->length + 1, sizeof *s.is_kept);
    const bool done = s.stage != NULL && s.is_kept != NULL;
    if (done) {
        find_stages(&s);
        fprintf(out,
                "\nstatic void %s(const double *restrict constant,\n"
                "        const double *restrict first, const double *restrict second,\n"
                "        double *restrict out) {\n"
                "    (void)constant;\n    (void)first;\n    (void)second;\n",
                name);
        for (int i = 0; i < p->length; i++)
            if (s.is_kept[i])
                fprintf(out, "    double row%d[%d];\n", i, lanes);
        for (int stage = 0; stage < s.stages; stage++)
            emit_stage(out, &s, stage);
        fputs("}\n", out);
    }
    free(s.stage);
    free(s.is_kept);
    return done;
}
