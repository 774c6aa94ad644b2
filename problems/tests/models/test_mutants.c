/* The checks of the models have teeth: exchange one operator in a rate, an abbreviation, an
 * invariant or a solution of a model file, and the comparison with the twin, the drift of an
 * invariant or the residual of the closed form notices, or the file cannot be read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/checks.h"
#include "problems/tests/models/models.h"
#include "problems/tests/nightly.h"
#include "problems/tests/twins/twins.h"

enum { STATES = 200, TIMES = 10, LIMIT = 16 };

/* Settings at which no parameter is 0 or 1, and those which reach every case of a formula. A
 * model that has none here is taken as it stands. */
static const struct {
    const char *model, *settings;
} setups[] = {
    {"spring_damper", ""},
    {"spring_damper", "c=100"},
    {"spring_damper", "m=1 k=4 c=4"},
    {"smd_work", ""},
    {"smd_work", "c=100"},
    {"smd_work", "m=1 k=4 c=4"},
    {"mathieu", "c=0.83"},
    {"friction_block", "m=1.37 w=1.9"},
    {"pendulum", "m=1.37 l=0.83"},
    {"pendulum", "m=1.37 l=0.83 a0=0.7 w0=-0.25"},
    {"pendulum", "m=1.37 l=0.83 a0=-0.7 w0=9"},
    {"kepler", "GM=1.37 a=0.83 e=0.37 M0=1.3"},
    {"euler_top", "A=-1.37 B=0.83 C=-0.71 R1=0.7 R3=1.3 phase=0.4"},
    {"double_pendulum", "m1=1.37 m2=0.83 l1=0.71 l2=1.19"},
    {"heavy_top", "I1=1.37 I2=1.11 I3=0.83"},
    {"hires", "k6=7.3 k8=0.71 leave=0.83"},
    {"oregonator", "s=7.3 q=0.13"},
    {"beam", "late=1.9 n=4"},
    {"flyball", "side=0.3 length=1.3 k=37 c=7"},
    {"signorini_bar", "rho=1.37 S=0.71"},
    {"hertz_stack", ""},
    {"hertz_stack", "r=1.3 skin=0.13"},
    {"hunt_crossley_stack", ""},
    {"hunt_crossley_stack", "r=1.3 skin=0.13"},
    {"stick_slip", "m=1.37 k=1.9 FS=1.3 creep=0.3 stribeck=0.7"},
    {"potra_block", "phase=0.4 w=1.9"},
    {"slope_block", "creep=0.3"},
    {"lugre_block", "still=0.3 vs=0.7"},
    {"series_motor", "w=1.9"},
    {"damped_pendulum", "still=0.7"},
    {"arenstorf", "mu=0.37"},
    {"outer_solar", "G=0.37 m1=1.37 m2=0.71 m3=1.9"},
    {"figure_eight", "G=0.37 m1=1.37 m2=0.71 m3=1.9"},
    {"stiff_spring_pendulum", "m=1.37 l=0.83 g=9.81"},
    {"heavy_top_bca", "l=0.71 J1=0.37 J2=0.71 J3=0.59"},
    {"driven_pendulum", "phase=0.4"},
    {"duffing", "a=0.83 b=1.37 omega=1.23 phase=0.4"},
    {"rod_pendulum", "m=1.37 l=0.83"},
    {"rod_pendulum", "m=1.37 l=0.83 a0=-0.7 w0=9"},
    {"circle_pendulum", "m=1.37 l=0.83 x=0.83"},
    {"double_pendulum_cartesian", "m1=1.37 m2=0.83 l1=0.71 l2=1.19"},
    {"car_axis", "L=1.3 L0=0.37 M=71 eps=0.37 g=9.81 phase=0.4"},
    {"heavy_top_joints", "l=0.71 J1=0.37 J2=0.71 J3=0.59"},
    {"four_bar", "m=1.37 l=0.83 a0=0.3 w0=1.9"},
    {"four_bar_reduced", "m=1.37 l=0.83 a0=0.3 w0=1.9"},
    {"bricard", "m=1.37 l=0.83 side=0.29 yaw=0.4 pitch=0.7 roll=-0.3"},
    {"slider_crank", "g=9.81 EE=1e7 rho=370 phase=0.3 speed=7 BB=0.02 HH=0.03 V4=0.37"},
    {"fekete", "swirl=0.37"},
    {"flyball_joints",
     "rod=0.7 length=1.3 side=0.3 k=37 c=1.9 cube=0.3 a1=0.43 a2=0.71 w1=-0.25 w2=0.37"},
    {"bouncing_ball", "v0=0.29 impacts=3"},
    {"slider_stack", "m=1.37 even=0.71 bottom=1.3 top=1.9 n=3"},
    {"cradle", "m=1.37 growth=1.1 middle=0.83 r=0.43 n=3"},
    {"impacting_bar", "rho=1.37 S=0.71 n=3"},
    {"block_on_belt", "phase=0.4"},
    {"rod_flat", "m=1.37 s=0.83 g=9.81"},
    {"rod_impact", "m=1.37 s=0.83 g=9.81"},
    {"rotating_ball", "m=1.37"},
    {"kane_pendulum", "m=1.37 l=0.83 h0=0.13"},
    {"wall_pendulum", "m1=1.37 m2=0.83 l1=0.71 l2=1.19"},
    {"woodpecker",
     "mM=0.37 JM=1.9 mS=0.71 JS=1.3 k=0.29 lM=0.43 lG=0.83 lS=1.1 hM=0.59 hS=1.7 rO=0.2 "
     "rM=0.9"},
    {"woodpecker",
     "mM=0.37 JM=1.9 mS=0.71 JS=1.3 k=0.29 lM=0.43 lG=0.83 lS=1.1 hM=0.59 hS=1.7 rM=0.9 "
     "angles=2"},
    {"sliding_block", "m=1.37 slope=0.3"},
    {"shaken_dimer", "m=0.37 l=1.3 A=0.29 W=7.1 impacts=2"},
    {"sphere_stack", "m=1.37 r=0.43 top=1.9 n=2"},
    {"brick_stack", "m=1.37 slope=0.3 a=0.43 b=0.71 top=1.9 bottom=1.3 n=3"},
    {"brick_wall", "rows=3 columns=1 m=1.37 a=0.43 b=0.71 c=0.37"},
    {"brick_wall", "rise=2 rows=3 columns=3 m=1.37 a=0.43 b=0.71 c=0.37"},
};
enum { SETUPS = sizeof setups / sizeof *setups };

