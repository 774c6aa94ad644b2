/* The truths of one random model by all ways.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/random/trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/model.h"
#include "ref/tests/random/numbers.h"

enum {
    MOST_TIMES = 2,
    DOUBLE_BITS = 53,
    MOST_STEPS = 1500,
    SHORT_STEPS = 300,
    MOST_MOTION_STEPS = 500, /* of the independent integration */
    SHORT_MOTION_STEPS = 110,
    MOST_ASKED = 6000,
    SHORT_ASKED = 400,
    MOST_BITS = 700,
    FINE = 5 /* one model of so many has the fine integration */
};

static const struct {
    enum ref_way way;
    ref_truth_function *solve;
    bool contacts, smooth; /* whether it takes models with and without contacts */
} ways[] = {
    {REF_BY_EXPONENTIAL, ref_exponential_truth, false, true},
    {REF_BY_ENCLOSURE, ref_enclosure_truth, true, true},
    {REF_BY_TAYLOR, ref_truth_alloc, false, true},
    {REF_BY_COLLOCATION, ref_collocation_truth, false, true},
    {REF_BY_EVENTS, ref_event_truth, true, false},
};
enum { WAYS = sizeof ways / sizeof *ways };

static struct model *read_model(const struct trial *t) {
    struct model *m;
    struct diagnostic d;
    char path[64];
    snprintf(path, sizeof path, "random%llu.model", t->seed);
    if (model_parse(&m, path, t->invention.text, strlen(t->invention.text), 0, NULL,
                    &d) != PROBLEM_OK &&
        t->tally->tells)
        printf("%llu: %s", t->seed, d.text);
    return m;
}

/* The work of a truth is limited by steps, so that the same seed does the same. */
static bool is_too_long(void *context, enum ref_way way) {
    struct trial *t = context;
    (void)way;
    return t->asked++ > (t->tally->is_short ? SHORT_ASKED : MOST_ASKED);
}

static int most_motion_steps(const struct trial *t) {
    return t->tally->is_short ? SHORT_MOTION_STEPS : MOST_MOTION_STEPS;
}

/* Random times; or at an event, or close to one, if there are any on the way. */
static void draw_times(struct trial *t, struct model *m) {
    const double end = t->invention.end;
    t->times = 1 + sample_choice(&t->random, MOST_TIMES);
    double first = floor(sample_uniform(&t->random, 0.05, 1) * end * 256) / 256;
    mpfr_set_d(t->time[t->times - 1], end, MPFR_RNDN);
    if (t->times == 1)
        return;
    if (sample_choice(&t->random, 3) == 0) {
        struct motion_result r;
        motion_solve(&r, m, 1, (const mpfr_t *)t->time + 1, false, most_motion_steps(t));
        if (r.sure == 1 && r.events > 0) {
            static const double beside[] = {0, 1e-3, -1e-3, 1e-8, -1e-8, 1e-14, -1e-14};
            first = r.event[sample_choice(&t->random, r.events)] +
                    beside[sample_choice(&t->random, 7)];
        }
        motion_clear(&r);
    }
    mpfr_set_d(t->time[0], fmin(fmax(first, 1e-3), end), MPFR_RNDN);
}

/* A way's truth at all times; where that is refused, at the first one. */
static void ask(struct trial *t, int k) {
    const enum ref_way way = ways[k].way;
    struct trial_tally *all = t->tally;
    struct ref_truth_options options = {.digits = t->digits,
                                        .max_steps =
                                            all->is_short ? SHORT_STEPS : MOST_STEPS,
                                        .max_bits = MOST_BITS,
                                        .stop = is_too_long,
                                        .context = t};
    all->tried[way]++;
    for (int times = t->times; times > 0 && t->truth[way] == NULL; times--) {
        struct model *m = read_model(t);
        t->asked = 0;
        const enum ref_status status =
            ways[k].solve(&t->truth[way], m, times, (const mpfr_t *)t->time, &options);
        model_free(m);
        if (status == REF_OK || times < t->times)
            continue;
        all->refused[way][status][t->motion.sure < times]++;
        if (all->tells)
            printf("%llu: %s refuses: %s (the other one: %s)\n", t->seed,
                   ref_way_name(way), ref_status_text(status),
                   motion_verdict_text(t->motion.verdict));
    }
}

static void run(struct trial *t, struct model *m) {
    struct trial_tally *all = t->tally;
    draw_times(t, m);
    t->digits = 12 + sample_choice(&t->random, 20);
    const clock_t begin = clock();
    motion_solve(&t->motion, m, t->times, (const mpfr_t *)t->time, t->seed % FINE == 0,
                 most_motion_steps(t));
    const clock_t solved = clock();
    all->verdict[t->motion.verdict]++;
    all->models++;
    all->events += t->motion.events;
    all->impacts += t->motion.impacts;
    all->steps += t->motion.steps;
    const bool tries_collocation = sample_choice(&t->random, 8) == 0;
    for (int k = 0; k < WAYS; k++)
        if ((m->contacts > 0 ? ways[k].contacts : ways[k].smooth) &&
            (ways[k].way != REF_BY_COLLOCATION || tries_collocation))
            ask(t, k);
    all->spent[0] += solved - begin;
    all->spent[1] += clock() - solved;
    trial_compare(t);
    for (int k = 0; k < REF_WAYS; k++)
        ref_truth_free(t->truth[k]);
    motion_clear(&t->motion);
}

void trial_run(struct trial_tally *tally, unsigned long long seed) {
    struct trial t = {.seed = seed, .random = {seed, seed}, .tally = tally};
    invent_model(&t.invention, &t.random, tally->is_short);
    if (tally->shows)
        printf("%s", t.invention.text);
    struct model *m = read_model(&t);
    if (m == NULL)
        return;
    t.time = numbers_make(MOST_TIMES, DOUBLE_BITS);
    run(&t, m);
    numbers_free(t.time, MOST_TIMES);
    model_free(m);
}

int trial_wrong(const struct trial_tally *tally) {
    int wrong = tally->contradictions + tally->not_unique;
    for (int w = 0; w < REF_WAYS; w++)
        wrong += tally->wrong[w];
    return wrong;
}
