/* What a fingerprint says that the integrator is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fingerprint_parts.h"

#include <math.h>

#include "harness/fingerprint/known/known_table.h"
#include "harness/fingerprint/laws/fraction.h"

static int set_fault(struct fingerprint *f, const struct diagnosis *x) {
    const bool by_times = x->order_with_time < x->order_without_time;
    f->has_fault = by_times || (x->fault.found && x->verdict != DIAGNOSIS_NOT_A_METHOD);
    if (f->has_fault && !by_times)
        f->fault.size = x->fault.size;
    return f->has_fault &&
           record_set_text(&f->fault.id, by_times ? "stage-times" : x->fault.id);
}

static int set_estimate(struct fingerprint *f, const struct diagnosis *x,
                        const struct evidence *e) {
    const struct estimate_fit *fit = &x->estimate;
    f->has_estimate = e->has_estimate;
    f->estimate.is_signed =
        fit->found ? fit->is_signed : e->estimate != EVIDENCE_SAME_SIZE;
    if (!e->has_estimate || !fit->found)
        return 0;
    f->estimate.factor = fit->factor;
    return record_set_text(&f->estimate.factor_text, fit->factor_text) |
           record_set_text(&f->estimate.of, fit->of);
}

static int set_key(const char **place, const struct known_method *m,
                   enum known_variant variant) {
    char key[NAME_TEXT];
    name_key(key, m, variant);
    return record_set_text(place, key);
}

/* The method is the one whose weights are all there. A pair by step doubling is one with its
 * estimate only: with another it is the method in two half steps. */
static int set_method(struct fingerprint *f, const struct diagnosis *x) {
    const struct name *n = &x->name;
    if (x->verdict != DIAGNOSIS_PASS)
        return 0;
    if (x->is_law || x->law_key[0] != '\0')
        return record_set_text(&f->method, x->law_key);
    if (n->method == NULL || (n->variant == KNOWN_AS_IT_IS &&
                              n->method->table->in_two_halves && !n->estimate_too))
        return 0;
    return set_key(&f->method, n->method, n->variant);
}

static int set_expected(struct fingerprint *f, const struct diagnosis *x) {
    if (x->law_expected != NULL)
        return record_set_text(&f->expected, x->law_expected);
    if (x->expected == NULL || x->is_nearest)
        return 0;
    return set_key(&f->expected, x->expected, x->expected_variant);
}

int fingerprint_set_diagnosis(struct fingerprint *f, const struct diagnosis *x,
                              const struct evidence *e) {
    f->failing = x->is_nearest ? 0 : x->failing;
    f->passing = e->forest.count - f->failing;
    f->memory_known = e->of[3].made || e->course != NULL;
    f->memory = f->memory_known && evidence_remembers(e);
    f->equivariant_known = e->of[2].made;
    f->equivariant = e->equivariant;
    return record_set_text(&f->verdict, diagnosis_verdict_text(x->verdict)) |
           set_method(f, x) | set_expected(f, x) |
           record_set_text(&f->name, x->name_text) |
           record_set_text(&f->diagnosis, x->text) | set_fault(f, x) |
           record_set_text(&f->feature, x->has_feature ? x->feature : "") |
           set_estimate(f, x, e);
}

static int set_nodes(struct fingerprint_node **node, int *count, bool has,
                     const struct quadrature *q) {
    *node = record_make(&fingerprint_node_record, has ? q->count : 0, count);
    int failed = *node == NULL;
    for (int i = 0; i < *count; i++) {
        char part[FRACTION_TEXT], weight[FRACTION_TEXT], text[2 * FRACTION_TEXT + 4];
        fraction_print_rough(part, q->node[i], 1e-9);
        fraction_print_rough(weight, q->weight[i], 1e-9);
        snprintf(text, sizeof text, "%s@%s", weight, part);
        (*node)[i].node = q->node[i];
        (*node)[i].weight = q->weight[i];
        failed |= record_set_text(&(*node)[i].text, text);
    }
    return failed;
}

static int set_stability(struct fingerprint *f, const struct families *families) {
    const struct stability *r = &families->stability;
    struct fingerprint_stability *s = &f->stability;
    f->has_stability = families->made && families->has_stability && !r->is_rough;
    if (!f->has_stability)
        return 0;
    s->a_stable = r->a_stable;
    s->l_stable = r->l_stable;
    return record_set_text(&s->text, r->text) |
           record_set_numbers(&s->numerator, &s->numerators, r->numerator,
                              r->numerator_degree + 1) |
           record_set_numbers(&s->denominator, &s->denominators, r->denominator,
                              r->denominator_degree + 1);
}

int fingerprint_set_families(struct fingerprint *f, const struct diagnosis *x,
                             const struct families *families) {
    int iterations = -1, failed = set_stability(f, families);
    if (families->made && families->has_stability &&
        families->stability.denominator_degree > 0 && x->expected != NULL &&
        !x->is_nearest && x->expected->table->gamma == NULL)
        failed |=
            families_iterations(&iterations, families, x->expected, x->expected_variant);
    f->has_iterations = iterations >= 0;
    f->iterations = iterations;
    f->has_nodes = families->made && families->has_nodes;
    f->has_time_nodes = families->made && families->has_time_nodes;
    return failed | set_nodes(&f->node, &f->nodes, f->has_nodes, &families->nodes) |
           set_nodes(&f->time_node, &f->time_nodes, f->has_time_nodes,
                     &families->time_nodes);
}

int fingerprint_set_probes(struct fingerprint *f, const struct evidence *e) {
    f->probe = record_make(&fingerprint_probe_record, EVIDENCE_PROBES, &f->probes);
    int failed = f->probe == NULL;
    for (int i = 0; i < f->probes; i++) {
        const struct evidence_probe *p = &e->of[i];
        struct fingerprint_probe *told = &f->probe[i];
        told->h = p->probe.h;
        told->scale = p->probe.scale;
        told->t0 = p->probe.t0;
        told->halvings = p->weights.halvings;
        told->agrees = p->made && p->agrees;
        failed |= record_set_text(&told->name, p->probe.name) |
                  record_set_text(&told->why, p->why);
    }
    return failed;
}
