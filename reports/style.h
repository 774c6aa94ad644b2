/* Style sheets, embedded when the program is built.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_STYLE_H
#define REPORTS_STYLE_H

extern const char style_page[];   /* style.css */
extern const char style_figure[]; /* figure.css: for a figure in the page or on its own */

#endif
