/* Made-up documents about speed. Times of blocks are a level with noise of a fraction of a
 * per cent and, one time in twenty, an interruption; processes differ by a little, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/tests/speed_samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_ROOM = 96, QUANTILES = 101, BLOCKS = 1024, TAKEN = 1795300000, DAY = 86400 };

unsigned long long sample_seed(void) {
    const char *given = getenv("TEST_SEED");
    return given ? strtoull(given, NULL, 10) : 20261121;
}

/* Marsaglia's xorshift with Vigna's multiplier (2016). */
double sample_uniform(struct sample_random *r) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (double)((r->state * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

/* Box and Muller's. */
double sample_normal(struct sample_random *r) {
    double u = 1 - sample_uniform(r);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * sample_uniform(r));
}

static void name_benchmark(char *name, int i) {
    static const char *const models[] = {
        "pendulum",   "chain",  "contact_stack", "fpu", "damped_pendulum_c1e5",
        "rigid_body", "duffing"};
    static const char *const methods[] = {"velocity-implicit-euler", "implicit-euler",
                                          "semi-explicit-euler.gaming",
                                          "runge-kutta-merson", "contact-stepper"};
    static const char *const modes[] = {"default", "faithful"};
    static const char *const kinds[] = {"fixed", "controlled", "solve"};
    snprintf(name, NAME_ROOM, "%s/%s/%s/%s", models[i % 7], methods[i / 7 % 5],
             modes[i / 35 % 2], kinds[i / 70 % 3]);
}

static int compare_numbers(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Quantiles of blocks around a level. */
static json_t *make_blocks(struct sample_random *r, double level) {
    static double block[BLOCKS];
    json_t *blocks = json_array();
    for (int i = 0; i < BLOCKS; i++) {
        double interrupted = sample_uniform(r) < 0.05 ? 0.3 * sample_uniform(r) : 0;
        block[i] = level * (1 + 0.003 * fabs(sample_normal(r)) + interrupted);
    }
    qsort(block, BLOCKS, sizeof *block, compare_numbers);
    for (int i = 0; i < QUANTILES; i++) {
        json_array_append_new(blocks,
                              json_real(block[i * (BLOCKS - 1) / (QUANTILES - 1)]));
    }
    return blocks;
}

static json_t *make_processes(struct sample_random *r, double level, int processes) {
    json_t *array = json_array();
    for (int i = 0; i < processes; i++) {
        json_array_append_new(array,
                              json_real(level * (1.002 + 0.004 * sample_normal(r))));
    }
    return array;
}

static json_t *make_side(struct sample_random *r, double level, int processes) {
    return json_pack("{s:o, s:o}", "blocks", make_blocks(r, level), "processes",
                     make_processes(r, level, processes));
}

static json_t *make_build(const char *commit, double committed, const char *place) {
    return json_pack("{s:s, s:s, s:b, s:f, s:s, s:s, s:s}", "halfstep", "0.3.1", "commit",
                     commit, "changed", 0, "committed", committed, "compiler",
                     "gcc 12.2.0", "flags", "-O2 -falign-functions=64", "place", place);
}

static json_t *make_machine(void) {
    return json_pack("{s:s, s:i, s:s}", "processor", "Xeon 2.6 GHz", "cores", 2, "system",
                     "Linux 6.1");
}

static json_t *open_document(const char *command) {
    return json_pack("{s:s, s:i, s:s, s:o, s:i, s:i, s:{s:f, s:f, s:f}, s:[], s:[]}",
                     "halfstep", "0.3.1", "format", 1, "command", command, "machine",
                     make_machine(), "taken", TAKEN, "seed", 137, "load", "before", 1.9,
                     "after", 2.3, "steal", 0.001, "models", "results");
}

enum outcome { SLOWER, FASTER, MORE, CANNOT_TELL, NOT_MEASURED, SAME };

static json_t *make_comparison(struct sample_random *r, int i, int processes) {
    static const double effects[] = {0.0487, -0.031, 0.0012, 0.004, NAN, 0.0003};
    static const double noise[] = {0.003, 0.004, 0.0006, 0.03, NAN, 0.0006};
    static const char *const verdicts[] = {"slower",      "faster",       "same",
                                           "cannot-tell", "not-measured", "same"};
    int outcome = i < SAME ? i : SAME;
    double level = 37 * pow(10, 4 * sample_uniform(r));
    char name[NAME_ROOM];
    name_benchmark(name, i);
    json_t *c =
        json_pack("{s:s, s:s, s:s, s:[], s:i}", "name", name, "verdict",
                  verdicts[outcome], "counters_verdict",
                  outcome == MORE ? "more" : "same", "counters", "processes", processes);
    json_object_set_new(c, "instructions",
                        json_pack("{s:i, s:i, s:f}", "old", 19768, "new",
                                  outcome == MORE ? 20023 : 19768, "change",
                                  outcome == MORE ? 0.0129 : 0.0));
    if (outcome == MORE) {
        json_array_append_new(
            json_object_get(c, "counters"),
            json_pack("{s:s, s:i, s:i}", "name", "factorizations", "old", 12, "new", 13));
    }
    if (outcome == NOT_MEASURED || outcome == CANNOT_TELL) {
        json_object_set_new(c, "reason",
                            json_string(outcome == CANNOT_TELL
                                            ? "the noise is too large for 64 processes"
                                            : "the baseline is a stored measurement"));
    }
    if (outcome == NOT_MEASURED) {
        return c;
    }
    double half = 3.7 * noise[outcome] / sqrt(fmax(processes, 1));
    json_t *ratios = json_array(), *positions = json_array();
    for (int k = 0; k < processes; k++) {
        json_array_append_new(
            ratios, json_real(effects[outcome] + noise[outcome] * sample_normal(r)));
    }
    for (int k = 0; k < 4; k++) {
        json_array_append_new(positions,
                              json_real(effects[outcome] + 0.001 * sample_normal(r)));
    }
    json_t *more = json_pack(
        "{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o, s:o, s:o}", "old_ns", level,
        "new_ns", level * (1 + effects[outcome]), "change", effects[outcome], "half",
        half, "detectable", 0.005 + half, "power", half < 0.005 ? 0.998 : 0.31,
        "placement", 0.002 * sample_uniform(r), "log_ratios", ratios, "positions",
        positions, "old", make_side(r, level, processes), "new",
        make_side(r, level * (1 + effects[outcome]), processes));
    json_object_update(c, more);
    json_decref(more);
    return c;
}

json_t *sample_compare(struct sample_random *r, int benchmarks, int processes) {
    json_t *d = open_document("compare"), *comparisons = json_array();
    for (int i = 0; i < benchmarks; i++) {
        json_array_append_new(comparisons, make_comparison(r, i, processes));
    }
    json_t *more = json_pack(
        "{s:o, s:o, s:{s:f, s:f, s:[i, i, i], s:i, s:i, s:b}, s:{s:i, s:i, s:i, s:i, "
        "s:f, "
        "s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:[{s:s, s:i, s:i, s:i, s:i, s:f}]}, s:o, s:s, "
        "s:s}",
        "baseline",
        make_build("d1cf0321ab77e0c4f5a6b7c8d9e0f1a2b3c4d5e6", TAKEN - 9 * DAY,
                   "/builds/old"),
        "candidate",
        make_build("7be93c15d2f40a8899aabbccddeeff0011223344", TAKEN - DAY,
                   "/builds/new"),
        "rule", "delta", 0.01, "alpha", 5e-4, "looks", 8, 12, 16, "pairs", 128, "warm_up",
        8, "confirmed", 1, "self", "comparisons", 3360, "alarms", 0, "slower", 0,
        "faster", 0, "bound", 0.00089, "injected", "one_percent", "tried", 618, "found",
        618, "five_percent", "tried", 100, "found", 100, "kernels", "name", "pendulum",
        "comparisons", 370, "alarms", 0, "slower", 0, "faster", 0, "bound", 0.0081,
        "comparisons", comparisons, "verdict", benchmarks > 0 ? "fail" : "pass", "reason",
        benchmarks > 0 ? "one benchmark is slower" : "");
    json_object_update(d, more);
    json_decref(more);
    return d;
}

static json_t *make_measurement(struct sample_random *r, int i, int processes) {
    double level = 11 * pow(10, 4 * sample_uniform(r)), cycles = level * 2.6;
    double floor = 0.97 + 0.5 * sample_uniform(r) * sample_uniform(r);
    char name[NAME_ROOM];
    name_benchmark(name, i);
    return json_pack(
        "{s:s, s:s, s:{s:i, s:i, s:i, s:i, s:i}, s:{s:i, s:i, s:i, s:i, s:i, s:s}, "
        "s:{s:f, s:f, s:f, s:o, s:o}, s:{s:f, s:f, s:f}, s:{s:f, s:f, s:f}, s:n}",
        "name", name, "unit", "step", "counters", "steps", 64, "evaluations", 131 + i,
        "iterations", 67, "allocations", 0, "allocated_bytes", 0, "instructions",
        "instructions", 19768 + 13 * i, "reads", 4312, "writes", 1733, "data_bytes", 5376,
        "code_bytes", 7104, "tool", "callgrind 3.19.0", "ns", "value", level, "low",
        0.998 * level, "high", 1.003 * level, "processes",
        make_processes(r, level, processes), "blocks", make_blocks(r, level), "cycles",
        "value", cycles, "low", 0.999 * cycles, "high", 1.001 * cycles, "floor", "value",
        floor, "low", floor - 0.013, "high", floor + 0.017, "peer");
}

static json_t *make_curve(struct sample_random *r, double cost) {
    json_t *curve = json_array();
    for (int i = 2; i < 9; i++) {
        double error = pow(10, -i) * (1 + 0.3 * sample_uniform(r));
        json_array_append_new(curve,
                              json_pack("{s:f, s:f, s:i}", "error", error, "seconds",
                                        cost * pow(10, 0.4 * i), "evaluations", 100 * i));
    }
    return curve;
}

static json_t *make_peers(struct sample_random *r) {
    static const char *const names[] = {"GSL rk1imp",  "CVODE BDF", "Simbody",
                                        "ARKODE DIRK", "Drake",     "MuJoCo"};
    static const char *const problems[] = {"pendulum", "fpu", "chain", "duffing"};
    json_t *peers = json_array();
    for (int i = 0; i < 24; i++) {
        double ratio = pow(10, 1.7 * sample_uniform(r) - 0.2);
        int peer = i % 6;
        if (peer == 5) {
            json_array_append_new(peers,
                                  json_pack("{s:s, s:s, s:b, s:s, s:s}", "problem",
                                            problems[i / 6], "peer", names[peer],
                                            "installed", 0, "how", "pip install mujoco",
                                            "reason", "the Python package is missing"));
            continue;
        }
        json_array_append_new(
            peers,
            json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:f, s:f, s:f, s:f, s:f, s:i, "
                      "s:i, s:f, s:f, s:o, s:o}",
                      "problem", problems[i / 6], "method", "velocity-implicit-euler",
                      "peer", names[peer], "version", "2.7.1", "configuration",
                      "error control, relative tolerance chosen for the same error",
                      "comparable", "the same callback, the same error at the end",
                      "installed", 1, "ns", 1730.0, "peer_ns", 1730 * ratio, "ratio",
                      ratio, "low", ratio * 0.97, "high", ratio * 1.04, "evaluations",
                      1313, "peer_evaluations", 4177, "error", 1.1e-6, "peer_error",
                      0.9e-6, "curve", make_curve(r, 1e-6), "peer_curve",
                      make_curve(r, ratio * 1e-6)));
    }
    return peers;
}

static json_t *make_goals(void) {
    return json_pack(
        "[{s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:s, s:s, s:s, s:f, s:s}, {s:s, s:s, s:s, "
        "s:f, s:s, s:s, s:s, s:s}, {s:s, s:s, s:s, s:s}]",
        "what", "velocity-implicit Euler, small problems", "elsewhere",
        "Drake 3.5-5.5 us a step", "goal", ">= 15x faster", "limit", 15.0, "value", 23.7,
        "low", 22.9, "high", 24.1, "unit", "times", "verdict", "pass", "peer",
        "Drake, us", "peer_value", 4.1, "command", "halfstep timing --peers", "what",
        "semi-explicit Euler, 1 degree of freedom", "elsewhere", "Simbody 3.6 us", "goal",
        "<= 20 ns", "value", 27.3, "unit", "ns", "verdict", "fail", "command",
        "halfstep timing pendulum", "reason", "the pass has a call through a pointer",
        "what", "certified digits", "goal", "50", "verdict", "not-measured", "command",
        "halfstep gate");
}

json_t *sample_timing(struct sample_random *r, int benchmarks, int processes) {
    json_t *d = open_document("timing"), *measurements = json_array();
    for (int i = 0; i < benchmarks; i++) {
        json_array_append_new(measurements, make_measurement(r, i, processes));
    }
    json_object_set_new(d, "build",
                        make_build("7be93c15d2f40a8899aabbccddeeff0011223344",
                                   TAKEN - DAY, "/builds/new"));
    json_object_set_new(d, "measurements", measurements);
    json_object_set_new(d, "peers", make_peers(r));
    json_object_set_new(d, "goals", make_goals());
    return d;
}

/* Every fifth series steps by 3 % in its middle, every ninth by -12 % near its end. */
static json_t *make_series(struct sample_random *r, int i, int points) {
    char name[NAME_ROOM];
    double level = 13 * pow(10, 3 * sample_uniform(r));
    json_t *array = json_array(), *changes = json_array();
    int at = i % 9 == 4 ? points - 3 : points / 2;
    double step = i % 9 == 4 ? -0.12 : i % 5 == 0 ? 0.031 : 0;
    name_benchmark(name, i);
    for (int k = 0; k < points; k++) {
        char commit[24];
        snprintf(commit, sizeof commit, "%08llx%08x", r->state >> 32, (unsigned)k);
        double value = level * (1 + (k >= at ? step : 0) + 0.004 * sample_normal(r));
        json_t *point =
            json_pack("{s:s, s:b, s:i, s:i, s:f, s:f, s:f, s:i}", "commit", commit,
                      "changed", k % 17 == 3, "committed", TAKEN - (points - k) * DAY,
                      "taken", TAKEN - (points - k) * DAY + 3600, "value", value, "low",
                      0.997 * value, "high", 1.002 * value, "runs", 1);
        if (k == points / 4) {
            json_object_set_new(point, "split", json_true());
            json_object_set_new(point, "why", json_string("compiler gcc 12.2.0"));
        }
        json_array_append_new(array, point);
    }
    if (step != 0 && points > 6) {
        json_array_append_new(changes,
                              json_pack("{s:i, s:f, s:f, s:f, s:f, s:s, s:n}", "index",
                                        at, "before", level, "after", level * (1 + step),
                                        "size", step, "p", 0.002, "method",
                                        i % 2 ? "L1" : "e-divisive", "judged"));
    }
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "name", name, "quantity",
                     i % 2 ? "cycles" : "time", "unit", i % 2 ? "cycles" : "ns", "kind",
                     "ruled", "machine", "Xeon 2.6 GHz, 2 cores", "compiler",
                     "gcc 12.2.0", "points", array, "changes", changes);
}

json_t *sample_history(struct sample_random *r, int series, int points) {
    json_t *d = open_document("history"), *array = json_array();
    for (int i = 0; i < series; i++) {
        json_array_append_new(array, make_series(r, i, points));
    }
    json_object_set_new(d, "series", array);
    return d;
}
