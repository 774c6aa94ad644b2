/* Room for the key above the curves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "reports/plot.h"

/* A level curve from 0 to 3 at the height 5, in a panel that ends there. */
static struct curve_point level[] = {
    {0, 0, 5, true}, {0, 1, 5, true}, {0, 2, 5, true}, {0, 3, 5, true}};

Test(plot_series, a_key_of_two_rows_has_room_above_a_level_curve) {
    struct series series[] = {{{.count = 4, .point = level}, .label = "a"},
                              {{.count = 4, .point = level}, .label = "b"}};
    struct chart chart = {.left = 0, .right = 3, .bottom = 1, .top = 5};
    chart_clear_key(&chart, series, 2, 0);
    /* two rows and the edge take 0.224 of the height: 4 is 0.776 of it */
    cr_expect_float_eq(chart.top, 1 + 4 / 0.776, 1e-9, "%.12g", chart.top);
    chart_clear_key(&chart, series, 2, 1);
    cr_expect_float_eq(chart.top, 1 + 4 / 0.679, 1e-9, "%.12g", chart.top);
}

/* A name of one letter reaches to 0.146 of the width: to 0.437 of 3. */
Test(plot_series, what_is_right_of_the_key_needs_no_room) {
    struct curve_point steep[] = {{0, 0.44, 5, true}, {0, 3, 5, true}};
    struct series series[] = {{{.count = 2, .point = steep}, .label = "a"}};
    struct chart chart = {.left = 0, .right = 3, .bottom = 1, .top = 5};
    chart_clear_key(&chart, series, 1, 0);
    cr_expect_eq(chart.top, 5);
    series[0].label = "a longer name";
    chart_clear_key(&chart, series, 1, 0);
    cr_expect_gt(chart.top, 5);
}

/* Between 0 and 3 the line rises from 1 to 7: at the key's edge it is at 1.8738. */
Test(plot_series, a_line_that_passes_behind_the_key_is_seen) {
    struct curve_point rising[] = {{0, 0, 1, true}, {0, 3, 7, true}};
    struct series series[] = {{{.count = 2, .point = rising}, .label = "ab"}};
    struct chart chart = {.left = 0, .right = 3, .bottom = 0, .top = 1.9};
    chart_clear_key(&chart, series, 1, 0);
    double edge = 3 * (0.13 + 2 * 0.0158);
    cr_expect_float_eq(chart.top, (1 + 2 * edge) / (1 - 0.03 - 0.097), 1e-9);
}

/* However many rows there are, a third of the panel is left for the curves. */
Test(plot_series, many_rows_leave_room_for_curves) {
    struct series series[] = {{{.count = 4, .point = level}, .label = "a"}};
    struct chart chart = {.left = 0, .right = 3, .bottom = 1, .top = 5};
    chart_clear_key(&chart, series, 1, 30);
    cr_expect_float_eq(chart.top, 1 + 4 / 0.3, 1e-9);
}

Test(plot_series, no_curves_need_no_room) {
    struct series series[] = {{{.count = 0}, .label = "a"}};
    struct chart chart = {.left = 1, .right = 0, .bottom = 1, .top = 5};
    chart_clear_key(&chart, series, 1, 0);
    cr_expect_eq(chart.top, 5);
}

/* Characters that XML has not, also where they are well-formed UTF-8, make no ill-formed SVG. */
Test(plot_series, a_name_reaches_gnuplot_without_what_a_figure_may_not_have) {
    struct text script = {0};
    plot_quoted(&script, "h\xEF\xBF\xBE\xEF\xBF\xBF\xED\xA0\x80\xC3 = \xCF\x89\"\001'");
    cr_expect_str_eq(text_bytes(&script), "\"h = \xCF\x89\"");
    text_clear(&script);
}
