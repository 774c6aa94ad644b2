/* Results from what processes have found, on data whose truth is known.
 *
 * Seen to fail: the arithmetic for the geometric mean; ratios of steps where runs have other
 * numbers of steps; a mean over processes that lack a model; verdicts by the value in place of
 * the interval; the slope of time per mass in place of time, and of half a decade over a whole
 * one's logarithm; lanes that pass whatever they gain.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/timing/timing_chain.h"
#include "harness/speed/timing/timing_plan.h"
#include "harness/speed/timing/timing_rows.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"
#include "problems/model.h"

enum { processes = 8, most_models = 3 };

/* True numbers from which the processes' are made. */
struct truth {
    double faster;  /* than the original, in faithful mode; half of it in default mode */
    double over;    /* step over floor */
    double scatter; /* of a process's times, relative */
};

/* A pass needs so many solves of a nanosecond each that it takes `over` times as long as they
 * do. */
static json_t *make_case(const struct timing_setting *s, const struct truth *truth,
                         double noise) {
    const struct original_cost *c = s->recorded;
    const bool faithful = s->mode == FAST_FAITHFUL;
    /* Default mode takes twice the steps, each as long: runs take twice the time. */
    double steps = c->steps * (faithful ? 1.0 : 2.0), unit = s->fixed ? c->steps : 1;
    return say_measured(
        c->ns / truth->faster * noise * steps,
        json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "steps", steps,
                  "evaluations", round(c->evaluations * unit), "iterations",
                  round(c->iterations * unit), "solves",
                  c->ns / truth->faster * steps / truth->over, "factors", 1.0,
                  "jacobians", round(c->jacobians * unit), "factorizations",
                  round(c->factorizations * unit), "maps", 0.0, "allocations", 0.0));
}

/* Of the kernels the solves alone are there. */
static void add_kernels(json_t *contestants, const struct timing_plan *plan) {
    for (int i = 0; i < plan->kernel_sets * PAIR_KERNELS; i++)
        json_array_append_new(
            contestants,
            i % PAIR_KERNELS == PAIR_SOLVE
                ? say_measured(PASS_KERNEL_CALLS, json_pack("{s:i}", "steps", 1))
                : json_null());
}

static void make_found(struct timing_plan *plan, const char *name,
                       const struct truth *truth, gsl_rng *random) {
    const struct batch_setup how = {.processes = processes, .rounds = 1};
    struct diagnostic d = {""};
    struct model *m = catalogue_model(name);
    cr_assert(timing_plan_make(plan, m, name, NULL, false, &d) == 0, "%s", d.text);
    cr_assert(timing_plan_lay(plan, m, name, NULL, &how) == 0);
    model_free(m);
    for (int p = 0; p < processes; p++) {
        json_t *contestants = json_array();
        double common = exp(gsl_ran_gaussian(random, truth->scatter));
        for (int i = 0; i < plan->count; i++)
            json_array_append_new(
                contestants,
                make_case(&plan->setting[i], truth,
                          common * exp(gsl_ran_gaussian(random, truth->scatter))));
        add_kernels(contestants, plan);
        take_measured(&plan->batch, p, contestants);
    }
}

static const char vie[] = "velocity-implicit-euler";

Test(timing_results, a_models_results_are_its_true_numbers) {
    gsl_rng *random = seeded_random();
    const struct truth truth = {17.3, 1.37, 1e-4};
    struct timing_plan f;
    make_found(&f, "pendulum", &truth, random);
    json_t *results = json_array();
    struct timing_results found = {.count = 0};
    timing_plan_results(&f, &found);
    add_told(results, &found);
    const json_t *ns = find_timing(results, "pendulum", vie, "faithful", "ns-per-step");
    cr_expect(fabs(number_in(ns, "value") / (3932.5 / 17.3) - 1) < 1e-3);
    cr_expect_str_eq(text_in(ns, "verdict"), "pass");
    const json_t *ratio =
        find_timing(results, "pendulum", vie, "faithful", "original-ratio");
    cr_expect(fabs(number_in(ratio, "value") / 17.3 - 1) < 1e-3);
    ratio =
        find_timing(results, "pendulum", "implicit-euler", "default", "original-ratio");
    cr_expect(fabs(number_in(ratio, "value") / (17.3 / 2) - 1) < 1e-3, "%g",
              number_in(ratio, "value"));
    const json_t *floor =
        find_timing(results, "pendulum", vie, "faithful", "step-over-kernels");
    cr_expect(fabs(number_in(floor, "value") - 1.37) < 2e-3);
    cr_expect(number_in(floor, "expected") == 1.5);
    cr_expect_str_eq(text_in(floor, "verdict"), "pass");
}

