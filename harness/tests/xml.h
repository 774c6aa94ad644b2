/* A small check of XML.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_XML_H
#define HARNESS_TESTS_XML_H

#include <stdbool.h>

/* Whether a document's tags nest and close, attributes are quoted, '&' begins an entity, '<'
 * stands only where a tag begins, and no control character but line ends and tabs occurs. */
bool xml_is_well_formed(const char *text);

#endif
