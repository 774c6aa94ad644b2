/* TAP that a reader of TAP understands, whatever the texts contain.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/files/formats.h"
#include "harness/tests/results/gate_sample.h"
#include "harness/tests/scratch.h"

struct tap {
    int plan, ok, not_ok, skipped, to_do, blocks, bails;
};

static void count_test(struct tap *t, const char *line, int number) {
    int found = 0;
    bool fails = strncmp(line, "not ", 4) == 0;
    const char *mark = strstr(line, " # ");
    cr_assert(sscanf(line + (fails ? 4 : 0), "ok %d - ", &found) == 1, "%s", line);
    cr_expect(found == number, "%s is not number %d", line, number);
    t->ok += !fails;
    t->not_ok += fails;
    t->skipped += mark != NULL && strncmp(mark, " # SKIP ", 8) == 0;
    t->to_do += mark != NULL && strncmp(mark, " # TODO ", 8) == 0;
    cr_expect(mark == NULL || strchr(mark + 3, '#') == NULL, "%s", line);
}

/* Within a block: key, colon, and a number or a text in quotes. */
static void expect_field(const char *line) {
    const char *value = strstr(line, ": ");
    cr_assert(strncmp(line, "  ", 2) == 0 && value != NULL, "'%s'", line);
    size_t length = strlen(line);
    bool quoted = value[2] == '"' && length > 3 && line[length - 1] == '"';
    char *end = NULL;
    strtod(value + 2, &end);
    cr_expect(quoted || *end == '\0', "'%s'", line);
    for (const char *c = line; *c != '\0'; c++)
        cr_expect((unsigned char)*c >= ' ' && *c != 0x7f, "'%s'", line);
}

static struct tap read_tap(char *text) {
    struct tap t = {0};
    bool inside = false;
    char *rest = text;
    cr_assert(strncmp(text, "TAP version 13\n", 15) == 0);
    strtok_r(text, "\n", &rest);
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL;) {
        if (inside && strcmp(line, "  ...") == 0)
            inside = false;
        else if (inside)
            expect_field(line);
        else if (strcmp(line, "  ---") == 0)
            inside = true, t.blocks++;
        else if (strncmp(line, "1..", 3) == 0)
            t.plan = atoi(line + 3);
        else if (strncmp(line, "Bail out!", 9) == 0)
            t.bails++;
        else
            count_test(&t, line, t.ok + t.not_ok + 1);
    }
    cr_expect(!inside);
    return t;
}

Test(tap, verdicts_become_tests_skips_and_things_to_do) {
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(tap_print, &o);
    cr_expect(strstr(text, "ok 1 - pendulum order order double m\n") != NULL);
    cr_expect(strstr(text, "\nok 3 - spring order order double m # SKIP open  1\n") !=
              NULL);
    cr_expect(strstr(text,
                     "\nnot ok 5 - spring order order:v double m # TODO known since "
                     "1.37\n") != NULL);
    cr_expect(strstr(text, "  command: \"halfstep order pendulum --method m\"\n") !=
              NULL);
    const char *fails = strstr(text, "  fails: \"undecided where a pass is required\"\n");
    cr_expect(fails != NULL && strstr(fails, "\nnot ok 5 ") != NULL);
    cr_expect(strstr(fails + 1, "  fails: ") == NULL, "one alone is undecided");
    struct tap t = read_tap(text);
    cr_expect(t.plan == 5 + nasty_count && t.ok == 2 && t.not_ok == 3 + nasty_count);
    cr_expect(t.skipped == 1 && t.to_do == 1 && t.blocks == 4 + nasty_count);
    cr_expect(t.bails == 0);
}

Test(tap, an_early_end_bails_out) {
    struct gate_outcome o = sample_outcome();
    o.left_out = 7;
    char *text = sample_print(tap_print, &o);
    cr_expect(strstr(text, "\nBail out! ") != NULL && strstr(text, " 7 studies") != NULL);
}

Test(tap, perls_prove_counts_the_same) {
    if (system("command -v prove >/dev/null 2>&1") != 0)
        cr_skip_test("no prove here");
    struct scratch s = scratch_make();
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(tap_print, &o), command[256];
    char *path = scratch_write(&s, "gate.tap", text);
    snprintf(command, sizeof command, "prove --exec cat %s >%s/out 2>&1", path, s.path);
    cr_expect(system(command) != 0);
    snprintf(command, sizeof command, "%s/out", s.path);
    char *said = scratch_read(command);
    cr_expect(strstr(said, "Failed 14/17 subtests") != NULL &&
                  strstr(said, "Parse errors") == NULL,
              "%s", said);
}

/* Each block between --- and ... is a mapping with the very reason of the result. */
static const char read_yaml[] =
    "import json, re, sys, yaml\n"
    "tap, results = open(sys.argv[1], encoding='utf-8').read(), "
    "json.load(open(sys.argv[2]))\n"
    "blocks = re.findall(r'^  ---\\n(.*?)^  \\.\\.\\.\\n', tap, re.S | re.M)\n"
    "reasons = [r['reason'] for r in results if r['verdict'] != 'pass']\n"
    "assert len(blocks) == len(reasons)\n"
    "for block, reason in zip(blocks, reasons):\n"
    "    found = yaml.safe_load(block)['reason']\n"
    "    assert found == reason.replace('\\ufffe', '?').replace('\\uffff', '?'), "
    "(found, reason)\n";

Test(tap, the_blocks_are_yaml_and_hold_the_texts_as_they_are) {
    if (system("python3 -c 'import yaml' >/dev/null 2>&1") != 0)
        cr_skip_test("no python3 with yaml here");
    struct scratch s = scratch_make();
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(tap_print, &o), command[512];
    json_t *told = results_tell(o.results);
    char *json = json_dumps(told, 0);
    char *tap_path = scratch_write(&s, "gate.tap", text);
    char *json_path = scratch_write(&s, "gate.json", json);
    char *program = scratch_write(&s, "read.py", read_yaml);
    snprintf(command, sizeof command, "python3 %s %s %s", program, tap_path, json_path);
    cr_expect(system(command) == 0);
}
