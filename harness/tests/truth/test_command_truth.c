/* halfstep truth as a user runs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"
#include "harness/truth/truth_opinion.h"
#include "ref/truth.h"

static const char decay[] = "span 0 .. 2\nstate z = 1\nz' = -z^2\n";
static const char right[] = "published \"A table\" at 1 { z = 0.5 digits 9 }\n";
static const char wrong[] = "published \"A table\" at 1 { z = 0.51 digits 2 }\n";

/* A model file with a text, or two. */
static char *write_model(const struct scratch *s, const char *text, const char *more) {
    char all[1024];
    snprintf(all, sizeof all, "%s%s", text, more);
    return scratch_write(s, "mine.model", all);
}

static struct program_outcome run(const char *before, const char *path,
                                  const char *after) {
    return halfstep_run("%s %s %s", before, path, after);
}

static void expect_outcome(const char *before, const char *path, const char *after,
                           int status, const char *text) {
    struct program_outcome o = run(before, path, after);
    cr_expect(o.status == status, "%s %s: %d: %s%s", before, after, o.status, o.out,
              o.err);
    cr_expect(strstr(o.out, text) != NULL || strstr(o.err, text) != NULL,
              "%s %s: no '%s' in %s%s", before, after, text, o.out, o.err);
}

Test(command_truth, cost_and_grade_stand_in_a_sentence) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, decay, right);
    expect_outcome("truth", path, "--digits 50", 0, "certified: 6");
    expect_outcome("truth", path, "--digits 50", 0, "; enclosure, order ");
    expect_outcome("truth", path, "", 0,
                   "at 1.0000000000000000e+00: confirmed, right to ");
}

Test(command_truth, a_contradicted_value_fails_and_is_told) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, decay, wrong);
    expect_outcome("truth", path, "", 1, "contradicted");
    expect_outcome("truth", path, "--at 2", 0, "certified");
}

Test(command_truth, a_source_has_one_line_for_a_time_unless_it_is_contradicted) {
    static const char two[] =
        "state y = 1\ny' = -y^2\n"
        "published \"A table\" at 1 { z = 0.5 digits 9\n y = 0.5001 digits %s }\n";
    struct scratch s = scratch_make();
    char more[256];
    snprintf(more, sizeof more, two, "3");
    char *path = write_model(&s, decay, more);
    expect_outcome("truth", path, "", 0,
                   "confirmed, right to 3.6 digits at the least (y), 3 to 9 trusted; "
                   "2 values\n");
    snprintf(more, sizeof more, two, "7");
    path = write_model(&s, decay, more);
    expect_outcome("truth", path, "", 1,
                   "contradicted, agrees to 3.6 digits (y), 7 trus");
}

Test(command_truth, a_contradicted_certificate_is_not_printed) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, decay,
                             "let c = 1 + 1e-20/(1 + exp(1e4*(0.5 - t)))\n"
                             "solution z = c/(1 + c*t)\n");
    struct program_outcome o = run("truth", path, "--json");
    cr_expect(o.status == 1 && o.out[0] == '\0', "%d: %s", o.status, o.out);
    cr_expect(strstr(o.err, "second opinion") != NULL, "%s", o.err);
}

Test(command_truth, refusals_say_what_was_tried_and_why_it_failed) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "pole.model", "state z = 2\nz' = z^2\n");
    expect_outcome("truth", path, "", 1, "taylor: the solution seems to end");
    expect_outcome("truth", path, "--grade closed-form", 1, "no closed-form truth");
    path = scratch_write(&s, "long.model",
                         "span 0 .. 1e9\nposition a = 2\nvelocity w = 0\na' = w\n"
                         "w' = -sin(a)\n");
    expect_outcome("truth", path, "--time-limit 1", 1, "the time given has passed");
}

