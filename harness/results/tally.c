/* What the results of each study and method come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/tally.h"
#include "harness/results/results_count.h"

#include <string.h>

#include "harness/results/result.h"

static struct tally_row *find_row(struct tally *t, const char *study,
                                  const char *method) {
    int place = t->rows;
    for (int i = 0; i < t->rows; i++) {
        bool same_study = strcmp(t->row[i].study, study) == 0;
        if (same_study && strcmp(t->row[i].method, method) == 0)
            return &t->row[i];
        if (same_study)
            place = i + 1; /* methods of one study stand together */
    }
    if (t->rows == tally_most_rows)
        return NULL;
    memmove(&t->row[place + 1], &t->row[place],
            (size_t)(t->rows - place) * sizeof *t->row);
    t->rows++;
    t->row[place] = (struct tally_row){.study = study, .method = method};
    return &t->row[place];
}

static void add_time(struct tally *t, const struct job_account *job) {
    for (int k = 0; k < job->methods; k++) {
        struct tally_row *row = find_row(t, job->study, job->method[k]);
        if (row != NULL)
            row->processor_seconds += job->processor_seconds / job->methods;
    }
}

void tally_make(struct tally *t, const struct gate_outcome *o) {
    t->rows = 0;
    for (int i = 0; i < o->jobs.count; i++)
        if (!o->jobs.item[i].left_out)
            add_time(t, &o->jobs.item[i]);
    RESULTS_FOREACH(o->results, result) {
        struct tally_row *row = find_row(t, result->study, result->method);
        if (row != NULL)
            results_count_add(&row->count, result);
    }
}

const char *tally_verdict(const struct results_count *count) {
    if (count->failed > 0)
        return "fail";
    return count->passed > 0 || count->accepted > 0 ? "pass" : "undecided";
}

int tally_slowest(const struct gate_outcome *o, const struct job_account **slowest,
                  int most) {
    int count = 0;
    for (int i = 0; i < o->jobs.count; i++) {
        const struct job_account *job = &o->jobs.item[i];
        int place = count;
        while (place > 0 &&
               slowest[place - 1]->processor_seconds < job->processor_seconds)
            place--;
        if (place == most)
            continue;
        count += count < most;
        for (int k = count - 1; k > place; k--)
            slowest[k] = slowest[k - 1];
        slowest[place] = job;
    }
    return count;
}

void tally_sentence(char *text, size_t size, const struct gate_outcome *o) {
    struct results_count count = results_count(o->results);
    int undecided = count.all - count.passed - count.failed - count.accepted;
    char left_out[64] = "", required[64];
    results_count_tell_undecided(required, sizeof required, &count);
    if (o->left_out > 0)
        snprintf(left_out, sizeof left_out, ", %d studies left out", o->left_out);
    snprintf(text, size,
             "%s: %d of %d results fail%s, %d undecided, %d accepted%s; profile %s%s%s, "
             "%.1f s, "
             "%.1f s of processor time",
             gate_outcome_passes(o) ? "PASS" : "FAIL", count.failed, count.all, required,
             undecided, count.accepted, left_out, o->profile, o->part != NULL ? ", " : "",
             o->part != NULL ? o->part : "", o->seconds, o->processor_seconds);
}
