/* The exact solution at some times, as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/truth/record/truth_ball.h"
#include "harness/truth/record/truth_proof.h"
#include "harness/truth/truth.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_opinion.h"
#include "harness/truth/truth_published.h"
#include "harness/truth/truth_with.h"
#include "ref/vector.h"

enum { time_digits = 17 };

static json_t *components(const mpfr_t *c, const mpfr_t *r, int n) {
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, truth_ball_text(c[i], r[i]));
    return array;
}

/* radius[i] := that of what is told of component i, which is 0 where it is below its radius;
 * *largest at least so large. */
static void find_radii(mpfr_t *radius, mpfr_ptr largest, const mpfr_t *c, const mpfr_t *r,
                       int n) {
    for (int i = 0; i < n; i++) {
        if (truth_ball_radius(radius[i], c[i], r[i]))
            mpfr_max(largest, largest, radius[i], MPFR_RNDU);
    }
}

/* {"radius", "radii"} at time k. */
static json_t *describe_radii(const struct model *m, const struct ref_truth *truth,
                              int k) {
    const int n = truth->nx;
    mpfr_t *radius = vector_alloc(n + 1, mpfr_get_prec(truth->radius[k]));
    json_t *array = json_array();
    if (radius == NULL)
        return array;
    mpfr_set(radius[n], truth->radius[k], MPFR_RNDU);
    find_radii(radius, radius[n], vector_const(truth->state + k * n),
               vector_const(truth->component + k * n), n);
    for (int i = 0; i < n; i++)
        json_array_append_new(array, truth_ball_bound(radius[i]));
    json_t *both = json_pack("{s:o, s:o}", "radius", truth_ball_bound(radius[n]), "radii",
                             json_split_state(array, m));
    vector_free(radius, n + 1);
    return both;
}

static json_t *describe_cost(const struct truth_record *record) {
    const struct ref_truth *truth = record->truth;
    int runs = truth->bits[1] > 0 ? 2 : 1;
    json_t *bits = json_array(), *order = json_array(), *steps = json_array();
    for (int i = 0; i < runs; i++) {
        json_array_append_new(bits, json_integer((json_int_t)truth->bits[i]));
        json_array_append_new(order, json_integer(truth->order[i]));
        json_array_append_new(steps, json_integer((json_int_t)truth->steps[i]));
    }
    return json_pack("{s:o, s:o, s:o, s:I, s:i, s:o, s:o}", "bits", bits, "order", order,
                     "steps", steps, "switches", (json_int_t)truth->switches, "attempts",
                     truth->attempts, "growth", json_number(truth->growth), "seconds",
                     json_number(record->seconds));
}

static json_t *entry(const struct truth_request *r, const struct truth_record *record,
                     int k) {
    const struct model *m = r->model;
    const struct ref_truth *truth = record->truth;
    int nx = truth->nx;
    const mpfr_t *component_radii = vector_const(truth->component + k * nx);
    json_t *state = components(vector_const(truth->state + k * nx), component_radii, nx);
    json_t *described = json_pack(
        "{s:o, s:o, s:s, s:o, s:s, s:o, s:O?, s:o?, s:s}", "t",
        json_decimal(truth->time[k], time_digits), "state", json_split_state(state, m),
        "grade", ref_grade_name(truth->grade), "digits",
        json_number(floor(truth->digits[k])), "way", ref_way_name(truth->way), "cost",
        describe_cost(record), "second_opinion", record->opinion, "proof",
        truth_proof_describe(truth, m), "from", record->from);
    json_t *radii = describe_radii(m, truth, k);
    json_object_update(described, radii);
    json_decref(radii);
    if (r->with != 0)
        json_object_set_new(described, "with",
                            truth_with_describe(r->model, truth, k, r->with));
    return described;
}

enum ref_status truth_find(const struct truth_request *r, json_t **document) {
    struct truth_record record;
    json_t *entries = json_array(), *published = json_array();
    enum ref_status status = truth_search(r, &record);
    for (int k = 0; k < r->times && status == REF_OK; k++)
        json_array_append_new(entries, entry(r, &record, k));
    if (status == REF_OK)
        truth_published_compare(published, r->model, record.truth);
    json_t *tried = json_array();
    truth_record_join_tried(tried, record.tried);
    *document = json_pack("{s:o, s:o, s:o}", "truth", entries, "published", published,
                          "tried", tried);
    truth_record_clear(&record);
    return status;
}

/* Whether an opinion lies outside of a truth of that grade. */
static bool is_outside(const json_t *document, enum ref_grade grade) {
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(document, "truth"), i, one) {
        const char *is = json_string_value(json_object_get(one, "grade"));
        if (truth_opinion_contradicts(json_object_get(one, "second_opinion")) &&
            strcmp(is, ref_grade_name(grade)) == 0)
            return true;
    }
    return false;
}

bool truth_is_contradicted(const json_t *document) {
    return is_outside(document, REF_GRADE_CLOSED_FORM);
}

bool truth_is_doubted(const json_t *document) {
    return is_outside(document, REF_GRADE_CERTIFIED);
}

bool truth_contradicts_published(const json_t *document) {
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(document, "published"), i, one) {
        const char *verdict = json_string_value(json_object_get(one, "verdict"));
        if (verdict != NULL && strcmp(verdict, "contradicted") == 0)
            return true;
    }
    return false;
}
