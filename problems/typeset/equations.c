/* The statements of a model file that are about one thing: the walk over blocks, and what is
 * around a statement.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/typeset/equations.h"

#include <string.h>

#include "problems/language/parser.h"
#include "problems/typeset/row.h"
#include "problems/typeset/written.h"

/* A model file as a tree. */
struct file {
    struct source source;
    struct arena *arena;
    struct atoms atoms;
    struct statement *first;
};

static enum problem_status read_file(struct file *f, const char *text) {
    struct diagnostic why;
    const size_t length = strlen(text);
    f->source = (struct source){SOURCE_FILE, "", text, 0};
    f->arena = arena_alloc();
    f->atoms = (struct atoms){.arena = f->arena};
    if (f->arena == NULL)
        return PROBLEM_NO_MEMORY;
    if (length > SOURCE_BYTES_LIMIT)
        return PROBLEM_BAD_MODEL;
    f->source.length = (int)length;
    if (!source_check(&f->source, &why))
        return PROBLEM_BAD_MODEL;
    return parse_file(&f->source, f->arena, &f->atoms, &f->first, &why);
}

static void clear_file(struct file *f) {
    atoms_clear(&f->atoms);
    arena_free(f->arena);
}

static bool is_about(enum statement_kind kind, enum equations about) {
    switch (kind) {
    case STATEMENT_LET:
    case STATEMENT_RATE:
    case STATEMENT_MASS:
    case STATEMENT_FORCE:
    case STATEMENT_GRAVITY:
    case STATEMENT_BODY: return about == EQUATIONS_OF_MOTION;
    case STATEMENT_JOINT:
    case STATEMENT_QUATERNION: return about == EQUATIONS_OF_JOINTS;
    case STATEMENT_CONTACT: return about == EQUATIONS_OF_CONTACTS;
    default: return false;
    }
}

static bool is_block(enum statement_kind kind) {
    return kind == STATEMENT_FOR || kind == STATEMENT_IF;
}

enum problem_status equations_write(FILE *out, enum equations about, const char *text) {
    struct file f = {.first = NULL};
    const enum problem_status status = read_file(&f, text);
    int written = 0;
    for (struct statement *s = f.first; status == PROBLEM_OK && s; s = s->next) {
        const bool wanted =
            is_block(s->kind) ? about == EQUATIONS_OF_MOTION : is_about(s->kind, about);
        if (!wanted || s->end == written)
            continue;
        written_text(out, &f.source, s->begin, s->end, false);
        putc('\n', out);
        written = s->end;
    }
    clear_file(&f);
    return status;
}

static bool walk(struct rows *rows, enum equations about, struct statement *s,
                 const struct block *outer) {
    for (; s != NULL; s = s->next) {
        const struct block inside = {s, false, outer}, otherwise = {s, true, outer};
        if (is_block(s->kind) && (!walk(rows, about, s->body, &inside) ||
                                  !walk(rows, about, s->otherwise, &otherwise)))
            return false;
        if (is_about(s->kind, about) && !row_print(rows, s, outer))
            return false;
    }
    return true;
}

enum problem_status equations_mathml(FILE *out, enum equations about, const char *text) {
    struct file f = {.first = NULL};
    enum problem_status status = read_file(&f, text);
    struct rows rows = {.mathml = {out, &f.source, &f.atoms}, .arena = f.arena};
    if (status == PROBLEM_OK && !walk(&rows, about, f.first, NULL))
        status = PROBLEM_NO_MEMORY;
    row_close(&rows);
    clear_file(&f);
    return status;
}
