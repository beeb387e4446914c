import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../chromium.js';
import { DISABLED_FEATURES } from '../launch.js';

const executablePath = findChromium();
if (executablePath === undefined) {
  console.warn('skipped: tests that need Chromium; on Debian: apt-get install chromium');
}

/** Whether this machine has a browser; tests that need one are skipped where it has none. */
export const hasChromium = executablePath !== undefined;

/** Starts a browser as a reader has it, which resolves no name and reaches no address but loopback. */
export function openTestBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath!,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
      '--disable-background-networking',
      '--disable-domain-reliability',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
      '--mute-audio',
      '--no-pings',
    ],
  });
}
