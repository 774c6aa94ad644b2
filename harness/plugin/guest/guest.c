/* The process that an integrator from outside runs in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/guest.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/integrators/subject_options.h"
#include "problems/model.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "harness/plugin/guest/guest_declared.h"

enum { files_without_proc = 1024, most_signals = 64 };

/* Elsewhere than on Linux a guest ends by the alarm that activity_begin sets. */
void guest_end_with(pid_t parent, int signal) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, signal);
#else
    (void)signal;
#endif
    if (getppid() != parent)
        _exit(0);
}

/* Handlers that the host may have set (a sanitizer's, a test's) would hide a crash. */
void guest_reset_signals(void) {
    sigset_t none;
    for (int i = 1; i < most_signals; i++)
        signal(i, SIG_DFL);
    signal(SIGPIPE, SIG_IGN); /* a program that has ended is noticed when it is read */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Pipes of the host's must not be kept open here, or their readers would wait for ever. */
static bool is_kept(const struct guest *g, int file) {
    return file <= STDERR_FILENO || file == g->socket ||
           (g->to > 0 && (file == g->to || file == g->from));
}

void guest_close_files(const struct guest *g) {
    DIR *open_files = opendir("/proc/self/fd");
    if (open_files == NULL) {
        for (int file = STDERR_FILENO + 1; file < files_without_proc; file++)
            if (!is_kept(g, file))
                close(file);
        return;
    }
    for (struct dirent *e = readdir(open_files); e != NULL; e = readdir(open_files)) {
        int file = atoi(e->d_name);
        if (!is_kept(g, file) && file != dirfd(open_files))
            close(file);
    }
    closedir(open_files);
}

void guest_redirect_streams(void) {
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0)
        return;
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    close(nothing);
}

static int answer_state(struct guest *g, struct packet *answer) {
    const size_t size = (size_t)g->nx * sizeof(double);
    bool estimated = g->it->estimate != NULL;
    answer->numbers = 1 + g->nx + (estimated ? g->nx : 0);
    if (packet_make_room(answer, answer->numbers))
        return -1;
    answer->number[0] = g->told;
    memcpy(answer->number + 1, g->x, size);
    if (estimated)
        memcpy(answer->number + 1 + g->nx, g->error, size);
    return 0;
}

static enum packet_outcome move(struct guest *g, const struct packet *request) {
    const double *number = request->number;
    g->system.log.kept = 0;
    switch (request->kind) {
    case REQUEST_START: return guest_start(g, number[0], number + 1);
    case REQUEST_STEPS: return guest_step(g, number[0], (int)number[1]);
    case REQUEST_ADVANCE: return guest_advance(g, number[0], number[1]);
    default: return guest_run_to(g, number[0], number[1]);
    }
}

static int answer_calls(const struct guest *g, struct packet *answer) {
    const struct call_log *log = &g->system.log;
    const int numbers = log->kept * (2 + log->nx);
    answer->kind = OUTCOME_DONE;
    if (packet_make_room(answer, numbers))
        return -1;
    answer->numbers = numbers;
    if (numbers > 0)
        memcpy(answer->number, log->number, (size_t)numbers * sizeof *log->number);
    return 0;
}

static int serve(struct guest *g, const struct packet *request, struct packet *answer) {
    answer->numbers = answer->traits = 0;
    g->is_not_finite = false;
    packet_set_text(answer, "");
    if (request->kind == REQUEST_STATISTICS) {
        int failed = guest_statistics(g, answer);
        answer->kind = guest_is_lost(g) ? OUTCOME_BROKEN : OUTCOME_DONE;
        if (answer->kind != OUTCOME_DONE)
            packet_set_text(answer, g->why.text);
        return failed;
    }
    if (request->kind == REQUEST_CALLS)
        return answer_calls(g, answer);
    if (request->kind == REQUEST_TELL)
        return guest_tell(g, answer);
    if (request->kind == REQUEST_INTERPOLATE)
        return guest_interpolate(g, request->number[0], answer);
    if (request->kind == REQUEST_THREADS || request->kind == REQUEST_BESIDE) {
        const bool beside = request->kind == REQUEST_BESIDE;
        answer->kind =
            (int)(beside ? guest_beside : guest_threads)(g, request, answer->number);
        answer->numbers = 1;
        packet_set_text(answer, g->why.text);
        return 0;
    }
    answer->kind = (int)move(g, request);
    answer->traits = g->is_not_finite ? TRAIT_NOT_FINITE : 0;
    if (answer->kind != OUTCOME_DONE)
        packet_set_text(answer, g->why.text);
    return answer_state(g, answer); /* of the last step that succeeded */
}

static int alloc_arrays(struct guest *g, struct packet *request, struct packet *answer) {
    g->nx = g->model->nq + g->model->nv + g->model->nz;
    g->x = calloc((size_t)g->nx + 1, sizeof *g->x);
    g->error = calloc((size_t)g->nx + 1, sizeof *g->error);
    return guarded_alloc(&g->state, g->nx) | guarded_alloc(&g->estimate, g->nx) |
           packet_alloc(request, 2 * g->nx + 2) | packet_alloc(answer, 2 * g->nx + 2) |
           (g->x == NULL) | (g->error == NULL);
}

/* The first answer: whether there is an integrator, its name and what it has. */
static void introduce(struct guest *g, struct packet *answer) {
    answer->kind = (int)guest_load(g);
    answer->traits = g->it == NULL ? 0 : guest_traits(g->it);
    if (answer->kind != OUTCOME_DONE) {
        packet_set_text(answer, g->why.text);
        return;
    }
    packet_set_text(answer, g->it->name);
    if (g->options->only_declares)
        guest_declare(g->it, answer);
    answer->traits |= (g->it->estimate != NULL ? TRAIT_ESTIMATE : 0) |
                      (g->it->advance != NULL ? TRAIT_ADVANCE : 0) |
                      (g->it->statistic != NULL ? TRAIT_STATISTICS : 0) |
                      (g->takes_max_step ? TRAIT_MAX_STEP : 0) |
                      (g->speaker.serves_several ? TRAIT_SEVERAL : 0);
}

_Noreturn void guest_run(struct guest *g, pid_t keeper) {
    struct packet request, answer;
    const pid_t self = getpid();
    setpgid(0, 0);
    guest_end_with(keeper, SIGKILL);
    modes_keep(&g->activity->modes);
    fcntl(g->socket, F_SETFD, FD_CLOEXEC);
    if (alloc_arrays(g, &request, &answer))
        _exit(EXIT_FAILURE);
    introduce(g, &answer);
    activity_check_modes(g->activity);
    int gone = packet_send(g->socket, &answer);
    while (!gone && packet_receive(g->socket, &request) == PACKET_CAME &&
           request.kind != REQUEST_END) {
        gone = serve(g, &request, &answer);
        if (getpid() != self)
            _exit(0); /* the integrator forked: one of them answers */
        activity_check_modes(g->activity);
        gone = gone || packet_send(g->socket, &answer);
    }
    guest_destroy(g);
    if (g->system.speaker != NULL) {
        activity_begin(g->activity, CALL_END);
        speaker_end(g->system.speaker);
        activity_end(g->activity);
    }
    _exit(g->program != NULL && !g->speaker.is_lost ? GUEST_LEFT_WELL : 0);
}
