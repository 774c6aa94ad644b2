/* Slots as linear forms of others, which exponents are made of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

static bool is_constant(const struct program *p, int slot) {
    return slot >= p->inputs && slot < p->inputs + p->constants;
}

/* line := a form of the slots that this one depends on linearly; itself where they are many. */
static void find_line(struct enclosure_form *line, const struct enclosure_disc *d,
                      const struct instruction *code, bool constant_a, bool constant_b) {
    const struct enclosure_form *a = d->line + code->a;
    const struct enclosure_form *b = code->b < 0 ? a : d->line + code->b;
    bool fits = false;
    arb_t inverse;
    arb_init(inverse);
    enclosure_form_zero(line);
    switch (code->operation) {
    case EXPR_ADD:
    case EXPR_SUB:
        fits = enclosure_form_add_multiple(line, a, 1) &&
               enclosure_form_add_multiple(line, b, code->operation == EXPR_ADD ? 1 : -1);
        break;
    case EXPR_NEG: fits = enclosure_form_add_multiple(line, a, -1); break;
    case EXPR_MUL:
        fits = (constant_a && enclosure_form_add(line, b, a->shift)) ||
               (!constant_a && constant_b && enclosure_form_add(line, a, b->shift));
        break;
    case EXPR_DIV:
        arb_inv(inverse, b->shift, ENCLOSURE_LOW_BITS);
        fits = constant_b && enclosure_form_add(line, a, inverse);
        break;
    default: break;
    }
    arb_clear(inverse);
    if (!fits)
        enclosure_form_set_slot(line, (int)(line - d->line));
}

void enclosure_disc_lines(const struct enclosure_tail *t) {
    const struct enclosure_disc *d = t->disc;
    const struct program *p = t->program;
    const int first = p->inputs + p->constants;
    for (int i = 0; i < p->inputs; i++)
        enclosure_form_set_slot(d->line + i, i);
    for (int i = p->inputs; i < first; i++) {
        enclosure_form_zero(d->line + i);
        arb_set_round(d->line[i].shift, eval_arb_jet_output(t->jet, i),
                      ENCLOSURE_LOW_BITS);
    }
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        find_line(d->line + first + i, d, code, is_constant(p, code->a),
                  is_constant(p, code->b));
    }
}