/* A counter in all processes; NULL: a pass over its kernels. */
static void set_in_all(struct timing_plan *f, int setting, const char *key,
                       double value) {
    for (int p = 0; p < processes; p++) {
        const struct measurement *m = &f->batch.process[p].of[setting];
        json_object_set_new(m->counters, key != NULL ? key : "solves",
                            json_real(key != NULL ? value : m->ns / value));
    }
}

Test(timing_results, other_counters_allocations_and_dear_steps_fail) {
    gsl_rng *random = seeded_random();
    const struct truth truth = {17.3, 1.2, 1e-4};
    for (int what = 0; what < 3; what++) {
        struct timing_plan f;
        make_found(&f, "heavy_top", &truth, random);
        json_t *results = json_array();
        int last = 0;
        for (int i = 0; i < f.count; i++)
            if (f.setting[i].mode == FAST_FAITHFUL && f.setting[i].fixed &&
                f.setting[i].method == FAST_VELOCITY_IMPLICIT_EULER)
                last = i;
        set_in_all(&f, last,
                   what == 0   ? "iterations"
                   : what == 1 ? "allocations"
                               : NULL,
                   what == 0   ? 9 * 512 + 1
                   : what == 1 ? 1
                               : 1.6);
        struct timing_results found = {.count = 0};
        timing_plan_results(&f, &found);
        add_told(results, &found);
        const char *quantity = what < 2 ? "ns-per-step" : "step-over-kernels";
        const json_t *bad = find_timing(results, "heavy_top", vie, "faithful", quantity);
        cr_expect_str_eq(text_in(bad, "verdict"), "fail", "%d", what);
        cr_expect(what < 2 || fabs(number_in(bad, "value") - 1.6) < 1e-9,
                  "the dearest, not %g", number_in(bad, "value"));
        cr_expect_str_eq(text_in(find_timing(results, "heavy_top", "implicit-euler",
                                             "faithful", quantity),
                                 "verdict"),
                         "pass", "%d", what);
    }
}

Test(timing_results, what_may_be_too_dear_is_undecided) {
    gsl_rng *random = seeded_random();
    const struct truth truth = {17.3, 1.5, 0.03};
    struct timing_plan f;
    make_found(&f, "vdp_mu5", &truth, random);
    json_t *results = json_array();
    struct timing_results found = {.count = 0};
    timing_plan_results(&f, &found);
    add_told(results, &found);
    const json_t *floor =
        find_timing(results, "vdp_mu5", vie, "faithful", "step-over-kernels");
    cr_expect(number_in(floor, "low") < 1.5 && number_in(floor, "high") > 1.5);
    cr_expect_str_eq(text_in(floor, "verdict"), "not-asymptotic");
}

/* How often the interval of the mean over models holds the truth. */
Test(timing_results, the_mean_over_models_holds_the_truth_in_95_of_100) {
    gsl_rng *random = seeded_random();
    static const char *const names[most_models] = {"pendulum", "vdp_mu5", "smd_stiff"};
    enum { runs = 120 };
    int held = 0;
    for (int run = 0; run < runs; run++) {
        struct timing_plan f[most_models];
        json_t *results = json_array();
        const struct truth truth = {15.2, 1.2, 0.02};
        for (int m = 0; m < most_models; m++)
            make_found(&f[m], names[m], &truth, random);
        struct timing_results found = {.count = 0};
        timing_plan_means(most_models, f, &found);
        add_told(results, &found);
        const json_t *mean =
            find_timing(results, "all", "all", "faithful", "original-ratio-mean");
        held += number_in(mean, "low") <= 15.2 && 15.2 <= number_in(mean, "high");
        cr_expect(fabs(number_in(mean, "value") / 15.2 - 1) < 0.06);
    }
    cr_expect(held >= 0.88 * runs, "%d of %d", held, runs);
}

Test(timing_results, a_process_without_one_of_the_models_is_left_out_of_the_mean) {
    gsl_rng *random = seeded_random();
    const struct truth good = {20, 1.2, 1e-4}, bad = {5, 1.2, 1e-4};
    struct timing_plan f[2];
    make_found(&f[0], "pendulum", &good, random);
    make_found(&f[1], "vdp_mu5", &bad, random);
    json_t *results = json_array();
    for (int p = 3; p < processes; p++)
        measured_clear(&f[1].batch.process[p]);
    struct timing_results found = {.count = 0};
    timing_plan_means(2, f, &found);
    add_told(results, &found);
    const json_t *mean =
        find_timing(results, "all", "all", "faithful", "original-ratio-mean");
    cr_expect(fabs(number_in(mean, "value") / 10 - 1) < 1e-3, "%g",
              number_in(mean, "value"));
    cr_expect_str_eq(text_in(mean, "verdict"), "not-asymptotic");
}

