import type { Browser } from 'playwright-core';
import { RenderError } from './errors.js';

/**
 * The browser as a whole has no way out: its proxy is a port where nobody listens and no name resolves. Each page gets
 * a proxy of its own (guard.ts), so what a page did not ask for (updates, safe browsing, predictions) goes nowhere.
 */
const NO_WAY_OUT = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic', // UDP goes past proxies
  '--webrtc-ip-handling-policy=disable_non_proxied_udp', // and so does WebRTC, if it may
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', // the same for older ones
  '--disable-background-networking',
  '--disable-domain-reliability',
  '--no-pings',
];

/**
 * Features that ask servers about pages or change addresses. This switch replaces the one that playwright sets, so what
 * matters of its list is here too.
 */
export const FEATURES_OFF = [
  'AutofillServerCommunication', // would send the shape of a page's forms away, through the page's own proxy
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'Translate',
  // The address bar's pages: nobody sees them, and each window would start a process for them.
  'AimEnabled',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

const QUIET = [
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--disable-extensions',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--hide-scrollbars',
  '--font-render-hinting=none', // boxes do not depend on the screen
  '--force-color-profile=srgb',
  // One process a page: the snapshot holds only frames that live in the page's own process.
  '--disable-site-isolation-trials',
];

/** A browser, and the number of its process for when it no longer listens. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly pid: number | undefined;
  /** Numbers of the processes in which pages run. */
  pageProcesses(): Promise<readonly number[]>;
}

/** How a browser is started. */
export interface LaunchOptions {
  /** Milliseconds for it. */
  readonly timeout: number;
  /** Megabytes that the objects of a page's scripts may take. */
  readonly heap: number;
}

/** Starts a browser that shows nothing and, by itself, asks nobody for anything. */
export async function launchBrowser(
  executable: string,
  { timeout, heap }: LaunchOptions,
): Promise<RunningBrowser> {
  // Chromium's sandbox refuses to run as root; there the container around us is the wall.
  const asRoot = process.getuid?.() === 0;
  // Whoever only writes what was drawn, as a server's sandbox does, needs nothing of it.
  const { chromium } = await import('playwright-core');
  try {
    const browser = await chromium.launch({
      executablePath: executable,
      args: [...NO_WAY_OUT, ...QUIET, `--js-flags=--max-old-space-size=${heap}`],
      chromiumSandbox: !asRoot,
      timeout,
      // The program that uses us decides what an interrupt means.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const cdp = await browser.newBrowserCDPSession();
    const processes = async (type: string) => {
      const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
      return processInfo.filter(each => each.type === type).map(({ id }) => id);
    };
    const [pid] = await processes('browser');
    return { browser, pid, pageProcesses: () => processes('renderer') };
  } catch (cause) {
    const said = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
    throw new RenderError(
      'no-start',
      `expected ${executable} to start, but ${said}; run it by hand to see what it misses`,
      { cause },
    );
  }
}
