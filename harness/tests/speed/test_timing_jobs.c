/* The time left: by what has been measured of the like, or of the kind.
 *
 * Seen to fail: guesses never corrected; all kinds corrected alike; the like of a job corrected
 * by its kind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "harness/speed/timing/timing_jobs.h"

enum { JOBS = 7 };
static struct timing_request request = {.seconds_limit = 60};

static struct batch batch[2];

static struct timing_work make_work(void) {
    struct timing_work work = {.request = &request};
    for (int process = 0; process < 2; process++) {
        timing_jobs_add(&work, TIMING_GENERAL_JOB, &batch[0], 0, process, 2);
        timing_jobs_add(&work, TIMING_GENERAL_JOB, &batch[1], 0, process, 3);
    }
    timing_jobs_add(&work, TIMING_COUNT_JOB, NULL, 0, 0, 1);
    timing_jobs_add(&work, TIMING_COUNT_JOB, NULL, 1, 0, 1);
    timing_jobs_add(&work, TIMING_COUNT_JOB, NULL, 2, 0, 1);
    return work;
}

Test(timing_jobs, what_is_left_is_expected_by_the_like_and_by_the_kind) {
    struct timing_work work = make_work();
    const struct timing_job *job = work.job;
    cr_expect(work.jobs == JOBS && timing_jobs_fraction(&work) == 0);
    timing_jobs_took(&work, 0, 8); /* four times the guess */
    cr_expect(job[2].seconds == 8, "its like");
    cr_expect(job[1].seconds == 12 && job[3].seconds == 12, "its kind");
    cr_expect(job[4].seconds == 1, "another kind");
    cr_expect(fabs(timing_jobs_fraction(&work) - 8.0 / (8 + 12 + 8 + 12 + 3)) < 1e-12);
    timing_jobs_took(&work, 1, 2);
    cr_expect(job[2].seconds == 8, "its like is known already");
    cr_expect(job[3].seconds == 2);
    timing_jobs_took(&work, 4, 0.5);
    timing_jobs_took(&work, 5, 0.25);
    cr_expect(fabs(job[6].seconds - 0.375) < 1e-12, "the mean of its kind: %g",
              job[6].seconds);
    for (int i = 2; i < JOBS; i++)
        if (!job[i].is_done)
            timing_jobs_took(&work, i, 1);
    cr_expect(timing_jobs_fraction(&work) == 1);
}

Test(timing_jobs, what_takes_half_of_the_limit_is_the_last_of_its_batches) {
    struct timing_work work = make_work();
    batch[0].is_last = batch[1].is_last = false;
    timing_jobs_took(&work, 0, 29);
    timing_jobs_took(&work, 1, 31);
    timing_jobs_took(&work, 4, 31); /* of no batch */
    cr_expect(!batch[0].is_last && batch[1].is_last);
}
