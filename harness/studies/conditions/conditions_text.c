/* A system as the text of a model file, which comes in through the same door as any model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/studies/conditions/conditions_draw.h"
#include "problems/model.h"

struct writer {
    const struct draw *d;
    int bodies, states; /* of all copies */
    FILE *out;
};

/* The name of a copy's coordinate, counted through p, w, r. */
static void print_coordinate(const struct writer *w, int copy, int coordinate) {
    const struct draw *d = w->d;
    if (coordinate < d->bodies)
        fprintf(w->out, "p%d", copy * d->bodies + coordinate);
    else if (coordinate < 2 * d->bodies)
        fprintf(w->out, "w%d", copy * d->bodies + coordinate - d->bodies);
    else
        fprintf(w->out, "r%d", copy * d->states + coordinate - 2 * d->bodies);
}

static void print_head(const struct writer *w) {
    const struct draw *d = w->d;
    fprintf(w->out, "title \"Conditions\"\nparam T = 2^(%d), t0 = %.17g\n",
            d->time_exponent, d->origin);
    for (int i = 0; i < w->bodies; i++)
        fprintf(w->out, "param S%d = 2^(%d)\n", i, d->exponent[i]);
    for (int i = 0; i < w->states; i++)
        fprintf(w->out, "param R%d = 2^(%d)\n", i, d->exponent[w->bodies + i]);
    for (int i = 0; i < w->bodies; i++)
        fprintf(w->out, "position a%d = 0\n", d->place[i]);
    for (int i = 0; i < w->bodies; i++)
        fprintf(w->out, "velocity u%d = 0\n", d->place[i]);
    for (int i = 0; i < w->states; i++)
        fprintf(w->out, "state c%d = 0\n", d->place[w->bodies + i]);
    for (int i = 0; i < w->bodies; i++)
        fprintf(w->out, "let p%d = a%d/S%d\nlet w%d = u%d*(T/S%d)\n", i, i, i, i, i, i);
    for (int i = 0; i < w->states; i++)
        fprintf(w->out, "let r%d = c%d/R%d\n", i, i, i);
    fputs("let s = (t - t0)/T\n", w->out);
}

static void print_term(const struct writer *w, double factor, int copy, int coordinate) {
    if (factor == 0)
        return;
    fprintf(w->out, " + (%.17g)*", factor);
    print_coordinate(w, copy, coordinate);
}

static void print_nonlinear(const struct writer *w, const struct draw_formula *f,
                            int copy) {
    fprintf(w->out, " + (%.17g)*sin((%.17g)*", f->sine[0], f->sine[1]);
    print_coordinate(w, copy, f->of_sine);
    fprintf(w->out, " + (%.17g)) + (%.17g)*", f->sine[2], f->product);
    print_coordinate(w, copy, f->of_product[0]);
    fputc('*', w->out);
    print_coordinate(w, copy, f->of_product[1]);
    fputs("/(1 + ", w->out);
    print_coordinate(w, copy, f->of_product[0]);
    fputs("^2 + ", w->out);
    print_coordinate(w, copy, f->of_product[2]);
    fputs("^2)", w->out);
    if (w->d->forced)
        fprintf(w->out, " + (%.17g)*cos((%.17g)*s + (%.17g))", f->wave[0], f->wave[1],
                f->wave[2]);
}

/* phi of a body, psi of a state. */
static void print_formula(const struct writer *w, int copy, int row) {
    const struct draw *d = w->d;
    const struct draw_formula *f = &d->formula[row];
    bool is_body = row < d->bodies;
    fputs("(0", w->out);
    if (is_body)
        print_term(w, -f->stiffness, copy, row);
    print_term(w, -f->damping, copy, is_body ? row + d->bodies : row + d->bodies);
    for (int i = 0; i < 2; i++)
        print_term(w, f->linear[i], copy, f->of_linear[i]);
    if (d->kind == DRAW_COUPLED || d->kind == DRAW_COPIES)
        print_nonlinear(w, f, copy);
    fputs(")\n", w->out);
}

/* N of a body, which depends on the next one of its copy. */
static void print_map(const struct writer *w, int i) {
    int copy = i / w->d->bodies, next = (i + 1) % w->d->bodies;
    fprintf(w->out, "a%d' = u%d", i, i);
    if (w->d->mapped)
        fprintf(w->out, "*(1 + 0.3*sin(p%d))", copy * w->d->bodies + next);
    fputc('\n', w->out);
}

static void print_rates(const struct writer *w) {
    const struct draw *d = w->d;
    for (int i = 0; i < w->bodies; i++) {
        print_map(w, i);
        fprintf(w->out, "u%d' = (S%d/T^2)*", i, i);
        print_formula(w, i / d->bodies, i % d->bodies);
    }
    for (int i = 0; i < w->states; i++) {
        fprintf(w->out, "c%d' = (R%d/T)*", i, i);
        print_formula(w, i / d->states, d->bodies + i % d->states);
    }
}

int draw_model(struct model **m, const struct draw *d, struct diagnostic *why) {
    char *text = NULL;
    size_t length;
    struct writer w = {.d = d,
                       .bodies = d->copies * d->bodies,
                       .states = d->copies * d->states,
                       .out = open_memstream(&text, &length)};
    if (w.out == NULL)
        return message_set(why, "out of memory");
    print_head(&w);
    print_rates(&w);
    int failed = ferror(w.out);
    if (fclose(w.out) || failed) {
        free(text);
        return message_set(why, "out of memory");
    }
    failed = model_parse(m, "conditions.model", text, length, 0, NULL, why) != PROBLEM_OK;
    free(text);
    return failed;
}
