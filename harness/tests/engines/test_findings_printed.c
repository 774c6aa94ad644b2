/* FINDINGS.md: each command whose finding is a text prints that text.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/engines/findings.h"
#include "harness/tests/plugins.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/scratch.h"

/* What a program prints. P: the folder of the plug-ins. */
struct print {
    int row;
    const char *command;
    const char *printed[2]; /* the first stands in the row, too */
    const char *times;      /* how often the first is printed, if the row says so */
};

#define FINGERPRINT "fingerprint --integrator %s/"
static const struct print arkode[] = {
    {18,
     FINGERPRINT "arkode.so --option table=BILLINGTON_3_3_2",
     {"the weight of q is 1-1.0e-12"},
     NULL},
    {19,
     FINGERPRINT "arkode.so --option table=CASH_5_2_4",
     {"1+7.8e-12", "1/2+1.5e-11"},
     NULL},
    {20, FINGERPRINT "arkode.so --option table=CASH_5_3_4", {"1+7.8e-12"}, NULL},
    {21, FINGERPRINT "arkode.so --option table=KVAERNO_4_2_3", {"1-3.1e-15"}, NULL},
};
static const struct print gsl[] = {
    {22,
     FINGERPRINT "gsl.so --option stepper=rk1imp",
     {"the estimate's weight of q[q] is -1, not 1"},
     NULL},
};
static const struct print odeint[] = {
    {46,
     FINGERPRINT "odeint.so --option stepper=rosenbrock4",
     {"RODAS of order 4(3), with the factor of F_t in stage 4 = 0.0362"},
     NULL},
    {47,
     FINGERPRINT "odeint.so --option stepper=adams_bashforth2",
     {"Its first step is not consistent: the weight of q is 7/3"},
     NULL},
    {48,
     "order robertson --integrator %s/odeint.so --option stepper=implicit_euler "
     "--call-limit 1",
     {"step did not return within 1 s"},
     NULL},
};
static const struct print chipmunk_aborts[] = {
    {16, "engines chipmunk stiff_spring", {"SIGABRT", "Body's force is invalid"}, NULL},
};
static const struct print simbody_tells[] = {
    {31,
     "engines simbody_bodies below_cone --call-limit 1 --option tolerance=1e-8",
     {"did not return within"},
     NULL},
    {39,
     "solve bouncing_ball --step 0.00390625 --until 0.75 --integrator "
     "%s/simbody_bodies.so --option output=shown",
     {"Proximal unilateral contacts"},
     "192 times"},
};
static const struct print ode_prints[] = {
    {14,
     "solve brick_stack10 --step 0.00390625 --until 1 --integrator %s/ode.so",
     {"LCP internal error, s <= 0"},
     "82 times"},
};

static int count_of(const char *text, const char *word) {
    int count = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        count++;
    return count;
}

static int times_printed(const struct program_outcome *o, const char *word) {
    return count_of(o->out, word) + count_of(o->err, word);
}

static void check_print(const struct print *p) {
    char row[FINDING_LONGEST];
    finding_row(row, p->row);
    const char *option = strstr(p->command, "--option");
    finding_expect(p->row, row, option != NULL ? option : "engines");
    finding_expect(p->row, row, p->printed[0]);
    struct program_outcome o = halfstep_run(p->command, HALFSTEP_PLUGINS);
    for (int i = 0; i < 2 && p->printed[i] != NULL; i++)
        cr_expect(times_printed(&o, p->printed[i]) > 0,
                  "row %d: \"%s\" is not printed: %s", p->row, p->printed[i], o.out);
    if (p->times != NULL) {
        finding_expect(p->row, row, p->times);
        cr_expect(times_printed(&o, p->printed[0]) == atoi(p->times), "%d times",
                  times_printed(&o, p->printed[0]));
    }
}

#define PRINTS_OF(name, version, prints)                                                 \
    Test(findings_printed, name##_prints_what_its_rows_say, .timeout = 300) {            \
        if (!finding_is_of(#name, version))                                              \
            cr_skip_test(#name " " version " is not installed");                         \
        for (size_t i = 0; i < sizeof prints / sizeof *prints; i++)                      \
            check_print(&prints[i]);                                                     \
    }
PRINTS_OF(arkode, "6.4.1", arkode)
PRINTS_OF(gsl, "2.7.1", gsl)
PRINTS_OF(odeint, "1_74", odeint)
PRINTS_OF(chipmunk, "7.0.3", chipmunk_aborts)
PRINTS_OF(simbody_bodies, "3.7", simbody_tells)
PRINTS_OF(ode, "0.16.2", ode_prints)

/* The row's first words in ` `, where a table has \| for |. */
static void command_of(char *command, const char *row) {
    const char *at = strchr(row, '`');
    cr_assert(at != NULL);
    for (at++; *at != '`' && *at != '\0'; at++)
        if (strncmp(at, "\\|", 2) != 0)
            *command++ = *at;
    *command = '\0';
}

/* The header's b2_version, whose last number should be that of the release. */
Test(findings_printed, box2d_says_another_release) {
    char row[FINDING_LONGEST], command[FINDING_LONGEST], line[2 * FINDING_LONGEST];
    if (!finding_is_of("box2d", "2.4.1") || !plugin_can_run("g++"))
        cr_skip_test("box2d 2.4.1 or g++ is not installed");
    finding_row(row, 17);
    command_of(command, row);
    struct scratch folder = scratch_make();
    snprintf(line, sizeof line, "cd %s && %s", folder.path, command);
    const char *const words[] = {"-c", line, NULL};
    struct program_outcome o = program_run("/bin/sh", words);
    cr_expect_str_eq(o.out, "0\n", "%s", o.err);
}
