/* What a record of a truth lacks of what its grade and its way ask for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/record/truth_record_fault.h"

#include <string.h>

#include "harness/truth/record/truth_certificate.h"
#include "harness/truth/record/truth_record.h"
#include "ref/truth.h"

/* No enclosure has as many. */
enum { MOST_BITS = 1 << 16 };

/* The bits of what the truth is stored with, but for zeros at the end. */
static mpfr_prec_t longest_number(const struct ref_truth *truth) {
    mpfr_prec_t most = MPFR_PREC_MIN;
    for (int i = 0; i < truth->times * truth->nx; i++) {
        mpfr_prec_t bits = mpfr_min_prec(truth->state[i]);
        most = bits > most ? bits : most;
    }
    return most;
}

/* One run has one number of bits, one order and one number of steps; two that agree have two. */
static bool has_second_run(const struct ref_truth *truth) {
    return truth->bits[1] != 0 || truth->order[1] != 0 || truth->steps[1] != 0;
}

/* The way of a name; REF_WAYS: none, as of a file of truths that did not hold. */
static int way_of_name(const char *name) {
    int way = 0;
    while (way < REF_WAYS && strcmp(name, ref_way_name((enum ref_way)way)) != 0)
        way++;
    return way;
}

/* What was tried in vain is not what succeeded; and what has a proof is found by the first way that
 * has one, before those that have none. */
static bool can_be_tried(const struct truth_tries *tried, const struct ref_truth *truth) {
    for (int i = 0; i < tried->count; i++) {
        const struct truth_tried *one = &tried->list[i];
        const int way = way_of_name(one->way);
        if (one->way[0] == '\0' || one->why[0] == '\0' || way == (int)truth->way)
            return false;
        if (truth->grade != REF_GRADE_CONVERGED && way < REF_WAYS &&
            way > (int)truth->way)
            return false;
    }
    return true;
}

/* What an account of one run or of two tells, and the other does not have. */
static const char *find_fault_of_account(const struct truth_record *r) {
    const struct ref_truth *truth = r->truth;
    const bool is_converged = truth->grade == REF_GRADE_CONVERGED;
    if (r->certificate != NULL &&
        truth->switches != ref_certificate_events(r->certificate))
        return "its certificate has another number of switches and events";
    if (truth->proof.made && !is_converged)
        return "a proof of its steps belongs to two runs that agree";
    if (!is_converged && has_second_run(truth))
        return "a second run belongs to two runs that agree";
    return can_be_tried(&r->tried, truth) ? NULL : "what is told was not tried in vain";
}

/* Whether all that is known of the state at one of the times is that it is near zero. */
static bool has_zero_state(const struct ref_truth *truth) {
    bool has = false;
    for (int k = 0; k < truth->times && !has; k++) {
        has = true;
        for (int i = 0; i < truth->nx; i++)
            has = has && mpfr_zero_p(truth->state[k * truth->nx + i]);
    }
    return has;
}

/* Whether an enclosure of those bits, or of more, has that order. */
static bool is_order_of_more(mpfr_prec_t bits, int order) {
    while (bits < MOST_BITS && ref_enclosure_order(bits) < order)
        bits++;
    return ref_enclosure_order(bits) == order;
}

/* The order follows from the bits, which are those of the run, or of the radius where a state is
 * zero: it has no others. */
static bool is_order_of(const struct ref_truth *truth) {
    return truth->order[0] == ref_enclosure_order(truth->bits[0]) ||
           (has_zero_state(truth) && is_order_of_more(truth->bits[0], truth->order[0]));
}

/* An enclosure's balls are of its precision, from which its order follows; and a certificate, made
 * to fit into them, has no fewer bits. */
static const char *find_fault_of_enclosure(const struct truth_record *r,
                                           const struct truth_kept_solution *found) {
    const struct ref_truth *truth = r->truth;
    if (truth->bits[0] != found->precision)
        return "its bits are not those of its numbers";
    if (!is_order_of(truth))
        return "its order is not that of an enclosure with its bits";
    if (r->certificate != NULL &&
        r->certificate->bits < ref_certificate_least_bits(truth->bits[0]))
        return "its bits are more than its certificate's are made for";
    return NULL;
}

static const char *find_fault_of_opinion(const struct truth_record *r) {
    const struct truth_opinion *o = &r->opinion;
    if (r->truth->grade == REF_GRADE_CONVERGED)
        return o->is_there ? "a converged truth has no second opinion" : NULL;
    return o->is_had || (o->why != NULL && o->why[0] != '\0')
               ? NULL
               : "a truth with a proof tells its second opinion, or why there is none";
}

const char *truth_record_fault(struct truth_record *r, const struct truth_kept *kept,
                               const struct truth_kept_solution *found,
                               const struct truth_query *w) {
    const char *fault = NULL;
    if (kept->certificate != NULL)
        fault = truth_certificate_decode(&r->certificate, kept->certificate, r->truth->nx,
                                         longest_number(r->truth));
    if (fault != NULL)
        return fault;
    if (r->certificate != NULL && r->truth->way != REF_BY_ENCLOSURE)
        return "a certificate belongs to an enclosure";
    if (!w->best && r->truth->way != REF_BY_TAYLOR)
        return "it was not asked for by this way";
    fault = find_fault_of_account(r);
    if (fault == NULL && r->truth->way == REF_BY_ENCLOSURE)
        fault = find_fault_of_enclosure(r, found);
    return fault != NULL ? fault : find_fault_of_opinion(r);
}
