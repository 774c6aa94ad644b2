/* What host and guest say to each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
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
    cr_assert(packet_receive(ends[0], &come) == 0);
    wait(NULL);
    cr_expect(come.kind == sent.kind && come.traits == sent.traits);
    cr_expect(come.numbers == numbers);
    cr_expect(memcmp(come.number, sent.number, numbers * sizeof(double)) == 0);
    cr_expect_str_eq(come.text, "two lines\nof text");
    packet_free(&sent);
    packet_free(&come);
}

Test(packet, what_is_no_packet_is_refused) {
    static const char rubbish[][64] = {"GET / HTTP/1.1\r\nHost: somewhere\r\n\r\n", ""};
    for (int k = 0; k < 2; k++) {
        int ends[2];
        struct packet come;
        connect_ends(ends);
        cr_assert(packet_alloc(&come, 1) == 0);
        cr_assert(write(ends[1], rubbish[k], sizeof rubbish[k]) == sizeof rubbish[k]);
        cr_expect(packet_receive(ends[0], &come) != 0, "%d", k);
        packet_free(&come);
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
    cr_expect(packet_receive(ends[0], &come) != 0 && come.numbers == 0);
    packet_free(&sent);
    packet_free(&come);
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
    cr_expect(packet_receive(ends[0], &p) == 0);
    cr_expect(packet_receive(ends[0], &p) != 0);
    cr_expect(packet_send(ends[0], &p) != 0);
    packet_free(&p);
}
