/* A fingerprint from measurement to what it tells.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/fingerprint/fingerprint_parts.h"
#include "harness/fingerprint/measure/rotation.h"
#include "harness/integrators/subject.h"

enum { arithmetic_text = 32, highest_tried = 5 };

static const char *const family_names[] = {
    [FOREST_PLAIN] = "plain",
    [FOREST_NYSTROM] = "nystrom",
    [FOREST_MECHANICAL] = "mechanical",
};

const char *fingerprint_family_word(int i) {
    return i >= FOREST_PLAIN && i <= FOREST_MECHANICAL ? family_names[i] : NULL;
}

/* Tries the family and the narrower ones, until a step can be made; lists those refused. Only
 * where all are, *d says why the widest one is. */
static int gather(struct evidence *e, struct fingerprint *f,
                  const struct fingerprint_request *r, struct diagnostic *d) {
    struct diagnostic first = {""};
    for (int family = (int)r->family; family >= FOREST_PLAIN; family--) {
        struct diagnostic why = {""};
        if (evidence_gather(e, &r->bench, (enum forest_family)family, r->order, &why) ==
            0)
            return 0;
        evidence_free(e);
        struct fingerprint_refusal *refused = &f->refused[f->refusals++];
        if (record_set_text(&refused->family, family_names[family]) ||
            record_set_text(&refused->why, why.text))
            return message_set(d, "out of memory");
        if (family == (int)r->family)
            first = why;
    }
    *d = first;
    return -1;
}

/* Whose steps from the small probes take as long, in seconds by the wall, needs more than a
 * call's limit for each of the next, which are four times as large, and, of dense matrices, up
 * to seventy times as dear. Far more than what the load of a machine makes of a plug-in in
 * Python: what is found is not to depend on that. */
static const double longest_small = 10;

/* Where all trees are those of the exact solution, larger ones are tried: a method's name and
 * its estimate show only beyond its order. */
static void go_on(struct evidence *e, const struct fingerprint_request *r) {
    struct evidence more;
    struct diagnostic why;
    for (int order = r->order + 1; order <= highest_tried && evidence_is_almost_exact(e);
         order++) {
        if (evidence_gather(&more, &r->bench, e->family, order, &why)) {
            evidence_free(&more);
            return;
        }
        evidence_free(e);
        *e = more;
        e->judge.forest = &e->forest;
    }
}

static int set_head(struct fingerprint *f, const struct fingerprint_request *r,
                    const struct evidence *e) {
    char arithmetic[arithmetic_text] = "double";
    if (r->bench.bits > 0)
        snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)r->bench.bits);
    f->order = e->forest.tree[e->forest.count - 1].order;
    return record_set_text(&f->integrator, r->integrator) |
           record_set_text(&f->arithmetic, arithmetic) |
           record_set_text(&f->family, family_names[e->family]);
}

static int assemble(struct fingerprint *f, const struct fingerprint_request *r,
                    const struct evidence *e, const struct diagnosis *x,
                    const struct families *families) {
    fingerprint_set_convergence(f, x, e);
    return set_head(f, r, e) || fingerprint_set_diagnosis(f, x, e) ||
           fingerprint_set_families(f, x, families) || fingerprint_set_law(f, e) ||
           fingerprint_set_probes(f, e) || fingerprint_set_trees(f, x, e);
}

/* Empty, with room for the families that may be refused. */
static int begin(struct fingerprint *f, struct diagnostic *d) {
    if (record_read(&fingerprint_record, f, NULL, d))
        return -1;
    f->format = FINGERPRINT_FORMAT;
    f->refused = calloc(FOREST_MECHANICAL + 1, sizeof *f->refused);
    return f->refused == NULL ? message_set(d, "out of memory") : 0;
}

/* Longer courses are made in double only: the reference has no memory. */
static int look_back(struct course *course, struct memory *memory, struct evidence *e,
                     const struct bench *b) {
    if (b->bits > 0)
        return 0;
    if (course_measure(course, b, e->family, e->judge.units) ||
        memory_find(memory, course))
        return -1;
    e->course = memory;
    evidence_take_course(e);
    return 0;
}

int fingerprint_find(struct fingerprint *f, const struct fingerprint_request *r,
                     struct diagnostic *d) {
    struct evidence e = {0};
    struct diagnosis x = {0};
    struct families families = {0};
    struct course course = {0};
    struct weights slow = {0};
    struct rotation rotation;
    struct memory memory;
    enum known_variant variant;
    struct law_request law;
    int failed = begin(f, d);
    if (!failed && r->expected != NULL && known_find(r->expected, &variant) == NULL &&
        law_request_read(&law, r->expected))
        failed = message_set(d, "no known method is called '%s'", r->expected);
    const double start = stopwatch_seconds();
    failed = failed || gather(&e, f, r, d);
    const bool is_quick = stopwatch_seconds() - start < longest_small;
    if (!failed && is_quick && (r->expected == NULL || r->may_grow))
        go_on(&e, r);
    if (!failed && families_measure(&families, &r->bench, e.family))
        failed = message_set(d, "out of memory");
    e.families = &families;
    if (!failed && e.family != FOREST_PLAIN) {
        failed = rotation_measure(&rotation, &r->bench) != 0 &&
                 message_set(d, "out of memory") != 0;
        e.rotation = &rotation;
    }
    if (!failed && r->bench.bits == 0) {
        evidence_measure_slow(&slow, &e, &r->bench);
        e.slow = slow.count > 0 ? &slow : NULL;
    }
    e.may_remember = r->may_remember;
    if (!failed && look_back(&course, &memory, &e, &r->bench))
        failed = message_set(d, "out of memory");
    failed = failed || diagnosis_find(&x, &e, r->expected, d);
    if (!failed && f->refusals > 0 && e.family == FOREST_PLAIN)
        diagnosis_say(
            &x, " Systems with positions were refused: of those this says nothing.");
    if (!failed && assemble(f, r, &e, &x, &families))
        failed = message_set(d, "out of memory");
    course_free(&course);
    weights_free(&slow);
    families_free(&families);
    diagnosis_free(&x);
    evidence_free(&e);
    if (failed)
        record_clear(&fingerprint_record, f);
    return failed;
}
