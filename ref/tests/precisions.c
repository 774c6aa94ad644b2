/* Exact steps at random precisions against the same steps at 700 bits:
 *
 *     precisions all               every model of the catalogue, every method, steps of the span,
 *                                  span/5 and span/200
 *     precisions COUNT [MODEL]...  so many of those cases that are small, drawn at random, and all
 *                                  of the models that are named
 *
 * Both begin at the same state, which is the model's start at the lower precision. A step is to
 * be that of 700 bits rounded, or to fail as that does. With joints it is projected, as
 * harness/solve does. The seed is TEST_SEED. Seen to fail: Newton's methods of the pair and of
 * a block stopped early, projections that wander or change their rank.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/model.h"
#include "problems/tests/sample.h"
#include "ref/tests/precise_step.h"
#include "ref/model.h"

enum {
    SMALL_STATES = 8, /* of cases drawn at random, with one joint at most */
    MOST_STATES = 60, /* of all */
    MANY_BITS = 700,
    STEPS = 3,
    PRECISIONS = 2, /* of each case */
    PRECISIONS_OF_ALL = 16
};

struct tally {
    int precisions; /* of each case, in turn of some 24 to 64 and 65 to 600 bits */
    int cases, refused, wrong;
    struct sample random;
};

static const int divisors[STEPS] = {1, 5, 200};

/* Contacts have steps of their own (test_contact_step). */
static bool concerns(const struct model *m, bool small) {
    const int n = ref_state_size(m);
    return m->contacts == 0 && n > 0 && n <= (small ? SMALL_STATES : MOST_STATES) &&
           (!small || m->joints <= 1);
}

/* Whether the method takes the model: the implicit pair has no joints. */
static bool takes(int method, const struct model *m) {
    return method != PRECISE_PAIR || m->joints + m->quaternions == 0;
}

static void tell(const struct model *m, int method, int divisor,
                 const struct precise_step *few, const struct precise_step *many) {
    printf("%s, %s, span/%d, %ld bits: ", m->name, precise_method_name(method), divisor,
           (long)few->bits);
    if (few->status != many->status)
        printf("%s; with more bits: %s\n", ref_status_text(few->status),
               ref_status_text(many->status));
    else
        printf("2^%ld times what rounding allows\n", precise_step_compare(few, many));
    fflush(stdout);
}

/* One case at its precisions. */
static void check(struct model *m, int method, int divisor, struct tally *tally) {
    static const int low[2] = {24, 65}, high[2] = {65, 601};
    for (int k = 0; k < tally->precisions; k++) {
        const int first = low[k % 2], count = high[k % 2] - first;
        struct precise_step few = {.bits = first + sample_choice(&tally->random, count)};
        struct precise_step many = {.bits = MANY_BITS};
        precise_step_take(&few, m, method, divisor, NULL);
        precise_step_take(&many, m, method, divisor, &few);
        tally->cases++;
        tally->refused += many.status != REF_OK;
        if (precise_step_compare(&few, &many) > 0) {
            tally->wrong++;
            tell(m, method, divisor, &few, &many);
        }
        precise_step_clear(&few);
        precise_step_clear(&many);
    }
}

static void check_model(const struct catalogue *c, const char *name,
                        struct tally *tally) {
    struct model *m;
    struct diagnostic d;
    if (catalogue_read(c, name, 0, NULL, &m, &d) != PROBLEM_OK) {
        printf("%s\n", d.text);
        tally->wrong++;
        return;
    }
    for (int method = 0; method < PRECISE_METHODS && concerns(m, false); method++)
        for (int k = 0; k < STEPS && takes(method, m); k++)
            check(m, method, divisors[k], tally);
    model_free(m);
}

static void check_some(const struct catalogue *c, int count, struct tally *tally) {
    struct diagnostic d;
    for (int done = 0; done < count;) {
        const char *name = c->entry[sample_choice(&tally->random, c->count)].name;
        const int method = sample_choice(&tally->random, PRECISE_METHODS);
        struct model *m;
        if (catalogue_read(c, name, 0, NULL, &m, &d) != PROBLEM_OK)
            continue;
        if (concerns(m, true) && takes(method, m)) {
            check(m, method, divisors[sample_choice(&tally->random, STEPS)], tally);
            done++;
        }
        model_free(m);
    }
}

int main(int arguments, char **argument) {
    struct catalogue *c;
    struct diagnostic d;
    struct tally tally = {.random = sample_begin()};
    if (arguments < 2 || catalogue_open(&c, TEST_MODELS, &d) != PROBLEM_OK) {
        fprintf(stderr, "precisions all | COUNT [MODEL]...\n");
        return EXIT_FAILURE;
    }
    const bool all = strcmp(argument[1], "all") == 0;
    tally.precisions = all ? PRECISIONS_OF_ALL : PRECISIONS;
    for (int i = 0; i < c->count && all; i++)
        check_model(c, c->entry[i].name, &tally);
    check_some(c, all ? 0 : atoi(argument[1]), &tally);
    for (int i = 2; i < arguments; i++)
        check_model(c, argument[i], &tally);
    catalogue_free(c);
    printf("seed %llu: %d steps, %d refused at 700 bits, %d wrong\n",
           (unsigned long long)tally.random.seed, tally.cases, tally.refused,
           tally.wrong);
    return tally.wrong > 0 || tally.cases == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
