/* The keys of a fingerprint that say what the integrator is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fingerprint_parts.h"

#include "harness/base/json_number.h"
#include "harness/fingerprint/known/known_table.h"

static json_t *text_or_null(const char *text) {
    return text != NULL && text[0] != '\0' ? json_string(text) : json_null();
}

static int set(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value);
}

static json_t *fault_of(const struct diagnosis *x) {
    if (x->order_with_time < x->order_without_time)
        return json_pack("{s:s, s:n}", "id", "stage-times", "size");
    if (!x->fault.found || x->verdict == DIAGNOSIS_NOT_A_METHOD)
        return json_null();
    return json_pack("{s:s, s:o}", "id", x->fault.id, "size", json_number(x->fault.size));
}

static json_t *estimate_of(const struct diagnosis *x, const struct evidence *e) {
    const struct estimate_fit *f = &x->estimate;
    if (!e->has_estimate)
        return json_null();
    if (!f->found)
        return json_pack("{s:b, s:n, s:n, s:n}", "signed",
                         e->estimate != EVIDENCE_SAME_SIZE, "factor", "factor_text",
                         "of");
    return json_pack("{s:b, s:o, s:s, s:s}", "signed", f->is_signed, "factor",
                     json_number(f->factor), "factor_text", f->factor_text, "of", f->of);
}

/* The method is the one whose weights are all there. A pair by step doubling is one with its
 * estimate only: with another it is the method in two half steps. */
static json_t *method_of(const struct diagnosis *x) {
    char key[NAME_TEXT];
    const struct name *n = &x->name;
    if (x->is_law || x->law_key[0] != '\0')
        return text_or_null(x->verdict == DIAGNOSIS_PASS ? x->law_key : "");
    if (n->method == NULL || x->verdict != DIAGNOSIS_PASS ||
        (n->variant == KNOWN_AS_IT_IS && n->method->table->in_two_halves &&
         !n->estimate_too))
        return json_null();
    name_key(key, n->method, n->variant);
    return json_string(key);
}

static json_t *expected_of(const struct diagnosis *x) {
    char key[NAME_TEXT];
    if (x->law_expected != NULL)
        return json_string(x->law_expected);
    if (x->expected == NULL || x->is_nearest)
        return json_null();
    name_key(key, x->expected, x->expected_variant);
    return json_string(key);
}

int fingerprint_add_diagnosis(json_t *object, const struct diagnosis *x,
                              const struct evidence *e) {
    const int failing = x->is_nearest ? 0 : x->failing;
    int failed = set(object, "verdict", json_string(diagnosis_verdict_text(x->verdict)));
    failed |= set(object, "method", method_of(x));
    failed |= set(object, "expected", expected_of(x));
    failed |= set(object, "name", text_or_null(x->name_text));
    failed |= set(object, "diagnosis", json_string(x->text));
    failed |= set(object, "fault", fault_of(x));
    failed |=
        set(object, "feature", x->has_feature ? text_or_null(x->feature) : json_null());
    failed |= set(object, "passing", json_integer(e->forest.count - failing));
    failed |= set(object, "failing", json_integer(failing));
    failed |= set(object, "estimate", estimate_of(x, e));
    failed |= set(object, "memory",
                  e->of[3].made || e->course != NULL ? json_boolean(evidence_remembers(e))
                                                     : json_null());
    failed |= set(object, "equivariant",
                  e->of[2].made ? json_boolean(e->equivariant) : json_null());
    return failed;
}

static int add_nodes(json_t *object, const char *key, bool has,
                     const struct quadrature *q) {
    json_t *nodes = has ? json_array() : json_null();
    for (int i = 0; has && i < q->count; i++) {
        char node[FRACTION_TEXT], weight[FRACTION_TEXT], text[2 * FRACTION_TEXT + 4];
        fraction_print_rough(node, q->node[i], 1e-9);
        fraction_print_rough(weight, q->weight[i], 1e-9);
        snprintf(text, sizeof text, "%s@%s", weight, node);
        json_array_append_new(nodes, json_pack("{s:o, s:o, s:s}", "node",
                                               json_number(q->node[i]), "weight",
                                               json_number(q->weight[i]), "text", text));
    }
    return set(object, key, nodes);
}

static json_t *stability_of(const struct families *f) {
    const struct stability *r = &f->stability;
    if (!f->made || !f->has_stability)
        return json_null();
    return json_pack("{s:o, s:o, s:s, s:b, s:b}", "numerator",
                     json_numbers(r->numerator, r->numerator_degree + 1), "denominator",
                     json_numbers(r->denominator, r->denominator_degree + 1), "text",
                     r->text, "a_stable", r->a_stable, "l_stable", r->l_stable);
}

int fingerprint_add_families(json_t *object, const struct diagnosis *x,
                             const struct families *f) {
    int iterations = -1, failed = 0;
    bool implicit = f->made && f->has_stability && f->stability.denominator_degree > 0;
    if (implicit && x->expected != NULL && !x->is_nearest)
        failed = families_iterations(&iterations, f, x->expected, x->expected_variant);
    failed |= set(object, "stability", stability_of(f));
    failed |= add_nodes(object, "nodes", f->made && f->has_nodes, &f->nodes);
    failed |=
        add_nodes(object, "time_nodes", f->made && f->has_time_nodes, &f->time_nodes);
    failed |= set(object, "iterations",
                  iterations >= 0 ? json_integer(iterations) : json_null());
    return failed;
}

int fingerprint_add_probes(json_t *object, const struct evidence *e) {
    json_t *probes = json_array();
    int failed = probes == NULL;
    for (int i = 0; i < EVIDENCE_PROBES && !failed; i++) {
        const struct evidence_probe *p = &e->of[i];
        failed = json_array_append_new(
            probes,
            json_pack("{s:s, s:o, s:o, s:o, s:i, s:b, s:s}", "name", p->probe.name, "h",
                      json_number(p->probe.h), "scale", json_number(p->probe.scale), "t0",
                      json_number(p->probe.t0), "halvings", p->weights.halvings, "agrees",
                      p->made && p->agrees, "why", p->why));
    }
    return failed | json_object_set_new(object, "probes", probes);
}
