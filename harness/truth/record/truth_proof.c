/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/record/truth_proof.h"

#include <math.h>

#include "harness/base/json_number.h"
#include "problems/model.h"

enum { KEPT_NUMBERS = 5, LONGEST_NAME = 128 }; /* of a component, with its indices */

static const char unproved[] = "that nothing lies between the places the runs looked at";

/* The laws may leave these open, and one motion of several is followed: contacts
 * that share a weight need not have one normal force each, and so no one friction. */
static const char undetermined[] = "that the motion is the only one: how contacts share "
                                   "their forces, and whether one at "
                                   "rest sticks or slides";

static bool may_be_several(const struct model *m) {
    for (int i = 0; i < m->contacts; i++)
        if (m->contacts > 1 || m->contact[i].slides > 0)
            return true;
    return false;
}

static json_t *list_assumptions(const struct ref_proof *p) {
    static const char *const text[] = {
        "that the runs' errors are no larger than they differ by", unproved,
        "that what is zero to the margin for a while is zero",
        "that impacts too slow to be told from rounding are the last ones"};
    json_t *list = json_array();
    if (!p->made) {
        json_array_append_new(list, json_string(text[0]));
        json_array_append_new(list, json_string(unproved));
        return list;
    }
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if ((p->assumed & 1u << i) != 0)
            json_array_append_new(list, json_string(text[i]));
    return list;
}

static bool is_whole(const struct ref_proof *p) {
    return p->made && (p->assumed & REF_ASSUMED_BETWEEN) == 0;
}

json_t *truth_proof_describe(const struct ref_truth *truth, const struct model *m) {
    const struct ref_proof *p = &truth->proof;
    char defect[LONGEST_NAME];
    if (truth->grade != REF_GRADE_CONVERGED)
        return NULL;
    json_t *list = list_assumptions(p);
    if (truth->way == REF_BY_EVENTS && may_be_several(m))
        json_array_append_new(list, json_string(undetermined));
    if (!is_whole(p))
        return json_pack("{s:b, s:o}", "nothing_stepped_over", 0, "not_proved", list);
    snprintf(defect, sizeof defect, "1e%.0f", ceil(p->defect));
    return json_pack("{s:b, s:s, s:i, s:i, s:i, s:I, s:o}", "nothing_stepped_over", 1,
                     "defect", defect, "switching_functions", p->switching, "gaps",
                     p->gaps, "forces", p->forces, "parts", (json_int_t)p->parts,
                     "not_proved", list);
}

static void print_count(const json_t *described, const char *key, const char *one,
                        const char *many, FILE *out) {
    json_int_t count = json_integer_value(json_object_get(described, key));
    if (count > 0)
        fprintf(out, ", %" JSON_INTEGER_FORMAT " %s", count, count == 1 ? one : many);
}

void truth_proof_print(const json_t *described, FILE *out) {
    size_t i;
    json_t *text;
    if (!json_is_object(described))
        return;
    if (json_is_true(json_object_get(described, "nothing_stepped_over"))) {
        fprintf(out, "  proved: nothing stepped over (defect below %s",
                json_string_value(json_object_get(described, "defect")));
        print_count(described, "switching_functions", "switching function",
                    "switching functions", out);
        print_count(described, "gaps", "gap", "gaps", out);
        print_count(described, "forces", "force, cone or slip", "forces, cones and slips",
                    out);
        fputs(")\n", out);
    }
    json_array_foreach(json_object_get(described, "not_proved"), i, text) {
        fprintf(out, "  not proved: %s\n", json_string_value(text));
    }
}

json_t *truth_proof_encode(const struct ref_proof *p) {
    if (!p->made)
        return json_null();
    return json_pack("{s:o, s:[i, i, i, I, i], s:o}", "defect", json_number(p->defect),
                     "counts", p->switching, p->gaps, p->forces, (json_int_t)p->parts,
                     (int)p->assumed, "unproved", json_number(p->unproved));
}

struct ref_proof truth_proof_decode(const json_t *kept) {
    const json_t *counts = json_object_get(kept, "counts");
    long number[KEPT_NUMBERS];
    const struct ref_proof none = {.made = false};
    if (json_array_size(counts) != KEPT_NUMBERS)
        return none;
    for (size_t i = 0; i < KEPT_NUMBERS; i++) {
        const json_t *one = json_array_get(counts, i);
        number[i] = (long)json_integer_value(one);
        if (!json_is_integer(one) || number[i] < 0)
            return none;
    }
    return (struct ref_proof){
        .made = true,
        .defect = json_number_value(json_object_get(kept, "defect")),
        .switching = (int)number[0],
        .gaps = (int)number[1],
        .forces = (int)number[2],
        .parts = number[3],
        .assumed = (unsigned)number[4],
        .unproved = json_number_value(json_object_get(kept, "unproved"))};
}

static void name_subject(char name[LONGEST_NAME], const struct model *m,
                         enum ref_subject subject, int index) {
    const bool is_component = subject == REF_OF_EQUATION;
    const bool is_contact = subject >= REF_OF_GAP && subject <= REF_OF_SLIP;
    if (is_component && index < m->nq + m->nv + m->nz)
        snprintf(name, LONGEST_NAME, "%s", m->state[index]);
    else if (is_contact && index < m->contacts)
        snprintf(name, LONGEST_NAME, "%s", m->contact[index].name);
    else
        snprintf(name, LONGEST_NAME, "%d", index + 1);
}

void truth_proof_subject(char text[TRUTH_REFUSAL], const struct model *m,
                         enum ref_subject subject, int index) {
    char name[LONGEST_NAME];
    name_subject(name, m, subject, index);
    snprintf(text, TRUTH_REFUSAL, "%s %s", ref_subject_name(subject), name);
}

void truth_proof_refusal(char text[TRUTH_REFUSAL], const struct model *m,
                         const struct ref_unproved *u) {
    char name[LONGEST_NAME];
    name_subject(name, m, u->subject, u->index);
    snprintf(
        text, TRUTH_REFUSAL,
        "something may be stepped over: %s %s could not be proved after t = %.17g, in "
        "parts down to %.2g of a step of %.2g",
        ref_subject_name(u->subject), name, u->time, u->length, u->step);
}
