/* The generator: C code for the models of the catalogue.
 *
 *     generate FOLDER FILE [long-wide | lanes | lanes-wide | lanes-widest]
 *
 * reads every model in FOLDER at its own sizes and writes FILE: one function for each different
 * program, and another where the model's constants make it simpler, among the rates, N v, N+ q'
 * where it is known and the Jacobian of the rates or, of models with joints, what methods with
 * constraints evaluate, and, of models with contacts, what steppers with contacts do; the rates
 * of some long models at other sizes; and compiled_find. With "lanes" it writes the rates and N
 * v of the models without joints and contacts over lanes, and compiled_lanes_find, with
 * "lanes-wide" the same and compiled_lanes_find_wide, with "lanes-widest"
 * compiled_lanes_find_widest; with "long-wide" the longest of the functions and
 * compiled_find_wide. FILE appears whole or not at all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/emit.h"
#include "problems/program/program.h"
#include "problems/readers/eval_lanes.h"

/* From so many instructions on values are moved and spilled so often that instructions with
 * three operands, which came with vectors of four, take a fifth of the time away (humanoid,
 * chain_bodies of 50 and more). */
enum { LEAST_WIDE = 5000 };

/* The fingerprints of the functions written so far. */
struct emitted {
    const char *find; /* compiled_find, or what it is called */
    bool over_lanes, by_rows;
    int least; /* instructions of a function */
    int count, capacity;
    uint64_t *fingerprint;
};

static bool was_emitted(const struct emitted *e, uint64_t fingerprint) {
    for (int i = 0; i < e->count; i++)
        if (e->fingerprint[i] == fingerprint)
            return true;
    return false;
}

