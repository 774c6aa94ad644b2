/* A process that forks the processes of a pool's jobs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _DEFAULT_SOURCE /* CMSG_SPACE */
#include "harness/jobs/nursery.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/jobs/process.h"

enum request_kind { START, WAIT };

struct request {
    enum request_kind kind;
    int value; /* the job, the process */
};

struct reply {
    int value, error; /* the process, its status; negative: the error */
    double processor_seconds;
};

/* Room for one open file in a message. */
union passed_file {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
};

/* Sends a reply, and with it an open file unless that is negative. */
static bool send_reply(int line, struct reply *reply, int file) {
    union passed_file passed = {.room = {0}};
    struct iovec content = {reply, sizeof *reply};
    struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1};
    if (file >= 0) {
        message.msg_control = passed.room;
        message.msg_controllen = sizeof passed.room;
        passed.header.cmsg_level = SOL_SOCKET;
        passed.header.cmsg_type = SCM_RIGHTS;
        passed.header.cmsg_len = CMSG_LEN(sizeof file);
        memcpy(CMSG_DATA(&passed.header), &file, sizeof file);
    }
    ssize_t sent;
    do
        sent = sendmsg(line, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *reply;
}

/* *file: what came with the reply; -1: nothing. */
static bool receive_reply(int line, struct reply *reply, int *file) {
    union passed_file passed = {.room = {0}};
    struct iovec content = {reply, sizeof *reply};
    struct msghdr message = {.msg_iov = &content,
                             .msg_iovlen = 1,
                             .msg_control = passed.room,
                             .msg_controllen = sizeof passed.room};
    ssize_t came;
    do
        came = recvmsg(line, &message, MSG_WAITALL);
    while (came < 0 && errno == EINTR);
    *file = -1;
    if (came == (ssize_t)sizeof *reply &&
        message.msg_controllen >= CMSG_LEN(sizeof *file))
        memcpy(file, CMSG_DATA(&passed.header), sizeof *file);
    return came == (ssize_t)sizeof *reply;
}

static bool start(int line, const struct pool *p, int job) {
    int pipe = -1;
    const pid_t process = process_start(p, job, line, &pipe);
    struct reply reply = {.value = process, .error = process < 0 ? errno : 0};
    const bool is_told = send_reply(line, &reply, pipe);
    if (pipe >= 0)
        close(pipe);
    return is_told;
}

static bool wait_for(int line, pid_t process) {
    struct reply reply = {.error = 0};
    reply.value = process_wait(process, &reply.processor_seconds);
    return send_reply(line, &reply, -1);
}

/* Until the other end is closed. */
static void serve(int line, const struct pool *p) {
    struct request request;
    for (bool goes_on = true; goes_on;) {
        ssize_t came = recv(line, &request, sizeof request, MSG_WAITALL);
        if (came < 0 && errno == EINTR)
            continue;
        if (came != (ssize_t)sizeof request)
            return;
        goes_on = request.kind == START ? start(line, p, request.value)
                                        : wait_for(line, request.value);
    }
}

int nursery_begin(struct nursery *n, const struct pool *p) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return -1;
    const pid_t parent = getpid();
    n->line = ends[0];
    n->process = fork();
    if (n->process == 0) {
        close(ends[0]);
        process_begin_group(parent);
        serve(ends[1], p);
        _exit(0);
    }
    close(ends[1]);
    if (n->process < 0)
        close(ends[0]);
    return n->process < 0 ? -1 : 0;
}

void nursery_end(struct nursery *n) {
    double seconds;
    close(n->line);
    process_wait(n->process, &seconds);
}

/* One that has been killed says that no process can be had. */
static struct reply ask(const struct nursery *n, struct request request, int *file) {
    struct reply reply;
    *file = -1;
    ssize_t sent;
    do
        sent = send(n->line, &request, sizeof request, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent != (ssize_t)sizeof request || !receive_reply(n->line, &reply, file))
        return (struct reply){.value = -1, .error = ECHILD};
    return reply;
}

pid_t nursery_start(const struct nursery *n, int job, int *pipe) {
    const struct reply reply = ask(n, (struct request){START, job}, pipe);
    if (reply.value >= 0 && *pipe >= 0)
        return reply.value;
    errno = reply.error;
    if (reply.value >= 0) { /* no more files may be open here, so that it never answers */
        double seconds;
        process_kill(reply.value);
        nursery_wait(n, reply.value, &seconds);
        errno = EMFILE;
    }
    return -1;
}

int nursery_wait(const struct nursery *n, pid_t process, double *processor_seconds) {
    int none;
    const struct reply reply = ask(n, (struct request){WAIT, process}, &none);
    *processor_seconds = reply.error == 0 ? reply.processor_seconds : 0;
    return reply.error == 0 ? reply.value : -1;
}
