import { findChromium } from '../chromium.js';

const found = findChromium();
if (found === undefined) {
  console.warn('skipped: tests that render need Chromium; on Debian: apt-get install chromium');
}

/** Whether this machine has a browser; tests that need one are skipped where it has none. */
export const hasChromium = found !== undefined;
