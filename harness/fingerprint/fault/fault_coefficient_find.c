/* One wrong coefficient of a Runge-Kutta table: a_ij, in all parts of the table alike or in what
 * goes into N(q), into forces, of positions, of velocities; b_i, c_i, or e_i of the estimate. And
 * nodes, or a part of a, that are not used at all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault_coefficient.h"
#include "ref/vector.h"

enum { POSITIONS = 1, VELOCITIES = 2 };

/* Parts of a that one line of a program stands for: a stage's argument is taken by N(q) and by
 * the force. */
static const unsigned together[] = {
    1 << TABLEAU_QQ | 1 << TABLEAU_QV | 1 << TABLEAU_VQ | 1 << TABLEAU_VV,
    1 << TABLEAU_QQ | 1 << TABLEAU_VQ, 1 << TABLEAU_QV | 1 << TABLEAU_VV};
/* Of a method that treats positions and velocities differently each line is of one part. */
static const unsigned apart[] = {1 << TABLEAU_QQ,
                                 1 << TABLEAU_QV,
                                 1 << TABLEAU_VQ,
                                 1 << TABLEAU_VV,
                                 1 << TABLEAU_QQ | 1 << TABLEAU_QV,
                                 1 << TABLEAU_VQ | 1 << TABLEAU_VV};
enum {
    TOGETHER = sizeof together / sizeof *together,
    APART = sizeof apart / sizeof *apart
};

struct search {
    struct fault *fault;
    const struct evidence *evidence;
    struct tableau tableau;
    bool is_uniform;  /* all parts of a are the same */
    bool is_explicit; /* nothing stands on or above its diagonal */
    const char *title;
};

static int try_place(struct search *s, struct coefficient_place place) {
    return s->fault->found
               ? 0
               : coefficient_try(s->fault, s->evidence, &s->tableau, &place, s->title);
}

/* What all stages take from the start: nodes, or a part of a; the velocities of forces and the
 * positions of N(q) may be taken there by choice. */
static const struct frozen {
    int part; /* TABLEAU_PARTS: the nodes */
    const char *id, *text;
} frozen[] = {
    {TABLEAU_PARTS, "nodes-unused", "all stages taken at the time of the start"},
    {TABLEAU_QV, "velocities-unused", "N(q) v taken at the start's velocities"},
    {TABLEAU_VQ, "positions-unused", "forces taken at the start's positions"}};
enum { FROZEN = sizeof frozen / sizeof *frozen };

static int try_frozen(struct search *s, const struct frozen *what) {
    const struct evidence *e = s->evidence;
    bool complete = false;
    struct judge_weights w = {0, NULL, NULL};
    struct tableau without = s->tableau, zeros;
    if (s->fault->found)
        return 0;
    int failed = tableau_init(&zeros, without.stages, false);
    if (what->part == TABLEAU_PARTS)
        without.c = zeros.c;
    else
        without.a[what->part] = zeros.a[what->part];
    failed = failed || judge_tableau(&w, &e->judge, &without);
    if (!failed &&
        fault_explains(e, vector_const(w.result),
                       w.estimate != NULL ? vector_const(w.estimate) : NULL, &complete) &&
        complete) {
        *s->fault = (struct fault){.found = true, .size = NAN};
        snprintf(s->fault->id, sizeof s->fault->id, "%s", what->id);
        snprintf(s->fault->text, sizeof s->fault->text, "%.160s, with %s", s->title,
                 what->text);
    }
    judge_weights_free(&w);
    tableau_free(&zeros);
    return failed;
}

static int try_entry(struct search *s, int i, int j) {
    struct coefficient_place place = {.kind = COEFFICIENT_A, .i = i, .j = j};
    int failed = 0;
    if (s->is_explicit && j >= i)
        return 0;
    for (int k = 0; k < TOGETHER && !failed; k++) {
        place.parts = together[k];
        failed = try_place(s, place);
    }
    if (!failed && s->is_uniform) {
        place.parts = together[0];
        place.moves_node = true;
        failed = try_place(s, place);
        place.moves_node = false;
    }
    for (int k = 0; k < APART && !failed && !s->is_uniform; k++) {
        place.parts = apart[k];
        failed = try_place(s, place);
    }
    return failed;
}

/* A weight by itself, then with the row of a that repeats it, then with the estimate; at last
 * that of positions or velocities alone. */
static int try_weight(struct search *s, int i) {
    const int repeated = coefficient_repeated_row(&s->tableau);
    const bool has_estimate = s->tableau.ev != NULL;
    int failed = 0;
    for (int way = 0; way < 4 && !failed; way++)
        if ((way % 2 == 0 || repeated >= 0) && (way < 2 || has_estimate))
            failed = try_place(
                s, (struct coefficient_place){.kind = COEFFICIENT_B,
                                              .i = i,
                                              .parts = POSITIONS | VELOCITIES,
                                              .row = way % 2 == 1 ? repeated : -1,
                                              .changes_estimate = way >= 2});
    for (unsigned half = POSITIONS; half <= VELOCITIES && !failed; half++)
        failed =
            try_place(s, (struct coefficient_place){
                             .kind = COEFFICIENT_B, .i = i, .parts = half, .row = -1});
    return failed;
}

static int try_kind(struct search *s, enum coefficient_kind kind, int i) {
    int failed = 0;
    switch (kind) {
    case COEFFICIENT_A:
        for (int j = 0; j < s->tableau.stages && !failed; j++)
            failed = try_entry(s, i, j);
        return failed;
    case COEFFICIENT_B: return try_weight(s, i);
    case COEFFICIENT_E:
        if (s->tableau.eq == NULL)
            return 0;
        return try_place(s, (struct coefficient_place){
                                .kind = kind, .i = i, .parts = POSITIONS | VELOCITIES});
    case COEFFICIENT_C:
    case COEFFICIENT_KINDS: break;
    }
    return try_place(s, (struct coefficient_place){.kind = kind, .i = i, .parts = 1});
}

static void look_at(struct search *s) {
    s->is_uniform = tableau_is_uniform(&s->tableau);
    s->is_explicit = s->is_uniform && tableau_is_explicit(&s->tableau, TABLEAU_VV);
}

int fault_find_coefficient(struct fault *fault, const struct evidence *e,
                           const struct known_method *m, enum known_variant variant) {
    char title[NAME_TEXT];
    struct evidence printed = *e;
    struct search s = {.fault = fault, .evidence = &printed, .title = title};
    int failed = known_build(&s.tableau, m, variant);
    name_title(title, m, variant);
    printed.judge = judge_printed(&e->judge, m);
    if (!failed) {
        look_at(&s);
        for (int k = 0; k < FROZEN && !failed; k++)
            if (frozen[k].part == TABLEAU_PARTS || s.is_uniform)
                failed = try_frozen(&s, &frozen[k]);
    }
    for (int kind = 0; kind < COEFFICIENT_KINDS && !failed; kind++)
        for (int i = 0; i < s.tableau.stages && !failed; i++)
            failed = try_kind(&s, (enum coefficient_kind)kind, i);
    tableau_free(&s.tableau);
    return failed;
}
