/* What host and guest say to each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/plugin/packet.h"

static void connect_ends(int *ends) {
    cr_assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
}

/* More than a socket holds at once; sent by another process. */
Test(packet, what_is_sent_arrives) {
    enum { numbers = 300000 };
    int ends[2];
    struct packet sent, come;
    connect_ends(ends);
    cr_assert(packet_alloc(&sent, numbers) == 0 && packet_alloc(&come, 1) == 0);
    sent.kind = OUTCOME_FAILED;
    sent.traits = TRAIT_ESTIMATE | TRAIT_STATISTICS;
    sent.numbers = numbers;
    for (int i = 0; i < numbers; i++)
        sent.number[i] = 0.37 * i;
    sent.number[7] = NAN;
    packet_set_text(&sent, "two lines\nof text");
    if (fork() == 0)
        _exit(packet_send(ends[1], &sent));
    cr_assert(packet_receive(ends[0], &come) == PACKET_CAME);
    wait(NULL);
    cr_expect(come.kind == sent.kind && come.traits == sent.traits);
    cr_expect(come.numbers == numbers);
    cr_expect(memcmp(come.number, sent.number, numbers * sizeof(double)) == 0);
    cr_expect_str_eq(come.text, "two lines\nof text");
}

Test(packet, what_is_no_packet_is_refused) {
    static const char rubbish[][64] = {"GET / HTTP/1.1\r\nHost: somewhere\r\n\r\n", ""};
    for (int k = 0; k < 2; k++) {
        int ends[2];
        struct packet come;
        connect_ends(ends);
        cr_assert(packet_alloc(&come, 1) == 0);
        cr_assert(write(ends[1], rubbish[k], sizeof rubbish[k]) == sizeof rubbish[k]);
        cr_expect(packet_receive(ends[0], &come) == PACKET_LOST, "%d", k);
    }
}

Test(packet, half_a_packet_has_no_numbers) {
    int ends[2];
    char all[256];
    struct packet sent, come;
    connect_ends(ends);
    cr_assert(packet_alloc(&sent, 4) == 0 && packet_alloc(&come, 4) == 0);
    sent.numbers = 4;
    for (int i = 0; i < 4; i++)
        sent.number[i] = 0.37 * i;
    cr_assert(packet_send(ends[1], &sent) == 0);
    ssize_t size = recv(ends[0], all, sizeof all, 0);
    cr_assert(size > 8 && write(ends[1], all, (size_t)size - 8) == size - 8);
    close(ends[1]);
    cr_expect(packet_receive(ends[0], &come) == PACKET_LOST && come.numbers == 0);
}

/* The bytes of a packet with numbers and a text, as they are sent. */
static size_t make_bytes(char *all, size_t room, struct packet *sent) {
    int ends[2];
    connect_ends(ends);
    cr_assert(packet_alloc(sent, 4) == 0);
    sent->kind = OUTCOME_FAILED;
    sent->numbers = 4;
    for (int i = 0; i < 4; i++)
        sent->number[i] = 0.37 * i;
    packet_set_text(sent, "why it failed");
    cr_assert(packet_send(ends[1], sent) == 0);
    const ssize_t size = recv(ends[0], all, room, 0);
    cr_assert(size > 0);
    return (size_t)size;
}

static void limit_waiting(int socket) {
    const struct timeval limit = {.tv_usec = 1000};
    cr_assert(setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0);
}

/* In two pieces, cut anywhere, the second later than the socket's limit, for one that has room
 * and one that has none; seen to fail when the second piece is given up at the limit. */
