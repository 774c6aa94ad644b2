/* Truths against the independent integration, and against each other: they differ by no more
 * than the sum of their radii.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "ref/tests/random/trial.h"

static void print_numbers(const char *name, mpfr_srcptr value, mpfr_srcptr radius) {
    mpfr_printf("    %-14s %.40Re +- %.3Re\n", name, value, radius);
}

/* |a - b| <= ra + rb for all components of the first `times` times. */
static bool agree(const struct trial *t, const char *names[2], int times, mpfr_t *a,
                  mpfr_t *ra, mpfr_t *b, mpfr_t *rb) {
    mpfr_t difference, sum;
    bool all = true;
    const int nx = t->motion.nx;
    mpfr_init2(difference, 2000);
    mpfr_init2(sum, 64);
    for (int i = 0; i < times * nx; i++) {
        mpfr_sub(difference, a[i], b[i], MPFR_RNDN);
        mpfr_add(sum, ra[i], rb[i], MPFR_RNDU);
        const bool own = mpfr_cmpabs(difference, sum) <= 0;
        if (!own || t->tally->shows) {
            printf("  component %d, t = %.17g%s\n", i % nx,
                   mpfr_get_d(t->time[i / nx], MPFR_RNDN), own ? "" : "  WRONG");
            print_numbers(names[0], a[i], ra[i]);
            print_numbers(names[1], b[i], rb[i]);
        }
        all = all && own;
    }
    mpfr_clears(difference, sum, (mpfr_ptr)NULL);
    return all;
}

static void print_model(const struct trial *t, const char *what) {
    printf("%s: ref_random %llu 1%s, %d digits\n%s", what, t->seed,
           t->tally->is_short ? " short" : "", t->digits, t->invention.text);
}

static void judge(struct trial *t, enum ref_way way) {
    struct trial_tally *all = t->tally;
    struct ref_truth *truth = t->truth[way];
    const int times = truth->times < t->motion.sure ? truth->times : t->motion.sure;
    const char *names[2] = {ref_way_name(way), "independent"};
    all->told[way]++;
    all->compared[way] += times;
    all->unjudged[way] += truth->times - times;
    if (all->tells)
        printf("%llu: %s: %d times, %g digits, %d compared (%s)\n", t->seed, names[0],
               truth->times, truth->digits[0], times,
               motion_verdict_text(t->motion.verdict));
    if (!agree(t, names, times, truth->state, truth->component, t->motion.state,
               t->motion.error)) {
        print_model(t, "WRONG TRUTH");
        all->wrong[way]++;
    }
    if (truth->times > times && t->motion.verdict == MOTION_NOT_UNIQUE) {
        print_model(t, "TRUTH WHERE SEVERAL MODES GO ON");
        printf("  by %s; at t = %.17g\n", names[0], t->motion.end);
        all->not_unique++;
    }
}

/* Each truth against those before it, and all against the independent integration. */
void trial_compare(struct trial *t) {
    for (int k = 0; k < REF_WAYS; k++) {
        struct ref_truth *a = t->truth[k];
        if (a == NULL)
            continue;
        judge(t, (enum ref_way)k);
        for (int l = 0; l < k; l++) {
            struct ref_truth *b = t->truth[l];
            if (b == NULL)
                continue;
            const char *names[2] = {ref_way_name((enum ref_way)k),
                                    ref_way_name((enum ref_way)l)};
            t->tally->pairs++;
            if (!agree(t, names, a->times < b->times ? a->times : b->times, a->state,
                       a->component, b->state, b->component)) {
                print_model(t, "CONTRADICTION");
                t->tally->contradictions++;
            }
        }
    }
}
