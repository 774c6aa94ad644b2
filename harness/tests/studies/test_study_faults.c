/* The studies against a plain implementation of the pair with faults switched on: what is
 * faulty is caught, by the single steps and, where the solution itself is touched, by the
 * order or the constant of the global error; what is harmless passes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/results/result_list.h"
#include "harness/studies/order/study_order.h"
#include "harness/studies/steps/study_steps.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/faulty.h"
#include "harness/tests/results_of.h"

/* Time in the forces; a quaternion and velocities in the forces. */
static const char *const NAME[] = {"mathieu_generic", "heavy_top_generic"};
enum { MODELS = sizeof NAME / sizeof NAME[0] };

static struct study study_with(struct model *m, enum fault *fault) {
    return (struct study){.model = m,
                          .method = "velocity-implicit-euler",
                          .open_subject = faulty_open,
                          .context = fault,
                          .effort = STUDY_GATE};
}

/* Whether the gate would not pass these results. */
static bool is_alarm(const json_t *results) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        const char *verdict = text_in(result, "verdict");
        bool required = json_is_true(json_object_get(result, "required"));
        if (strcmp(verdict, "fail") == 0 || (required && strcmp(verdict, "pass") != 0))
            return true;
    }
    return false;
}

static bool steps_catch(struct model *m, enum fault fault) {
    struct study s = study_with(m, &fault);
    json_t *results = study_results(study_steps, &s);
    return is_alarm(results);
}

static bool is_in_estimate_only(enum fault fault) {
    return (E1_HALVED <= fault && fault <= E13_ABSOLUTE) || fault == N13_THIRD ||
           fault == N14_POSITION_DOUBLED || fault == T2_ESTIMATE_1E10;
}

static bool order_catches(struct order_truth *o, enum fault fault) {
    if (is_in_estimate_only(fault))
        return false;
    struct study s = study_with(o->model, &fault);
    struct diagnostic d = {""};
    struct order_ladder l;
    cr_assert(order_subject(&l, o, &order_law_of_pair, &s, &d) == 0, "%s", d.text);
    struct results list = {.count = 0};
    cr_assert(order_results(&l, &s, &list) == 0);
    json_t *results = results_tell(&list);
    return is_alarm(results);
}

struct bench {
    struct model *model[MODELS];
    struct order_truth truth;
};

static void open_bench(struct bench *b) {
    struct diagnostic d = {""};
    for (int k = 0; k < MODELS; k++)
        b->model[k] = catalogue_model(NAME[k]);
    cr_assert(order_truth_init(&b->truth, b->model[0], NULL, 0, &d) == 0, "%s", d.text);
    order_variation(&b->truth, &order_law_of_pair);
}

/* Prints a line of the table; returns whether anything catches the fault. */
static bool try_fault(struct bench *b, enum fault fault, bool *order) {
    bool steps[MODELS], caught = false;
    for (int k = 0; k < MODELS; k++) {
        steps[k] = steps_catch(b->model[k], fault);
        caught = caught || steps[k];
    }
    *order = order_catches(&b->truth, fault);
    fprintf(stderr, "%-24s steps %c %c  order %c   %s\n", fault_name(fault),
            steps[0] ? 'K' : '.', steps[1] ? 'K' : '.', *order ? 'K' : '.',
            fault_text(fault));
    return caught || *order;
}

Test(study_faults, all_28_published_faults_and_the_further_ones_are_caught,
     .timeout = 240) {
    struct bench b;
    int caught = 0, caught_by_order = 0;
    open_bench(&b);
    for (int fault = FIRST_FAULT; fault <= LAST_FAULT; fault++) {
        bool order, found = try_fault(&b, (enum fault)fault, &order);
        cr_expect(found, "%s", fault_text((enum fault)fault));
        caught += found && fault <= LAST_OF_28;
        caught_by_order += order && fault < E1_HALVED;
    }
    fprintf(stderr, "caught %d of the 28; order and constant alone %d of I1 .. I15\n",
            caught, caught_by_order);
    cr_expect(caught == 28);
    cr_expect(12 <= caught_by_order);
}

Test(study_faults, what_is_harmless_passes) {
    static const enum fault HARMLESS[] = {NO_FAULT, N24_ROUGH_CONVERGED,
                                          N25_OLD_CONVERGED};
    struct bench b;
    bool order;
    open_bench(&b);
    for (int k = 0; k < 3; k++)
        cr_expect(!try_fault(&b, HARMLESS[k], &order), "%s", fault_text(HARMLESS[k]));
}

/* The result, the estimate, the time and a second step are each looked at. */
Test(study_faults, a_fault_that_shows_in_one_place_alone_is_seen_by_the_steps) {
    static const enum fault ALONE[] = {I2_LARGE_KEPT, N12_EXTRAPOLATED, E1_HALVED,
                                       T3_TIME, T4_LATER};
    struct model *m = catalogue_model("pendulum_generic");
    for (int k = 0; k < 5; k++)
        cr_expect(steps_catch(m, ALONE[k]), "%s", fault_text(ALONE[k]));
}

Test(study_faults, time_faults_are_out_of_sight_on_a_model_without_time) {
    struct model *m = catalogue_model("pendulum_generic");
    cr_expect(!steps_catch(m, I7_OLD_TIME), "it is the same method there");
    cr_expect(steps_catch(m, I8_OLD_POSITION));
}
