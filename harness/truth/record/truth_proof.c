/* SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/truth/record/truth_proof.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "problems/model.h"

enum { KEPT_NUMBERS = 5, LONGEST_NAME = 128 }; /* of a component, with its indices */

/* In the order of enum ref_assumption; of the first two nothing is known without a proof. */
static const char *const assumptions[] = {
    "that the runs' errors are no larger than they differ by",
    "that nothing lies between the places the runs looked at",
    "that what is zero to the margin for a while is zero",
    "that impacts too slow to be told from rounding are the last ones"};
enum { ASSUMPTIONS = sizeof assumptions / sizeof *assumptions };

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

/* Nonzero: out of memory. */
static int add_open(struct truth_shown *shown, const char *text) {
    if ((shown->not_proved[shown->open] = strdup(text)) == NULL)
        return -1;
    shown->open++;
    return 0;
}

static int list_assumptions(struct truth_shown *shown, const struct ref_proof *p) {
    int failed = 0;
    for (int i = 0; i < ASSUMPTIONS; i++)
        if (p->made ? (p->assumed & 1u << i) != 0 : 1u << i <= REF_ASSUMED_BETWEEN)
            failed |= add_open(shown, assumptions[i]);
    return failed;
}

static bool is_whole(const struct ref_proof *p) {
    return p->made && (p->assumed & REF_ASSUMED_BETWEEN) == 0;
}

int truth_proof_describe(struct truth_shown *shown, const struct ref_truth *truth,
                         const struct model *m) {
    const struct ref_proof *p = &truth->proof;
    const bool is_one_of_several = truth->way == REF_BY_EVENTS && may_be_several(m);
    char defect[LONGEST_NAME];
    *shown = (struct truth_shown){.is_there = truth->grade == REF_GRADE_CONVERGED,
                                  .nothing_stepped_over = is_whole(p),
                                  .switching_functions = p->switching,
                                  .gaps = p->gaps,
                                  .forces = p->forces,
                                  .parts = p->parts};
    if (!shown->is_there)
        return 0;
    snprintf(defect, sizeof defect, "1e%.0f", ceil(p->defect));
    return (shown->defect = strdup(defect)) == NULL ||
           (shown->not_proved = calloc(ASSUMPTIONS + 1, sizeof(char *))) == NULL ||
           list_assumptions(shown, p) ||
           (is_one_of_several && add_open(shown, undetermined));
}

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_shown, member, kind, __VA_ARGS__)
#define COUNT(member, what) FIELD(member, WHOLE, what, .not_negative = true, IF_WHOLE)
#define IF_WHOLE .with = offsetof(struct truth_shown, nothing_stepped_over)
static const struct record_field fields[] = {
    FIELD(nothing_stepped_over, FLAG, "whether every zero is proved absent or located"),
    FIELD(defect, TEXT, "how far the equations are from being met", IF_WHOLE),
    COUNT(switching_functions, "that were enclosed"),
    COUNT(gaps, "that were enclosed"),
    COUNT(forces, "that were enclosed"),
    COUNT(parts, "of the motion, between events"),
    FIELD(not_proved, TEXTS, "what the grade leaves open",
          .count = offsetof(struct truth_shown, open)),
    {.key = NULL},
};
const struct record truth_shown_record = {"proof", "What was shown along the motion.",
                                          sizeof(struct truth_shown), fields};

static void print_count(long count, const char *one, const char *many, FILE *out) {
    if (count > 0)
        fprintf(out, ", %ld %s", count, count == 1 ? one : many);
}

void truth_proof_print(const struct truth_shown *shown, FILE *out) {
    if (shown->is_there && shown->nothing_stepped_over) {
        fprintf(out, "  proved: nothing stepped over (defect below %s", shown->defect);
        print_count(shown->switching_functions, "switching function",
                    "switching functions", out);
        print_count(shown->gaps, "gap", "gaps", out);
        print_count(shown->forces, "force, cone or slip", "forces, cones and slips", out);
        fputs(")\n", out);
    }
    for (int i = 0; i < shown->open; i++)
        fprintf(out, "  not proved: %s\n", shown->not_proved[i]);
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
    int number[KEPT_NUMBERS];
    const struct ref_proof none = {.made = false};
    if (json_array_size(counts) != KEPT_NUMBERS)
        return none;
    for (size_t i = 0; i < KEPT_NUMBERS; i++) {
        const json_t *one = json_array_get(counts, i);
        const json_int_t count = json_integer_value(one);
        if (!json_is_integer(one) || count < 0 || count > INT_MAX)
            return none;
        number[i] = (int)count;
    }
    return (struct ref_proof){
        .made = true,
        .defect = json_number_value(json_object_get(kept, "defect")),
        .switching = number[0],
        .gaps = number[1],
        .forces = number[2],
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
