/* Motions as documents, and as tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "harness/motion/motion.h"
#include "harness/results/files/motion_tables.h"
#include "harness/integrators/opener.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/scratch.h"
#include "problems/base/status.h"

static json_t *motion_of(struct model *m) {
    json_t *motion = motion_describe(m, open_own_subject, NULL);
    cr_assert(json_is_array(json_object_get(motion, "curves")));
    return motion;
}

static const json_t *points_of(const json_t *motion, size_t curve) {
    return json_object_get(json_array_get(json_object_get(motion, "curves"), curve),
                           "points");
}

static double number_at(const json_t *points, size_t k, size_t i) {
    return json_number_value(json_array_get(json_array_get(points, k), i));
}

/* The bob of a pendulum stays on its circle, and swings as far up as it began. */
Test(motion, a_path_is_followed) {
    struct model *m = model_from("param l = 0.83\nposition a = 1.2\nvelocity w = 0\n"
                                 "a' = w\nw' = -9.81/l*sin(a)\nspan 0 .. 3\n"
                                 "path \"bob\" = l*sin(a), -l*cos(a)\n");
    json_t *motion = motion_of(m);
    const json_t *points = points_of(motion, 0);
    double left = 0, right = 0;
    for (size_t k = 0; k < json_array_size(points); k++) {
        double x = number_at(points, k, 1), y = number_at(points, k, 2);
        cr_expect(fabs(hypot(x, y) - 0.83) < 1e-8);
        left = fmin(left, x);
        right = fmax(right, x);
    }
    cr_expect(fabs(right - 0.83 * sin(1.2)) < 1e-8 && fabs(left + right) < 1e-4);
    cr_expect(json_is_true(json_object_get(json_object_get(motion, "plane"), "equal")));
    cr_expect(json_is_null(json_object_get(motion, "time")));
    cr_expect(json_is_false(json_object_get(motion, "log_time")));
}

/* Robertson's b rises in a thousandth of its time; each component is at most 1. */
Test(motion, what_happens_at_once_has_a_logarithmic_time) {
    struct model *m = catalogue_model("robertson");
    json_t *motion = motion_of(m);
    cr_expect(json_is_true(json_object_get(motion, "log_time")));
    for (size_t i = 0; i < 3; i++) {
        const json_t *points = points_of(motion, i);
        double most = 0;
        for (size_t k = 0; k < json_array_size(points); k++)
            most = fmax(most, fabs(number_at(points, k, 2)));
        cr_expect(fabs(most - 1) < 1e-9, "%zu: %g", i, most);
    }
}

Test(motion, points_move_into_tables) {
    struct scratch scratch = scratch_make();
    struct folder folder = {.path = scratch.path};
    struct diagnostic d = {""};
    json_t *models = json_pack("[{s:s, s:{s:[{s:s, s:[[f, f, f], [f, n, f]]}]}}, {s:s}]",
                               "name", "some/swing", "motion", "curves", "name", "bob",
                               "points", 0.0, 1.5, -2.0, 0.25, 3.0, "name", "still");
    cr_assert(folder_make(&folder, "tables", &d) == 0, "%s", d.text);
    cr_assert(motion_tables_write(models, &folder, &d) == 0, "%s", d.text);
    char path[128];
    snprintf(path, sizeof path, "%s/tables/some_swing-motion.tsv", scratch.path);
    char *text = scratch_read(path);
    cr_assert(text != NULL);
    cr_expect_str_eq(text, "# curve\tt\tx\ty\n0\t0\t1.5\t-2\n0\t0.25\t-\t3\n");
    const json_t *motion = json_object_get(json_array_get(models, 0), "motion");
    cr_expect_str_eq(json_string_value(json_object_get(motion, "table")),
                     "some_swing-motion.tsv");
    cr_expect(points_of(motion, 0) == NULL);
}