/* A ball comes to rest beside an oscillator; its spring is harder on one side. */
Test(command_truth, beside_a_kink_bounces_that_end_are_told_not_to_be_looked_for) {
    static const char *const force[] = {"-y", "-y - abs(y)/2"};
    for (int k = 0; k < 2; k++) {
        char text[512];
        struct scratch s = scratch_make();
        snprintf(text, sizeof text,
                 "position x = 1, y = 0.3\nvelocity u = 0, w = 0\nx' = u\ny' = w\n"
                 "u' = -10\nw' = %s\ncontact floor { gap = x; restitution = 1/2 }\n",
                 force[k]);
        const struct program_outcome o =
            run("truth", scratch_write(&s, "ball.model", text),
                "--at 3 --digits 8 --no-cache");
        cr_expect(o.status == k, "%s", o.err);
        cr_expect((strstr(o.err, "whose rates have no kinks") != NULL) == (k == 1), "%s",
                  o.err);
    }
}

/* y = (t - 2)^2 touches the floor without crossing it, which no certificate goes beyond. */
Test(command_truth, where_a_certificate_ends_is_told_with_the_state_there) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "ball.model",
                               "position y = 4\nvelocity v = -4\ny' = v\nv' = 2\n"
                               "contact floor { gap = y; restitution = 1/2 }\n");
    struct program_outcome o =
        run("truth", path, "--at 0.5,4 --grade certified --no-cache");
    cr_expect(o.status == 1 && strstr(o.out, "the certificate ends here") != NULL &&
                  strstr(o.out, "t = 5.0") != NULL && strstr(o.out, "t = 1.9") != NULL,
              "%s", o.out);
    cr_expect(strstr(o.err, "from t = 4 on: ") != NULL &&
                  strstr(o.err, ", at the gap of contact floor)") != NULL &&
                  strstr(o.err, "certified up to t = 1.9") != NULL,
              "%s", o.err);
    o = run("truth", path, "--at 0.5,4 --grade certified --no-cache --json");
    json_t *d = json_loads(o.out, 0, NULL), *entries = json_object_get(d, "truth");
    cr_assert(json_array_size(entries) == 2, "%s", o.out);
    cr_expect(
        json_is_true(json_object_get(json_array_get(entries, 1), "certificate_ends")));
    cr_expect(json_number_value(json_object_get(d, "certified_to")) > 1.9);
}

/* Bounces that end at t = 3, beside a kink that keeps their end from being proved: no state is had
 * at the very end of the certificate, but one a little before it. */
Test(command_truth, before_events_that_accumulate_the_state_is_told) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "ball.model",
                               "position y = 1\nvelocity v = 0\nstate z = 1\ny' = v\n"
                               "v' = -2\nz' = max(z, 0)\ncontact floor { gap = y + 0*t; "
                               "restitution = 1/2 }\n");
    struct program_outcome o =
        run("truth", path, "--at 4 --digits 20 --grade certified --no-cache --json");
    json_t *d = json_loads(o.out, 0, NULL),
           *entry = json_array_get(json_object_get(d, "truth"), 0);
    const double end = json_number_value(json_object_get(d, "certified_to"));
    cr_assert(json_is_true(json_object_get(entry, "certificate_ends")), "%s", o.out);
    const double t = strtod(json_string_value(json_object_get(entry, "t")), NULL);
    cr_expect(end > 2.9 && end <= 3 && t <= end && t > 0.99 * end, "%.17g of %.17g", t,
              end);
}

/* y = y' = 0: lambda_1 + lambda_2 = 1, and no more is said of them: u' is in [-1/2, -1/4]. */
Test(command_truth, contacts_that_share_a_weight_are_told_not_to_be_unique) {
    static const char only_one[] = "not proved: that the motion is the only one",
                      two[] = "position x = 0, y = 0\nvelocity u = 1, v = 0\nx' = u\n"
                              "y' = v\nu' = 0\nv' = -1\n"
                              "contact a { gap = y; slide = u; friction = 1/2 }\n"
                              "contact b { gap = y; slide = u; friction = 1/4 }\n";
    static const char converged[] = "--at 1.5 --digits 20 --grade converged --no-cache";
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "two.model", two);
    expect_outcome("truth", path, converged, 0, only_one);
}