Test(timing_results, the_mean_is_judged_over_all_recorded_models_and_over_no_fewer) {
    static const char *const names[] = {"spring_k1",       "spring_k1e4",   "spring_k1e6",
                                        "smd_stiff",       "pendulum",      "vdp_mu5",
                                        "double_pendulum", "chain8_k1e5",   "body_free",
                                        "heavy_top",       "contact_stack5"};
    enum { all = sizeof names / sizeof *names };
    static const struct {
        double ratio;
        int models;
        const char *verdict;
    } judged[] = {{15.2, all, "pass"},
                  {14.8, all, "fail"},
                  {15.2, all - 1, "not-asymptotic"},
                  {14.8, all - 1, "not-asymptotic"}};
    gsl_rng *random = seeded_random();
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        struct timing_plan f[all];
        json_t *results = json_array();
        const struct truth truth = {judged[i].ratio, 1.2, 1e-4};
        for (int m = 0; m < judged[i].models; m++)
            make_found(&f[m], names[m], &truth, random);
        struct timing_results found = {.count = 0};
        timing_plan_means(judged[i].models, f, &found);
        add_told(results, &found);
        const json_t *mean =
            find_timing(results, "all", "all", "faithful", "original-ratio-mean");
        cr_expect_str_eq(text_in(mean, "verdict"), judged[i].verdict, "%g over %d",
                         judged[i].ratio, judged[i].models);
        mean = find_timing(results, "all", "all", "default", "original-ratio-mean");
        cr_expect_str_eq(text_in(mean, "verdict"), "pass", "default mode has no bound");
    }
}

/* ---- The chain */

enum { sizes = 7, chain_processes = 6 };
enum { SPRINGS, RODS, POINTS, BRICKS };

/* Times c n^power with scatter, before the last decade a third of that; nothing for lengths from
 * `missing` on. */
static void find_chain(gsl_rng *random, double power, double scatter, int missing,
                       int which, json_t *results) {
    const struct timing_chain_request request = {NULL, NULL, 100000, chain_processes, 1};
    struct timing_chain c;
    struct diagnostic d = {""};
    cr_assert(timing_chain_make(&c, &timing_chain_kinds[which], &request, &d) == 0, "%s",
              d.text);
    const int measured = missing < c.sizes ? missing : c.sizes;
    for (int i = 0; i < measured * chain_processes; i++) {
        const double n = c.kind->masses[i / chain_processes];
        const double scale = i / chain_processes + 3 < measured ? 83.0 / 3 : 83;
        json_t *contestants = json_array();
        for (int k = 0; k < c.variants.count; k++)
            json_array_append_new(
                contestants,
                say_measured(8 * scale * pow(n, power) *
                                 exp(gsl_ran_gaussian(random, scatter)),
                             json_pack("{s:f, s:f, s:f}", "memory", 5000 + 370 * n,
                                       "steps", 8.0, "evaluations", 24.0)));
        take_measured(&c.at[i / chain_processes], i % chain_processes, contestants);
    }
    struct timing_results found = {.count = 0};
    timing_chain_results(&c, &found);
    add_told(results, &found);
}

Test(timing_results, the_chains_slope_is_found_with_its_interval) {
    gsl_rng *random = seeded_random();
    enum { runs = 300 };
    int held = 0;
    gsl_set_error_handler_off();
    for (int run = 0; run < runs; run++) {
        json_t *results = json_array();
        find_chain(random, 1.037, 0.03, sizes, SPRINGS, results);
        const json_t *slope =
            find_timing(results, "spring_chain", vie, "default", "chain-slope");
        held += number_in(slope, "low") <= 1.037 && 1.037 <= number_in(slope, "high");
        cr_expect(fabs(number_in(slope, "value") - 1.037) < 0.05);
    }
    cr_expect(held >= 0.92 * runs && held < runs, "%d of %d", held, runs);
}

Test(timing_results, chains_are_judged_by_slope_and_completeness) {
    gsl_rng *random = seeded_random();
    static const struct {
        double power;
        int missing;
        const char *verdict;
    } judged[] = {{1.02, sizes, "pass"},
                  {1.2, sizes, "fail"},
                  {3, 4, "fail"},
                  {1.02, 5, "not-asymptotic"},
                  {1.02, 2, "not-asymptotic"}};
    gsl_set_error_handler_off();
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        json_t *results = json_array();
        find_chain(random, judged[i].power, 1e-3, judged[i].missing, SPRINGS, results);
        const json_t *slope =
            find_timing(results, "spring_chain", vie, "default", "chain-slope-exact");
        cr_expect_str_eq(text_in(slope, "verdict"), judged[i].verdict, "%zu", i);
    }
}

