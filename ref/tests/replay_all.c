/* All recorded runs against their replay, as a table: replay_all BITS [NAME-PART]. Takes
 * minutes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "problems/catalogue.h"
#include "problems/model.h"
#include "ref/tests/originals.h"

struct tally {
    int cases, equal, unequal, sensitive, state_off;
};

static void print_difference(const struct original *c, const ref_replay *r) {
    long counter[ORIGINAL_COUNTERS];
    original_counters(r, counter);
    for (int i = 0; i < ORIGINAL_COUNTERS; i++)
        if (counter[i] != c->counter[i])
            printf("    %s %ld, recorded %ld\n", original_counter_name[i], counter[i],
                   c->counter[i]);
}

static const char *describe(const struct original *c) {
    const char *rounding = original_rounding(c->name);
    return !c->robust ? "(sensitive)" : rounding != NULL ? rounding : "";
}

static void judge(const struct original *c, const ref_replay *r, enum ref_status status,
                  mpfr_prec_t bits, struct tally *tally) {
    struct comparison a = original_compare(c, r, status);
    bool equal = a.counters_off == 0 && status == c->outcome;
    bool close = a.state_off <= original_tolerance(c, bits) && a.estimate_off <= 1e-6;
    tally->cases++;
    tally->equal += equal;
    tally->unequal += !equal && c->robust;
    tally->sensitive += !equal && !c->robust;
    tally->state_off += !close;
    if (equal && close)
        return;
    printf("%s%s%s %s\n    %s; state %.1e (tolerance %.1e), estimate %.1e, measures "
           "%.1e\n",
           equal ? "" : "COUNTERS ", close ? "" : "STATE ", describe(c), c->name,
           ref_status_text(status), a.state_off, original_tolerance(c, bits),
           a.estimate_off, a.measure_off);
    print_difference(c, r);
}

static int replay_cases(FILE *file, const struct catalogue *catalogue, mpfr_prec_t bits,
                        const char *part, struct tally *tally) {
    struct original c;
    int more;
    while ((more = original_read(file, &c)) > 0) {
        if (strstr(c.name, part) == NULL)
            continue;
        struct model *m = original_model(catalogue, &c);
        if (m == NULL)
            return -1;
        ref_replay *r;
        clock_t begin = clock();
        enum ref_status status = original_replay(&c, m, bits, &r);
        if (r == NULL)
            return -1;
        judge(&c, r, status, bits, tally);
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (seconds > 1)
            printf("%s: %.1f s\n", c.name, seconds);
        fflush(stdout);
        ref_replay_free(r);
        model_free(m);
    }
    return more;
}

int main(int arguments, char **argument) {
    struct catalogue *catalogue;
    struct diagnostic d;
    struct tally tally = {0};
    long bits = arguments > 1 ? strtol(argument[1], NULL, 10) : 53;
    FILE *file = fopen(TEST_DATA "/originals.txt", "r");
    if (file == NULL || catalogue_open(&catalogue, TEST_MODELS, &d) != PROBLEM_OK)
        return 1;
    int end =
        replay_cases(file, catalogue, bits, arguments > 2 ? argument[2] : "", &tally);
    printf("%ld bits: %d cases, %d with equal counters; unequal: %d, and %d that are "
           "sensitive to rounding; state or estimate off: %d\n",
           bits, tally.cases, tally.equal, tally.unequal, tally.sensitive,
           tally.state_off);
    catalogue_free(catalogue);
    fclose(file);
    mpfr_free_cache();
    return end == 0 ? 0 : 1;
}
