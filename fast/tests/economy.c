/* Prints what default mode costs and how wrong it is beside faithful mode, for every recorded
 * case under error control: the table in pair/ECONOMY.md.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fast/tests/measure.h"

static const long most_in_a_run = 10000000;

/* Sums of logarithms, for geometric means. */
struct mean {
    double sum;
    int count;
};

static void add(struct mean *mean, double value) {
    if (!(value > 0))
        return;
    mean->sum += log(value);
    mean->count++;
}

struct means {
    struct mean cost, product, line;
    double worst;
};

static void print_number(const char *format, double value) {
    if (isnan(value))
        printf(" - |");
    else
        printf(format, value);
}

/* The part of the id that tells cases apart. */
static const char *shorten(const char *id) {
    const char *colon = strchr(id, ':');
    return colon != NULL ? colon + 1 : id;
}

static void print_case(const struct repetition *repetition, const struct truth *truth,
                       struct means *means) {
    struct measurement faithful =
        measure(repetition, truth, FAST_FAITHFUL, 1, most_in_a_run);
    struct measurement ours = measure(repetition, truth, FAST_DEFAULT, 1, most_in_a_run);
    double cost = (double)ours.evaluations / (double)faithful.evaluations;
    double line = ratio_at_equal_error(repetition, truth, faithful.error);
    add(&means->cost, cost);
    add(&means->product, cost * ours.error / faithful.error);
    add(&means->line, line);
    means->worst = fmax(means->worst, cost);
    printf("| %s | %ld | %ld | %.2f |", shorten(repetition->id), faithful.evaluations,
           ours.evaluations, cost);
    print_number(" %.1e |", faithful.error);
    print_number(" %.1e |", ours.error);
    print_number(" %.2f |", line);
    printf(" %ld/%ld | %ld/%ld |%s\n", faithful.rejections, ours.rejections,
           faithful.failures, ours.failures,
           ours.status != faithful.status ? " other status" : "");
    fflush(stdout);
}

int main(void) {
    struct means means = {.worst = 0};
    json_t *records = records_open();
    printf(
        "| case | faithful | default | ratio | error, faithful | error, default | ratio "
        "at equal error | rejections | failures "
        "|\n|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < records_count(records); i++) {
        struct repetition repetition;
        repetition_open(&repetition, records, i);
        if (repetition.kind == ERROR_CONTROLLED) {
            const char *problem = json_string_value(recorded(&repetition, "problem"));
            struct truth *truth = truth_alloc(problem, &repetition.inner,
                                              repetition.start, repetition.t_final);
            print_case(&repetition, truth, &means);
            truth_free(truth);
        }
        repetition_close(&repetition);
    }
    printf(
        "\nGeometric means: evaluations %.3f (%d cases; largest %.2f), evaluations times "
        "error %.3f (%d), at equal error by lines %.3f (%d)\n",
        exp(means.cost.sum / means.cost.count), means.cost.count, means.worst,
        exp(means.product.sum / means.product.count), means.product.count,
        exp(means.line.sum / means.line.count), means.line.count);
    records_close(records);
    return 0;
}