Test(command_truth, a_time_that_is_asked_twice_is_told_once) {
    struct program_outcome o = run("truth", "pendulum", "--at 1,2/2,1.5 --digits 20");
    cr_assert(o.status == 0, "%s", o.err);
    const char *first = strstr(o.out, "t = 1.0");
    cr_assert(first != NULL && strstr(first + 1, "t = 1.0") == NULL, "%s", o.out);
    cr_assert(strstr(o.out, "t = 1.5") != NULL, "%s", o.out);
}

/* The number at an index of a part of the state is this ratio, within the radius told. */
static void expect_told(const json_t *entry, const char *part, int numerator,
                        int denominator, const char *what) {
    enum { BITS = 2048 };
    const json_t *told[] = {json_object_get(json_object_get(entry, "state"), part),
                            json_object_get(json_object_get(entry, "radii"), part)};
    mpfr_t error, radius;
    mpfr_inits2(BITS, error, radius, (mpfr_ptr)NULL);
    mpfr_set_str(error, json_string_value(json_array_get(told[0], 0)), 10, MPFR_RNDN);
    mpfr_set_str(radius, json_string_value(json_array_get(told[1], 0)), 10, MPFR_RNDN);
    mpfr_mul_si(error, error, denominator, MPFR_RNDN);
    mpfr_sub_si(error, error, numerator, MPFR_RNDN);
    mpfr_div_si(error, error, denominator, MPFR_RNDN);
    cr_expect(mpfr_cmpabs(error, radius) <= 0, "%s, %s: off by %g, radius %g", what, part,
              mpfr_get_d(error, MPFR_RNDN), mpfr_get_d(radius, MPFR_RNDN));
}

/* y = T + 1/10 - t to t = T, where v = -1 becomes 1/2; T is no binary number, and some are
 * rounded to less. */
static void expect_behind_impact(const char *path, const char *options,
                                 const char *time) {
    struct program_outcome o = halfstep_run(
        "truth %s %s --digits 20 --grade certified --no-cache --json", path, options);
    cr_assert(o.status == 0, "%s: %s", time, o.err);
    json_t *d = json_loads(o.out, 0, NULL),
           *entry = json_array_get(json_object_get(d, "truth"), 0);
    expect_told(entry, "q", 1, 10, time);
    expect_told(entry, "v", 1, 2, time);
}

/* The time asked for, and the end of the span. */
Test(command_truth, at_an_impacts_time_in_decimals_the_state_is_that_behind_it) {
    static const char *const times[] = {"0.1", "0.3", "0.7", "0.9", "1/7"};
    struct scratch s = scratch_make();
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        char text[512], at[32];
        snprintf(text, sizeof text,
                 "span 0 .. %s\nposition y = %s + 0.1\nvelocity v = -1\ny' = v\nv' = 0\n"
                 "contact floor { gap = y - 0.1; restitution = 1/2 }\n",
                 times[k], times[k]);
        snprintf(at, sizeof at, "--at %s", times[k]);
        char *path = write_model(&s, text, "");
        expect_behind_impact(path, at, times[k]);
        expect_behind_impact(path, "", times[k]);
    }
}

/* cos 10^300, to 30 digits of other software (mpmath 1.3). */
Test(command_truth, a_time_of_many_digits_is_taken_with_all_of_them) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, "span 0 .. 2\nposition q = 1\nvelocity v = 0\nq' = v\n",
                             "v' = -q\n");
    expect_outcome("truth", path, "--at 1e300 --digits 20 --no-cache", 0,
                   "-1.6821444437424507285187566443");
}

