/* Peers that are Python packages: programs, each of which builds the problem anew
 * and measures itself (peer_lines.py).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/data.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/peers/peers_found.h"
#include "harness/speed/peers/peers_request.h"
#include "problems/model.h"

/* Importing a package on a busy machine. */
static const double seconds_to_begin = 120;

/* What a problem of n degrees of freedom that is built anew may differ from ours by. A chain's mass
 * matrix in relative angles has the entries n^3/3, ..., 1 and an inverse of norm 16 at most: its
 * condition, and so what roundings grow to, goes with n^3. */
static double most_off(double n) {
    return fmax(1e-12 * n, 1e-15 * n * n * n);
}

/* Without fixed steps Drake asks for a longest one. */
static const double longest_step = 0.1;

int peers_start_program(struct conversation *talk, enum peers_host host,
                        const struct peers_request *r, char version[PEERS_TEXT],
                        struct diagnostic *d) {
    const char *package = host == PEERS_DRAKE ? "drake" : "mujoco";
    char script[DATA_PATH + 16];
    snprintf(script, sizeof script, "%s/%s_peer.py", data_path(DATA_PEERS), package);
    struct diagnostic why = {""};
    json_t *answer = NULL;
    int failed = conversation_start(talk, r->python, script, &why) ||
                 conversation_ask(talk, NULL, &answer, seconds_to_begin, &why);
    const char *failure = json_string_value(json_object_get(answer, "failed"));
    const char *its = json_string_value(json_object_get(answer, "version"));
    snprintf(version, PEERS_TEXT, "%s", its != NULL ? its : "");
    if (failed)
        message_set(d,
                    "%s %s.py: %s; to install: pip install %s, and name that Python by "
                    "--python",
                    r->python, package, why.text, package);
    else if ((failed = its == NULL))
        message_set(d, "%s; name the Python that has it by --python",
                    failure != NULL ? failure : "it says no version");
    json_decref(answer);
    if (failed)
        conversation_end(talk);
    return failed ? -1 : 0;
}

static json_t *question_of(const struct peers_found *f, double setting) {
    const struct peers_row *row = f->row;
    const struct peers_problem *p = &f->problem;
    return json_pack(
        "{s:s, s:O, s:f, s:f, s:O, s:o, s:s, s:s, s:f, s:f, s:i}", "model", p->file,
        "parameters", p->parameters, "begin", p->begin, "length", row->length, "checks",
        p->checks, "truth", json_numbers(p->truth, p->nx), "method", row->peer, "system",
        row->system != NULL ? row->system : "", peers_setting_name(row, PEERS_THEIRS),
        setting, "max_step", longest_step, "rounds", f->batch.how.rounds);
}

/* Nonzero: f->why says why there is no measurement in an answer. */
static int read_answer(struct measurement *said, struct peers_found *f,
                       const json_t *answer) {
    const char *failure = json_string_value(json_object_get(answer, "failed"));
    const char *system = json_string_value(json_object_get(answer, "system"));
    if (failure != NULL)
        return message_set(&f->why, "%s", failure);
    f->rates_off = json_number_in(answer, "rates_off");
    f->energy_off = json_number_in(answer, "energy_off");
    f->overhead_ns = json_number_in(answer, "overhead_ns");
    snprintf(f->system, sizeof f->system, "%s", system != NULL ? system : "");
    const double most = most_off(f->problem.model->nv);
    if (!(f->rates_off <= most) || f->energy_off > most)
        return message_set(
            &f->why,
            "what was built is not the same problem: rates differ by %g, energies "
            "by %g",
            f->rates_off, f->energy_off);
    *said = (struct measurement){
        .failed = "",
        .ns = json_number_in(answer, "ns"),
        .log_ratio = NAN,
        .counters =
            json_pack("{s:O?, s:O?, s:O?}", "steps", json_object_get(answer, "steps"),
                      "evaluations", json_object_get(answer, "evaluations"), "end",
                      json_object_get(answer, "end"))};
    return 0;
}

int peers_ask_program(struct measurement *said, struct peers_found *f,
                      struct conversation *talk, double seconds) {
    int failed = 0;
    for (int i = 0; i < f->row->theirs.count && !failed; i++) {
        json_t *answer = NULL,
               *question = question_of(f, peers_setting(f->row, PEERS_THEIRS, i));
        failed = question == NULL
                     ? message_set(&f->why, "out of memory")
                     : conversation_ask(talk, question, &answer, seconds, &f->why) ||
                           read_answer(&said[i], f, answer);
        json_decref(question);
        json_decref(answer);
    }
    return failed;
}