Test(timing_results, a_chain_with_joints_is_judged_alike) {
    gsl_rng *random = seeded_random();
    gsl_set_error_handler_off();
    for (int slow = 0; slow < 2; slow++) {
        json_t *results = json_array();
        find_chain(random, slow ? 1.3 : 1.04, 1e-3, sizes, RODS, results);
        const json_t *slope = find_timing(results, TIMING_LINKS, TIMING_LINKS_METHOD,
                                          "default", "chain-slope-joints-every-step");
        cr_expect(fabs(number_in(slope, "value") - (slow ? 1.3 : 1.04)) < 1e-3);
        cr_expect_str_eq(text_in(slope, "verdict"), slow ? "fail" : "pass");
    }
}

/* Points on each other and bricks alike. */
Test(timing_results, stacks_are_judged) {
    static const char *const stack[] = {TIMING_SLIDERS, TIMING_BRICKS};
    gsl_rng *random = seeded_random();
    gsl_set_error_handler_off();
    for (int k = 0; k < 4; k++) {
        const bool is_slow = k % 2 == 1;
        const double power = is_slow ? 1.17 : 1.04;
        json_t *results = json_array();
        find_chain(random, power, 1e-3, sizes, POINTS + k / 2, results);
        const json_t *slope = find_timing(results, stack[k / 2], "contact-stepper",
                                          "default", "contact-slope");
        cr_expect(fabs(number_in(slope, "value") - power) < 1e-3);
        cr_expect_str_eq(text_in(slope, "verdict"), is_slow ? "fail" : "pass");
    }
}

Test(timing_results, memory_grows_linearly_beside_a_constant) {
    gsl_rng *random = seeded_random();
    json_t *results = json_array();
    gsl_set_error_handler_off();
    find_chain(random, 1, 0, sizes, SPRINGS, results);
    const json_t *memory =
        find_timing(results, "spring_chain", vie, "default", "chain-memory");
    cr_expect_str_eq(text_in(memory, "verdict"), "pass");
    const json_t *last = json_array_get(json_object_get(memory, "points"), sizes - 1);
    cr_expect(fabs(number_in(last, "bytes_per_mass") - 370.05) < 1e-9);
}

/* Each of the rows' steps takes gain times less in lanes, but for scatter; the third was not
 * measured. */
static json_t *found_in_lanes(const struct batch *b, double gain, double noise) {
    json_t *contestants = json_array();
    for (size_t i = 0; i < json_array_size(b->workloads); i++)
        json_array_append_new(
            contestants, i == 5 ? json_null()
                                : say_measured(64 * (i % 2 == 0 ? 60 : 60 / gain * noise),
                                               json_pack("{s:f}", "steps", 64.0)));
    return contestants;
}

Test(timing_results, lanes_that_gain_too_little_fail) {
    static const struct {
        double gain, scatter;
        const char *verdict;
    } runs[] = {{3.5, 1e-2, "pass"}, {2.5, 1e-2, "fail"}, {3, 1e-2, "not-asymptotic"}};
    const struct batch_setup how = {.processes = processes, .rounds = 1};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        json_t *results = json_array();
        struct batch b;
        cr_assert(batch_make(&b, "all", &how, timing_lanes_workloads(NULL)) == 0);
        for (int p = 0; p < processes; p++)
            take_measured(
                &b, p,
                found_in_lanes(&b, runs[k].gain,
                               exp(p % 2 == 0 ? runs[k].scatter : -runs[k].scatter)));
        struct timing_results found = {.count = 0};
        timing_lanes_results(&b, &found);
        add_told(results, &found);
        const json_t *all = json_array_get(results, json_array_size(results) - 1);
        cr_expect_str_eq(text_in(all, "model"), "all");
        cr_expect(fabs(number_in(all, "value") / runs[k].gain - 1) < 0.03);
        cr_expect(fabs(number_in(json_array_get(results, 0), "value") / runs[k].gain -
                       1) < 0.03);
        cr_expect(number_in(all, "expected") == 3);
        cr_expect_str_eq(text_in(all, "verdict"), runs[k].verdict);
        cr_expect_str_eq(text_in(json_array_get(results, 0), "verdict"), "pass");
    }
}