Test(command_truth, wrong_usage_is_refused) {
    static const char *const after[] = {"--grade best",   "--way left", "--time-limit 0",
                                        "--time-limit x", "--digits 0", "--at 1,0",
                                        "--at nan",       "--seed 1",   "--budget 2"};
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        expect_outcome("truth", "pendulum", after[i], 2, "halfstep: --");
    expect_outcome("truth --recompute", "none", "", 2, "no model of the catalogue");
    expect_outcome("truth --recompute", "pendulum", "--check", 2, "--check does not go");
    expect_outcome("truth --recompute", "pendulum", "--digits 0", 2,
                   "halfstep: --digits");
    expect_outcome("truth --recompute", "pendulum", "--time-limit 0", 2, "must be posi");
    expect_outcome("truth", "pendulum", "--studies", 2, "--studies does not go with");
    expect_outcome("truth --check", "pendulum", "", 2, "does not go with truth --check");
    expect_outcome("truth --check", "", "--budget -1", 2, "must be positive");
}

/* A truth that takes more than a tenth of a second is known the second time, and again with
 * fewer digits, and not when nothing is to be known. */
Test(command_truth, what_took_long_is_remembered) {
    struct scratch s = scratch_make();
    char *path = scratch_write(&s, "swing.model",
                               "position a = 2\nvelocity w = 0\na' = w\n"
                               "w' = -9.81*sin(a)\n");
    setenv("HALFSTEP_CACHE", s.path, 1);
    const char *asked = "--at 2 --digits 300";
    expect_outcome("truth", path, asked, 0, "certified");
    cr_expect(scratch_count(s.path) == 2);
    expect_outcome("truth", path, asked, 0, "known from the cache");
    expect_outcome("truth", path, "--at 2 --digits 250", 0, "known from the cache");
    struct program_outcome o = run("truth", path, "--at 2 --digits 300 --no-cache");
    cr_expect(strstr(o.out, "known from") == NULL, "%s", o.out);
    setenv("HALFSTEP_CACHE", "/proc/none", 1);
    expect_outcome("truth", path, "--at 2 --digits 250", 0, "certified");
}

/* The verdicts of a study with no cache, an empty one, and a filled one. A model's truths are of
 * any method. */
Test(command_truth, verdicts_are_the_same_with_and_without_a_cache) {
    static const char gate[] = "gate rigid_body friction_block --method "
                               "explicit-euler --json -",
                      apart[] = "gate rigid_body friction_block --method "
                                "explicit-euler --json - --no-cache";
    struct scratch s = scratch_make();
    json_t *d[3];
    setenv("HALFSTEP_CACHE", s.path, 1);
    for (int i = 0; i < 3; i++)
        d[i] = program_json(HALFSTEP_PROGRAM, i == 0 ? apart : gate, 0);
    for (int i = 1; i < 3; i++) {
        const json_t *a = json_object_get(d[0], "results");
        const json_t *b = json_object_get(d[i], "results");
        cr_assert(json_array_size(a) > 100 && json_array_size(a) == json_array_size(b));
        for (size_t k = 0; k < json_array_size(a); k++) {
            const json_t *one = json_array_get(a, k), *other = json_array_get(b, k);
            static const char *const keys[] = {"study", "quantity", "verdict", "reason"};
            for (size_t j = 0; j < sizeof keys / sizeof *keys; j++)
                cr_expect(json_equal(json_object_get(one, keys[j]),
                                     json_object_get(other, keys[j])),
                          "%s", json_string_value(json_object_get(one, "quantity")));
        }
    }
}

/* A kick of sqrt(pi) within some 1e-4 of t = 3.21: Taylor's method steps over it, but where it
 * proves of each step that nothing is left out, and the enclosure proves what it does. v(6) is
 * the free oscillation's, and sqrt(pi) cos(w (6 - 3.21)) beside it but for parts of the width's
 * size: w = sqrt(1.37). */
