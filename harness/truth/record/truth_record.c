/* What is kept of a truth, as a document. Every number is kept exactly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/record/truth_record.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "harness/truth/record/exact_number.h"
#include "harness/truth/record/truth_certificate.h"
#include "harness/truth/record/truth_kept.h"
#include "harness/truth/record/truth_proof.h"
#include "ref/vector.h"

/* Raised when a way to a truth changes so that what was kept is not as good as it is told to be
 * (harness/tests/truth/test_truth_methods.c notices a change). */
enum { methods_version = 1 };

void truth_record_clear(struct truth_record *r) {
    ref_truth_free(r->truth);
    ref_certificate_free(r->certificate);
    truth_tries_clear(&r->tried);
    record_clear(&truth_opinion_record, &r->opinion);
    *r = (struct truth_record){.status = REF_UNABLE};
}

void truth_record_manner(char text[TRUTH_MANNER], const struct truth_query *w) {
    snprintf(text, TRUTH_MANNER, "%s, %s constants, steps %ld, bits %ld, version %d",
             w->best ? "best" : "taylor",
             w->options.constants == EVAL_EXACT_CONSTANTS ? "exact" : "double",
             w->options.max_steps, w->best ? 0 : (long)w->options.max_bits,
             methods_version);
}

static long largest_precision(const mpfr_t *x, int n) {
    long most = MPFR_PREC_MIN;
    for (int i = 0; i < n; i++)
        most = mpfr_get_prec(x[i]) > most ? (long)mpfr_get_prec(x[i]) : most;
    return most;
}

static json_t *pair(long first, long second) {
    return json_pack("[I, I]", (json_int_t)first, (json_int_t)second);
}

static json_t *encode_truth(const struct ref_truth *truth) {
    const int n = truth->times * truth->nx;
    const mpfr_t *x = vector_const(truth->state);
    struct truth_kept_solution kept = {
        .grade = truth->grade,
        .way = truth->way,
        .precision = largest_precision(x, n),
        .state = exact_numbers(x, n),
        .radii = exact_numbers(vector_const(truth->component), n),
        .bits = pair(truth->bits[0], truth->bits[1]),
        .order = pair(truth->order[0], truth->order[1]),
        .steps = pair(truth->steps[0], truth->steps[1]),
        .switches = truth->switches,
        .attempts = truth->attempts,
        .growth = truth->growth,
        .proof = truth_proof_encode(&truth->proof)};
    const bool is_whole = kept.state != NULL && kept.radii != NULL && kept.bits != NULL &&
                          kept.order != NULL && kept.steps != NULL;
    json_t *made = is_whole ? record_tell(&truth_kept_solution_record, &kept) : NULL;
    record_clear(&truth_kept_solution_record, &kept);
    return made;
}

json_t *truth_record_encode(const struct truth_record *r, const struct truth_query *w) {
    char manner[TRUTH_MANNER];
    truth_record_manner(manner, w);
    struct truth_kept kept = {
        .manner = manner,
        .digits = w->options.digits,
        .times = exact_numbers(w->time, w->times),
        .status = r->status,
        .seconds = r->seconds,
        .tried = w->best ? truth_tries_tell(&r->tried) : NULL,
        .opinion =
            r->opinion.is_there ? record_tell(&truth_opinion_record, &r->opinion) : NULL,
        .truth = r->status == REF_OK ? encode_truth(r->truth) : NULL,
        .certificate =
            r->certificate != NULL ? truth_certificate_encode(r->certificate) : NULL};
    const bool is_whole =
        kept.times != NULL && (r->status != REF_OK || kept.truth != NULL);
    json_t *made = is_whole ? record_tell(&truth_kept_record, &kept) : NULL;
    json_decref(kept.times);
    json_decref(kept.tried);
    json_decref(kept.opinion);
    json_decref(kept.truth);
    json_decref(kept.certificate);
    return made;
}

/* More digits than this need more bits than the ways allow themselves: those of the digits, and
 * three times as many for the growth of errors. */
enum { DIGITS_WITHIN_REACH = 300, BITS_A_DIGIT = 14 };

mpfr_prec_t truth_query_bits(int digits) {
    return digits > DIGITS_WITHIN_REACH ? BITS_A_DIGIT * (mpfr_prec_t)digits : 0;
}

/* Bits that hold a number with this text. */
static mpfr_prec_t bits_of_text(const char *text) {
    return text == NULL ? MPFR_PREC_MIN : 4 * (mpfr_prec_t)strlen(text) + MPFR_PREC_MIN;
}

static mpfr_t *read_times(const json_t *times) {
    size_t n = json_array_size(times), i;
    mpfr_prec_t bits = MPFR_PREC_MIN;
    json_t *text;
    json_array_foreach(times, i, text) {
        mpfr_prec_t needed = bits_of_text(json_string_value(text));
        bits = needed > bits ? needed : bits;
    }
    mpfr_t *time = n > 0 ? vector_alloc((int)n, bits) : NULL;
    if (time == NULL || exact_numbers_read(time, (int)n, times) == 0)
        return time;
    vector_free(time, (int)n);
    return NULL;
}

static int read_query(struct truth_query *w, mpfr_t **time, struct model *m,
                      const struct truth_kept *kept) {
    char search[8], constants[8];
    long steps, bits;
    if (kept->digits < 1 || kept->digits > INT_MAX ||
        sscanf(kept->manner, "%7[a-z], %7[a-z] constants, steps %ld, bits %ld", search,
               constants, &steps, &bits) != 4)
        return -1;
    *time = read_times(kept->times);
    *w = (struct truth_query){.model = m,
                              .times = (int)json_array_size(kept->times),
                              .time = vector_const(*time),
                              .best = strcmp(search, "best") == 0};
    w->options.digits = (int)kept->digits;
    w->options.constants =
        strcmp(constants, "exact") == 0 ? EVAL_EXACT_CONSTANTS : EVAL_DOUBLE_CONSTANTS;
    w->options.max_steps = steps;
    w->options.max_bits = bits; /* of the best one: the default */
    return *time == NULL ? -1 : 0;
}

int truth_record_query(struct truth_query *w, mpfr_t **time, struct model *m,
                       const json_t *document) {
    struct truth_kept kept;
    if (!truth_kept_read(&kept, document))
        return -1;
    const int failed = read_query(w, time, m, &kept);
    record_clear(&truth_kept_record, &kept);
    return failed;
}

bool truth_record_facts(struct truth_facts *f, const json_t *document) {
    struct truth_kept kept;
    struct truth_kept_solution found;
    *f = (struct truth_facts){.status = REF_UNABLE};
    if (!truth_kept_read(&kept, document))
        return false;
    f->is_best = strncmp(kept.manner, "best", strlen("best")) == 0;
    f->status = (enum ref_status)kept.status;
    f->times = json_array_size(kept.times);
    f->digits = (int)kept.digits;
    f->seconds = kept.seconds;
    f->is_certified = kept.certificate != NULL;
    if (truth_kept_solution_read(&found, kept.truth)) {
        f->grade = (enum ref_grade)found.grade;
        f->way = (enum ref_way)found.way;
        record_clear(&truth_kept_solution_record, &found);
    }
    record_clear(&truth_kept_record, &kept);
    return true;
}