/* Whether the model moves as its closed form says without passing through a contact, and
 * without gaining energy, which is the first invariant. */
static bool is_possible(struct model *m) {
    enum { MOMENTS = 400, MOST_STATES = 8 };
    int nx = m->nq + m->nv + m->nz, time = 0;
    double tx[1 + MOST_STATES], gap[MOST_STATES], energy, before = INFINITY;
    double begin, end;
    bool possible = true;
    cr_assert(nx <= MOST_STATES && m->contacts <= MOST_STATES && m->invariants == 1);
    struct program *program[] = {program_alloc(m->graph, 1, &time, nx, m->solution),
                                 model_gaps_program(m), model_invariants_program(m)};
    struct eval_double *e[3];
    for (int i = 0; i < 3; i++)
        cr_assert_eq(eval_double_alloc(&e[i], m->graph, program[i]), PROBLEM_OK);
    cr_assert_eq(expr_constant_double(m->graph, m->span_begin, &begin), PROBLEM_OK);
    cr_assert_eq(expr_constant_double(m->graph, m->span_end, &end), PROBLEM_OK);
    for (int k = 0; k <= MOMENTS && possible; k++) {
        tx[0] = begin + (end - begin) * k / MOMENTS;
        eval_double_run(e[0], tx, tx + 1);
        eval_double_run(e[1], tx, gap);
        eval_double_run(e[2], tx, &energy);
        for (int i = 0; i < m->contacts; i++)
            possible = possible && gap[i] >= -1e-9;
        possible = possible && energy <= before * (1.0 + 1e-9);
        before = energy;
    }
    for (int i = 0; i < 3; i++) {
        eval_double_free(e[i]);
        program_free(program[i]);
    }
    return possible;
}

/* The reader leaves a closed form out when it begins elsewhere than the model. */
static bool is_sound(struct model *m, const struct twin *twin, struct sample *s) {
    if (!m->solution && model_has_tag(m, "closed-form"))
        return false;
    if (!(twin_difference(twin, m, s, STATES, LIMIT, NULL) <= LIMIT))
        return false;
    if (m->invariants && !(checks_invariant_drift(m, twin, s, TIMES) <= CHECKS_TOLERANCE))
        return false;
    if (m->solution && m->contacts > 0 && !is_possible(m))
        return false;
    return !m->solution || (checks_solution_residual(m, s, TIMES) <= CHECKS_TOLERANCE &&
                            checks_solution_start(m) <= CHECKS_TOLERANCE);
}