Test(command_truth, an_opinion_that_has_stepped_over_something_looks_again) {
    static const char spike[] = "span 0 .. 6\nposition q = 0.37\nvelocity v = -0.83\n"
                                "q' = v\nv' = -1.37*q + exp(-((t - 3.21)/1e-4)^2)/1e-4\n";
    struct scratch s = scratch_make();
    char *path = write_model(&s, spike, "");
    const double w = sqrt(1.37), t = 6, kick = sqrt(acos(-1));
    double v = -0.83 * cos(w * t) - 0.37 * w * sin(w * t) + kick * cos(w * (t - 3.21));
    struct program_outcome o = run("truth", path, "--at 6 --digits 15 --json --no-cache");
    json_t *document = json_loads(o.out, 0, NULL);
    cr_assert(o.status == 0 && document != NULL, "%d %s", o.status, o.err);
    const json_t *one = json_array_get(json_object_get(document, "truth"), 0);
    const json_t *state = json_object_get(one, "state");
    const char *found = json_string_value(json_array_get(json_object_get(state, "v"), 0));
    cr_expect_str_eq(json_string_value(json_object_get(one, "grade")), "certified");
    cr_expect(fabs(strtod(found, NULL) - v) < 1e-6, "%s, not %.9g", found, v);
    cr_expect(
        json_is_true(json_object_get(json_object_get(one, "second_opinion"), "inside")));
    cr_expect(strstr(o.err, "outside") == NULL, "%s", o.err);
}

/* z = 1/(1 - t) ends at t = 1. */
Test(command_truth, times_before_one_that_fails_are_given) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, "span 0 .. 2\nstate z = 1\nz' = z^2\n", "");
    struct program_outcome o =
        run("truth", path, "--at 0.25,0.5,0.75,1.25,1.5 --digits 20");
    cr_expect(o.status == 1 &&
                  strstr(o.err, "no truth from t = 1.25 on: the solution seems") !=
                      NULL &&
                  strstr(o.out, "z            3.99999999999999999999") != NULL &&
                  strstr(o.out, "t = 1.5000000000000000e+00   none: ") != NULL,
              "%d: %s%s", o.status, o.out, o.err);
}

/* Long before a pulse no certificate has relative digits of a speed of exp(-10^6); behind it the
 * speed is pi^(1/2)/1000. */
Test(command_truth, times_behind_one_that_fails_are_given) {
    static const char pulse[] = "span 0 .. 4\nposition y = 0\nvelocity v = 0\ny' = v\n"
                                "v' = exp(-((t - 1.5)*1000)^2)\n";
    struct scratch s = scratch_make();
    char *path = write_model(&s, pulse, "");
    struct program_outcome o =
        run("truth", path, "--at 0.1,0.5,1,2,3 --grade certified --digits 20 --no-cache");
    const char *first = strstr(o.out, "t = 2.0"), *second = strstr(o.out, "t = 3.0");
    cr_assert(o.status == 1 && first != NULL && second != NULL && first < second, "%s%s",
              o.out, o.err);
    cr_expect(strstr(first, "1.77245385090551602729816748") != NULL &&
                  strstr(second, "1.77245385090551602729816748") != NULL &&
                  strstr(o.out, "t = 1.0000000000000000e+00   none: ") != NULL &&
                  strstr(o.out, "t = 2.0000000000000000e+00   none: ") == NULL,
              "%s", o.out);
    cr_expect(strstr(o.err, "no certified truth from t = 0.1 to 1: ") != NULL, "%s",
              o.err);
    expect_outcome("truth", path, "--at 1,2 --grade certified --digits 20 --no-cache", 1,
                   "no certified truth at t = 1: ");
}

/* Between walls at 0 and 0.3 the ball meets them at 0.2, 0.5, 0.8. Of the middle one, a binary time
 * that inexact data lead to, no side is proved; those behind it keep their certificates. */
Test(command_truth, times_behind_an_impact_of_no_known_side_are_certified) {
    static const char walls[] = "position x = 0.1\nvelocity u = 1\nx' = u\nu' = 0\n"
                                "contact a { gap = x; restitution = 1 }\n"
                                "contact b { gap = 0.3 - x; restitution = 1 }\n";
    struct scratch s = scratch_make();
    char *path = write_model(&s, walls, "");
    struct program_outcome o =
        run("truth", path, "--at 0.5,0.8,10 --digits 20 --no-cache");
    const char *behind = strstr(o.out, "t = 8.0"), *last = strstr(o.out, "t = 1.0");
    cr_assert(o.status == 0 && behind != NULL && last != NULL, "%s%s", o.out, o.err);
    cr_expect(strstr(o.out, "5.0000000000000000e-01   converged") != NULL &&
                  strstr(behind, "-01   certified") != NULL &&
                  strstr(last, "+01   certified") != NULL &&
                  strstr(o.out, "before or behind a time asked for") != NULL,
              "%s", o.out);
}

