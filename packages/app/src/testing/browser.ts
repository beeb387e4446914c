import { findChromium } from '@webpith/render';
import { type Browser, chromium } from 'playwright-core';

const executablePath = findChromium();
if (executablePath === undefined) {
  console.warn('skipped: tests of the app need Chromium; on Debian: apt-get install chromium');
}

/** Whether this machine has a browser; tests that need one are skipped where it has none. */
export const hasChromium = executablePath !== undefined;

/** A browser that resolves no name and reaches no address but loopback. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath!,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--disable-background-networking',
      '--disable-domain-reliability',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
      '--no-pings',
    ],
  });
}
