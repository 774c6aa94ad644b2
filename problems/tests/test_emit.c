/* Generated C: the build has compiled random programs with every operation (emit_random.c);
 * each gives the interpreter's bits. A NaN's sign and payload are left open by C and IEEE.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/program/emit.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/emitted.h"
#include "problems/tests/random_expressions.h"

static bool same_bits(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* 200 biased states for one program; how many outputs were finite. */
static int compare_runs(struct eval_double *reader, const struct program *p,
                        compiled_function *function, struct sample *s, int program) {
    int finite = 0;
    for (int trial = 0; trial < 200; trial++) {
        double in[EMITTED_INPUTS], interpreted[EMITTED_OUTPUTS] = {0},
                                   compiled[EMITTED_OUTPUTS] = {0};
        sample_biased(s, EMITTED_INPUTS, in);
        if (sample_choice(s, 50) == 0)
            in[sample_choice(s, EMITTED_INPUTS)] = sample_choice(s, 2) ? NAN : INFINITY;
        eval_double_use(reader, NULL);
        eval_double_run(reader, in, interpreted);
        eval_double_use(reader, function);
        eval_double_run(reader, in, compiled);
        for (int i = 0; i < p->outputs; i++) {
            cr_assert(same_bits(interpreted[i], compiled[i]),
                      "seed %llu program %d output %d: %a, not %a",
                      (unsigned long long)s->seed, program, i, compiled[i],
                      interpreted[i]);
            finite += isfinite(interpreted[i]);
        }
    }
    return finite;
}

Test(emit, compiled_programs_give_the_interpreters_bits) {
    struct sample s = sample_begin();
    int run = 0, finite = 0, seen[EXPR_SELECT + 1] = {0};
    for (int i = 0; i < EMITTED_PROGRAMS; i++) {
        graph *g = NULL;
        struct program *p = emitted_program(i, &g);
        compiled_function *function = compiled_find(program_fingerprint(p));
        cr_assert(function != NULL, "program %d", i);
        for (int k = 0; k < p->length; k++)
            seen[p->code[k].operation]++;
        struct eval_double *reader = NULL;
        if (eval_double_alloc(&reader, g, p) == PROBLEM_OK) {
            finite += compare_runs(reader, p, function, &s, i);
            run++;
        }
    }
    cr_assert_gt(run, EMITTED_PROGRAMS * 3 / 4);
    cr_assert_gt(finite, 200 * EMITTED_PROGRAMS);
    for (int operation = EXPR_ADD; operation <= EXPR_SELECT; operation++)
        cr_assert_gt(seen[operation], 0, "%s",
                     expr_operation_name((enum expr_operation)operation));
}

Test(emit, an_unknown_fingerprint_finds_nothing) {
    cr_assert(compiled_find(0) == NULL);
    cr_assert(compiled_find(1) == NULL);
    cr_assert(compiled_find(UINT64_MAX) == NULL);
    for (int i = 0; i < EMITTED_PROGRAMS; i++) {
        graph *g = NULL;
        struct program *p = emitted_program(i, &g);
        cr_assert(compiled_find(program_fingerprint(p) + 1) == NULL);
        cr_assert(compiled_find(program_fingerprint(p) - 1) == NULL);
    }
}

/* The text, for one small program: x1 sin(x0) - x1/c. */
Test(emit, code_is_straight_lines_in_the_order_of_the_program) {
    graph *g = graph_alloc();
    static const int variable[] = {0, 1};
    expr x = expr_variable(g, 0), y = expr_variable(g, 1);
    expr e = expr_sub(g, expr_mul(g, expr_apply(g, EXPR_SIN, x), y),
                      expr_div(g, y, fraction(g, 137, 100)));
    struct program *p = program_alloc(g, 2, variable, 1, &e);
    p->leading = 1;
    char text[1024] = "";
    FILE *out = tmpfile();
    emit_function(out, p, NULL, "run");
    rewind(out);
    size_t length = fread(text, 1, sizeof text - 1, out);
    fclose(out);
    cr_assert_gt(length, 0);
    static const char *const line[] = {
        "static void run(const double *constant, const double *first,\n",
        "const double *second, double *out) {\n",
        "const double r0 = sin(first[0]);\n",
        "const double r1 = second[0] * r0;\n",
        "const double r2 = second[0] / constant[0];\n",
        "const double r3 = r1 - r2;\n",
        "out[0] = r3;\n"};
    const char *at = text;
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        at = strstr(at, line[i]);
        cr_assert_not_null(at, "%s is missing in\n%s", line[i], text);
    }
}

/* The text for known constants: (x1/c)(x0 d). */
Test(emit, known_constants_make_multiples) {
    graph *g = graph_alloc();
    static const int variable[] = {0, 1};
    expr e = expr_mul(g, expr_div(g, expr_variable(g, 1), fraction(g, 137, 100)),
                      expr_mul(g, expr_variable(g, 0), fraction(g, 29, 100)));
    struct program *p = program_alloc(g, 2, variable, 1, &e);
    const double constant[] = {1, -4}; /* d, c */
    char text[1024] = "";
    FILE *out = tmpfile();
    emit_function(out, p, constant, "run");
    rewind(out);
    size_t length = fread(text, 1, sizeof text - 1, out);
    fclose(out);
    cr_assert_gt(length, 0);
    cr_assert_not_null(strstr(text, "const double r0 = second[0];\n"), "%s", text);
    cr_assert_not_null(strstr(text, "const double r1 = second[1] * -0x1p-2;\n"), "%s",
                       text);
}

Test(emit, a_full_disk_is_seen_in_the_stream) {
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        cr_skip_test("no /dev/full here");
    emit_table(full, "compiled_find", 0, NULL);
    cr_assert(fclose(full) != 0);
}