/* A fall of 0.2 s and bounces of 0.2 and 0.1 s: two runs agree on what is behind the impact at 0.5,
 * too, and the certificate comes in its place. */
Test(command_truth, a_certificate_behind_an_impact_replaces_what_two_runs_agree_on) {
    static const char ball[] = "position h = 0.2\nvelocity u = 0\nh' = u\nu' = -10\n"
                               "contact floor { gap = h; restitution = 0.5 }\n";
    struct scratch s = scratch_make();
    char *path = write_model(&s, ball, "");
    struct program_outcome o = run("truth", path, "--at 0.5,0.53 --digits 20 --no-cache");
    cr_expect(o.status == 0 &&
                  strstr(o.out, "5.0000000000000000e-01   converged") != NULL &&
                  strstr(o.out, "5.3000000000000000e-01   certified") != NULL,
              "%s%s", o.out, o.err);
}

/* v = cos(t) at a time that is pi/2 to 80 digits. */
Test(command_truth, a_component_below_its_radius_has_no_digits) {
    struct scratch s = scratch_make();
    char *path = write_model(&s, "position q = 0\nvelocity v = 1\nq' = v\nv' = -q\n", "");
    expect_outcome(
        "truth", path,
        "--digits 20 --at 1.5707963267948966192313216916397514420985846996875529"
        "1048747229615390820314310449931402",
        0, "\n  v            0, or less than ");
}

Test(command_truth, every_way_is_named_where_one_asks_for_it) {
    struct program_outcome help = halfstep_run("truth --help");
    struct program_outcome unknown = halfstep_run("truth pendulum --at 1 --way none");
    for (int i = 0; i < REF_WAYS; i++) {
        const char *name = ref_way_name((enum ref_way)i);
        cr_expect(strstr(help.out, name) != NULL, "%s", name);
        cr_expect(strstr(unknown.err, name) != NULL, "%s", name);
    }
}

/* What is known takes three minutes to find; of 20 digits it would be more. */
Test(command_truth, without_digits_one_gets_what_is_known) {
    halfstep_says(0, "converged: 12 digits", NULL, "truth beam40 --time-limit 2");
}

/* A formula tells at once what Taylor's method takes ten million steps to see. */
Test(command_truth, a_second_opinion_about_a_formula_does_not_take_long) {
    struct scratch s = scratch_make();
    char *path =
        write_model(&s, "span 0 .. 10\nstate x = 1\nx' = -1e7*(x - cos(t)) - sin(t)\n",
                    "solution x = cos(t)\n");
    expect_outcome("truth", path, "--time-limit 1.5 --no-cache", 0,
                   "none: it would take longer than ");
    cr_expect(truth_opinion_share(0.1) == 5 && truth_opinion_share(7) == 7);
}

/* Not for want of digits. */
Test(command_truth, of_some_contacts_no_certificate_is_made_and_it_says_so) {
    static const struct {
        const char *model, *why;
    } cases[] = {
        {"slider_stack_drop", "a gap vanishes without changing its sign"},
        {"sliding_block", "no choice of open, sliding and sticking contacts goes on"}};
    struct scratch s = scratch_make();
    for (int i = 0; i < 2; i++) {
        char line[sizeof s.path + 64];
        snprintf(line, sizeof line, "truth %s --certificate %s/one.json", cases[i].model,
                 s.path);
        struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
        cr_expect(o.status == 1 && strstr(o.err, cases[i].why) != NULL, "%s", o.err);
    }
}