Test(packet, a_packet_in_pieces_is_one) {
    const struct timespec pause = {0, 3000000};
    char all[256];
    struct packet sent;
    const size_t size = make_bytes(all, sizeof all, &sent);
    for (size_t cut = 1; cut < size; cut++) {
        int ends[2];
        struct packet come;
        connect_ends(ends);
        limit_waiting(ends[0]);
        cr_assert(packet_alloc(&come, cut % 2 == 0 ? 0 : 64) == 0);
        cr_assert(write(ends[1], all, cut) == (ssize_t)cut);
        if (fork() == 0) {
            nanosleep(&pause, NULL);
            _exit(write(ends[1], all + cut, size - cut) < 0);
        }
        cr_assert(packet_receive(ends[0], &come) == PACKET_CAME, "%zu", cut);
        wait(NULL);
        cr_expect(come.kind == sent.kind && come.numbers == sent.numbers);
        cr_expect(memcmp(come.number, sent.number, 4 * sizeof(double)) == 0, "%zu", cut);
        cr_expect_str_eq(come.text, sent.text);
        packet_free(&come);
        close(ends[0]);
        close(ends[1]);
    }
}

/* Byte by byte, without an end. */
_Noreturn static void drip(int socket, const char *all, size_t size) {
    const struct timespec pause = {0, 2000000};
    for (size_t k = 0; k < size && send(socket, all + k, 1, MSG_NOSIGNAL) == 1; k++)
        nanosleep(&pause, NULL);
    for (char next = 'x'; send(socket, &next, 1, MSG_NOSIGNAL) == 1;)
        nanosleep(&pause, NULL);
    _exit(0);
}

/* Of a text of 4000 bytes, which takes 8 seconds; the reader gives up after a tenth of one. Seen to
 * fail when time is looked at only where nothing comes. */
Test(packet, one_that_drips_is_none, .timeout = 60) {
    char all[8192], text[4001];
    int ends[2];
    struct packet sent, come;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    connect_ends(ends);
    cr_assert(packet_alloc(&sent, 0) == 0 && packet_alloc(&come, 0) == 0);
    packet_set_text(&sent, text);
    cr_assert(packet_send(ends[1], &sent) == 0);
    const ssize_t size = recv(ends[0], all, sizeof all, 0);
    cr_assert(size > 4000);
    come.seconds = 0.1;
    const pid_t other = fork();
    if (other == 0)
        drip(ends[1], all, (size_t)size);
    cr_expect(packet_receive(ends[0], &come) == PACKET_LOST && come.numbers == 0);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
}

/* Seen to fail when what follows a packet's text is left out of account. */
Test(packet, more_than_a_packet_is_none) {
    int ends[2];
    char all[256];
    struct packet sent, come;
    size_t size = make_bytes(all, sizeof all, &sent);
    connect_ends(ends);
    cr_assert(packet_alloc(&come, 64) == 0);
    all[size++] = '!';
    cr_assert(write(ends[1], all, size) == (ssize_t)size);
    cr_expect(packet_receive(ends[0], &come) == PACKET_LOST && come.numbers == 0);
}

Test(packet, what_has_not_come_within_the_sockets_limit_is_told_and_still_comes) {
    int ends[2];
    struct packet p;
    connect_ends(ends);
    limit_waiting(ends[0]);
    cr_assert(packet_alloc(&p, 4) == 0);
    cr_expect(packet_receive(ends[0], &p) == PACKET_AWAITED);
    cr_assert(packet_send(ends[1], &p) == 0);
    cr_expect(packet_receive(ends[0], &p) == PACKET_CAME);
}

Test(packet, an_end_that_is_closed_is_told_and_no_signal) {
    int ends[2];
    struct packet p;
    connect_ends(ends);
    cr_assert(packet_alloc(&p, 4) == 0);
    p.numbers = 4;
    for (int i = 0; i < 4; i++)
        p.number[i] = i;
    cr_assert(packet_send(ends[1], &p) == 0);
    close(ends[1]);
    cr_expect(packet_receive(ends[0], &p) == PACKET_CAME);
    cr_expect(packet_receive(ends[0], &p) == PACKET_LOST);
    cr_expect(packet_send(ends[0], &p) != 0);
}
