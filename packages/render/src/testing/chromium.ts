import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../chromium.js';
import { DISABLED_FEATURES } from '../launch.js';

const executablePath = findChromium();
if (executablePath === undefined) {
  console.warn('skipped: tests that need Chromium; on Debian: apt-get install chromium');
}

/** True if this machine has a browser. Tests that need one are skipped otherwise. */
export const hasChromium = executablePath !== undefined;

let shared: Promise<Browser> | undefined;

/**
 * The browser of this worker, started on first use. Every test opens its own context in it and closes that context; the
 * browser itself ends with the process.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared !== undefined && !(await shared).isConnected()) shared = undefined;
  shared ??= openTestBrowser();
  return shared;
}

/** Starts a browser that resolves no host name and reaches no address except loopback. */
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
