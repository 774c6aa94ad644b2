/* Truths of random small models with kinks and contacts, against an independent integration:
 *
 *     ref_random SEED COUNT [short] [tell]     models of the seeds SEED .. SEED + COUNT - 1
 *
 * TEST_SEED takes the place of SEED. A wrong truth is printed with its model, both values, and
 * the command that makes it again. short: models over a time of at most 1. tell: a line for each
 * truth and refusal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <flint/flint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ref/tests/random/trial.h"

static const char *const outcome_text[] = {"compared", "not compared"};

static void print_refusals(const struct trial_tally *t, enum ref_way way) {
    for (int s = 1; s < TRIAL_STATUSES; s++)
        if (t->refused[way][s][0] + t->refused[way][s][1] > 0)
            printf("    %6d %6d  %s\n", t->refused[way][s][0] + t->refused[way][s][1],
                   t->refused[way][s][0], ref_status_text((enum ref_status)s));
}

static void print_tally(const struct trial_tally *t) {
    printf("%d models, %ld events, %ld impacts, %ld steps of the independent "
           "integration;\nseconds: %.1f for that, %.1f for truths\n",
           t->models, t->events, t->impacts, t->steps,
           (double)t->spent[0] / CLOCKS_PER_SEC, (double)t->spent[1] / CLOCKS_PER_SEC);
    for (int v = 0; v < MOTION_VERDICTS; v++)
        if (t->verdict[v] > 0)
            printf("    %6d  %s\n", t->verdict[v],
                   motion_verdict_text((enum motion_verdict)v));
    for (int w = 0; w < REF_WAYS; w++) {
        if (t->tried[w] == 0)
            continue;
        printf("%s: %d asked, %d told; %d values %s, %d %s, %d wrong\n",
               ref_way_name((enum ref_way)w), t->tried[w], t->told[w], t->compared[w],
               outcome_text[0], t->unjudged[w], outcome_text[1], t->wrong[w]);
        printf("    refused, of these where the independent one is sure:\n");
        print_refusals(t, (enum ref_way)w);
    }
    printf("%d pairs of ways compared, %d contradict each other\n"
           "%d truths behind a place from where several modes go on\n",
           t->pairs, t->contradictions, t->not_unique);
}

static bool is_given(int arguments, char **argument, const char *word) {
    for (int i = 3; i < arguments; i++)
        if (strcmp(argument[i], word) == 0)
            return true;
    return false;
}

int main(int arguments, char **argument) {
    static struct trial_tally tally;
    const char *seed_text = getenv("TEST_SEED");
    if (arguments < 3) {
        fprintf(stderr, "ref_random SEED COUNT [short] [tell]\n");
        return EXIT_FAILURE;
    }
    const unsigned long long seed =
        strtoull(seed_text != NULL ? seed_text : argument[1], NULL, 10);
    const int count = atoi(argument[2]);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    tally.shows = count == 1;
    tally.tells = tally.shows || is_given(arguments, argument, "tell");
    tally.is_short = is_given(arguments, argument, "short");
    for (int k = 0; k < count; k++)
        trial_run(&tally, seed + (unsigned long long)k);
    printf("seeds %llu to %llu: ", seed, seed + (unsigned long long)count - 1);
    print_tally(&tally);
    flint_cleanup();
    mpfr_free_cache();
    return trial_wrong(&tally) > 0 || tally.models == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
