/* What a test makes and need not free. A test is a process of its own, so that what it makes lives
 * as long as it does; a search for leaks still reaches what is kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_KEPT_H
#define PROBLEMS_TESTS_KEPT_H

/* Returns `made`, kept to the end of the process; it may be freed before. */
void *kept(void *made);

#endif
