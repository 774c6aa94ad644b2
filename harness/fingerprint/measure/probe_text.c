/* A probe as the text of a model file, so that it comes in through the same door as any
 * model. Numbers are exact fractions: every arithmetic reads the same ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h>

#include "harness/fingerprint/measure/probe_text.h"

static void print_number(double value, FILE *out) {
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, value);
    mpq_out_str(out, 10, exact);
    mpq_clear(exact);
}

static void print_head(const struct probe_layout *l, const struct probe *p, FILE *out) {
    fprintf(out, "title \"Fingerprint probe %s\"\n", p->name);
    fputs("source \"Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I "
          "(1993), II.2\"\n"
          "why \"After a step of h a tree's component is its weight times (S h)^order\"\n"
          "tags fingerprint\n",
          out);
    fputs("param S = ", out);
    print_number(p->scale, out);
    fputs(", t0 = ", out);
    print_number(p->t0, out);
    fputs(", h = ", out);
    print_number(p->h, out);
    fprintf(out, "\nspan t0 .. t0 + %d*h\n", p->steps);
    fprintf(out, "# %d trees; %s basis\n", l->forest.count,
            l->basis == PROBE_HADAMARD ? "Hadamard" : "standard");
}

/* The states with their start, in the Hadamard basis B times that of the coordinates. */
static void print_start(const struct probe_group *g, enum probe_basis basis, FILE *out) {
    int blocks = basis == PROBE_STANDARD ? g->size : g->size / PROBE_BLOCK;
    fprintf(out, "for i in 0..%d { for k in 0..%d {\n", g->size / blocks - 1, blocks - 1);
    fprintf(out, "    %s %c[%d*i + k] = if k = 0 then %s/%d else 0\n} }\n",
            g->declaration, g->state, blocks, g->first,
            basis == PROBE_STANDARD ? 1 : PROBE_ROOT);
}

/* The trees' coordinates by the states. */
static void print_coordinates(const struct probe_group *g, FILE *out) {
    const char state[] = {g->state, '\0'}, coordinate[] = {g->coordinate, '\0'};
    probe_print_transform(state, coordinate, g->size, out);
    fprintf(out, "let %c[i] = %c%d[i]/%d for i in 0..%d\n", g->coordinate, g->coordinate,
            PROBE_LEVELS, PROBE_ROOT, g->size - 1);
}

static void print_states(const struct probe_group *g, enum probe_basis basis, FILE *out) {
    if (g->size == 0)
        return;
    print_start(g, basis, out);
    if (basis == PROBE_HADAMARD)
        print_coordinates(g, out);
}

static void print_probe(const struct probe_layout *l, const struct probe *p, FILE *out) {
    bool is_standard = l->basis == PROBE_STANDARD;
    struct probe_group positions = {"position", is_standard ? 'q' : 'p', 'q', l->nq, "0"};
    struct probe_group others = {"velocity", is_standard ? 'v' : 'u', 'v', l->nv,
                                 l->family == FOREST_NYSTROM ? "S" : "1"};
    if (l->nz > 0)
        others = (struct probe_group){"state", is_standard ? 'z' : 'w', 'z', l->nz, "0"};
    print_head(l, p, out);
    print_states(&positions, l->basis, out);
    print_states(&others, l->basis, out);
    probe_print_rates(l, &positions, &others, out);
}

char *probe_text(const struct probe_layout *l, const struct probe *p) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    print_probe(l, p, out);
    int failed = ferror(out);
    if (fclose(out) || failed) {
        free(text);
        return NULL;
    }
    return text;
}
