/* Tracks against solutions that are known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "harness/motion/track.h"
#include "harness/integrators/opener.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"

/* Of x = cos t + sin t, v = x', at every state of the track; and that times ascend. */
static double find_error(const struct track *track) {
    double worst = 0;
    for (int k = 0; k < track->count; k++) {
        double t = track->time[k], c = cos(t), s = sin(t);
        worst = fmax(worst, fabs(track->state[2 * k] - (c + s)));
        worst = fmax(worst, fabs(track->state[2 * k + 1] - (c - s)));
        cr_expect(k == 0 || track->time[k] > track->time[k - 1]);
    }
    return worst;
}

#define OSCILLATOR "position x = 1\nvelocity v = 1\nx' = v\nv' = -x\nspan 0 .. "

Test(track, a_series_is_followed_to_the_end_with_many_states) {
    struct model *m = model_from(OSCILLATOR "20\n");
    struct track track;
    struct diagnostic d = {""};
    cr_assert(track_find(&track, m, open_own_subject, NULL, &d) == 0, "%s", d.text);
    cr_expect_str_eq(track.way, "Taylor series");
    cr_expect(track.is_complete && track.count >= 600 && track.count < 5000);
    cr_expect(track.time[0] == 0 && track.time[track.count - 1] == 20);
    double error = find_error(&track);
    cr_expect(error < 1e-4, "%g: what the cubics between the steps lose", error);
}

/* Ten thousand turns are too many for series within the budget. */
Test(track, what_is_too_dear_for_series_is_found_otherwise) {
    gsl_set_error_handler_off();
    struct model *m = model_from(OSCILLATOR "3000\n");
    struct track track;
    struct diagnostic d = {""};
    cr_assert(track_find(&track, m, open_own_subject, NULL, &d) == 0, "%s", d.text);
    cr_expect(strcmp(track.way, "Taylor series") != 0);
    cr_expect(track.count > 1 && track.count <= 2 * 5000);
}

/* A flight is one long step of the series; its parabola has its points all the same. */
Test(track, long_steps_are_divided) {
    struct model *m = model_from("position q = 1\nvelocity v = 0\nq' = v\n"
                                 "v' = -9.81 + max(0, -q)*1e4\nspan 0 .. 1\n");
    struct track track;
    struct diagnostic d = {""};
    cr_assert(track_find(&track, m, open_own_subject, NULL, &d) == 0, "%s", d.text);
    for (int k = 1; k < track.count; k++)
        cr_expect(track.time[k] - track.time[k - 1] <= 1.0 / 500);
}

Test(track, a_solution_that_ends_is_drawn_as_far_as_it_goes) {
    gsl_set_error_handler_off();
    struct model *m = model_from("state x = 1\nx' = x*x\nspan 0 .. 2\n");
    struct track track;
    struct diagnostic d = {""};
    cr_assert(track_find(&track, m, open_own_subject, NULL, &d) == 0, "%s", d.text);
    cr_expect(!track.is_complete);
    cr_expect(track.time[track.count - 1] < 1.1 && track.time[track.count - 1] > 0.5);
}
