/* Which curves are chosen for models of each shape.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/motion/choice.h"
#include "harness/tests/models.h"

static struct choice choice_of(const char *text) {
    struct choice c;
    struct model *m = model_from(text);
    choice_make(&c, m);
    return c;
}

#define SWING "position a = 1\nvelocity w = 0\na' = w\nw' = -sin(a)\n"

Test(choice, one_degree_of_freedom_is_shown_by_its_phases) {
    struct choice c = choice_of(SWING);
    cr_assert_eq(c.count, 1);
    cr_expect(!c.curve[0].is_over_time && !c.is_place);
    cr_expect_str_eq(c.across, "a");
    cr_expect_str_eq(c.up, "w");
    cr_expect_str_eq(c.curve[0].name, "");
}

Test(choice, paths_come_before_any_choice) {
    struct choice c = choice_of(SWING "path \"bob\" = sin(a), -cos(a)\n"
                                      "path \"height\" = t, -cos(a)\n");
    cr_assert_eq(c.count, 2);
    cr_expect(!c.curve[0].is_over_time && c.curve[1].is_over_time && c.is_place);
    cr_expect_str_eq(c.curve[0].name, "bob");
    cr_expect_str_eq(c.curve[1].name, "", "the axis bears it");
    cr_expect_str_eq(c.time_up, "height");
    cr_expect_str_eq(c.across, "");
}

#define STARS                                                                            \
    "size n = 3\nposition x[i] = i for i in 1..n\nposition y[i] = 1 for i in 1..n\n"     \
    "velocity u[i] = 0 for i in 1..n\nvelocity v[i] = i for i in 1..n\n"                 \
    "for i in 1..n {\nx[i]' = u[i]\ny[i]' = v[i]\nu[i]' = -x[i]\nv[i]' = -y[i]\n}\n"

Test(choice, places_in_the_plane_are_ways) {
    struct choice c = choice_of(STARS);
    cr_assert_eq(c.count, 3);
    cr_expect(c.is_place && !c.curve[2].is_over_time);
    cr_expect_str_eq(c.across, "x");
    cr_expect_str_eq(c.up, "y");
    cr_expect_str_eq(c.curve[2].name, "3");
}

Test(choice, names_that_some_share_are_numbered) {
    struct choice c = choice_of(STARS "path \"star\" = t, x[i] for i in 1..n\n"
                                      "path \"middle\" = t, y[2]\n");
    cr_assert_eq(c.count, 4);
    cr_expect_str_eq(c.curve[0].name, "1 star");
    cr_expect_str_eq(c.curve[2].name, "3 star");
    cr_expect_str_eq(c.curve[3].name, "middle");
    cr_expect_str_eq(c.time_up, "");
}

Test(choice, turning_bodies_are_shown_by_their_velocities) {
    struct choice c = choice_of("position a = 1, b = 0\nvelocity p = 1, r = 2\n"
                                "a' = cos(a)*p + r\nb' = p\np' = -r\nr' = p\n");
    cr_assert_eq(c.count, 2);
    cr_expect(c.curve[0].is_over_time && !c.curve[0].is_relative);
    cr_expect_str_eq(c.curve[0].name, "p");
}

Test(choice, reactions_are_shown_over_time_each_by_its_size) {
    struct choice c = choice_of("state a = 1, b = 0, c = 0\na' = -a\nb' = a\nc' = b\n");
    cr_assert_eq(c.count, 3);
    cr_expect(c.curve[1].is_over_time && c.curve[1].is_relative);
    c = choice_of("state y = 1, z = 0\ny' = z\nz' = -y\n");
    cr_assert_eq(c.count, 1);
    cr_expect(!c.curve[0].is_over_time && !c.is_place);
    c = choice_of("state z = 1\nz' = -z\n");
    cr_assert_eq(c.count, 1);
    cr_expect(c.curve[0].is_over_time && !c.curve[0].is_relative);
    cr_expect_str_eq(c.time_up, "z");
}

Test(choice, too_many_curves_are_counted) {
    struct choice c = choice_of("size n = 30\nposition q[i] = i for i in 1..n\n"
                                "velocity v[i] = 0 for i in 1..n\n"
                                "for i in 1..n {\nq[i]' = v[i]\nv[i]' = -q[i]\n}\n");
    cr_expect_eq(c.count, CHOICE_MOST_CURVES);
    cr_expect_eq(c.left_out, 30 - CHOICE_MOST_CURVES);
}