/* Whether the text is a model that passes every check with these settings; *read: it is one. */
static bool passes_with(const char *name, const char *path, const char *text,
                        const char *settings, struct sample *s, bool *read) {
    struct settings split;
    struct diagnostic d;
    struct model *m = NULL;
    settings_split(&split, settings);
    bool sound = model_parse(&m, path, text, strlen(text), split.count, split.setting,
                             &d) == PROBLEM_OK;
    *read = *read || sound;
    sound = sound && is_sound(m, twin_find(name), s);
    model_free(m);
    return sound;
}

/* The same at every setup. */
static bool passes(const char *name, const char *path, const char *text, struct sample *s,
                   bool *read) {
    bool sound = true, has_setup = false;
    *read = false;
    for (int i = 0; i < SETUPS && sound; i++) {
        if (strcmp(setups[i].model, name) != 0)
            continue;
        has_setup = true;
        sound = passes_with(name, path, text, setups[i].settings, s, read);
    }
    return has_setup ? sound : passes_with(name, path, text, "", s, read);
}

static bool begins_with_one_of(const char *line, const char *const *word) {
    for (int i = 0; word[i]; i++)
        if (strncmp(line, word[i], strlen(word[i])) == 0)
            return true;
    return false;
}

/* Whether the statement that begins here says something that the checks look at. */
static bool is_checked_statement(const char *line) {
    static const char *const others[] = {
        "#",          "title ", "source ",   "why ",      "tags ",  "span ",
        "param ",     "size ",  "position ", "velocity ", "state ", "variant ",
        "published ", "path ",  "}",         "\n",        NULL};
    return !begins_with_one_of(line, others);
}

/* Loops hold declarations of initial values too, and paths. */
static bool is_unchecked_inside(const char *line) {
    static const char *const unchecked[] = {"position ", "velocity ", "path ", NULL};
    static const char *const of_body[] = {"position =", NULL};
    const char *begin = line + strspn(line, " ");
    return begins_with_one_of(begin, unchecked) && !begins_with_one_of(begin, of_body);
}

static char exchanged(char c) {
    const char *from = "+-*/", *to = "-+/*", *at = c ? strchr(from, c) : NULL;
    return at ? to[at - from] : '\0';
}

/* Changes that change nothing: two modes of oscillation trade places; a full turn. */
static bool is_equivalent(const char *line) {
    static const char *const equivalent[] = {
        "let A = (k1 + 2*k2 - sqrt(k1*k1 + 4*k2*k2))/2",
        "let phase = elliptic_f((a0 + pi)/2, 1/k^2)", NULL};
    return begins_with_one_of(line, equivalent);
}

/* By day one operator of so many is exchanged. */
enum { BY_DAY = 3 };

struct tally {
    int operators, mutants, read, survivors;
};

static void try_mutants_of_line(const char *name, const char *path, char *text,
                                char *line, struct sample *s, struct tally *tally) {
    for (char *c = line; *c && *c != '\n' && *c != '#'; c++) {
        char original = *c, other = exchanged(*c);
        bool read;
        if (!other || tally->operators++ % nightly_or(1, BY_DAY) != 0)
            continue;
        *c = other;
        tally->mutants++;
        if (passes(name, path, text, s, &read) && !is_equivalent(line)) {
            tally->survivors++;
            fprintf(stderr, "survivor: %s: %.*s\n", name, (int)strcspn(line, "\n"), line);
        }
        tally->read += read;
        *c = original;
    }
}

static void try_mutants_of_file(const char *name, struct sample *s, struct tally *tally) {
    char path[512];
    models_path(name, path);
    char *text = models_text(path);
    bool checked = false, read;
    cr_assert(passes(name, path, text, s, &read), "%s without a fault", name);
    for (char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (*line != ' ')
            checked = is_checked_statement(line);
        if (checked && !is_unchecked_inside(line))
            try_mutants_of_line(name, path, text, line, s, tally);
    }
}

Test(mutants, an_exchanged_operator_is_noticed) {
    for (int i = 0; i < SETUPS; i++)
        cr_assert_not_null(twin_find(setups[i].model), "%s has no twin", setups[i].model);
    struct sample s = sample_begin();
    struct tally tally = {0};
    for (int i = 0; twins[i]; i++)
        try_mutants_of_file(twins[i]->model, &s, &tally);
    fprintf(stderr, "%d mutants, %d of them models, %d survivors\n", tally.mutants,
            tally.read, tally.survivors);
    cr_expect_eq(
        tally.survivors, 0,
        "no check notices the %d changes above: what they change is 0 or 1 in the "
        "model, and needs settings in the table of this file, TEST_SEED=%llu",
        tally.survivors, (unsigned long long)s.seed);
    cr_expect_geq(tally.read, nightly_or(1, BY_DAY) == 1 ? 250 : 250 / BY_DAY);
}
