// The state of a page in its address, so that a view can be linked.
// SPDX-License-Identifier: BSD-2-Clause
"use strict";
const address = {
  /** @param {string} key @returns {string} */
  get: (key) => new URLSearchParams(location.search).get(key) ?? "",

  /** Writes a key, or removes it where the value is empty; the page stays.
   * @param {string} key @param {string} value */
  set(key, value) {
    const query = new URLSearchParams(location.search);
    if (value) query.set(key, value); else query.delete(key);
    const text = query.toString();
    try {
      history.replaceState(null, "", (text ? "?" + text : location.pathname) + location.hash);
    } catch { /* some browsers keep the address of files as it is */ }
  },
};