static bool note_fingerprint(struct emitted *e, uint64_t fingerprint) {
    if (e->count == e->capacity) {
        int capacity = 2 * e->capacity + 64;
        uint64_t *grown = realloc(e->fingerprint, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        e->fingerprint = grown;
        e->capacity = capacity;
    }
    e->fingerprint[e->count++] = fingerprint;
    return true;
}

/* The constants' values, in the order of their slots; NULL: out of memory, or one is no
 * number in double. The caller frees. */
static double *find_constants(const graph *g, const struct program *p) {
    double *constant = calloc((size_t)p->constants + 1, sizeof *constant);
    enum problem_status status = constant ? PROBLEM_OK : PROBLEM_NO_MEMORY;
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = expr_constant_double(g, p->constant[i], &constant[i]);
    if (status == PROBLEM_OK)
        return constant;
    free(constant);
    return NULL;
}

/* Writes the function for any constants (NULL) or for these, unless it is there. */
static bool emit_once(FILE *out, struct emitted *e, const struct program *p,
                      const double *constant) {
    uint64_t fingerprint =
        constant ? program_fingerprint_with(p, constant) : program_fingerprint(p);
    if (p->length < e->least || was_emitted(e, fingerprint))
        return true;
    emit_function(out, p, constant, emit_name(fingerprint).text);
    return note_fingerprint(e, fingerprint);
}

/* The function for the model's own constants, which may be faster than that for any. */
static bool emit_for_constants(FILE *out, struct emitted *e, const graph *g,
                               const struct program *p) {
    double *constant =
        p->length <= EMIT_CONSTANT_LENGTH_LIMIT ? find_constants(g, p) : NULL;
    bool done = !constant || emit_once(out, e, p, constant);
    free(constant);
    return done;
}

/* Writes a program's functions, unless it is too long, and frees the program. */
static bool emit_program(FILE *out, struct emitted *e, const graph *g,
                         struct program *p) {
    if (!p)
        return false;
    bool done = p->length > EMIT_LENGTH_LIMIT ||
                (emit_once(out, e, p, NULL) && emit_for_constants(out, e, g, p));
    program_free(p);
    return done;
}

static bool emit_unmap(FILE *out, struct emitted *e, struct model *m) {
    struct program *p;
    enum problem_status status = model_unmap_program(m, &p);
    return status == PROBLEM_OK && (!p || emit_program(out, e, m->graph, p));
}

/* What methods with constraints evaluate seldom: rates and multipliers with the joints
 * eliminated, which are long, and the free rates apart from the dynamics. */
static bool emit_short(FILE *out, struct emitted *e, const graph *g, struct program *p) {
    if (!p || p->length <= EMIT_SHORT_LENGTH_LIMIT)
        return emit_program(out, e, g, p);
    program_free(p);
    return true;
}

static bool emit_joints(FILE *out, struct emitted *e, struct model *m) {
    struct expr_matrix matrix[3] = {{0}}, response = {0}, pattern = {0};
    bool done =
        emit_program(out, e, m->graph,
                     model_dynamics_program(m, &matrix[0], &response)) &&
        emit_program(out, e, m->graph, model_position_program(m, &matrix[1])) &&
        emit_program(out, e, m->graph, model_velocity_program(m, &matrix[2])) &&
        (!m->reduced || emit_short(out, e, m->graph, model_multipliers_program(m))) &&
        emit_short(out, e, m->graph, model_rates_program(m)) &&
        emit_short(out, e, m->graph, model_free_rates_program(m)) &&
        emit_short(out, e, m->graph, model_free_rates_jacobian_program(m, &pattern));
    for (int i = 0; i < 3; i++)
        expr_matrix_clear(&matrix[i]);
    expr_matrix_clear(&response);
    expr_matrix_clear(&pattern);
    return done;
}

/* What steppers with contacts evaluate, beside the free rates. */
static bool emit_contacts(FILE *out, struct emitted *e, struct model *m) {
    struct expr_matrix matrix = {0}, mass = {0};
    bool done = emit_program(out, e, m->graph, model_gaps_program(m)) &&
                emit_program(out, e, m->graph, model_rows_program(m, &matrix)) &&
                emit_program(out, e, m->graph, model_mass_program(m, &mass));
    expr_matrix_clear(&matrix);
    expr_matrix_clear(&mass);
    return done;
}

/* The rates and their Jacobian. */
static bool emit_rates(FILE *out, struct emitted *e, struct model *m) {
    struct expr_matrix pattern = {0};
    bool done = emit_program(out, e, m->graph, model_rates_program(m)) &&
                emit_program(out, e, m->graph, model_rates_jacobian_program(m, &pattern));
    expr_matrix_clear(&pattern);
    return done;
}

/* Writes a program's function over lanes, unless it is too long, and frees the program. */
static bool emit_over_lanes(FILE *out, struct emitted *e, struct program *p) {
    if (!p)
        return false;
    const uint64_t fingerprint = program_fingerprint(p);
    bool done = true;
    if (p->length <= EMIT_LANES_LENGTH_LIMIT && !was_emitted(e, fingerprint))
        done = emit_lanes(out, p, EVAL_LANES, e->by_rows, emit_name(fingerprint).text) &&
               note_fingerprint(e, fingerprint);
    program_free(p);
    return done;
}

/* What a sweep runs. */
static bool emit_model_over_lanes(FILE *out, struct emitted *e, struct model *m) {
    return m->joints > 0 || m->contacts > 0 ||
           (emit_over_lanes(out, e, model_rates_program(m)) &&
            (m->map_is_identity || emit_over_lanes(out, e, model_map_program(m))));
}

static bool emit_model(FILE *out, struct emitted *e, struct model *m) {
    bool done = e->over_lanes ? emit_model_over_lanes(out, e, m)
                              : emit_program(out, e, m->graph, model_map_program(m)) &&
                                    emit_unmap(out, e, m) &&
                                    (m->joints > 0 ? emit_joints(out, e, m)
                                                   : emit_rates(out, e, m)) &&
                                    (m->contacts == 0 || emit_contacts(out, e, m));
    if (!done)
        fprintf(stderr, "generate: %s: %s\n", m->name,
                problem_status_text(PROBLEM_NO_MEMORY));
    return done;
}

/* Sizes other than the catalogue's whose rates are written as well: what takes as many steps as
 * bodies is no program that a few instructions are repeated in, and its interpreter pays for
 * each. */
static const struct {
    const char *model, *size, *value;
} LONG[] = {{"chain_bodies", "n", "10"},
            {"chain_bodies", "n", "20"},
            {"chain_bodies", "n", "50"},
            {"chain_bodies", "n", "100"}};
enum { LONGS = sizeof LONG / sizeof LONG[0] };

static bool emit_long(FILE *out, struct emitted *e, const struct catalogue *c,
                      const char *name) {
    bool done = true;
    for (int i = 0; i < LONGS && done; i++) {
        const struct setting size = {LONG[i].size, LONG[i].value};
        struct model *m = NULL;
        struct diagnostic d = {""};
        if (strcmp(LONG[i].model, name) != 0)
            continue;
        done = catalogue_read(c, name, 1, &size, &m, &d) == PROBLEM_OK;
        fputs(d.text, stderr);
        done = done && emit_program(out, e, m->graph, model_rates_program(m));
        model_free(m);
    }
    return done;
}

static int compare_fingerprints(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool emit_catalogue(FILE *out, struct emitted *e, const struct catalogue *c) {
    struct diagnostic d = {""};
    emit_prologue(out);
    for (int i = 0; i < c->count; i++) {
        struct model *m = NULL;
        if (catalogue_read(c, c->entry[i].name, 0, NULL, &m, &d) != PROBLEM_OK) {
            fputs(d.text, stderr);
            return false;
        }
        bool done = emit_model(out, e, m) &&
                    (e->over_lanes || emit_long(out, e, c, c->entry[i].name));
        model_free(m);
        if (!done)
            return false;
    }
    if (e->count > 0)
        qsort(e->fingerprint, (size_t)e->count, sizeof *e->fingerprint,
              compare_fingerprints);
    emit_table(out, e->find, e->count, e->fingerprint);
    return true;
}

/* What is written in place of the functions for every processor: whoever finds it by another
 * name. */
static const struct {
    const char *what, *find;
    bool over_lanes, by_rows;
    int least;
} kinds[] = {{"", "compiled_find", false, false, 0},
             {"long-wide", "compiled_find_wide", false, false, LEAST_WIDE},
             {"lanes", "compiled_lanes_find", true, false, 0},
             {"lanes-wide", "compiled_lanes_find_wide", true, false, 0},
             {"lanes-widest", "compiled_lanes_find_widest", true, true, 0}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Writes to a temporary file beside the target and renames it when all is on the disk. */
static bool write_file(const char *target, const struct catalogue *c, int kind) {
    size_t length = strlen(target) + sizeof ".part";
    char *part = malloc(length);
    if (!part)
        return false;
    snprintf(part, length, "%s.part", target);
    FILE *out = fopen(part, "w");
    struct emitted e = {.find = kinds[kind].find,
                        .over_lanes = kinds[kind].over_lanes,
                        .by_rows = kinds[kind].by_rows,
                        .least = kinds[kind].least};
    bool done = out && emit_catalogue(out, &e, c);
    if (out) {
        bool written = ferror(out) == 0;
        written = fclose(out) == 0 && written;
        if (done && !(written && rename(part, target) == 0)) {
            perror(target);
            done = false;
        }
        if (!done)
            remove(part);
    } else {
        perror(part);
    }
    free(e.fingerprint);
    free(part);
    return done;
}

int main(int argc, char **argv) {
    const char *what = argc == 4 ? argv[3] : argc == 3 ? "" : "?";
    int kind = 0;
    while (kind < KINDS && strcmp(what, kinds[kind].what) != 0)
        kind++;
    if (kind == KINDS) {
        fputs("usage: generate FOLDER FILE [long-wide | lanes | lanes-wide | "
              "lanes-widest]\n",
              stderr);
        return 2;
    }
    struct catalogue *c = NULL;
    struct diagnostic d = {""};
    if (catalogue_open(&c, argv[1], &d) != PROBLEM_OK) {
        fputs(d.text, stderr);
        return 2;
    }
    bool done = write_file(argv[2], c, kind);
    catalogue_free(c);
    mpfr_free_cache();
    return done ? 0 : 1;
}
