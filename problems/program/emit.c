/* Printing programs as C.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/emit.h"

#include <inttypes.h>

#include "problems/program/program.h"

/* One over the largest operand text: a letter or array name, an int and brackets. */
struct operand {
    char text[32];
};

/* How C names a slot: first[i], second[i], constant[i], or the local variable of an
 * instruction. */
static struct operand operand(const struct program *p, int slot) {
    struct operand o;
    const int constants_end = p->inputs + p->constants;
    if (slot < p->leading)
        snprintf(o.text, sizeof o.text, "first[%d]", slot);
    else if (slot < p->inputs)
        snprintf(o.text, sizeof o.text, "second[%d]", slot - p->leading);
    else if (slot < constants_end)
        snprintf(o.text, sizeof o.text, "constant[%d]", slot - p->inputs);
    else
        snprintf(o.text, sizeof o.text, "r%d", slot - constants_end);
    return o;
}

/* An instruction that is a multiple; false: it is none, and nothing is written. */
static bool emit_multiple(FILE *out, const struct program *p, int i,
                          const double *constant) {
    struct program_multiple multiple;
    if (constant == NULL || !program_is_multiple(p, i, constant, &multiple))
        return false;
    const struct operand a = operand(p, multiple.slot);
    if (multiple.factor == 1)
        fprintf(out, "    const double r%d = %s;\n", i, a.text);
    else
        fprintf(out, "    const double r%d = %s * %a;\n", i, a.text, multiple.factor);
    return true;
}

void emit_operation(FILE *out, enum expr_operation operation, int i, const char *a,
                    const char *b, const char *c) {
    fprintf(out, "    const double r%d = ", i);
    switch (operation) {
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
        fprintf(out, "%s %s %s;\n", a, expr_operation_name(operation), b);
        break;
    case EXPR_NEG: fprintf(out, "-%s;\n", a); break;
    case EXPR_POW: fprintf(out, "pow(%s, %s);\n", a, b); break;
    case EXPR_SELECT:
        fprintf(out, "%s >= 0 ? %s : %s < 0 ? %s : NAN;\n", a, b, a, c);
        break;
    default: fprintf(out, "%s(%s);\n", expr_operation_name(operation), a); break;
    }
}

static void emit_instruction(FILE *out, const struct program *p, int i) {
    const struct instruction *code = &p->code[i];
    const struct operand a = operand(p, code->a), b = operand(p, code->b),
                         c = operand(p, code->c);
    emit_operation(out, code->operation, i, a.text, b.text, c.text);
}

void emit_prologue(FILE *out) {
    fputs("/* Generated from the models: not to be edited. */\n"
          "#include <math.h>\n"
          "#include <stddef.h>\n"
          "#include <stdint.h>\n"
          "\n"
          "#include \"problems/readers/eval_lanes.h\"\n"
          "#include \"problems/program/row_sine.h\"\n",
          out);
}

void emit_function(FILE *out, const struct program *p, const double *constant,
                   const char *name) {
    fprintf(out,
            "\nstatic void %s(const double *constant, const double *first,\n"
            "        const double *second, double *out) {\n",
            name);
    fputs("    (void)constant;\n    (void)first;\n    (void)second;\n", out);
    for (int i = 0; i < p->length; i++)
        if (!emit_multiple(out, p, i, constant))
            emit_instruction(out, p, i);
    for (int i = 0; i < p->outputs; i++)
        fprintf(out, "    out[%d] = %s;\n", i, operand(p, p->output[i]).text);
    if (p->outputs == 0)
        fputs("    (void)out;\n", out);
    fputs("}\n", out);
}

struct emit_name emit_name(uint64_t fingerprint) {
    struct emit_name name;
    snprintf(name.text, sizeof name.text, "run_%016" PRIx64, fingerprint);
    return name;
}

void emit_table(FILE *out, const char *find, int count, const uint64_t *fingerprint) {
    fputs("\nstatic const struct {\n"
          "    uint64_t fingerprint;\n"
          "    compiled_function *function;\n"
          "} table[] = {\n",
          out);
    for (int i = 0; i < count; i++)
        fprintf(out, "    {UINT64_C(0x%016" PRIx64 "), %s},\n", fingerprint[i],
                emit_name(fingerprint[i]).text);
    if (count == 0)
        fputs("    {0, NULL},\n", out);
    fprintf(out,
            "};\n"
            "\n"
            "compiled_function *%s(uint64_t fingerprint) {\n"
            "    size_t low = 0, high = %d;\n"
            "    while (low < high) {\n"
            "        size_t middle = low + (high - low) / 2;\n"
            "        if (table[middle].fingerprint < fingerprint)\n"
            "            low = middle + 1;\n"
            "        else\n"
            "            high = middle;\n"
            "    }\n"
            "    return low < %d && table[low].fingerprint == fingerprint\n"
            "               ? table[low].function\n"
            "               : NULL;\n"
            "}\n",
            find, count, count);
}
